//! Ctrl-C while a command thinks.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::{ExitCode, Failure};

/// Says whether the user wants the command to stop. Clones are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches Ctrl-C, SIGTERM and a closed console from now on; a second time ends the process at once.
    ///
    /// # Errors
    /// The system does not let them be caught.
    pub fn catch() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let asked = interrupt.clone();
        ctrlc::set_handler(move || {
            if asked.0.swap(true, Ordering::Relaxed) {
                std::process::exit(ExitCode::Stopped as i32);
            }
        })
        .map_err(|error| Failure::new(ExitCode::Internal, format!("Ctrl-C cannot be caught: {error}")))?;
        Ok(interrupt)
    }

    /// Go on, or stop?
    pub fn look(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
