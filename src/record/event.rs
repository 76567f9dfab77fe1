//! What can happen in a run, as it stands in `events.jsonl`.

use serde::{Deserialize, Serialize};

use super::pictures::FrameName;
use super::wire::{WireBoard, WireMove, WirePlace, WirePoint, WireState};
use crate::vision::{Reading, Sighting};

/// One line of the event log. Whatever depends on how fast the machine is stands in the two times and nowhere else, so
/// that two runs on the same frames can be compared; see [`without_times`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// When it happened, in milliseconds from the start of the run.
    pub at_ms: u64,
    /// How long it took, in milliseconds, where that is of interest: a search, a gesture, a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// The run began. `source` is the screen's name, `seed` that of the built-in table.
    RunStarted { version: String, source: String, seed: Option<u64>, settings: serde_json::Value },
    /// A frame was read.
    Reading { frame: FrameName, tables: Vec<SeenTable> },
    /// A new deal lies on the table.
    Deal { board: WireBoard },
    /// A search has ended; `moves` is empty where there is no plan.
    Plan { id: u64, board: WireBoard, moves: Vec<WireMove>, end: PlanEnd, nodes: u64 },
    /// A gesture was begun: from where to where, in physical pixels of the desktop.
    Gesture { id: u64, what: WhatGesture, from: WirePoint, to: WirePoint },
    /// What the screen showed when it was looked at after a gesture, or for a board to play.
    Verdict { id: u64, verdict: Verdict },
    /// The screen showed something else; the plan goes on from what is seen. `tries` counts the failures of the same
    /// gesture, `factor` is what the pace's times are multiplied by from now on.
    Repair { difference: Difference, tries: u32, factor: f64 },
    /// A game was won: the how many-th of this run, and what the game's own counter shows.
    Win { wins: u32, counter: Option<u32> },
    /// A deal is passed over: `proved` unwinnable, or without a plan within the limits.
    Skip { board: WireBoard, nodes: u64, proved: bool },
    /// Somebody else moved the mouse; the run waits.
    UserMoved,
    /// The mouse has been still for a while; the run goes on.
    Resumed,
    /// The run is over.
    Stopped { why: String },
    /// The bound for the size of this file is reached: nothing more is written.
    LogFull,
}

/// One table on a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenTable {
    /// What is going on there.
    pub state: WireState,
    /// The board, if every card is known.
    pub board: Option<WireBoard>,
    /// Cards that could not be read: place and depth, the back card at depth 0.
    pub unreadable: Vec<(WirePlace, u8)>,
    /// The win counter, where it could be read.
    pub wins: Option<u32>,
    /// The layout's corner on the frame.
    pub origin: WirePoint,
    /// Frame pixels for one pixel of the layout, rounded to 1/10000.
    pub scale: f64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PlanEnd {
    Optimal,
    Solved,
    Unwinnable,
    Limit,
    Cancelled,
}

/// What a gesture is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhatGesture {
    /// A move of the plan.
    Move(WireMove),
    /// A click on NEW GAME.
    NewGame,
}

/// What the screen showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// What was expected.
    Confirmed,
    /// Something else.
    Drift(Difference),
    /// No settled board; what was in the way.
    Unsettled(String),
    /// The recording was over.
    Ended,
    /// No picture at all; what the system said.
    Blind(String),
}

/// How the board differs from what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// The cards still lie where they were.
    StillThere,
    /// The cards lie at another place.
    Elsewhere,
    /// Another board: somebody played, or another game.
    OtherBoard,
    /// The win banner, where none was expected.
    Banner,
}

impl Event {
    /// The event of a reading.
    pub fn of_reading(frame: FrameName, reading: &Reading) -> Event {
        Event::Reading { frame, tables: reading.sightings.iter().map(SeenTable::from).collect() }
    }
}

impl From<&Sighting> for SeenTable {
    fn from(sighting: &Sighting) -> SeenTable {
        let unreadable = sighting.cards.iter().filter(|card| card.kind.is_none());
        SeenTable {
            state: sighting.state.into(),
            board: sighting.board.map(WireBoard),
            unreadable: unreadable.map(|card| (WirePlace(card.place), card.depth)).collect(),
            wins: sighting.wins,
            origin: sighting.placement.origin.into(),
            scale: (sighting.placement.scale * 10_000.0).round() / 10_000.0,
        }
    }
}

/// A line of the event log without its times: equal for two runs that saw and did the same.
///
/// # Errors
/// The line is no JSON object.
pub fn without_times(line: &str) -> Result<String, serde_json::Error> {
    let mut fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line)?;
    fields.remove("at_ms");
    fields.remove("took_ms");
    serde_json::to_string(&fields)
}
