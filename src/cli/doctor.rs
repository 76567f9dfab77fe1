//! `doctor`: says what the program sees of this system, and why it would or would not play.

mod examine;
mod report;

use super::exit::{ExitCode, Failure};
use super::output::print;

/// Say what can be seen of the screen, the mouse and the game, and what to change. Moves the mouse, but presses nothing.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Examines the system and prints what was found.
///
/// # Errors
/// The findings cannot be written as JSON.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let findings = examine::examine();
    if args.json {
        let text = serde_json::to_string(&findings).map_err(|error| Failure::new(ExitCode::Internal, error))?;
        print(text)?;
    } else {
        print(report::text(&findings).trim_end())?;
    }
    Ok(if findings.would_play { ExitCode::Done } else { ExitCode::NoGame })
}
