//! `deal`: prints a deal as board text.

use super::exit::{ExitCode, Failure};
use super::output::print;
use super::solve::{GameName, spider};
use crate::game::pasyans;

/// Print a deal as board text.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub struct Args {
    /// Which deal: the same number gives the same deal on every machine.
    #[arg(long, required_unless_present = "deal")]
    seed: Option<u64>,
    /// Which game.
    #[arg(long, value_enum, default_value_t = GameName::Pasyans)]
    game: GameName,
    /// Spider: the number of suits, 1, 2 or 4.
    #[arg(long, value_name = "N", default_value_t = 4)]
    suits: usize,
    /// Spider: the deal of another program, kpat:N or pysol:N.
    #[arg(long, value_name = "PROGRAM:N", conflicts_with = "seed")]
    deal: Option<String>,
}

/// Prints the deal on standard output.
///
/// # Errors
/// No such deal.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match (args.game, args.seed) {
        (GameName::Spider, _) => print(spider::named_board(args.suits, args.deal.as_deref(), args.seed)?)?,
        (GameName::Pasyans, Some(seed)) => print(pasyans::deal(seed))?,
        (GameName::Pasyans, None) => return Err(Failure::usage("--deal: only with --game spider; expected --seed N")),
    }
    Ok(ExitCode::Done)
}
