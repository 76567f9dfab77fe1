//! Devices: a screen to grab frames from, a pointer to move, and the clock that goes with them.
//!
//! There are three sets, each with a clock of its own: the desktop (real capture, real mouse, real time), a replay (a
//! folder of frames, a pointer that only logs, the frames' own times) and the built-in table (a complete simulated
//! game, in virtual time unless asked otherwise).

pub mod desktop;
pub mod replay;
pub mod table;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::frame::{Frame, Point, PointerUnit, ScreenPx};

/// What a run needs from the outside world.
pub struct Devices {
    /// Where frames come from.
    pub screen: Box<dyn Screen>,
    /// The mouse.
    pub pointer: Box<dyn Pointer>,
    /// The time both live in.
    pub clock: Arc<dyn Clock>,
}

/// A source of frames.
pub trait Screen: Send {
    /// Grabs the newest picture into `frame`, reusing its buffer.
    ///
    /// # Errors
    /// The cause for which there is no picture; the caller may try again.
    fn grab(&mut self, frame: &mut Frame) -> Result<Grab, GrabError>;

    /// What this is, for the log: `x11 (MIT-SHM)`, `xcap`, `replay`, `built-in table`.
    fn name(&self) -> &str;
}

/// What a grab brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grab {
    /// The frame holds a new picture.
    Picture,
    /// A recording is over; the frame holds nothing new.
    Ended,
}

/// Why there is no picture.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum GrabError {
    #[error("the screen cannot be captured: {reason}; {advice}")]
    Capture { reason: String, advice: &'static str },
    #[error("{file}: {reason}")]
    Picture { file: String, reason: String },
}

/// A mouse with one button. Positions are asked for and sent in the system's own units; [`Pointer::map`] translates.
pub trait Pointer: Send {
    /// Where the pointer is now; `None` where the system does not tell.
    ///
    /// # Errors
    /// The system refused to answer.
    fn position(&mut self) -> Result<Option<Point<PointerUnit>>, PointerError>;

    /// Moves the pointer there at once.
    ///
    /// # Errors
    /// The system refused.
    fn move_to(&mut self, to: Point<PointerUnit>) -> Result<(), PointerError>;

    /// Presses the left button.
    ///
    /// # Errors
    /// The system refused.
    fn press(&mut self) -> Result<(), PointerError>;

    /// Releases the left button. Releasing a button that is up does no harm.
    ///
    /// # Errors
    /// The system refused.
    fn release(&mut self) -> Result<(), PointerError>;

    /// A point of the desktop in pointer units.
    fn map(&self, point: Point<ScreenPx>) -> Point<PointerUnit>;
}

/// Why the mouse does not obey.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the mouse cannot be {verb}: {reason}")]
pub struct PointerError {
    /// `moved`, `pressed`, `released`, `asked`.
    pub verb: &'static str,
    /// What the system said.
    pub reason: String,
}

/// The time of a run, from its start.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Duration;

    /// Returns when `span` has passed. In virtual time this is what makes time pass.
    fn sleep(&self, span: Duration);
}
