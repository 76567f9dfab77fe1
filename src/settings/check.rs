//! The ranges of all values, in one place. Every bound has its reason beside it.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::error::OutOfRange;
use super::sections::{Click, Demo, Pace, Profile, Run, Solver, Verify};
use super::words::Automatic;
use super::{Record, Settings};
use crate::frame::{LayoutPx, Point};

/// Width of a card, and of a covered card the height that shows, in layout pixels (measured on captures of the game).
const CARD_WIDTH: f64 = 119.0;
const ROW_PITCH: f64 = 30.0;

/// The largest whole number that a TOML file can hold, in which settings are written down with a run.
const LARGEST: u64 = i64::MAX as u64;

/// Says whether all values are in their ranges.
///
/// # Errors
/// The first that is not, with what was expected.
pub(super) fn check(settings: &Settings) -> Result<(), OutOfRange> {
    run(&settings.run)?;
    pace(&settings.pace)?;
    verify(&settings.verify)?;
    click(&settings.click)?;
    solver(&settings.solver)?;
    record(&settings.record)?;
    demo(&settings.demo)
}

fn run(run: &Run) -> Result<(), OutOfRange> {
    // A run of no game has nothing to do; above a million somebody has mistyped.
    within("run.games", run.games, 1..=1_000_000)?;
    // A deal alone takes 2.4 s and one try of a gesture 1.5 s: below 5 s every run would be given up.
    // A game takes half a minute to start; above a day somebody has mistyped.
    within("run.wait_for_game_s", run.wait_for_game.as_secs(), 1..=86_400)?;
    within("run.no_progress_s", run.no_progress.as_secs(), 5..=86_400)?;
    within("run.max_unreadable", run.max_unreadable, 1..=1000)?;
    within("run.user_still_s", run.user_still.as_secs(), 1..=3600)
}

fn pace(pace: &Pace) -> Result<(), OutOfRange> {
    // Two frames of 60 Hz, rounded up: a shorter press or release may never be seen by the game.
    let held = Pace::SHORTEST_HOLD.as_micros().div_ceil(1000);
    within("pace.press_ms", pace.press.as_millis(), held..=SLOWEST_STEP.as_millis())?;
    within("pace.release_ms", pace.release.as_millis(), held..=SLOWEST_STEP.as_millis())?;
    within("pace.look_ms", pace.look.as_millis(), 0..=SLOWEST_STEP.as_millis())?;
    within("pace.arrive_ms", pace.arrive.as_millis(), 0..=SLOWEST_STEP.as_millis())?;
    within("pace.move_ms", pace.travel.as_millis(), 0..=SLOWEST_STEP.as_millis())?;
    within("pace.drop_ms", pace.drop.as_millis(), 0..=SLOWEST_STEP.as_millis())?;
    within("pace.speed_up", pace.speed_up, 0.5..=1.0)?;
    within("pace.back_off", pace.back_off, 1.0..=10.0)?;
    profile(["pace.normal.start", "pace.normal.fastest", "pace.normal.slowest"], pace.normal)?;
    profile(["pace.fast.start", "pace.fast.fastest", "pace.fast.slowest"], pace.fast)?;
    profile(["pace.careful.start", "pace.careful.fastest", "pace.careful.slowest"], pace.careful)
}

/// One step of a gesture longer than this is a mistyped number, not a slow machine.
const SLOWEST_STEP: Duration = Duration::from_secs(5);

fn profile([start, fastest, slowest]: [&'static str; 3], profile: Profile) -> Result<(), OutOfRange> {
    within(fastest, profile.fastest, 0.1..=100.0)?;
    within(slowest, profile.slowest, profile.fastest..=100.0)?;
    within(start, profile.start, profile.fastest..=profile.slowest)
}

fn verify(verify: &Verify) -> Result<(), OutOfRange> {
    within("verify.settle_frames", verify.settle_frames, 1..=60)?;
    within("verify.poll_ms", verify.poll.as_millis(), 1..=1000)?;
    // A dropped card takes 0.12 s to settle: an answer cannot be expected sooner.
    within("verify.timeout_ms", verify.timeout.as_millis(), 200..=60_000)?;
    within("verify.new_game_ms", verify.new_game.as_millis(), 200..=60_000)?;
    // The game's own deal takes 2.4 s, and a slow machine's frames some more.
    within("verify.deal_ms", verify.deal.as_millis(), 3000..=120_000)?;
    within("verify.same_gesture_slower", verify.same_gesture_slower, 1..=100)?;
    within("verify.same_gesture_end", verify.same_gesture_end, verify.same_gesture_slower..=100)
}

fn click(click: &Click) -> Result<(), OutOfRange> {
    grab_point("click.grab", click.grab)?;
    grab_point("click.other_grab", click.other_grab)?;
    // Farther off than half a row or column pitch, the card would be let go over another place.
    let near = |value: f64, pitch: f64| value.abs() < pitch / 2.0;
    if !(near(click.drop.x, CARD_WIDTH) && near(click.drop.y, ROW_PITCH)) {
        let expected = format!("expected less than {} right or left, {} up or down", CARD_WIDTH / 2.0, ROW_PITCH / 2.0);
        return Err(OutOfRange { key: "click.drop", expected });
    }
    match click.pointer_scale {
        // 0.125 is a screen scaled to 800 %, far beyond what desktops offer.
        Automatic::Given(scale) => within("click.pointer_scale", scale, 0.125..=8.0),
        Automatic::Auto => Ok(()),
    }
}

/// A grab point must lie on what shows of a covered card.
fn grab_point(key: &'static str, point: Point<LayoutPx>) -> Result<(), OutOfRange> {
    let inside = |value: f64, size: f64| value > 0.0 && value < size;
    if inside(point.x, CARD_WIDTH) && inside(point.y, ROW_PITCH) {
        return Ok(());
    }
    let expected =
        format!("expected [right, down] inside the part of a covered card that shows, {CARD_WIDTH} x {ROW_PITCH}");
    Err(OutOfRange { key, expected })
}

fn solver(solver: &Solver) -> Result<(), OutOfRange> {
    within("solver.nodes", solver.nodes, 1..=LARGEST)?;
    // Below 4 MiB the tables of the easiest deal do not fit.
    within("solver.memory_mib", solver.memory_mib, 4..=1_048_576)?;
    within("solver.quick_after_nodes", solver.quick_after_nodes, 1..=LARGEST)?;
    // No deal is won in fewer than its 28 joins.
    within("solver.greedy.max_path", solver.greedy.max_path, 28..=100_000)?;
    for (key, weight) in [
        ("solver.greedy.stack", solver.greedy.stack),
        ("solver.greedy.empty", solver.greedy.empty),
        ("solver.greedy.column", solver.greedy.column),
    ] {
        // Nine columns of these still fit an i32 by far.
        within(key, weight, -1_000_000..=1_000_000)?;
    }
    Ok(())
}

fn record(record: &Record) -> Result<(), OutOfRange> {
    within("record.keep_runs", record.keep_runs, 0..=100_000)
}

fn demo(demo: &Demo) -> Result<(), OutOfRange> {
    within("demo.seed", demo.seed, 0..=LARGEST)?;
    // A corner glyph, 14 pixels high in the layout, needs about 5 to be told from another: a third of the layout's size.
    // Above 8K a frame would take more than 130 MB.
    within("demo.width", demo.width, 640..=7680)?;
    within("demo.height", demo.height, 360..=4320)
}

fn within<T: PartialOrd + Display>(key: &'static str, value: T, range: RangeInclusive<T>) -> Result<(), OutOfRange> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(OutOfRange { key, expected: format!("expected {} to {}", range.start(), range.end()) })
}
