//! `solve`: finds the shortest way to win a deal.

mod pasyans;
pub(super) mod spider;

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::exit::{ExitCode, Failure};
use super::output::print;
use crate::settings::{Method, Settings, load};
use crate::solver::{End, Limit, Limits, Report};

/// Find the shortest way to win a deal, or prove that there is none.
///
/// Works from any board of the game, mid-game as well. Exit codes: 0 solved, 2 bad input, 3 proved unwinnable, 6 a limit
/// was reached before any answer.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub struct Args {
    /// A file with a board as text ("-": standard input): nine lines, the columns from left to right, back card first,
    /// then "cell: -" or the card in the free cell.
    #[arg(value_name = "FILE", conflicts_with = "seed")]
    board: Option<PathBuf>,
    /// The deal of that number instead of a file.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Which game.
    #[arg(long, value_enum, default_value_t = GameName::Pasyans)]
    game: GameName,
    /// Spider: the number of suits, 1, 2 or 4; 4 without it.
    #[arg(long, value_name = "N")]
    suits: Option<usize>,
    /// Spider: the deal of another program, kpat:N or pysol:N.
    #[arg(long, value_name = "PROGRAM:N", conflicts_with_all = ["board", "seed"])]
    deal: Option<String>,
    /// Spider: play to the end knowing only the cards that a player has seen, instead of solving.
    #[arg(long)]
    closed: bool,
    /// Spider: stop after so many seconds with the best found by then.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    #[command(flatten)]
    rules: spider::RuleArgs,
    /// How to search; "optimal" unless the settings say otherwise.
    #[arg(long, value_enum)]
    method: Option<MethodName>,
    /// At most so many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// At most so much memory for the search, in MiB.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(4..))]
    memory: Option<u32>,
    /// Settings to lay over the defaults (TOML or JSON).
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Print one JSON object instead of words.
    #[arg(long)]
    json: bool,
}

/// The games that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GameName {
    /// ПАСЬЯНС, the solitaire inside EXAPUNKS.
    Pasyans,
    /// Spider with one, two or four suits.
    Spider,
}

/// The ways to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// The shortest win, proved.
    Optimal,
    /// The first win found.
    Quick,
    /// The older bot's search.
    Greedy,
    /// Depth-first with backtracking, for Spider.
    Dfs,
}

impl MethodName {
    /// The method as the settings name it; depth-first search is none of theirs.
    fn setting(self) -> Option<Method> {
        match self {
            MethodName::Optimal => Some(Method::Optimal),
            MethodName::Quick => Some(Method::Quick),
            MethodName::Greedy => Some(Method::Greedy),
            MethodName::Dfs => None,
        }
    }
}

/// Solves the deal and prints the answer.
///
/// # Errors
/// Input that cannot be read or is no board; wrong settings.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut settings = load(args.settings.as_deref(), std::env::vars(), &[]).map_err(Failure::usage)?.settings;
    let solver = &mut settings.solver;
    solver.nodes = args.nodes.unwrap_or(solver.nodes);
    solver.memory_mib = args.memory.unwrap_or(solver.memory_mib);
    if let (GameName::Pasyans, Some(method)) = (args.game, args.method) {
        let known = method.setting();
        solver.method = known.ok_or_else(|| Failure::usage("--method dfs: only with --game spider"))?;
    }
    let answer = match (args.game, args.first_of_spider()) {
        (GameName::Spider, _) => return spider::run(args, limits(&settings)),
        (GameName::Pasyans, Some(option)) => {
            return Err(Failure::usage(format!("{option}: only with --game spider")));
        }
        (GameName::Pasyans, None) => pasyans::answer(args, &settings)?,
    };
    if args.json {
        print(answer.to_json())?;
    } else {
        print(answer.to_words())?;
    }
    Ok(answer.exit_code())
}

impl Args {
    /// The first option given that only Spider has.
    fn first_of_spider(&self) -> Option<&'static str> {
        let given = [
            (self.deal.is_some(), "--deal"),
            (self.suits.is_some(), "--suits"),
            (self.closed, "--closed"),
            (self.seconds.is_some(), "--seconds"),
        ];
        given.into_iter().find_map(|(is_given, option)| is_given.then_some(option)).or_else(|| self.rules.first())
    }
}

/// What the board file is called in messages.
fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_string() } else { path.display().to_string() }
}

/// The text of the board file, or of standard input.
fn read_board(path: &Path) -> Result<String, Failure> {
    let refuse = |what: &dyn Display| Failure::usage(format!("{}: {what}; expected a board as text", name(path)));
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin().take(LONGEST + 1).read_to_string(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text))
    };
    match read {
        Ok(bytes) if bytes as u64 > LONGEST => Err(refuse(&format!("is longer than {LONGEST} bytes"))),
        Ok(_) => Ok(text),
        Err(error) => Err(refuse(&error)),
    }
}

/// No board text comes near to so many bytes.
const LONGEST: u64 = 1 << 16;

fn limits(settings: &Settings) -> Limits {
    Limits { nodes: settings.solver.nodes, bytes: settings.solver.memory_mib as usize * 1024 * 1024 }
}

/// What `solve` prints of any game.
struct Answer {
    /// The end without its moves.
    end: End<()>,
    /// Each move in words and as JSON.
    moves: Vec<(String, Value)>,
    nodes: u64,
    bytes: usize,
    ms: f64,
}

impl Answer {
    /// Searches with the clock running, then has every move of the plan told by `tell`.
    fn time<M>(search: impl FnOnce() -> Report<M>, tell: impl FnOnce(&[M]) -> Vec<(String, Value)>) -> Answer {
        let start = Instant::now();
        let report = search();
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let moves = tell(report.end.moves().unwrap_or_default());
        let end = match report.end {
            End::Optimal(_) => End::Optimal(Vec::new()),
            End::Solved { at_least, .. } => End::Solved { moves: Vec::new(), at_least },
            End::Unwinnable => End::Unwinnable,
            End::Limit(limit) => End::Limit(limit),
            End::Cancelled => End::Cancelled,
        };
        Answer { end, moves, nodes: report.nodes, bytes: report.bytes, ms }
    }

    fn exit_code(&self) -> ExitCode {
        match self.end {
            End::Optimal(_) | End::Solved { .. } => ExitCode::Done,
            End::Unwinnable => ExitCode::Unwinnable,
            End::Limit(_) => ExitCode::Limit,
            End::Cancelled => ExitCode::Stopped,
        }
    }

    fn to_json(&self) -> Value {
        let outcome = match self.end {
            End::Optimal(_) => "optimal",
            End::Solved { .. } => "solved",
            End::Unwinnable => "unwinnable",
            End::Limit(_) => "limit",
            End::Cancelled => "cancelled",
        };
        let mut answer = json!({ "outcome": outcome, "nodes": self.nodes, "ms": self.ms, "bytes": self.bytes });
        if self.end.moves().is_some() {
            answer["length"] = self.moves.len().into();
            answer["moves"] = self.moves.iter().map(|(_, json)| json.clone()).collect();
        }
        match self.end {
            End::Solved { at_least, .. } => answer["at_least"] = at_least.into(),
            End::Limit(limit) => answer["limit"] = name_of_limit(limit).into(),
            End::Optimal(_) | End::Unwinnable | End::Cancelled => {}
        }
        answer
    }

    fn to_words(&self) -> String {
        if self.moves.is_empty() && self.end.moves().is_some() {
            return "Won already.".to_string();
        }
        let cost = format!("{} nodes, {:.1} ms, {:.1} MiB", self.nodes, self.ms, self.bytes as f64 / 1_048_576.0);
        let drags = match self.moves.len() {
            1 => "1 move".to_string(),
            count => format!("{count} moves"),
        };
        let end = match self.end {
            End::Optimal(_) => format!("{drags}, the fewest there are ({cost})"),
            End::Solved { at_least, .. } => format!("{drags}; at least {at_least} are needed ({cost})"),
            End::Unwinnable => format!("Cannot be won: every way was tried ({cost})."),
            End::Limit(Limit::Nodes) => format!("No answer within the node limit ({cost}); try a higher --nodes."),
            End::Limit(Limit::Memory) => format!("No answer within the memory limit ({cost}); try a higher --memory."),
            End::Limit(Limit::Depth) => format!("No win found, which proves nothing for this method ({cost})."),
            End::Cancelled => format!("Stopped before an answer ({cost})."),
        };
        let width = self.moves.len().to_string().len();
        let moves = self.moves.iter().enumerate();
        moves.fold(end, |text, (index, (words, _))| format!("{text}\n{:>width$}. {words}", index + 1))
    }
}

fn name_of_limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "nodes",
        Limit::Memory => "memory",
        Limit::Depth => "depth",
    }
}
