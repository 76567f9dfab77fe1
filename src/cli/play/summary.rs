//! The summary of a run, as text and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::actors::Outcome;
use crate::actors::director::{Mode, Tally};

/// One JSON object; `replay` adds what a recording showed.
pub fn json(outcome: &Outcome, replay: bool) -> Value {
    let tally = &outcome.tally;
    let seconds = &tally.seconds;
    let mut object = Map::new();
    let mut add = |key: &str, value: Value| object.insert(key.to_string(), value);
    add("games", json!(tally.games));
    add("wins", json!(tally.wins));
    add("skipped", json!(tally.skipped));
    add("gestures", json!(tally.gestures));
    add("drifts", json!(tally.drifts));
    add("repairs", json!(tally.repairs));
    add("game_seconds", json!(tally.game_times.iter().map(rounded).collect::<Vec<_>>()));
    add(
        "seconds",
        json!({
            "total": rounded(&seconds.total),
            "deal": rounded(&seconds.deal),
            "think": rounded(&seconds.think),
            "gesture": rounded(&seconds.gesture),
            "wait": rounded(&seconds.wait),
        }),
    );
    add("stopped", json!(outcome.stop.to_string()));
    if replay {
        add("frames", json!(tally.frames));
        add("settled", json!(tally.settled));
        add("explained", json!(tally.explained));
        add("unexplained", json!(tally.unexplained));
        add("deals", json!(tally.deals));
        add("no_game", json!(tally.no_game));
        let boards =
            tally.boards.iter().map(|settled| json!({"frame": settled.frame, "board": settled.board.to_string()}));
        add("boards", boards.collect());
    }
    Value::Object(object)
}

/// A few lines for a person; a recording adds what it showed.
pub fn text(outcome: &Outcome, mode: Mode) -> String {
    let tally = &outcome.tally;
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name:>10}  {value}");
    };
    line("stopped", outcome.stop.to_string());
    line("games", format!("{} begun, {} won, {} skipped as unwinnable", tally.games, tally.wins, tally.skipped));
    let gestures = match mode {
        Mode::DryRun => format!("{} planned, none made", tally.gestures),
        Mode::Play | Mode::Replay => {
            format!("{} made, {} drifts, {} repaired", tally.gestures, tally.drifts, tally.repairs)
        }
    };
    line("gestures", gestures);
    if let Some(mean) = mean(&tally.game_times) {
        let longest = tally.game_times.iter().max().map_or(0.0, Duration::as_secs_f64);
        line("a game", format!("{:.1} s on average, {longest:.1} s at most", mean.as_secs_f64()));
    }
    line("time", times(tally));
    if mode == Mode::Replay {
        line("recording", format!("{} frames, {} of them without a game", tally.frames, tally.no_game));
        line("boards", format!("{} settled, {} deals", tally.settled, tally.deals));
        line("changes", format!("{} explained by legal moves, {} unexplained", tally.explained, tally.unexplained));
    }
    text
}

fn times(tally: &Tally) -> String {
    let seconds = &tally.seconds;
    format!(
        "{:.1} s: deals {:.1}, thinking {:.1}, gestures {:.1}, waiting for the screen {:.1}",
        seconds.total.as_secs_f64(),
        seconds.deal.as_secs_f64(),
        seconds.think.as_secs_f64(),
        seconds.gesture.as_secs_f64(),
        seconds.wait.as_secs_f64()
    )
}

fn mean(times: &[Duration]) -> Option<Duration> {
    (!times.is_empty()).then(|| times.iter().sum::<Duration>() / times.len() as u32)
}

/// Seconds, to the millisecond.
fn rounded(span: &Duration) -> f64 {
    span.as_millis() as f64 / 1000.0
}
