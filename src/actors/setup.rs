//! From settings and options to a pipeline.

use std::collections::BTreeSet;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::aim::{Aim, Grip};
use super::director::{Mode, Orders, State, UserPolicy};
use super::message::{Alarm, RequestId, Strokes};
use super::pace::{Pace, PaceLimits};
use super::run::Pipeline;
use super::solving::{Thoroughness, Way};
use super::verification::Habit;
use super::watch::{Patience, Which};
use crate::device::Devices;
use crate::game::pasyans::OlderBot;
use crate::record::{self, Recorder};
use crate::settings::{self, Method, OnUser, Settings};
use crate::solver::Limits;
use crate::vision::{Reader, Skin};

/// What a run needs besides the settings.
pub struct Setup {
    /// What kind of run it is.
    pub mode: Mode,
    /// What the record begins with.
    pub header: record::Event,
    /// How many games to win; `None`: no bound.
    pub games: Option<u32>,
    /// What cards look like.
    pub skin: Skin,
    /// The outside world.
    pub devices: Devices,
    /// Does time pass by itself there?
    pub real_time: bool,
    /// Writes the run down.
    pub recorder: Recorder,
    /// The gestures of a run that is replayed during which somebody took the mouse; no picture shows that.
    pub user_moved: BTreeSet<RequestId>,
    /// Where the user's wish to stop comes from.
    pub alarms: Receiver<Alarm>,
}

/// A board that was not expected must stand so long before it counts: three frames of a slow game.
const OTHER_BOARD: Duration = Duration::from_millis(150);
/// Cards fly for 1.9 s in a deal: nothing is missed by looking more seldom, and on a slow machine the game gets on better.
const DEAL_POLL: Duration = Duration::from_millis(50);
/// How long one watch waits for a settled picture before it says what is in the way, and how long anything may stand
/// that waiting does not cure.
const WATCH: Duration = Duration::from_secs(5);
/// The banner must have been up so long before NEW GAME works: 1.1 s, measured on a recording of the game.
const BANNER: Duration = Duration::from_millis(1150);
/// So many grabs in a row that fail are no passing fault: about ten seconds with the growing waits between them.
const FAILED_GRABS: u32 = 30;

impl Pipeline {
    /// The pipeline that does what the settings say.
    pub fn new(settings: &Settings, setup: Setup) -> Pipeline {
        let Setup { mode, header, games, skin, devices, real_time, recorder, user_moved, alarms } = setup;
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
            state: State::new(orders(settings, mode, games), aim, pace(settings), which),
            habit: Habit {
                poll: verify.poll,
                poll_of_deal: DEAL_POLL,
                patience: Patience {
                    settle_frames: verify.settle_frames,
                    unmoved: verify.timeout,
                    other: OTHER_BOARD,
                    new_game: verify.new_game,
                    stuck: WATCH,
                },
                failures: FAILED_GRABS,
            },
            thoroughness: thoroughness(&settings.solver),
            header,
            recorder,
            user_moved,
            alarms,
            real_time,
        }
    }
}

fn thoroughness(solver: &settings::Solver) -> Thoroughness {
    let settings::Greedy { stack, empty, column, max_path } = solver.greedy;
    Thoroughness {
        way: match solver.method {
            Method::Optimal => Way::Shortest,
            Method::Quick => Way::Quick,
            Method::Greedy => Way::Greedy { bot: OlderBot { stack, empty, column }, longest: max_path },
        },
        limits: Limits { nodes: solver.nodes, bytes: solver.memory_mib as usize * 1024 * 1024 },
        quick_after_nodes: solver.quick_after_nodes,
    }
}

fn orders(settings: &Settings, mode: Mode, games: Option<u32>) -> Orders {
    let run = &settings.run;
    Orders {
        mode,
        games,
        until_wins: run.until_wins.map(u32::from),
        time: run.minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes.get()))),
        on_user: match run.on_user {
            OnUser::Pause => UserPolicy::Pause,
            OnUser::Stop => UserPolicy::Stop,
        },
        user_still: run.user_still,
        no_progress: run.no_progress,
        max_unreadable: run.max_unreadable,
        first_look: run.wait_for_game,
        watch: WATCH,
        deal: settings.verify.deal,
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
            look: pace.look,
            rest: pace.release,
        },
        start: profile.start,
        fastest: profile.fastest,
        slowest: profile.slowest,
        speed_up: pace.speed_up,
        back_off: pace.back_off,
    })
}
