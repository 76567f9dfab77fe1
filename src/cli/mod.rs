//! The command line: arguments, texts and exit codes. Each command is a module with its `Args` and a `run`.

pub mod bench;
pub mod calibrate;
mod clock;
pub mod deal;
pub mod doctor;
pub mod exit;
mod interrupt;
mod letters;
mod output;
pub mod play;
mod processor;
pub mod read;
pub mod solve;
pub mod survey;

use clap::{Parser, Subcommand};

use exit::{ExitCode, Failure};

/// Watches ПАСЬЯНС on the screen, finds the shortest win and plays it with the mouse, checking every click.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, args_conflicts_with_subcommands = true, after_help = exit::HELP)]
// A negative number is refused as a value of its option, not as an option of its own.
#[command(allow_negative_numbers = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bench(bench::Args),
    Calibrate(calibrate::Args),
    Deal(deal::Args),
    Doctor(doctor::Args),
    Read(read::Args),
    Solve(solve::Args),
    Survey(survey::Args),
}

/// Runs the program: reads the arguments, does what they say, prints a failure as one line on standard error.
pub fn main() -> std::process::ExitCode {
    let cli = Cli::parse();
    start_log();
    let code = match run(cli) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("exa-pipeline: {failure}");
            failure.code
        }
    };
    std::process::ExitCode::from(code as u8)
}

fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        None => play::run(&cli.play),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Deal(args)) => deal::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Read(args)) => read::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Survey(args)) => survey::run(&args),
    }
}

/// The log goes to standard error: what happens in a run, unless `RUST_LOG` says otherwise.
fn start_log() {
    // enigo warns of keys it cannot map; no key is ever pressed here.
    let env = env_logger::Env::default().default_filter_or("warn,exa_pipeline=info,enigo=error");
    env_logger::Builder::from_env(env).format_target(false).init();
}
