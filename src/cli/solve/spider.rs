//! `solve` for Spider: deals and boards in, moves in words out; also play without knowing the face-down cards.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Args, MethodName, read_board};
use crate::cli::exit::{ExitCode, Failure};
use crate::game::Hidden;
use crate::game::spider::{Board, Deal, Move, Rules, Score, Spider, Suits};
use crate::solver::anytime::{self, Progress, Schedule};
use crate::solver::closed::{self, Effort, Reach};
use crate::solver::{End, Limits, Report, dfs};

/// Solves the deal that the arguments name, or plays it closed, and prints the answer.
///
/// # Errors
/// No such deal, or a board that cannot be read.
pub fn run(args: &Args, limits: Limits) -> Result<ExitCode, Failure> {
    let board = board(args)?;
    let clock = Clock::start(args.seconds);
    let answer = match args.closed {
        true => answer_closed(&board, limits, &clock),
        false if with_rules(&board).is_hidden(&board) => {
            return Err(Failure::usage("cards of this board are unknown (\"?\"): expected all of them, or --closed"));
        }
        false if args.method == Some(MethodName::Dfs) => Answer::of(plain(&board, limits, &clock), &board, &clock),
        false => answer_open(&board, limits, &clock),
    };
    println!("{}", if args.json { answer.to_json().to_string() } else { answer.to_words() });
    Ok(answer.exit_code())
}

/// The passes that solve a deal of that many suits: a narrow beam wins most deals in a tenth of a second, and the rest of
/// a third of a second shortens the plan. Chosen on KPatience deals 5001 to 5060.
pub fn schedule(suits: Suits) -> Schedule {
    match suits {
        Suits::One => Schedule { width: 100, shorten: &[(200, 130)] },
        Suits::Two => Schedule { width: 60, shorten: &[(150, 150)] },
        Suits::Four => Schedule { width: 80, shorten: &[(100, 130)] },
    }
}

/// How hard a closed game is thought about: about a second a game.
pub const EFFORT: Effort = Effort {
    reach: Reach { width: 60, layers: 14 },
    events: 8,
    outcomes: 16,
    look: Reach { width: 3, layers: 3 },
    scale: 300,
};

/// The memory that a search of Spider may take: wide beams need more than the settings allow for the first game.
pub const BYTES: usize = 300 * 1024 * 1024;

/// The time since the start, and when to stop.
pub struct Clock {
    start: Instant,
    end: Option<Duration>,
}

impl Clock {
    /// Starts now and ends after so many seconds, if any.
    pub fn start(seconds: Option<f64>) -> Clock {
        let end = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Clock { start: Instant::now(), end }
    }

    fn look(&self) -> ControlFlow<()> {
        match self.end {
            Some(end) if self.start.elapsed() >= end => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn ms(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1e3
    }
}

/// The game by the usual rules.
pub fn with_rules(board: &Board) -> Spider {
    Spider { rules: Rules::default(), weights: board.suits().weights() }
}

/// The guided search.
pub fn answer_open(board: &Board, limits: Limits, clock: &Clock) -> Answer {
    Answer::of(solve(board, limits, clock), board, clock)
}

/// The report of the guided search.
pub fn solve(board: &Board, limits: Limits, clock: &Clock) -> Report<Move> {
    let limits = Limits { bytes: limits.bytes.max(BYTES), ..limits };
    anytime::solve(&with_rules(board), board, &schedule(board.suits()), limits, &mut |_: Progress<'_, Move>| {
        clock.look()
    })
}

/// The plain method: depth-first, turning back at 500 moves.
fn plain(board: &Board, limits: Limits, clock: &Clock) -> Report<Move> {
    const DEPTH: usize = 500;
    let game = with_rules(board);
    let limits = Limits { bytes: limits.bytes.max(BYTES), ..limits };
    dfs::search(&game, board, DEPTH, |state, mv| game.plain_worth(state, mv), limits, &mut |_| clock.look())
}

/// A game to its end, knowing only what a player has seen.
pub fn answer_closed(board: &Board, limits: Limits, clock: &Clock) -> Answer {
    let limits = Limits { bytes: limits.bytes.max(BYTES), ..limits };
    let endgame = schedule(board.suits());
    let played = closed::play(&with_rules(board), board, EFFORT, &endgame, limits, &mut |_| clock.look());
    let outcome = match (played.won, played.limit, clock.look()) {
        (true, ..) => Outcome::Solved,
        (false, None, ControlFlow::Continue(())) => Outcome::Lost,
        _ => Outcome::Limit,
    };
    Answer {
        board: *board,
        known: "closed",
        outcome,
        moves: played.moves,
        nodes: played.nodes,
        bytes: 0,
        ms: clock.ms(),
    }
}

fn board(args: &Args) -> Result<Board, Failure> {
    let Some(path) = &args.board else { return named_board(args.suits, args.deal.as_deref(), args.seed) };
    let board = read_board(path)?.parse();
    board.map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// The board of another program's deal, or else of the project's own.
///
/// # Errors
/// There is no such deal.
pub fn named_board(suits: usize, deal: Option<&str>, seed: Option<u64>) -> Result<Board, Failure> {
    let count = Suits::from_count(suits);
    let count = count.ok_or_else(|| Failure::usage(format!("--suits {suits}: expected 1, 2 or 4")))?;
    let deal = match (deal, seed) {
        (Some(deal), _) => deal.parse().map_err(Failure::usage)?,
        (None, Some(seed)) => Deal::Seed(seed),
        (None, None) => return Err(Failure::usage("name a deal: expected --seed N or --deal kpat:N")),
    };
    deal.board(count).map_err(Failure::usage)
}

/// What `solve` prints.
pub struct Answer {
    board: Board,
    /// "open" if the face-down cards were known, else "closed".
    known: &'static str,
    /// The end.
    pub outcome: Outcome,
    moves: Vec<Move>,
    /// Positions expanded.
    pub nodes: u64,
    /// The most memory that the search took, in bytes.
    pub bytes: usize,
    /// Milliseconds that it took.
    pub ms: f64,
}

/// How a search or a closed game ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A shortest win, proved.
    Optimal,
    /// A win.
    Solved,
    /// Proved unwinnable.
    Unwinnable,
    /// A closed game came to its end without a win, which proves nothing.
    Lost,
    /// A limit was reached.
    Limit,
}

impl Answer {
    fn of(report: Report<Move>, board: &Board, clock: &Clock) -> Answer {
        let (outcome, moves) = match report.end {
            End::Optimal(moves) => (Outcome::Optimal, moves),
            End::Solved { moves, .. } => (Outcome::Solved, moves),
            End::Unwinnable => (Outcome::Unwinnable, Vec::new()),
            End::Limit(_) | End::Cancelled => (Outcome::Limit, Vec::new()),
        };
        let (nodes, bytes) = (report.nodes, report.bytes);
        Answer { board: *board, known: "open", outcome, moves, nodes, bytes, ms: clock.ms() }
    }

    fn exit_code(&self) -> ExitCode {
        match self.outcome {
            Outcome::Optimal | Outcome::Solved => ExitCode::Done,
            Outcome::Unwinnable => ExitCode::Unwinnable,
            // A lost closed game leaves open whether the deal can be won.
            Outcome::Lost | Outcome::Limit => ExitCode::Limit,
        }
    }

    /// The number of moves of cards, which are those that count.
    pub fn length(&self) -> usize {
        self.moves.iter().filter(|mv| mv.counts()).count()
    }

    fn score(&self) -> Score {
        let mut end = self.board;
        self.moves.iter().for_each(|mv| end.play(*mv, Rules::default()));
        Score::after(self.length(), end.finished_runs())
    }

    fn to_json(&self) -> Value {
        let outcome = match self.outcome {
            Outcome::Optimal => "optimal",
            Outcome::Solved => "solved",
            Outcome::Unwinnable => "unwinnable",
            Outcome::Lost | Outcome::Limit => "limit",
        };
        let won = matches!(self.outcome, Outcome::Optimal | Outcome::Solved);
        let mut answer = json!({
            "outcome": outcome, "won": won, "known": self.known, "suits": self.board.suits().count(),
            "nodes": self.nodes, "ms": self.ms, "bytes": self.bytes,
        });
        if !self.moves.is_empty() {
            answer["length"] = self.length().into();
            answer["score"] = self.score().0.into();
            answer["moves"] = self.told().into_iter().map(|(_, json)| json).collect();
        }
        answer
    }

    fn to_words(&self) -> String {
        let mib = self.bytes as f64 / 1_048_576.0;
        let cost = format!("{} nodes, {:.0} ms, {mib:.1} MiB; {} play", self.nodes, self.ms, self.known);
        let (length, score) = (self.length(), self.score().0);
        let end = match self.outcome {
            Outcome::Optimal if self.moves.is_empty() => "Won already.".to_string(),
            Outcome::Optimal => format!("{length} moves of cards, the fewest there are, {score} points ({cost})"),
            Outcome::Solved => format!("{length} moves of cards, {score} points ({cost})"),
            Outcome::Unwinnable => format!("Cannot be won: every way was tried ({cost})."),
            Outcome::Lost => format!("Lost after {length} moves of cards, {score} points ({cost})"),
            Outcome::Limit => format!("No win found within the limits, which proves nothing ({cost})."),
        };
        let told = self.told();
        let width = told.len().to_string().len();
        let moves = told.iter().enumerate();
        moves.fold(end, |text, (index, (words, _))| format!("{text}\n{:>width$}. {words}", index + 1))
    }

    /// Every move in words and as JSON, with columns from 1 to 10.
    fn told(&self) -> Vec<(String, Value)> {
        let mut board = self.board;
        self.moves.iter().map(|mv| tell(&mut board, *mv)).collect()
    }
}

/// Plays a move and tells it.
fn tell(board: &mut Board, mv: Move) -> (String, Value) {
    let before = *board;
    board.play(mv, Rules::default());
    let finished = if board.finished_runs() > before.finished_runs() { "; a run is finished" } else { "" };
    match mv {
        Move::Cards { from, to, count } => {
            let source = before.column(from.into());
            let cards: Vec<String> =
                source.up().skip(source.up().count() - usize::from(count)).map(|card| card.to_string()).collect();
            let target = match before.column(to.into()).front() {
                Some(front) => format!("onto the {front} of column {}", to + 1),
                None => format!("to the empty column {}", to + 1),
            };
            let turned = board.column(from.into()).down().len() < source.down().len();
            let front = board.column(from.into()).front().filter(|_| turned);
            let turned = front.map_or(String::new(), |card| format!("; turns up the {card}"));
            let words = format!("{} from column {} {target}{turned}{finished}", cards.join(" "), from + 1);
            (words, json!({ "from": from + 1, "to": to + 1, "count": count, "cards": cards }))
        }
        Move::Deal => (format!("deal a row{finished}"), json!({ "deal": true })),
        Move::Finish { column } => {
            (format!("take off the run of column {}", column + 1), json!({ "finish": column + 1 }))
        }
    }
}
