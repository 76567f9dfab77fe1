//! A run is written down, and read back.
//!
//! A run's folder holds `events.jsonl` (one JSON object a line, flushed line by line), the pictures that were read
//! (`000001234.png`: lossless, named by the milliseconds from the start of the run, so that the folder can be replayed),
//! each unreadable corner as a small picture under `corners/`, `settings.toml` and, once the run is over, `result.json`.
//!
//! The wire types live here and nowhere else; the rest of the program keeps types without serialisation.

mod event;
mod kept;
mod pictures;
mod reader;
mod recorder;
mod whole_file;
mod wire;

pub use event::{Difference, Event, Line, PlanEnd, SeenTable, Verdict, WhatGesture, WireMode, without_times};
pub use kept::{StateDirError, runs_dir};
pub use pictures::FrameName;
pub use reader::{EVENTS_FILE, ReadEventsError, parse_events, read_events};
pub use recorder::{Limits, RecordError, Recorder, Target};
pub(crate) use whole_file::whole_file;
pub use wire::{WireBoard, WireKind, WireMove, WirePlace, WirePoint, WireRect, WireState};

#[cfg(test)]
mod tests;
