//! How a run begins, and what no picture tells of one that is replayed.

use std::collections::BTreeSet;
use std::path::Path;

use crate::actors::director::Mode;
use crate::actors::message::RequestId;
use crate::cli::exit::Failure;
use crate::record::{Event, FrameName, WireMode, read_events};

/// What kind of run it is and what its record begins with.
pub struct Story {
    /// The kind.
    pub mode: Mode,
    /// The first line of the record.
    pub header: Event,
    /// The gestures during which somebody took the mouse.
    pub user_moved: BTreeSet<RequestId>,
}

impl Story {
    /// A new run, of a screen or table with that name.
    pub fn new(mode: Mode, source: &str, seed: Option<u64>) -> Story {
        let mode_on_wire = match mode {
            Mode::Play => WireMode::Play,
            Mode::DryRun => WireMode::DryRun,
            Mode::Replay => WireMode::Replay,
        };
        let version = env!("CARGO_PKG_VERSION").to_string();
        let header = Event::RunStarted { version, mode: mode_on_wire, source: source.to_string(), seed };
        Story { mode, header, user_moved: BTreeSet::new() }
    }

    /// The run whose folder this is. It begins as it did then, so that the two logs can be compared. `None` where the
    /// folder's log does not begin like one, or its first pictures are gone: what was clicked then would find no board.
    ///
    /// # Errors
    /// The folder's log cannot be read.
    pub fn of_run(folder: &Path) -> Result<Option<Story>, Failure> {
        let events: Vec<_> = read_events(folder).map_err(Failure::usage)?.into_iter().map(|line| line.event).collect();
        if let Some(first) = first_picture(&events).filter(|name| !folder.join(name.file()).exists()) {
            log::warn!(
                "{}: {} and others are gone (record.pictures_mib bounds them); the boards are read as on any recording, \
                 what the run did then is not done again",
                folder.display(),
                first.file()
            );
            return Ok(None);
        }
        let mut events = events.into_iter();
        let Some(header @ Event::RunStarted { mode, .. }) = events.next() else { return Ok(None) };
        let mode = match mode {
            WireMode::Play => Mode::Play,
            WireMode::DryRun => Mode::DryRun,
            WireMode::Replay => Mode::Replay,
        };
        let mut user_moved = BTreeSet::new();
        let mut last = None;
        for event in events {
            match event {
                Event::Gesture { id, .. } => last = Some(RequestId(id)),
                Event::UserMoved => user_moved.extend(last.take()),
                _ => {}
            }
        }
        Ok(Some(Story { mode, header, user_moved }))
    }
}

/// The first picture that was read.
fn first_picture(events: &[Event]) -> Option<FrameName> {
    events.iter().find_map(|event| match event {
        Event::Reading { frame, .. } => Some(*frame),
        _ => None,
    })
}
