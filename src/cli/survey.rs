//! `survey`: solves a range of deals over all cores and says how many can be won, and in how few moves.

mod plot;
mod rows;
mod summary;

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::clock::Clock;
use super::exit::{ExitCode, Failure};
use super::interrupt::Interrupt;
use super::output::print;
use super::solve::{GameName, spider};
use crate::game::pasyans::{Pasyans, Position, deal};
use crate::game::spider::{Deal, Rules, Suits};
use crate::record::whole_file;
use crate::settings::Settings;
use crate::solver::{Goal, Limits, Progress, Solver};
use rows::{Row, RowFile};
use summary::Summary;

/// Solve a range of deals over all cores: how many can be won, and in how few moves.
///
/// With --csv every deal's answer is kept, and a survey that was interrupted goes on where it stopped (a deal that ran into
/// a limit is not tried again). A job array splits the range with --shard 1/8 to 8/8, each with a CSV file of its own;
/// --merge puts the files together.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub struct Args {
    /// The first deal.
    #[arg(long, value_name = "A", default_value_t = 0)]
    from: u64,
    /// The deal after the last one.
    #[arg(long, value_name = "B", required_unless_present = "merge")]
    to: Option<u64>,
    /// Do only the i-th of n equal parts of the range, counted from 1.
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    shard: Option<Shard>,
    /// Solve nothing: put together the CSV files of the shards.
    #[arg(long, value_name = "CSV", num_args = 1.., conflicts_with_all = ["from", "to"])]
    merge: Vec<PathBuf>,
    /// Keep the answers in this file: a line "deal,outcome,length,nodes" for each.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the histogram of shortest wins as an SVG picture.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Which game.
    #[arg(long, value_enum, default_value_t = GameName::Pasyans)]
    game: GameName,
    /// Spider: the number of suits, 1, 2 or 4. Its wins are the shortest found, not proved.
    #[arg(long, value_name = "N", default_value_t = 4)]
    suits: usize,
    /// Print one JSON object instead of words.
    #[arg(long)]
    json: bool,
}

/// A part of a range: `index` of `of`, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    index: u64,
    of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
        match parts {
            Some((i, of)) if 1 <= i && i <= of => Ok(Shard { index: i - 1, of }),
            _ => Err(format!("\"{text}\" is no shard: expected I/N with I from 1 to N, like 3/8")),
        }
    }
}

impl Shard {
    /// Its part of the range: parts differ in length by one at most.
    fn part(self, range: Range<u64>) -> Range<u64> {
        let length = u128::from(range.end - range.start);
        let cut = |index: u64| range.start + (length * u128::from(index) / u128::from(self.of)) as u64;
        cut(self.index)..cut(self.index + 1)
    }
}

/// So many deals are solved between two writes, which is what an end without a signal costs: half a second of work or, of
/// Spider, a few.
const fn batch(game: GameName) -> u64 {
    match game {
        GameName::Pasyans => 1_000,
        GameName::Spider => 16,
    }
}

/// Solves the range, or merges files, and prints the summary.
///
/// # Errors
/// Wrong ranges, and files that cannot be read, written or understood.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(plot) = &args.plot
        && let Some(csv) = args.csv.iter().chain(&args.merge).find(|csv| is_same_file(csv, plot))
    {
        let plot = plot.display();
        return Err(Failure::usage(format!("--plot {plot}: would write over the answers in {}", csv.display())));
    }
    let summary = if args.merge.is_empty() { solve_range(args)? } else { merge(args)? };
    if let Some(path) = &args.plot {
        whole_file(path, |out| out.write_all(plot::histogram(&summary).as_bytes()))
            .map_err(|error| Failure::usage(format!("{}: {error}; expected a place for the plot", path.display())))?;
    }
    if args.json {
        print(summary.to_json())?;
    } else {
        print(summary.to_words())?;
    }
    Ok(ExitCode::Done)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    real(one) == real(other)
}

fn solve_range(args: &Args) -> Result<Summary, Failure> {
    let whole = args.from..args.to.unwrap_or(args.from);
    if whole.is_empty() {
        return Err(Failure::usage(format!("--from {} --to {}: expected --to above --from", whole.start, whole.end)));
    }
    let range = args.shard.map_or(whole.clone(), |shard| shard.part(whole));
    let spider = match args.game {
        GameName::Pasyans => None,
        GameName::Spider => Some(
            Suits::from_count(args.suits)
                .ok_or_else(|| Failure::usage(format!("--suits {}: expected 1, 2 or 4", args.suits)))?,
        ),
    };
    let mut summary = Summary::default();
    let mut file = args.csv.as_deref().map(|path| RowFile::open(path, range.clone())).transpose()?;
    for row in file.iter_mut().flat_map(RowFile::take_rows) {
        summary.add(&row);
    }
    let interrupt = Interrupt::catch()?;
    let bar = progress_bar(range.end - range.start);
    bar.set_position(summary.deals());
    let mut next = range.start + summary.deals();
    while next < range.end {
        let seeds = next..range.end.min(next.saturating_add(batch(args.game)));
        next = seeds.end;
        let solved = |row| {
            bar.inc(1);
            row
        };
        let rows: Vec<Option<Row>> = match spider {
            Some(suits) => {
                seeds.into_par_iter().map(|seed| solve_spider(suits, seed, &interrupt).map(solved)).collect()
            }
            None => seeds
                .into_par_iter()
                .map_init(|| Solver::new(Pasyans), |solver, seed| solve_one(solver, seed, &interrupt).map(solved))
                .collect(),
        };
        // The file has no gaps: what was solved behind a deal that was interrupted is done again.
        let rows: Vec<Row> = rows.into_iter().map_while(|row| row).collect();
        if let Some(file) = &mut file {
            file.append(&rows)?;
        }
        rows.iter().for_each(|row| summary.add(row));
        if interrupt.look().is_break() {
            bar.finish_and_clear();
            let kept = args.csv.as_ref().map_or("nothing is kept without --csv".to_string(), |path| {
                format!("the same command goes on from {}", path.display())
            });
            let line = format!("stopped after {} of {} deals; {kept}", summary.deals(), range.end - range.start);
            return Err(Failure::new(ExitCode::Stopped, line));
        }
    }
    bar.finish_and_clear();
    Ok(summary)
}

/// `None` if the user interrupted.
fn solve_one(solver: &mut Solver<Pasyans>, seed: u64, interrupt: &Interrupt) -> Option<Row> {
    let settings = Settings::default().solver;
    let limits = Limits { nodes: settings.nodes, bytes: settings.memory_mib as usize * 1024 * 1024 };
    let observer = &mut |_: Progress<'_, _>| interrupt.look();
    let report = solver.solve(&Position::from(deal(seed)), Goal::Shortest, limits, observer);
    interrupt.look().is_continue().then(|| Row::new(seed, &report))
}

/// `None` if the user interrupted.
fn solve_spider(suits: Suits, seed: u64, interrupt: &Interrupt) -> Option<Row> {
    let settings = Settings::default().solver;
    let limits = Limits { nodes: settings.nodes, bytes: settings.memory_mib as usize * 1024 * 1024 };
    let board = Deal::Seed(seed).board(suits).unwrap_or_else(|error| unreachable!("every seed is a deal: {error}"));
    let report = spider::solve(&board, Rules::default(), limits, &Clock::start(None).or_interrupted(interrupt));
    let length = report.end.moves().unwrap_or_default().iter().filter(|mv| mv.counts()).count();
    interrupt.look().is_continue().then(|| Row::found(seed, &report, length as u32))
}

fn merge(args: &Args) -> Result<Summary, Failure> {
    let mut rows = Vec::new();
    for path in &args.merge {
        rows.extend(rows::read(path)?);
    }
    rows.sort_by_key(|row| row.deal);
    if let Some(twice) = rows.windows(2).find(|pair| pair[0].deal == pair[1].deal) {
        return Err(Failure::usage(format!("deal {} stands twice in the files to merge", twice[0].deal)));
    }
    for gap in rows.windows(2).filter(|pair| pair[0].deal + 1 < pair[1].deal) {
        log::warn!("deals {} to {} stand in none of the files", gap[0].deal + 1, gap[1].deal - 1);
    }
    if let Some(path) = &args.csv {
        rows::write(path, &rows)?;
    }
    let mut summary = Summary::default();
    rows.iter().for_each(|row| summary.add(row));
    Ok(summary)
}

/// On standard error; silent where that is no terminal.
fn progress_bar(deals: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {per_sec}, {eta} left");
    ProgressBar::new(deals).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shards_part_the_range_without_gap_or_overlap() {
        for (range, of) in [(0..10, 3), (5..6, 4), (100..100_007, 8)] {
            let parts: Vec<_> = (0..of).map(|index| Shard { index, of }.part(range.clone())).collect();
            assert_eq!((parts[0].start, parts[of as usize - 1].end), (range.start, range.end));
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }

    #[test]
    fn a_shard_is_read_or_refused() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 2, of: 8 }));
        for bad in ["0/8", "9/8", "3", "3/", "a/b", "-1/2"] {
            assert!(bad.parse::<Shard>().expect_err("no shard").contains(bad));
        }
    }
}
