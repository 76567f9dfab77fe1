//! The recorder writes a run's folder. It lives in a thread of its own: coding a picture takes longer than reading it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use thiserror::Error;

use super::event::{Event, Line};
use super::kept;
use super::pictures::{FrameName, Pictures};
use super::reader::EVENTS_FILE;
use crate::frame::Frame;
use crate::game::pasyans::Place;
use crate::vision::Reading;

/// Where a run is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// In this very folder, which must not hold a run yet.
    Folder(PathBuf),
    /// In a new folder among the last runs, of which at most `keep` stay; 0 keeps none.
    #[allow(missing_docs)]
    Kept { runs: PathBuf, keep: u32 },
}

/// What one run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Are pictures written?
    pub pictures: bool,
    /// Most bytes of all pictures together; the oldest are removed.
    pub picture_bytes: Option<u64>,
    /// Most bytes of the event log; it ends there.
    pub log_bytes: Option<u64>,
}

/// Why a run cannot be written down. It can be played all the same, with [`Recorder::off`].
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum RecordError {
    #[error("{folder}: already holds a run; name another folder")]
    Occupied { folder: String },
    #[error("{folder}: the run cannot be written down: {source}")]
    Write { folder: String, source: io::Error },
}

/// Writes a run's folder. When that fails in the middle of a run it says so once, and is off from then on.
pub struct Recorder {
    open: Option<Open>,
}

struct Open {
    folder: PathBuf,
    log: Log,
    pictures: Pictures,
    with_pictures: bool,
}

impl Recorder {
    /// A recorder that writes nothing.
    pub fn off() -> Recorder {
        Recorder { open: None }
    }

    /// Makes the folder and writes the settings into it.
    ///
    /// # Errors
    /// The folder holds a run, or cannot be written.
    pub fn start(target: &Target, limits: Limits, settings_toml: &str) -> Result<Recorder, RecordError> {
        let (folder, made) = match target {
            Target::Kept { keep: 0, .. } => return Ok(Recorder::off()),
            Target::Kept { runs, keep } => match kept::new_folder(runs, *keep, SystemTime::now()) {
                Ok(folder) => (folder, Ok(())),
                Err(error) => (runs.clone(), Err(error)),
            },
            Target::Folder(folder) if folder.join(EVENTS_FILE).exists() => {
                return Err(RecordError::Occupied { folder: folder.display().to_string() });
            }
            Target::Folder(folder) => (folder.clone(), fs::create_dir_all(folder)),
        };
        made.and_then(|()| Open::new(&folder, limits, settings_toml))
            .map(|open| Recorder { open: Some(open) })
            .map_err(|source| RecordError::Write { folder: folder.display().to_string(), source })
    }

    /// The run's folder, while it is written.
    pub fn folder(&self) -> Option<&Path> {
        self.open.as_ref().map(|open| open.folder.as_path())
    }

    /// Writes down what happened `at` (from the start of the run), and how long it `took`.
    pub fn event(&mut self, at: Duration, took: Option<Duration>, event: Event) {
        self.attempt(|open| open.log.write(at, took, event));
    }

    /// Writes down a frame and what was read on it, each unreadable corner as a picture of its own. The event's time is
    /// that of the frame.
    pub fn reading(&mut self, frame: &Arc<Frame>, reading: &Reading) {
        self.attempt(|open| {
            let name = if open.with_pictures { open.pictures.add(frame)? } else { open.pictures.name(frame) };
            if open.with_pictures {
                open.write_corners(name, frame, reading)?;
            }
            open.log.write(frame.taken, None, Event::of_reading(name, reading))
        });
    }

    /// Ends the run with its result, one JSON value.
    pub fn finish(mut self, result: &serde_json::Value) {
        self.attempt(|open| fs::write(open.folder.join("result.json"), format!("{result:#}\n")));
    }

    fn attempt(&mut self, write: impl FnOnce(&mut Open) -> io::Result<()>) {
        let Some(open) = &mut self.open else { return };
        if let Err(error) = write(open) {
            log::warn!("{}: {error}; nothing more of this run is written down", open.folder.display());
            self.open = None;
        }
    }
}

impl Open {
    fn new(folder: &Path, limits: Limits, settings_toml: &str) -> io::Result<Open> {
        fs::write(folder.join("settings.toml"), settings_toml)?;
        Ok(Open {
            log: Log { file: File::create(folder.join(EVENTS_FILE))?, bytes: 0, bound: limits.log_bytes, full: false },
            pictures: Pictures::new(folder, limits.picture_bytes),
            with_pictures: limits.pictures,
            folder: folder.to_path_buf(),
        })
    }

    fn write_corners(&self, name: FrameName, frame: &Frame, reading: &Reading) -> io::Result<()> {
        let cards = reading.sightings.iter().enumerate().flat_map(|(table, s)| s.cards.iter().map(move |c| (table, c)));
        for (table, card) in cards.filter(|(_, card)| card.kind.is_none()) {
            let place = match card.place {
                Place::Column(column) => format!("column{}-row{}", column + 1, card.depth + 1),
                Place::Cell => "cell".to_string(),
            };
            let file = format!("{:09}-board{}-{place}.png", name.0, table + 1);
            self.pictures.add_corner(frame, card.corner, &file)?;
        }
        Ok(())
    }
}

/// The event log, line by line.
struct Log {
    file: File,
    bytes: u64,
    bound: Option<u64>,
    full: bool,
}

impl Log {
    /// Writes one line, in one call: a process that is killed leaves whole lines.
    fn write(&mut self, at: Duration, took: Option<Duration>, event: Event) -> io::Result<()> {
        if self.full {
            return Ok(());
        }
        let at_ms = at.as_millis() as u64;
        let line = Line { at_ms, took_ms: took.map(|took| took.as_millis() as u64), event };
        let mut text = serde_json::to_string(&line)?;
        if self.bound.is_some_and(|bound| self.bytes + text.len() as u64 > bound) {
            self.full = true;
            log::warn!("the event log of this run has reached its bound, record.log_mib; it ends here");
            text = serde_json::to_string(&Line { at_ms, took_ms: None, event: Event::LogFull })?;
        }
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        self.bytes += text.len() as u64;
        Ok(())
    }
}
