//! Standard output.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use super::exit::{ExitCode, Failure};

/// Prints the text and a line feed. A reader that has gone away (`| head`) is no failure: it has read what it wanted.
///
/// # Errors
/// Standard output cannot be written for another reason, say a full disk.
pub fn print(text: impl Display) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(ExitCode::Internal, format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}
