//! `deal`: prints a deal as board text.

use super::exit::{ExitCode, Failure};
use crate::game::pasyans;

/// Print a deal as board text.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which deal: the same number gives the same deal on every machine.
    #[arg(long)]
    seed: u64,
}

/// Prints the deal on standard output.
///
/// # Errors
/// None so far; the signature is that of every command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    println!("{}", pasyans::deal(args.seed));
    Ok(ExitCode::Done)
}
