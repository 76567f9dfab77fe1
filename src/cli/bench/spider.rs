//! `bench solve` for Spider: KPatience's deals solved open, or the project's own played closed, one after the other on one
//! core.

use comfy_table::Table;
use serde_json::{Value, json};

use super::Spread;
use super::solve::Args;
use crate::cli::clock::Clock;
use crate::cli::exit::{ExitCode, Failure};
use crate::cli::output::print;
use crate::cli::solve::spider::{BYTES, Outcome, answer_closed, answer_open};
use crate::game::spider::{Deal, DealError, Suits};
use crate::solver::Limits;

/// Solves or plays the list for each number of suits and prints the figures.
///
/// # Errors
/// A number of suits that is not 1, 2 or 4; numbers that KPatience has no deal for.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let all = match args.suits {
        None => Suits::ALL.to_vec(),
        Some(count) => {
            let suits = Suits::from_count(count);
            vec![suits.ok_or_else(|| Failure::usage(format!("--suits {count}: expected 1, 2 or 4")))?]
        }
    };
    let tallies: Vec<(Suits, Tally)> = all
        .into_iter()
        .map(|suits| Ok((suits, tally(args, suits)?)))
        .collect::<Result<_, DealError>>()
        .map_err(Failure::usage)?;
    if args.json {
        let rows: Vec<Value> = tallies.iter().map(|(suits, tally)| tally.to_json(args, *suits)).collect();
        print(json!({ "game": "spider", "known": known(args), "suits": rows }))?;
    } else {
        print(to_table(args, &tallies))?;
    }
    Ok(ExitCode::Done)
}

/// What was found on the list.
#[derive(Default)]
struct Tally {
    ms: Vec<f64>,
    lengths: Vec<f64>,
    unwinnable: u64,
    nodes: u64,
    bytes: usize,
}

fn tally(args: &Args, suits: Suits) -> Result<Tally, DealError> {
    // The clock decides here, not the nodes.
    let limits = Limits { nodes: u64::MAX, bytes: BYTES };
    let rules = args.rules.rules();
    let mut tally = Tally::default();
    for number in args.from..args.from.saturating_add(args.deals) {
        let clock = Clock::start_processor(args.seconds);
        let answer = if args.closed {
            answer_closed(&Deal::Seed(number).board(suits)?, rules, limits, &clock)
        } else {
            answer_open(&format!("kpat:{number}").parse::<Deal>()?.board(suits)?, rules, limits, &clock)
        };
        tally.ms.push(answer.ms);
        tally.nodes += answer.nodes;
        tally.bytes = tally.bytes.max(answer.bytes);
        match answer.outcome {
            Outcome::Optimal | Outcome::Solved => tally.lengths.push(answer.length() as f64),
            Outcome::Unwinnable => tally.unwinnable += 1,
            Outcome::Lost | Outcome::Limit => {}
        }
    }
    Ok(tally)
}

fn known(args: &Args) -> &'static str {
    if args.closed { "closed" } else { "open" }
}

impl Tally {
    fn to_json(&self, args: &Args, suits: Suits) -> Value {
        let lengths = Spread::of(self.lengths.clone());
        json!({
            "suits": suits.count(), "deals": args.deals, "from": args.from,
            "solved": self.lengths.len(), "unwinnable": self.unwinnable,
            "median_length": lengths.median, "mean_length": lengths.mean, "sum_lengths": self.lengths.iter().sum::<f64>(),
            "best_ms": Spread::of(self.ms.clone()).to_json(), "nodes": self.nodes, "peak_bytes": self.bytes,
        })
    }
}

fn to_table(args: &Args, tallies: &[(Suits, Tally)]) -> String {
    let mut table = Table::new();
    table.set_header(["suits", "won", "of", "median length", "mean", "median ms", "p99", "max", "nodes", "MiB"]);
    for (suits, tally) in tallies {
        let (lengths, ms) = (Spread::of(tally.lengths.clone()), Spread::of(tally.ms.clone()));
        table.add_row([
            suits.to_string(),
            tally.lengths.len().to_string(),
            args.deals.to_string(),
            format!("{:.0}", lengths.median),
            format!("{:.1}", lengths.mean),
            format!("{:.0}", ms.median),
            format!("{:.0}", ms.p99),
            format!("{:.0}", ms.max),
            tally.nodes.to_string(),
            format!("{:.1}", tally.bytes as f64 / 1_048_576.0),
        ]);
    }
    format!(
        "{table}\n{} play; lengths without deals and finished runs; milliseconds of processor time where the system tells",
        known(args)
    )
}
