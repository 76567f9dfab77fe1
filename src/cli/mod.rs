//! The command line: arguments, texts and exit codes. Each command is a module with its `Args` and a `run`.

pub mod bench;
pub mod deal;
pub mod exit;
pub mod solve;
pub mod survey;

use clap::{Parser, Subcommand};

use exit::{ExitCode, Failure};

/// Watches ПАСЬЯНС on the screen, finds the shortest win and plays it with the mouse, checking every click.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = exit::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bench(bench::Args),
    Deal(deal::Args),
    Solve(solve::Args),
    Survey(survey::Args),
}

/// Runs the program: reads the arguments, does what they say, prints a failure as one line on standard error.
pub fn main() -> std::process::ExitCode {
    let code = match run(Cli::parse().command) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("exa-pipeline: {failure}");
            failure.code
        }
    };
    std::process::ExitCode::from(code as u8)
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Bench(args) => bench::run(&args),
        Command::Deal(args) => deal::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Survey(args) => survey::run(&args),
    }
}
