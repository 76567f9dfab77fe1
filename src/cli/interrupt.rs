//! Ctrl-C while a command thinks.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::{ExitCode, Failure};

/// Says whether the user wants the command to stop. Clones are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches the wish from now on; see [`on_first`].
    ///
    /// # Errors
    /// The system does not let them be caught.
    pub fn catch() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let asked = interrupt.clone();
        on_first(move || asked.0.store(true, Ordering::Relaxed))?;
        Ok(interrupt)
    }

    /// Go on, or stop?
    pub fn look(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Calls `tell` at the first Ctrl-C, SIGTERM or closed console; a second one ends the process at once.
///
/// # Errors
/// The system does not let them be caught.
pub fn on_first(tell: impl Fn() + Send + 'static) -> Result<(), Failure> {
    let mut asked = false;
    ctrlc::set_handler(move || {
        if asked {
            std::process::exit(ExitCode::Stopped as i32);
        }
        asked = true;
        tell();
    })
    .map_err(|error| Failure::new(ExitCode::Internal, format!("Ctrl-C cannot be caught: {error}")))
}
