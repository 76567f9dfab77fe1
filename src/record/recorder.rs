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
use super::whole_file::whole_file;
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

/// Writes a run's folder. What cannot be written in the middle of a run, say on a full disk, is said once and left out
/// from then on: the pictures first, which take the room, then the event log. The result is tried all the same.
pub struct Recorder {
    open: Option<Open>,
}

struct Open {
    folder: PathBuf,
    /// `None` once a line could not be written.
    log: Option<Log>,
    pictures: Pictures,
    /// Not where none are wanted, and not once one could not be written.
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

    /// The run's folder.
    pub fn folder(&self) -> Option<&Path> {
        self.open.as_ref().map(|open| open.folder.as_path())
    }

    /// Writes down what happened `at` (from the start of the run), and how long it `took`.
    pub fn event(&mut self, at: Duration, took: Option<Duration>, event: Event) {
        if let Some(open) = &mut self.open {
            open.write_event(at, took, event);
        }
    }

    /// Writes down a frame and what was read on it, each unreadable corner as a picture of its own. The event's time is
    /// that of the frame.
    pub fn reading(&mut self, frame: &Arc<Frame>, reading: &Reading) {
        let Some(open) = &mut self.open else { return };
        let name = open.pictures.name(frame);
        if open.with_pictures {
            open.write_pictures(name, frame, reading);
        }
        open.write_event(frame.taken, None, Event::of_reading(name, reading));
    }

    /// Ends the run with its result, one JSON value.
    pub fn finish(self, result: &serde_json::Value) {
        let Some(open) = self.open else { return };
        let file = open.folder.join("result.json");
        if let Err(error) = whole_file(&file, |out| writeln!(out, "{result:#}")) {
            log::warn!("{}: {error}; the result of this run is not written down", file.display());
        }
    }
}

impl Open {
    fn new(folder: &Path, limits: Limits, settings_toml: &str) -> io::Result<Open> {
        fs::write(folder.join("settings.toml"), settings_toml)?;
        Ok(Open {
            log: Some(Log::create(&folder.join(EVENTS_FILE), limits.log_bytes)?),
            pictures: Pictures::new(folder, limits.picture_bytes),
            with_pictures: limits.pictures,
            folder: folder.to_path_buf(),
        })
    }

    fn write_event(&mut self, at: Duration, took: Option<Duration>, event: Event) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = log.write(at, took, event) {
            log::warn!("{}: {error}; the event log of this run ends here", self.folder.join(EVENTS_FILE).display());
            self.log = None;
        }
    }

    fn write_pictures(&mut self, name: FrameName, frame: &Arc<Frame>, reading: &Reading) {
        let written = self.pictures.add(name, frame).and_then(|()| self.write_corners(name, frame, reading));
        if let Err(error) = written {
            log::warn!("{}: {error}; no more pictures of this run are written", self.folder.display());
            self.with_pictures = false;
        }
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
    fn create(path: &Path, bound: Option<u64>) -> io::Result<Log> {
        Ok(Log { file: File::create(path)?, bytes: 0, bound, full: false })
    }

    /// Writes one line, in one call: a process that is killed leaves whole lines. So does a full disk.
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
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // A reader passes over what is left of the line if even this fails.
            let _ = self.file.set_len(self.bytes);
            return Err(error);
        }
        self.bytes += text.len() as u64;
        Ok(())
    }
}
