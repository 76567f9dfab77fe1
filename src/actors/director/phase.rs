//! What a run can be busy with, what can happen to it, and what it can ask for.

use std::collections::VecDeque;
use std::time::Duration;

use super::stop::Stop;
use super::tally::Tally;
use crate::actors::aim::{Aim, Spot};
use crate::actors::message::{
    ActRequest, Acted, Alarm, Gesture, Obstacle, RequestId, Seen, Step, Thought, Verdict, Watch,
};
use crate::actors::pace::Pace;
use crate::actors::watch::Which;
use crate::frame::{FramePx, Rect};
use crate::game::pasyans::{Board, Move};
use crate::record;

/// The state of a run.
#[derive(Debug)]
pub struct State {
    /// What it is busy with.
    pub phase: Phase,
    /// What the user asked for.
    pub orders: Orders,
    /// What was done so far.
    pub tally: Tally,
    pub(super) aim: Aim,
    pub(super) pace: Pace,
    /// The last id given out.
    pub(super) last_id: RequestId,
    pub(super) which: Which,
    /// When a gesture was last confirmed or a new deal was seen.
    pub(super) progress: Duration,
    /// When the game that is being played was dealt, or first seen; `None` between two games.
    pub(super) dealt: Option<Duration>,
    /// Since when the banner has been up.
    pub(super) banner: Option<Duration>,
    /// What stood in the way when the screen was last looked at; `None` since the last progress.
    pub(super) in_the_way: Option<Obstacle>,
    /// NEW GAMEs in a row that led to no readable board.
    pub(super) unreadable: u32,
    /// Has any gesture ever done what it should?
    pub(super) obeyed: bool,
    /// Detours taken in this game.
    pub(super) detours: u32,
    /// Drifts that no confirmed gesture has followed yet.
    pub(super) unrepaired: u64,
}

/// What the user asked for.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Orders {
    pub mode: Mode,
    /// End after so many wins; `None`: no bound.
    pub games: Option<u32>,
    /// End when the game's own counter shows so many.
    pub until_wins: Option<u32>,
    /// End after that time.
    pub time: Option<Duration>,
    pub on_user: UserPolicy,
    /// For how long nobody may have moved the mouse before the run goes on.
    pub user_still: Duration,
    /// End after that time without progress.
    pub no_progress: Duration,
    /// End after so many boards in a row that cannot be read.
    pub max_unreadable: u32,
    /// How long to wait for a game at the start.
    pub first_look: Duration,
    /// How long to wait for a new deal.
    pub deal: Duration,
    /// How long any other watch waits for a settled picture.
    pub watch: Duration,
    /// How long the banner must have been up before NEW GAME works.
    pub banner: Duration,
    /// The same gesture failing so often is done in another way.
    pub same_gesture_other_way: u32,
    /// The same gesture failing so often ends the run.
    pub same_gesture_end: u32,
}

/// What kind of run it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Play with the mouse.
    Play,
    /// Log one game's planned clicks, then end.
    DryRun,
    /// Follow a recording, in which somebody else moves the cards.
    Replay,
}

/// What happens when somebody else moves the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserPolicy {
    /// Wait until it has been still for a while.
    Pause,
    /// End the run.
    Stop,
}

/// What a run is busy with. Each phase but the last awaits one answer.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Phase {
    /// Waiting for a settled picture. `game` goes on if the board is still the one it stopped at.
    Looking { watch: RequestId, since: Duration, game: Option<Game> },
    /// Waiting for the solver. `rest` is what is left of the plan at hand, if there is one.
    Thinking { solve: RequestId, since: Duration, board: Board, spot: Spot, rest: VecDeque<Step>, why: Why },
    /// A card is being dragged. `arrow` is where the game will draw its arrow afterwards.
    Dragging { act: RequestId, since: Duration, game: Game, arrow: Rect<FramePx> },
    /// Waiting for the screen to show the board after a drag.
    Checking { watch: RequestId, since: Duration, game: Game },
    /// NEW GAME is being clicked.
    Renewing { act: RequestId, since: Duration, renewal: Renewal },
    /// Waiting for the new deal.
    Dealing { watch: RequestId, since: Duration, renewal: Renewal },
    /// Somebody else has the mouse.
    Paused { act: RequestId },
    /// The run is over.
    Over(Stop),
}

/// Why a plan is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// To play by it.
    Play,
    /// To get round a step that keeps failing.
    Detour,
}

/// A game being played by a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The board now.
    pub board: Board,
    /// Where it is.
    pub spot: Spot,
    /// What is still to be done; the front is next.
    pub steps: VecDeque<Step>,
    /// Was the search for the plan broken off? From the next board on it may find a shorter one.
    pub unfinished: bool,
    /// How often the next step has failed.
    pub tries: u32,
    /// Has a step that kept failing been put off, and none been confirmed since?
    pub put_off: bool,
}

/// A change to a new deal.
#[derive(Clone, Debug, PartialEq)]
pub struct Renewal {
    /// The board that must be gone afterwards.
    pub gone: Option<Board>,
    /// Where it is.
    pub spot: Spot,
    /// How often NEW GAME has been clicked to no effect.
    pub tries: u32,
}

/// What can happen to a run.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Event {
    /// The first event of every run.
    Begin {
        at: Duration,
    },
    Verdict(Box<Verdict>),
    Thought(Thought),
    Acted(Acted),
    Alarm {
        alarm: Alarm,
        at: Duration,
    },
    /// Time passes (real time only): limits are looked at even when no worker answers.
    Tick {
        at: Duration,
    },
}

/// What a run can ask for.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Command {
    Watch {
        watch: Watch,
        which: Which,
    },
    /// Look for a win, one that does not begin with `avoid`.
    Solve {
        id: RequestId,
        board: Board,
        avoid: Option<Move>,
    },
    /// The answer to the last `Solve` is not wanted any more.
    CancelSolve,
    Act(ActRequest),
    /// Say what would be done, in a dry run.
    Announce(Gesture),
    /// Write this down.
    #[allow(missing_docs)]
    Note {
        event: record::Event,
        at: Duration,
    },
    /// Keep a picture that something was decided by.
    Keep(Seen),
}

impl Event {
    /// When it happened.
    pub fn at(&self) -> Duration {
        match self {
            Event::Begin { at } | Event::Alarm { at, .. } | Event::Tick { at } => *at,
            Event::Verdict(verdict) => verdict.at,
            Event::Thought(thought) => thought.at,
            Event::Acted(acted) => acted.at,
        }
    }
}

impl State {
    /// A run that has not begun.
    pub fn new(orders: Orders, aim: Aim, pace: Pace, which: Which) -> State {
        let tally = if orders.mode == Mode::Replay { Tally::of_recording() } else { Tally::default() };
        State {
            phase: Phase::Looking { watch: RequestId::default(), since: Duration::ZERO, game: None },
            orders,
            tally,
            aim,
            pace,
            last_id: RequestId::default(),
            which,
            progress: Duration::ZERO,
            dealt: None,
            banner: None,
            in_the_way: None,
            unreadable: 0,
            obeyed: false,
            detours: 0,
            unrepaired: 0,
        }
    }
}
