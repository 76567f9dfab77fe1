//! `bench read`: how long reading takes, a frame never seen and a board already known, on one core.

use comfy_table::Table;
use image::RgbaImage;
use serde_json::{Value, json};

use super::Spread;
use crate::cli::exit::{ExitCode, Failure};
use crate::cli::output::print;
use crate::cli::processor::Stopwatch;
use crate::device::table::Painter;
use crate::device::table::view::TableView;
use crate::frame::Frame;
use crate::game::pasyans::deal;
use crate::vision::{Reader, Reading, Skin};

/// Read boards of the built-in table at several sizes: milliseconds of one core for a frame never seen, and for a board
/// whose place is known.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub struct Args {
    /// How many boards a size.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    boards: u64,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

const SIZES: [(u32, u32); 4] = [(1280, 720), (1920, 1080), (2560, 1440), (3840, 2160)];

/// What was measured at one size, in milliseconds.
struct Figures {
    size: (u32, u32),
    cold: Spread,
    /// The next deal at the same place: every corner is new.
    changed: Spread,
    warm: Spread,
    read: u64,
}

/// Measures and prints.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let figures = SIZES.map(|size| measure(size, args.boards));
    if args.json {
        print(to_json(args, &figures))?;
    } else {
        print(to_table(&figures))?;
    }
    Ok(ExitCode::Done)
}

fn measure(size: (u32, u32), boards: u64) -> Figures {
    let mut painter = Painter::new();
    let mut reader = Reader::new(Skin::shipped());
    let mut reading = Reading::default();
    let (mut cold, mut changed, mut warm) = (Vec::new(), Vec::new(), Vec::new());
    let mut read = 0;
    for seed in 0..boards {
        let mut frame = Frame::still(RgbaImage::new(size.0, size.1));
        painter.draw(&TableView::of(&deal(2 * seed), seed), &mut frame.pixels);
        reader.forget();
        cold.push(timed(|| reader.read(&frame, None, &mut reading)));
        read += u64::from(reading.sightings.iter().any(|sighting| sighting.board == Some(deal(2 * seed))));
        painter.draw(&TableView::of(&deal(2 * seed + 1), seed), &mut frame.pixels);
        changed.push(timed(|| reader.read(&frame, None, &mut reading)));
        warm.push(timed(|| reader.read(&frame, None, &mut reading)));
    }
    Figures { size, cold: Spread::of(cold), changed: Spread::of(changed), warm: Spread::of(warm), read }
}

/// The milliseconds that this thread was on a core.
fn timed(work: impl FnOnce()) -> f64 {
    let watch = Stopwatch::start();
    work();
    watch.ms()
}

fn to_table(figures: &[Figures]) -> Table {
    let mut table = Table::new();
    table.set_header(["size", "read", "never seen ms", "new deal ms", "known ms", "known p99 ms"]);
    for of in figures {
        table.add_row([
            format!("{}x{}", of.size.0, of.size.1),
            of.read.to_string(),
            format!("{:.1}", of.cold.median),
            format!("{:.2}", of.changed.median),
            format!("{:.2}", of.warm.median),
            format!("{:.2}", of.warm.p99),
        ]);
    }
    table
}

fn to_json(args: &Args, figures: &[Figures]) -> Value {
    let per_size = |pick: fn(&Figures) -> Spread| -> serde_json::Map<String, Value> {
        figures.iter().map(|of| (format!("{}x{}", of.size.0, of.size.1), pick(of).to_json())).collect()
    };
    json!({
        "boards": args.boards,
        "read": figures.iter().map(|of| of.read).sum::<u64>(),
        "cold_ms": per_size(|of| of.cold),
        "new_deal_ms": per_size(|of| of.changed),
        "warm_ms": per_size(|of| of.warm),
    })
}
