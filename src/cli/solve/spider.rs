//! `solve` for Spider: deals and boards in, moves out; also play without knowing the face-down cards.

mod answer;

use super::{Args, MethodName, read_board};
use crate::cli::clock::Clock;
use crate::cli::exit::{ExitCode, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::output::print;
use crate::game::Hidden;
use crate::game::spider::{Board, Deal, Dealing, Finishing, Move, PlainSpider, Rules, Spider, Suits};
use crate::solver::anytime::{self, Progress, Schedule};
use crate::solver::closed::{self, Dealer, Effort, Endgame, Lookahead, Player, Reach, Round, Sight};
use crate::solver::{End, Limit, Limits, Report, dfs};
pub use answer::{Answer, Outcome};

/// The rules that programs differ in.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct RuleArgs {
    /// Spider: a row may be dealt while a column is empty.
    #[arg(long)]
    deal_over_empty: bool,
    /// Spider: a finished run leaves the table by a move, not by itself.
    #[arg(long)]
    finish_by_move: bool,
}

impl RuleArgs {
    /// The first of the switches that is set.
    pub fn first(self) -> Option<&'static str> {
        match (self.deal_over_empty, self.finish_by_move) {
            (true, _) => Some("--deal-over-empty"),
            (false, true) => Some("--finish-by-move"),
            (false, false) => None,
        }
    }

    /// The rules that the switches name.
    pub fn rules(self) -> Rules {
        Rules {
            dealing: if self.deal_over_empty { Dealing::Always } else { Dealing::NoEmptyColumn },
            finishing: if self.finish_by_move { Finishing::ByMove } else { Finishing::ByItself },
        }
    }
}

/// Solves the deal that the arguments name, or plays it closed, and prints the answer.
///
/// # Errors
/// No such deal, or a board that cannot be read.
pub fn run(args: &Args, limits: Limits) -> Result<ExitCode, Failure> {
    let board = board(args)?;
    let rules = args.rules.rules();
    let clock = Clock::start(args.seconds).or_interrupted(&Interrupt::catch()?);
    let answer = match args.closed {
        true => answer_closed(&board, rules, limits, &clock),
        false if Spider::open(board.suits(), rules).is_hidden(&board) => {
            return Err(Failure::usage("cards of this board are unknown (\"?\"): expected all of them, or --closed"));
        }
        false if args.method == Some(MethodName::Dfs) => {
            Answer::open(plain(&board, rules, limits, &clock), &board, rules, &clock)
        }
        false => answer_open(&board, rules, limits, &clock),
    };
    if args.json {
        print(answer.to_json())?;
    } else {
        print(answer.to_words())?;
    }
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

/// How hard a closed game of that many suits is thought about.
///
/// The sight is wide enough to find what can be turned up: with two suits, deals 2000 to 2299, 120 by 40 wins 217 and 360 by
/// 40 wins 219 in more than twice the time. The lookahead was chosen on deals from 2000: with one suit it wins 187 of 200
/// instead of 183 without, with two 140 instead of 128, with four 50 of 150. A scout of 8 by 6 in half as many worlds again
/// wins 141 with two suits in nearly twice the time, one of 20 by 12 wins 43 with four. Playing on to the end of the game
/// wins no more: 170 of 184 with one suit, at 20 s a game.
fn effort(suits: Suits) -> Effort {
    let sight = match suits {
        Suits::One => Sight { reach: Reach { width: 40, layers: 12 }, widenings: 2 },
        Suits::Two | Suits::Four => Sight { reach: Reach { width: 120, layers: 40 }, widenings: 1 },
    };
    let lookahead = Lookahead {
        events: 5,
        sight: Sight { reach: Reach { width: 6, layers: 6 }, widenings: 1 },
        rounds: &[Round { events: 6, worlds: 8 }, Round { events: 3, worlds: 16 }, Round { events: 2, worlds: 32 }],
        prior: 8.0,
        scale: 1000,
    };
    Effort { sight, lookahead, nodes: 800_000 }
}

/// The usual number of suits.
const SUITS: usize = 4;

/// The memory that a search of Spider may take: wide beams need more than the settings allow for the first game.
pub const BYTES: usize = 300 * 1024 * 1024;

/// Positions that the end of a closed game may take: one or two seconds.
const ENDGAME_NODES: u64 = 300_000;

/// The guided search.
pub fn answer_open(board: &Board, rules: Rules, limits: Limits, clock: &Clock) -> Answer {
    Answer::open(solve(board, rules, limits, clock), board, rules, clock)
}

/// The report of the guided search.
pub fn solve(board: &Board, rules: Rules, limits: Limits, clock: &Clock) -> Report<Move> {
    let limits = Limits { bytes: limits.bytes.max(BYTES), ..limits };
    let game = Spider::open(board.suits(), rules);
    anytime::solve(&game, board, &schedule(board.suits()), limits, &mut |_: Progress<'_, Move>| clock.look())
}

/// The plain method: depth-first, turning back at 500 moves.
fn plain(board: &Board, rules: Rules, limits: Limits, clock: &Clock) -> Report<Move> {
    const DEPTH: usize = 500;
    let game = PlainSpider(Spider::open(board.suits(), rules));
    let limits = Limits { bytes: limits.bytes.max(BYTES), ..limits };
    let report = dfs::search(&game, board, DEPTH, |state, mv| game.worth(state, mv), limits, &mut |_| clock.look());
    match report.end {
        // It does not know every move.
        End::Unwinnable => Report { end: End::Limit(Limit::Depth), ..report },
        _ => report,
    }
}

/// A game to its end, knowing only what a player has seen.
pub fn answer_closed(board: &Board, rules: Rules, limits: Limits, clock: &Clock) -> Answer {
    let limits = Limits { bytes: limits.bytes.max(BYTES), ..limits };
    let suits = board.suits();
    let (game, open) = (Spider::closed(suits, rules), Spider::open(suits, rules));
    let endgame = Endgame { game: &open, schedule: schedule(suits), nodes: ENDGAME_NODES };
    let (dealer, player) = (Dealer::new(&game, *board), Player::new(&game, effort(suits)));
    Answer::closed(closed::play(dealer, player, endgame, limits, &mut |_| clock.look()), board, rules, clock)
}

fn board(args: &Args) -> Result<Board, Failure> {
    let Some(path) = &args.board else {
        return named_board(args.suits.unwrap_or(SUITS), args.deal.as_deref(), args.seed);
    };
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
