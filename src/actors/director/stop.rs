//! Why a run ended.

use std::fmt;
use std::time::Duration;

use crate::actors::message::Obstacle;

/// Why a run ended. The text says what was seen and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// As many games were won as were asked for.
    Wins(u32),
    /// The game's own counter reached the number asked for.
    WinCounter(u32),
    /// The time asked for is over.
    TimeUp,
    /// A dry run has shown its plan.
    DryRun,
    /// The recording is over.
    RecordingOver,
    /// Ctrl-C, SIGTERM or a closed console.
    Interrupted,
    /// Somebody else moved the mouse, and the settings say to stop then.
    UserMoved,
    /// Before anything was clicked: no board that could be played.
    NoBoard(Obstacle),
    /// NEW GAME after NEW GAME, no board could be read.
    Unreadable(u32),
    /// The screen cannot be captured; what the system said.
    Blind(String),
    /// No picture of the recording can be opened.
    Broken(String),
    /// A gesture failed again and again.
    #[allow(missing_docs)]
    GestureFails { times: u32, obeyed: bool },
    /// NEW GAME was clicked again and again and nothing happened.
    #[allow(missing_docs)]
    NewGameFails { times: u32, obeyed: bool },
    /// Nothing got on for that long; what was seen last.
    #[allow(missing_docs)]
    NoProgress { span: Duration, seen: Option<Obstacle> },
    /// The mouse cannot be moved; what the system said.
    Mouse(String),
    /// A worker's thread ended by a panic.
    #[allow(missing_docs)]
    Died { thread: &'static str, message: String },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Wins(1) => f.write_str("one game won"),
            Stop::Wins(wins) => write!(f, "{wins} games won"),
            Stop::WinCounter(wins) => write!(f, "the game's win counter shows {wins}"),
            Stop::TimeUp => f.write_str("the time is up"),
            Stop::DryRun => f.write_str("dry run: the plan is shown, nothing was clicked"),
            Stop::RecordingOver => f.write_str("the recording is over"),
            Stop::Interrupted => f.write_str("stopped by the user"),
            Stop::UserMoved => f.write_str("somebody else moved the mouse"),
            Stop::NoBoard(Obstacle::NoGame) => {
                f.write_str("no game found on the screen; open ПАСЬЯНС so that its whole board is visible (see \"exa-pipeline doctor\")")
            }
            Stop::NoBoard(obstacle @ Obstacle::SeveralBoards(_)) => {
                write!(f, "{obstacle}; say which one with --board N (see \"exa-pipeline doctor\")")
            }
            Stop::NoBoard(obstacle @ Obstacle::FewerBoards(_)) => {
                write!(f, "{obstacle}; give another number to --board (see \"exa-pipeline doctor\")")
            }
            Stop::NoBoard(obstacle) => {
                write!(f, "the board cannot be read: {obstacle}; nothing was clicked (see \"exa-pipeline doctor\")")
            }
            Stop::Unreadable(times) => {
                write!(f, "{times} boards in a row could not be read; see the pictures in the run's folder, try \"exa-pipeline calibrate\"")
            }
            Stop::Blind(reason) | Stop::Broken(reason) => f.write_str(reason),
            Stop::GestureFails { obeyed: false, .. } | Stop::NewGameFails { obeyed: false, .. } => f.write_str(
                "the game does not react to the mouse at all; if it runs as administrator, run this program so too, and see that its window is in front",
            ),
            Stop::GestureFails { times, .. } => {
                write!(f, "the same gesture failed {times} times; the screen does not follow, try --pace careful")
            }
            Stop::NewGameFails { times, .. } => {
                write!(f, "NEW GAME was clicked {times} times and no new deal came; is something over the button?")
            }
            Stop::NoProgress { span, seen } => {
                write!(f, "no progress for {} s", span.as_secs())?;
                match seen {
                    Some(obstacle) => write!(f, ": {obstacle}; bring the game's window to the front"),
                    None => f.write_str(": the board stands still; see the pictures in the run's folder"),
                }
            }
            Stop::Mouse(reason) => f.write_str(reason),
            Stop::Died { thread, message } => write!(f, "internal error in the {thread} thread: {message}"),
        }
    }
}
