//! `bench solve`: the solver on a fixed list of deals, one after the other on one core.

use std::ops::ControlFlow;

use comfy_table::Table;
use serde_json::{Value, json};

use super::Spread;
use crate::cli::exit::{ExitCode, Failure};
use crate::cli::output::print;
use crate::cli::processor::Stopwatch;
use crate::cli::solve::GameName;
use crate::cli::solve::spider::RuleArgs;
use crate::game::pasyans::{Move, OlderBot, Pasyans, Position, deal};
use crate::settings::Settings;
use crate::solver::{End, Goal, Limits, Progress, Report, Solver, greedy};

/// Solve a fixed list of deals on one core: how long it takes, how short the wins are, how many deals cannot be won.
///
/// The node count is the bench number: it is the same on every machine, and changes only when the search does.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub struct Args {
    /// How many deals.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) deals: u64,
    /// The first deal; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) from: u64,
    /// Leave out the older bot's search.
    #[arg(long)]
    no_greedy: bool,
    /// Which game.
    #[arg(long, value_enum, default_value_t = GameName::Pasyans)]
    game: GameName,
    /// Spider: the number of suits, 1, 2 or 4; all three without it.
    #[arg(long, value_name = "N")]
    pub(super) suits: Option<usize>,
    /// Spider: play the project's own deals without knowing the face-down cards, instead of solving KPatience's.
    #[arg(long)]
    pub(super) closed: bool,
    /// Spider: at most so many seconds of processor time a deal.
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(super) seconds: f64,
    #[command(flatten)]
    pub(super) rules: RuleArgs,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub(super) json: bool,
}

/// Solves the list and prints the figures.
///
/// # Errors
/// Of Spider, a number of suits that is none.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.game == GameName::Spider {
        return super::spider::run(args);
    }
    let settings = Settings::default().solver;
    let limits = Limits { nodes: settings.nodes, bytes: settings.memory_mib as usize * 1024 * 1024 };
    let weights = settings.greedy;
    let older = OlderBot { stack: weights.stack, empty: weights.empty, column: weights.column };
    let mut solver = Solver::new(Pasyans);
    let (mut quick, mut best, mut baseline) = (Tally::default(), Tally::default(), Tally::default());
    for seed in args.from..args.from.saturating_add(args.deals) {
        let position = Position::from(deal(seed));
        quick.time(|| solver.solve(&position, Goal::Quick, limits, &mut go_on));
        best.time(|| solver.solve(&position, Goal::Shortest, limits, &mut go_on));
        if !args.no_greedy {
            baseline.time(|| greedy::search(&older, &position, weights.max_path, limits, &mut go_on));
        }
    }
    let baseline = (!args.no_greedy).then_some(baseline);
    if args.json {
        print(to_json(args, quick, best, baseline))?;
    } else {
        print(to_table(args, quick, best, baseline))?;
    }
    Ok(ExitCode::Done)
}

fn go_on(_: Progress<'_, Move>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// What one method did on the list.
#[derive(Default)]
struct Tally {
    ms: Vec<f64>,
    lengths: Vec<f64>,
    optimal: u64,
    solved: u64,
    unwinnable: u64,
    limit: u64,
    nodes: u64,
    bytes: usize,
}

impl Tally {
    fn time(&mut self, search: impl FnOnce() -> Report<Move>) {
        let watch = Stopwatch::start();
        let report = search();
        self.ms.push(watch.ms());
        self.lengths.extend(report.end.moves().map(|moves| moves.len() as f64));
        self.nodes += report.nodes;
        self.bytes = self.bytes.max(report.bytes);
        match report.end {
            End::Optimal(_) => self.optimal += 1,
            End::Solved { .. } => self.solved += 1,
            End::Unwinnable => self.unwinnable += 1,
            End::Limit(_) | End::Cancelled => self.limit += 1,
        }
    }

    fn sum_lengths(&self) -> u64 {
        self.lengths.iter().sum::<f64>() as u64
    }
}

fn to_json(args: &Args, quick: Tally, best: Tally, baseline: Option<Tally>) -> Value {
    let lengths = Spread::of(best.lengths.clone());
    let mut figures = json!({
        "deals": args.deals, "from": args.from,
        "optimal": best.optimal, "solved": best.solved, "unwinnable": best.unwinnable, "limit": best.limit,
        "sum_lengths": best.sum_lengths(), "median_length": lengths.median, "mean_length": lengths.mean,
        "nodes": best.nodes, "peak_bytes": best.bytes.max(quick.bytes),
        "quick_sum_lengths": quick.sum_lengths(), "quick_nodes": quick.nodes,
        "quick_ms": Spread::of(quick.ms).to_json(), "best_ms": Spread::of(best.ms).to_json(),
    });
    if let Some(greedy) = baseline {
        figures["greedy"] = json!({
            "solved": greedy.solved, "unwinnable": greedy.unwinnable, "limit": greedy.limit,
            "sum_lengths": greedy.sum_lengths(), "nodes": greedy.nodes, "ms": Spread::of(greedy.ms).to_json(),
        });
    }
    figures
}

fn to_table(args: &Args, quick: Tally, best: Tally, baseline: Option<Tally>) -> String {
    let mut table = Table::new();
    table.set_header([
        "method",
        "won",
        "no win",
        "limit",
        "mean length",
        "median",
        "mean ms",
        "median",
        "p99",
        "max",
        "nodes",
        "MiB",
    ]);
    let nodes = best.nodes;
    for (name, tally) in [("quick", Some(quick)), ("optimal", Some(best)), ("greedy", baseline)] {
        let Some(tally) = tally else { continue };
        let (won, unwinnable, limit) = (tally.optimal + tally.solved, tally.unwinnable, tally.limit);
        let (nodes, mib) = (tally.nodes, tally.bytes as f64 / 1_048_576.0);
        let (lengths, ms) = (Spread::of(tally.lengths), Spread::of(tally.ms));
        table.add_row([
            name.to_string(),
            won.to_string(),
            unwinnable.to_string(),
            limit.to_string(),
            format!("{:.2}", lengths.mean),
            format!("{:.0}", lengths.median),
            format!("{:.3}", ms.mean),
            format!("{:.3}", ms.median),
            format!("{:.3}", ms.p99),
            format!("{:.3}", ms.max),
            nodes.to_string(),
            format!("{mib:.1}"),
        ]);
    }
    format!("{table}\nbench number for {} deals from {}: {nodes} nodes", args.deals, args.from)
}
