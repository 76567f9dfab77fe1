//! Playing: on the screen, on the built-in table, in a dry run, or along a recording.

mod outside;
mod show;
mod story;
mod summary;

use std::path::{Path, PathBuf};

use clap::builder::RangedI64ValueParser;
use crossbeam_channel::bounded;

use super::exit::{ExitCode, Failure};
use super::interrupt;
use super::output::print;
use crate::actors::director::{Mode, Stop};
use crate::actors::message::Alarm;
use crate::actors::{Outcome, Pipeline, Setup};
use crate::device::table;
use crate::record::EVENTS_FILE;
use crate::settings::{self, Choice, OnUser, PaceName, Settings};
use story::Story;

/// Play: the options without any command.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Win so many games, then stop.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Stop when the game's own win counter shows N.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    until_wins: Option<u32>,
    /// Stop after M minutes.
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..))]
    minutes: Option<u32>,
    /// Read and plan, log each planned click, touch nothing.
    #[arg(long)]
    dry_run: bool,
    /// Run on a folder of recorded frames (PNG or JPEG in the order of their names; numbers are milliseconds).
    #[arg(long, value_name = "DIR", conflicts_with = "demo")]
    replay: Option<PathBuf>,
    /// Play the built-in table instead of a screen.
    #[arg(long)]
    demo: bool,
    /// The first deal of the demo.
    #[arg(long, value_name = "N", requires = "demo", value_parser = RangedI64ValueParser::<u64>::new().range(0..=i64::MAX))]
    seed: Option<u64>,
    /// Let the demo run in real time instead of as fast as it can.
    #[arg(long, requires = "demo")]
    real_time: bool,
    /// Disturb the demo: "none", "mix", or names between commas.
    #[arg(long, value_name = "LIST", requires = "demo", help = disturb_help())]
    disturb: Option<String>,
    /// Settings to lay over the defaults (TOML or JSON, also an older bot's config.json).
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// A card set to read with, instead of the built-in one.
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Write the whole run down in this folder; --replay reads it.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Which of several boards on the screen to play, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    board: Option<u32>,
    /// What to do when somebody else moves the mouse.
    #[arg(long, value_name = "WHAT")]
    on_user: Option<OnUser>,
    /// How fast to move: normal, fast or careful.
    #[arg(long, value_name = "PACE")]
    pace: Option<PaceName>,
    /// Print the summary as one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// Plays until something ends it, and prints the summary.
///
/// # Errors
/// Settings that do not hold, devices that cannot be opened, and every end that is not what was asked for.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let then = args.own_recording().map(|folder| folder.join("settings.toml"));
    let file = args.settings.as_deref().or(then.as_deref());
    let loaded = settings::load(file, std::env::vars(), &args.choices()).map_err(Failure::usage)?;
    for note in &loaded.notes {
        log::info!("{note}");
    }
    let settings = loaded.settings;
    let (alarms_out, alarms) = bounded(8);
    // A full channel means that the wish is known already.
    interrupt::on_first(move || drop(alarms_out.try_send(Alarm::Stop)))?;
    let pipeline = args.pipeline(&settings, alarms)?;

    if args.replay.is_none() && !args.demo {
        log::info!("looking for a game for {} s (run.wait_for_game_s)", settings.run.wait_for_game.as_secs());
    }
    let mut display = show::Display::new(args.wanted_games(&settings), args.json);
    let outcome = pipeline.run(&mut |news| display.hear(&news));
    display.clear();
    let outcome = outcome.map_err(|error| Failure::new(ExitCode::Internal, error))?;
    let code = exit_code(&outcome);
    let result = summary::json(&outcome, args.replay.is_some());
    let text = if args.json { result.to_string() } else { summary::text(&outcome, args.mode()) };
    // First of all, so that a run whose output nobody takes is written down to its end.
    outcome.recorder.finish(&result);
    print(text.trim_end())?;
    match code {
        ExitCode::Done | ExitCode::Stopped => Ok(code),
        ExitCode::NoGame if outcome.stop == Stop::RecordingOver => Err(Failure::new(
            code,
            "no board could be read on any frame of the recording; try \"exa-pipeline read\" on one",
        )),
        _ => Err(Failure::new(code, outcome.stop)),
    }
}

impl Args {
    /// The options that stand for a setting.
    fn choices(&self) -> Vec<Choice> {
        let number =
            |option, key, value: Option<u64>| value.map(|value| Choice { option, key, value: value.to_string() });
        let word = |option, key, value: Option<String>| value.map(|value| Choice { option, key, value });
        [
            number("--games", "run.games", self.games.map(u64::from)),
            number("--until-wins", "run.until_wins", self.until_wins.map(u64::from)),
            number("--minutes", "run.minutes", self.minutes.map(u64::from)),
            number("--board", "run.board", self.board.map(u64::from)),
            number("--seed", "demo.seed", self.seed),
            word("--on-user", "run.on_user", self.on_user.map(|word| word.to_string())),
            word("--pace", "pace.profile", self.pace.map(|word| word.to_string())),
            word("--disturb", "demo.disturbances", self.disturb.clone()),
            word("--cards", "vision.cards", self.cards.as_ref().map(|dir| dir.display().to_string())),
            word("--real-time", "demo.real_time", self.real_time.then(|| "true".to_string())),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// How many games to win; without a number, `--until-wins` and `--minutes` alone bound the run.
    fn wanted_games(&self, settings: &Settings) -> Option<u32> {
        let otherwise_bounded = settings.run.until_wins.is_some() || settings.run.minutes.is_some();
        (self.games.is_some() || !otherwise_bounded).then_some(settings.run.games)
    }

    /// The recording, if it is a run's own folder: it is played by the settings it was played by then.
    fn own_recording(&self) -> Option<&Path> {
        self.replay.as_deref().filter(|folder| folder.join(EVENTS_FILE).exists())
    }

    /// What kind of run this is, and how its record begins.
    fn story(&self, settings: &Settings, source: &str) -> Result<Story, Failure> {
        let of_run = match self.own_recording().filter(|_| !self.dry_run) {
            Some(folder) => Story::of_run(folder)?,
            None => None,
        };
        Ok(of_run.unwrap_or_else(|| Story::new(self.mode(), source, self.demo.then_some(settings.demo.seed))))
    }

    /// What the options ask for; a run's own folder may be played as the run was.
    fn mode(&self) -> Mode {
        match (self.dry_run, &self.replay) {
            (true, _) => Mode::DryRun,
            (false, Some(_)) => Mode::Replay,
            (false, None) => Mode::Play,
        }
    }

    fn pipeline(&self, settings: &Settings, alarms: crossbeam_channel::Receiver<Alarm>) -> Result<Pipeline, Failure> {
        let skin = outside::skin(settings)?;
        let (devices, real_time) = outside::devices(self, settings)?;
        let recorder = outside::recorder(self, settings)?;
        let Story { mode, header, user_moved } = self.story(settings, devices.screen.name())?;
        let games = self.wanted_games(settings);
        let setup = Setup { mode, header, games, skin, devices, real_time, recorder, user_moved, alarms };
        Ok(Pipeline::new(settings, setup))
    }
}

fn disturb_help() -> String {
    format!("Disturb the demo: \"none\", \"mix\", or some of these between commas: {}", table::names())
}

fn exit_code(outcome: &Outcome) -> ExitCode {
    match outcome.stop {
        Stop::RecordingOver if outcome.tally.settled == 0 => ExitCode::NoGame,
        Stop::Wins(_) | Stop::WinCounter(_) | Stop::TimeUp | Stop::DryRun | Stop::RecordingOver => ExitCode::Done,
        Stop::Broken(_) => ExitCode::Usage,
        Stop::Interrupted | Stop::UserMoved => ExitCode::Stopped,
        Stop::NoBoard(_) | Stop::Unreadable(_) | Stop::Blind(_) => ExitCode::NoGame,
        Stop::GestureFails { .. } | Stop::NewGameFails { .. } | Stop::NoProgress { .. } | Stop::Mouse(_) => {
            ExitCode::Lost
        }
        Stop::Died { .. } => ExitCode::Internal,
    }
}
