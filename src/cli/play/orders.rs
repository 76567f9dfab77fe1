//! From settings and options to a pipeline.

use crossbeam_channel::Receiver;

use super::Args;
use crate::actors::Pipeline;
use crate::actors::aim::{Aim, Grip};
use crate::actors::director::{Mode, Orders, State, UserPolicy};
use crate::actors::message::{Alarm, Strokes};
use crate::actors::pace::{Pace, PaceLimits};
use crate::actors::solving::Thoroughness;
use crate::actors::verification::Habit;
use crate::actors::watch::{Patience, Which};
use crate::device::Devices;
use crate::record::Recorder;
use crate::settings::{OnUser, Settings};
use crate::solver::Limits;
use crate::vision::{Reader, Skin};
use std::time::Duration;

/// A board that was not expected must stand so long before it counts: three frames of a slow game.
const OTHER_BOARD: Duration = Duration::from_millis(150);
/// How long one watch waits for a settled picture before it says what is in the way.
const WATCH: Duration = Duration::from_secs(5);
/// The banner must have been up so long before NEW GAME works: 1.1 s, measured on a recording of the game.
const BANNER: Duration = Duration::from_millis(1150);
/// So many grabs in a row that fail are no passing fault: about ten seconds with the growing waits between them.
const FAILED_GRABS: u32 = 30;

/// The pipeline that does what the user asked for.
pub fn pipeline(
    args: &Args,
    settings: &Settings,
    skin: Skin,
    devices: Devices,
    real_time: bool,
    recorder: Recorder,
    alarms: Receiver<Alarm>,
) -> Pipeline {
    let click = &settings.click;
    let grip = Grip { grab: click.grab, other_grab: click.other_grab, drop: click.drop };
    let aim = Aim::new(skin.layout().clone(), grip);
    let which = match settings.run.board {
        Some(number) => Which::Number(number.get() as usize - 1),
        None => Which::Only,
    };
    let verify = &settings.verify;
    Pipeline {
        devices,
        reader: Reader::new(skin),
        state: State::new(orders(args, settings), aim, pace(settings), which),
        habit: Habit {
            poll: verify.poll,
            patience: Patience {
                settle_frames: verify.settle_frames,
                unmoved: verify.timeout,
                other: OTHER_BOARD,
                deal: verify.new_game,
            },
            failures: FAILED_GRABS,
        },
        thoroughness: Thoroughness {
            limits: Limits {
                nodes: settings.solver.nodes,
                bytes: settings.solver.memory_mib as usize * 1024 * 1024,
            },
            quick_after: settings.solver.quick_after,
        },
        recorder,
        alarms,
        real_time,
    }
}

fn orders(args: &Args, settings: &Settings) -> Orders {
    let run = &settings.run;
    Orders {
        mode: match (args.dry_run, &args.replay) {
            (true, _) => Mode::DryRun,
            (false, Some(_)) => Mode::Replay,
            (false, None) => Mode::Play,
        },
        games: args.wanted_games(settings),
        until_wins: run.until_wins.map(u32::from),
        time: run.minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes.get()))),
        on_user: match run.on_user {
            OnUser::Pause => UserPolicy::Pause,
            OnUser::Stop => UserPolicy::Stop,
        },
        user_still: run.user_still,
        no_progress: run.no_progress,
        max_unreadable: run.max_unreadable,
        watch: WATCH,
        banner: BANNER,
        same_gesture_other_way: settings.verify.same_gesture_slower,
        same_gesture_end: settings.verify.same_gesture_end,
    }
}

fn pace(settings: &Settings) -> Pace {
    let pace = &settings.pace;
    let profile = pace.chosen();
    Pace::new(PaceLimits {
        strokes: Strokes {
            arrive: pace.arrive,
            press: pace.press,
            travel: pace.travel,
            drop: pace.drop,
            rest: pace.release,
        },
        start: profile.start,
        fastest: profile.fastest,
        slowest: profile.slowest,
        speed_up: pace.speed_up,
        back_off: pace.back_off,
    })
}
