//! What `solve` says of a Spider deal: moves in words and as JSON.

use serde_json::{Value, json};

use crate::cli::clock::Clock;
use crate::cli::exit::ExitCode;
use crate::game::spider::{Board, Move, Rules, Score};
use crate::solver::closed::Played;
use crate::solver::{End, Report};

/// What `solve` prints.
pub struct Answer {
    board: Board,
    rules: Rules,
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
    /// The answer of a search that knew the face-down cards.
    pub fn open(report: Report<Move>, board: &Board, rules: Rules, clock: &Clock) -> Answer {
        let (outcome, moves) = match report.end {
            End::Optimal(moves) => (Outcome::Optimal, moves),
            End::Solved { moves, .. } => (Outcome::Solved, moves),
            End::Unwinnable => (Outcome::Unwinnable, Vec::new()),
            End::Limit(_) | End::Cancelled => (Outcome::Limit, Vec::new()),
        };
        let (nodes, bytes) = (report.nodes, report.bytes);
        Answer { board: *board, rules, known: "open", outcome, moves, nodes, bytes, ms: clock.ms() }
    }

    /// The answer of a game played without knowing them.
    pub fn closed(played: Played<Move>, board: &Board, rules: Rules, clock: &Clock) -> Answer {
        let outcome = match (played.won, played.limit) {
            (true, _) => Outcome::Solved,
            (false, None) if clock.look().is_continue() => Outcome::Lost,
            _ => Outcome::Limit,
        };
        let Played { moves, nodes, .. } = played;
        Answer { board: *board, rules, known: "closed", outcome, moves, nodes, bytes: 0, ms: clock.ms() }
    }

    /// The exit code that tells the outcome.
    pub fn exit_code(&self) -> ExitCode {
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
        self.moves.iter().for_each(|mv| end.play(*mv, self.rules));
        Score::after(self.length(), end.finished_runs())
    }

    /// The answer as one JSON object.
    pub fn to_json(&self) -> Value {
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

    /// The answer in words, a line for each move.
    pub fn to_words(&self) -> String {
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
        self.moves.iter().map(|mv| tell(&mut board, *mv, self.rules)).collect()
    }
}

/// Plays a move and tells it.
fn tell(board: &mut Board, mv: Move, rules: Rules) -> (String, Value) {
    let before = *board;
    board.play(mv, rules);
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
