//! The desktop: real capture, the real mouse, real time.
//!
//! On X11 the whole screen is grabbed through MIT-SHM, which costs about a millisecond; everywhere else, and where that
//! does not work, through `xcap`. The mouse is moved by `enigo`.

mod mouse;
#[cfg(all(unix, not(target_os = "macos")))]
mod shm;
mod xcap_screen;

use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::{Clock, Devices, Screen};

pub use mouse::PointerScale;

/// Which part of the desktop to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// All monitors.
    All,
    /// One monitor, counted from 0 in the system's order.
    Monitor(usize),
}

/// How the screen is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// X11's shared memory.
    Shm,
    /// `xcap`.
    Xcap,
}

/// Why the desktop cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum OpenError {
    #[error("no display: DISPLAY and WAYLAND_DISPLAY are not set; start this in a desktop session, or try --demo")]
    NoDisplay,
    #[error("the screen cannot be captured: {reason}; see \"exa-pipeline doctor\"")]
    Capture { reason: String },
    #[error("there is no monitor {asked}; there are {there}")]
    NoSuchMonitor { asked: usize, there: usize },
    #[error("the mouse cannot be moved: {reason}; see \"exa-pipeline doctor\"")]
    Mouse { reason: String },
}

/// Opens the screen and the mouse.
///
/// # Errors
/// No display, or the system refuses one of them.
pub fn open(view: View, scale: PointerScale) -> Result<Devices, OpenError> {
    let clock = Arc::new(WallClock { start: Instant::now() });
    let screen = best_screen(view, &clock)?;
    let pointer = mouse::Mouse::open(scale)?;
    Ok(Devices { screen, pointer: Box::new(pointer), clock })
}

/// Opens the screen alone, through one backend.
///
/// # Errors
/// No display, or that backend does not work here.
pub fn open_screen(backend: Backend, view: View, clock: &Arc<WallClock>) -> Result<Box<dyn Screen>, OpenError> {
    if !has_display() {
        return Err(OpenError::NoDisplay);
    }
    match backend {
        #[cfg(all(unix, not(target_os = "macos")))]
        Backend::Shm => Ok(Box::new(shm::ShmScreen::open(view, Arc::clone(clock))?)),
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        Backend::Shm => Err(OpenError::Capture { reason: "MIT-SHM is a thing of X11".to_string() }),
        Backend::Xcap => Ok(Box::new(xcap_screen::XcapScreen::open(view, Arc::clone(clock))?)),
    }
}

fn best_screen(view: View, clock: &Arc<WallClock>) -> Result<Box<dyn Screen>, OpenError> {
    if !has_display() {
        return Err(OpenError::NoDisplay);
    }
    // In a Wayland session an X server may be there as well, but shows nothing of other programs' windows.
    if std::env::var_os("WAYLAND_DISPLAY").is_none() {
        match open_screen(Backend::Shm, view, clock) {
            Ok(screen) => return Ok(screen),
            Err(error @ OpenError::NoSuchMonitor { .. }) => return Err(error),
            Err(error) => log::debug!("MIT-SHM: {error}"),
        }
    }
    open_screen(Backend::Xcap, view, clock)
}

/// Windows and macOS always have a display; elsewhere the environment names it.
fn has_display() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|name| !name.is_empty()))
}

/// The time that passes by itself.
pub struct WallClock {
    start: Instant,
}

impl Default for WallClock {
    fn default() -> Self {
        WallClock { start: Instant::now() }
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, span: Duration) {
        if !span.is_zero() {
            std::thread::sleep(span);
        }
    }
}
