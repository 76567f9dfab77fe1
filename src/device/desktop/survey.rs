//! What there is to capture, for a report: asks the system and changes nothing.

use serde::Serialize;
use xcap::Monitor;

use super::OpenError;

/// Which display server this session has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Session {
    Windows,
    MacOs,
    X11,
    /// Captured through the desktop portal; an X server for older programs may be there as well.
    Wayland,
    None,
}

/// One monitor as the system describes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MonitorFacts {
    /// Its name.
    pub name: String,
    /// Its top left corner on the desktop, in the system's units.
    pub position: [i32; 2],
    /// Its size in the system's units.
    pub size: [u32; 2],
    /// Pixels for one unit, as the system says.
    pub scale: f32,
    /// Is it the primary one?
    pub primary: bool,
}

/// Tells the display server from the system and the environment.
pub fn session() -> Session {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match () {
        () if cfg!(windows) => Session::Windows,
        () if cfg!(target_os = "macos") => Session::MacOs,
        () if set("WAYLAND_DISPLAY") => Session::Wayland,
        () if set("DISPLAY") => Session::X11,
        () => Session::None,
    }
}

/// Asks the system for its monitors, in its order.
///
/// # Errors
/// No display, or the system refuses to answer.
pub fn monitors() -> Result<Vec<MonitorFacts>, OpenError> {
    if session() == Session::None {
        return Err(OpenError::NoDisplay);
    }
    let facts = |monitor: &Monitor| {
        Ok(MonitorFacts {
            name: monitor.name()?,
            position: [monitor.x()?, monitor.y()?],
            size: [monitor.width()?, monitor.height()?],
            scale: monitor.scale_factor()?,
            primary: monitor.is_primary()?,
        })
    };
    let all = Monitor::all().and_then(|monitors| monitors.iter().map(facts).collect());
    all.map_err(|error: xcap::XCapError| OpenError::Capture { reason: error.to_string() })
}
