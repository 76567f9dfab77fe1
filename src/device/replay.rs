//! A recording instead of a screen: a folder of PNG or JPEG frames in the order of their names. Names that are numbers
//! are milliseconds; other frames are taken to be a 60th of a second apart. The pointer only logs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use thiserror::Error;

use super::{Clock, Devices, Grab, GrabError, Pointer, PointerError, Screen};
use crate::frame::{Frame, Point, PointerUnit, ScreenPx};

/// Why a folder cannot be replayed.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum ReplayError {
    #[error("{folder}: cannot be read: {reason}")]
    Folder { folder: String, reason: String },
    #[error("{folder}: no frames in it; expected PNG or JPEG pictures, named by milliseconds or in order")]
    Empty { folder: String },
}

/// From one frame to the next where the names say nothing.
const FRAME: Duration = Duration::from_nanos(16_666_667);

/// The devices of a replay.
///
/// # Errors
/// A folder that cannot be read or holds no pictures. Pictures are opened one by one while the replay runs.
pub fn open(folder: &Path) -> Result<Devices, ReplayError> {
    let files = pictures(folder)?;
    let time = Arc::new(ReplayClock { now: Mutex::new(Duration::ZERO) });
    let screen = ReplayScreen { files: files.into_iter(), shown: 0, time: Arc::clone(&time) };
    Ok(Devices { screen: Box::new(screen), pointer: Box::new(LogPointer), clock: time })
}

/// The pictures in the folder: numbers in their order as numbers, then other names in theirs.
fn pictures(folder: &Path) -> Result<Vec<Picture>, ReplayError> {
    let name = || folder.display().to_string();
    let unreadable = |error: std::io::Error| ReplayError::Folder { folder: name(), reason: error.to_string() };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        if matches!(extension.as_deref(), Some("png" | "jpg" | "jpeg")) {
            let ms = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse().ok());
            files.push(Picture { path, taken: ms.map(Duration::from_millis) });
        }
    }
    if files.is_empty() {
        return Err(ReplayError::Empty { folder: name() });
    }
    files.sort_by(|a, b| (a.taken.is_none(), a.taken, &a.path).cmp(&(b.taken.is_none(), b.taken, &b.path)));
    Ok(files)
}

struct Picture {
    path: PathBuf,
    taken: Option<Duration>,
}

struct ReplayScreen {
    files: std::vec::IntoIter<Picture>,
    shown: u32,
    time: Arc<ReplayClock>,
}

impl Screen for ReplayScreen {
    fn grab(&mut self, frame: &mut Frame) -> Result<Grab, GrabError> {
        let Some(picture) = self.files.next() else { return Ok(Grab::Ended) };
        let file = picture.path.display().to_string();
        let pixels = image::ImageReader::open(&picture.path)
            .and_then(|reader| reader.with_guessed_format())
            .map_err(|error| GrabError::Picture { file: file.clone(), reason: error.to_string() })?
            .decode()
            .map_err(|error| GrabError::Picture { file, reason: error.to_string() })?;
        frame.pixels = pixels.into_rgba8();
        frame.taken = picture.taken.unwrap_or(FRAME * self.shown);
        frame.origin = Point::new(0.0, 0.0);
        frame.file = picture.path.file_name().map(|name| name.to_string_lossy().into_owned());
        self.shown += 1;
        self.time.reach(frame.taken);
        Ok(Grab::Picture)
    }

    fn name(&self) -> &str {
        "replay"
    }
}

/// The time of the last frame shown; waiting makes it pass as well.
struct ReplayClock {
    now: Mutex<Duration>,
}

impl ReplayClock {
    fn reach(&self, time: Duration) {
        // A time is whole whatever happened to another thread.
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = time.max(*now);
    }
}

impl Clock for ReplayClock {
    fn now(&self) -> Duration {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep(&self, span: Duration) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now += span;
    }
}

/// A mouse that touches nothing.
pub struct LogPointer;

impl Pointer for LogPointer {
    fn position(&mut self) -> Result<Option<Point<PointerUnit>>, PointerError> {
        Ok(None)
    }

    fn move_to(&mut self, to: Point<PointerUnit>) -> Result<(), PointerError> {
        log::debug!("pointer to ({:.0}, {:.0})", to.x, to.y);
        Ok(())
    }

    fn press(&mut self) -> Result<(), PointerError> {
        log::debug!("press");
        Ok(())
    }

    fn release(&mut self) -> Result<(), PointerError> {
        log::debug!("release");
        Ok(())
    }

    fn map(&self, point: Point<ScreenPx>) -> Point<PointerUnit> {
        Point::new(point.x, point.y)
    }
}
