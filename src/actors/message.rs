//! What the threads say to each other. Every request carries an id and its answer brings it back; answers to requests
//! that nobody waits for any more are dropped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::device::GrabError;
use crate::frame::{Frame, FramePx, Point, Rect, ScreenPx};
use crate::game::pasyans::{Board, Move};
use crate::vision::{Placement, Reading, Sighting};

/// Ties an answer to its request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

impl RequestId {
    /// The id after this one; this one becomes it.
    pub fn advance(&mut self) -> RequestId {
        self.0 += 1;
        *self
    }
}

/// Verification to capture: grab a frame, not before that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct GrabRequest {
    pub id: RequestId,
    pub not_before: Duration,
    /// The board that was settled last: what recognition may infer a hidden card from.
    pub prior: Option<Board>,
}

/// Capture to recognition, and with the reading on to verification: what a grab brought.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Grabbed<T> {
    Picture(T),
    /// A recording is over.
    Ended,
    Failed(GrabError),
}

/// A frame and what was read on it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The frame, shared with the recorder.
    pub frame: Arc<Frame>,
    /// What stands on it.
    pub reading: Arc<Reading>,
}

/// Director to verification: look until the screen shows what is expected, or something else for good.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch {
    /// Comes back with the verdict.
    pub id: RequestId,
    /// What should be seen.
    pub expect: Expect,
    /// The first look is not before that time.
    pub not_before: Duration,
    /// The look that confirms what the first settled one showed is not before that time.
    pub settled_not_before: Duration,
    /// How long to wait for a settled picture. `None`: until the recording ends.
    pub patience: Option<Duration>,
}

/// What should be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expect {
    /// Any settled board, or the banner.
    Anything,
    /// The board after a gesture; `before` is what was there when it began. `arrow` is where the game's own arrow comes
    /// to be: once the picture has changed there, the game has looked at the mouse.
    #[allow(missing_docs)]
    After { before: Board, after: Board, arrow: Rect<FramePx> },
    /// A new deal; `gone` is the board that must not be there any more.
    #[allow(missing_docs)]
    Deal { gone: Option<Board> },
}

/// Verification to director: how a watch ended.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The watch's id.
    pub id: RequestId,
    /// What came of it.
    pub finding: Finding,
    /// The frame that decided it; `None` when no frame came at all.
    pub look: Option<Look>,
    /// The frames looked at since the verdict before.
    pub frames: FrameCount,
    /// When it was decided.
    pub at: Duration,
}

/// The frame that decided a verdict.
#[derive(Clone, Debug)]
pub struct Look {
    /// The frames that lead to the same verdict again: the first ones that showed what was decided on, then the one
    /// that decided it.
    pub evidence: Vec<Seen>,
    /// The frame that decided, and everything on it.
    pub seen: Seen,
    /// The board of this run among those on the frame.
    pub sighting: Option<Sighting>,
    /// Since when the screen has shown what it shows.
    pub since: Duration,
}

/// What a watch came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// What was expected.
    Confirmed(Shown),
    /// Something else, and it does not change by waiting.
    Drift(Drift),
    /// No settled board within the watch's patience.
    Unsettled(Obstacle),
    /// The recording is over.
    Ended,
    /// The screen could not be captured at all; what the system said.
    Blind(String),
    /// No picture of a recording can be opened; which, and why.
    Broken(String),
}

impl Finding {
    /// The whole board that was seen, if one was.
    pub fn board(&self) -> Option<Board> {
        match self {
            Finding::Confirmed(Shown::Board(board))
            | Finding::Drift(Drift::Elsewhere(board) | Drift::OtherBoard(board)) => Some(*board),
            _ => None,
        }
    }
}

/// A settled picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A whole board.
    Board(Board),
    /// The win banner.
    Banner,
}

/// How the screen differs from what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drift {
    /// The card still lies where it lay: the press was lost or the drop slipped.
    StillThere,
    /// The same game, but cards lie elsewhere.
    Elsewhere(Board),
    /// Another game.
    OtherBoard(Board),
    /// The win banner.
    Banner,
}

/// What stands in the way of a settled board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// No board on the screen.
    NoGame,
    /// Several boards, and nothing that says which one is meant.
    SeveralBoards(usize),
    /// Boards, but not so many that the one asked for is among them.
    FewerBoards(usize),
    /// Cards that could not be read, by number.
    Unreadable(usize),
    /// Every card was read, but they are no deck.
    NoDeck,
    /// Cards kept moving.
    Moving,
    /// The deal did not end.
    Dealing,
    /// Something lies over the board.
    Covered,
}

/// Frames looked at, for the summary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct FrameCount {
    pub frames: u64,
    pub no_game: u64,
    pub unreadable: u64,
}

/// Director to solving: find the shortest win.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct SolveRequest {
    pub id: RequestId,
    pub board: Board,
    /// A move that fails again and again: a win that begins otherwise is wanted.
    pub avoid: Option<Move>,
    /// Set by the director when the answer is no longer wanted.
    pub cancel: Arc<AtomicBool>,
}

/// Solving to director.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Thought {
    pub id: RequestId,
    pub answer: Answer,
    pub at: Duration,
}

/// What the solver has to say of a board.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A way to win.
    Plan(Plan),
    /// Proved: there is none.
    Unwinnable {
        /// States expanded for the proof.
        nodes: u64,
    },
    /// Nothing found within the limits of the settings.
    Nothing {
        /// States expanded.
        nodes: u64,
    },
}

/// A way to win from one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The drags, in order, each with the board expected after it.
    pub steps: Vec<Step>,
    /// Is it proved that no win is shorter?
    pub optimal: bool,
    /// Was the search broken off? From the next board on it may find a shorter way.
    pub unfinished: bool,
    /// States expanded to find it.
    pub nodes: u64,
}

/// One drag of a plan and the board expected after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Step {
    pub mv: Move,
    pub after: Board,
}

/// Director to actuation.
#[derive(Clone, Debug, PartialEq)]
pub struct ActRequest {
    /// Comes back with the answer.
    pub id: RequestId,
    /// What to do.
    pub act: Act,
}

/// What actuation can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Drag or click.
    Gesture(Gesture),
    /// Wait until nobody has moved the mouse for that long.
    AwaitStill(Duration),
}

/// One movement of the mouse with the button down, or one click.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gesture {
    /// What it is for.
    pub what: Purpose,
    /// Where the button goes down.
    pub from: Point<ScreenPx>,
    /// Where it comes up again.
    pub to: Point<ScreenPx>,
    /// How long each part takes.
    pub strokes: Strokes,
}

/// What a gesture is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Carry cards.
    Drag(Move),
    /// Press the NEW GAME button.
    NewGame,
}

/// The parts of a gesture. The game polls the mouse once per 60 Hz frame, so neither `press` nor `rest` may be below
/// two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strokes {
    /// From the arrival at the card to the press.
    pub arrive: Duration,
    /// From the press to the first movement.
    pub press: Duration,
    /// On the way.
    pub travel: Duration,
    /// From the arrival at the target to the release.
    pub drop: Duration,
    /// From the release to the first look at what came of it.
    pub look: Duration,
    /// From the release to the look that the next press follows.
    pub rest: Duration,
}

/// Actuation to director.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Acted {
    pub id: RequestId,
    pub result: ActResult,
    pub at: Duration,
}

/// How an act ended. The button is up in every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActResult {
    /// Done as asked.
    Done,
    /// Somebody else moved the mouse; a held card was put back.
    UserMoved,
    /// The run is being stopped; a held card was put back.
    Interrupted,
    /// The system refused.
    Failed(String),
}

/// From outside of the pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// Ctrl-C, SIGTERM or a closed console.
    Stop,
    /// A worker's thread ended by a panic.
    #[allow(missing_docs)]
    Died { thread: &'static str, message: String },
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::NoGame => f.write_str("there is no game on the screen"),
            Obstacle::SeveralBoards(count) => write!(f, "there are {count} boards on the screen"),
            Obstacle::FewerBoards(1) => f.write_str("there is only one board on the screen"),
            Obstacle::FewerBoards(count) => write!(f, "there are only {count} boards on the screen"),
            Obstacle::Unreadable(count) => write!(f, "{count} cards cannot be read"),
            Obstacle::NoDeck => f.write_str("the cards read are not a deck of 36"),
            Obstacle::Moving => f.write_str("cards keep moving"),
            Obstacle::Dealing => f.write_str("the deal does not end"),
            Obstacle::Covered => f.write_str("something lies over the board"),
        }
    }
}

impl Look {
    /// Where the board lies on the frame.
    pub fn placement(&self) -> Option<Placement> {
        self.sighting.as_ref().map(|sighting| sighting.placement)
    }
}
