//! The sections of the settings. The keys' names, units, defaults and meanings for users stand in
//! `settings/default.toml`; here they get their types.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::forms::{layout_point, millis, or_auto, or_off, seconds};
use super::words::{Automatic, CardSet, Method, OnUser, PaceName, WhichMonitor};
use crate::frame::{LayoutPx, Point};

/// `[run]`: when a run is over, and what it puts up with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// How many games to win.
    pub games: u32,
    /// Stop when the game's own win counter shows this.
    #[serde(with = "or_off")]
    pub until_wins: Option<NonZeroU32>,
    /// Stop after so many minutes.
    #[serde(with = "or_off")]
    pub minutes: Option<NonZeroU32>,
    /// How long to wait for a game at the start.
    #[serde(with = "seconds", rename = "wait_for_game_s")]
    pub wait_for_game: Duration,
    /// Give up when nothing has been achieved for so long.
    #[serde(with = "seconds", rename = "no_progress_s")]
    pub no_progress: Duration,
    /// Give up after so many NEW GAMEs in a row without a readable board.
    pub max_unreadable: u32,
    /// What to do when somebody else moves the mouse.
    pub on_user: OnUser,
    /// How long the mouse must have been still before the run goes on.
    #[serde(with = "seconds", rename = "user_still_s")]
    pub user_still: Duration,
    /// Where to look.
    pub monitor: WhichMonitor,
    /// Which of several boards to play, counted from 1; `None` plays only one that is alone.
    #[serde(with = "or_off")]
    pub board: Option<NonZeroU32>,
}

/// `[pace]`: how a gesture is timed, for the factor 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Which profile holds.
    pub profile: PaceName,
    /// At rest on the card before the press.
    #[serde(with = "millis", rename = "arrive_ms")]
    pub arrive: Duration,
    /// Pressed on the card before the pointer moves.
    #[serde(with = "millis", rename = "press_ms")]
    pub press: Duration,
    /// On the way.
    #[serde(with = "millis", rename = "move_ms")]
    pub travel: Duration,
    /// At rest over the target before the release.
    #[serde(with = "millis", rename = "drop_ms")]
    pub drop: Duration,
    /// From the release to the first look at the screen.
    #[serde(with = "millis", rename = "look_ms")]
    pub look: Duration,
    /// From the release to the look that the next press follows.
    #[serde(with = "millis", rename = "release_ms")]
    pub release: Duration,
    /// A confirmed gesture multiplies the factor by this.
    pub speed_up: f64,
    /// A failed gesture multiplies the factor by this.
    pub back_off: f64,
    /// The factor's range for [`PaceName::Normal`].
    pub normal: Profile,
    /// The factor's range for [`PaceName::Fast`].
    pub fast: Profile,
    /// The factor's range for [`PaceName::Careful`].
    pub careful: Profile,
}

/// The range of the pace factor: what every time of [`Pace`] is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The factor of the first gesture.
    pub start: f64,
    /// The smallest factor.
    pub fastest: f64,
    /// The largest factor.
    pub slowest: f64,
}

impl Pace {
    /// Two frames of a game that looks at the mouse 60 times a second: a press or release that lasts less may be missed.
    pub const SHORTEST_HOLD: Duration = Duration::from_micros(33_334);

    /// The profile that holds.
    pub fn chosen(&self) -> Profile {
        match self.profile {
            PaceName::Normal => self.normal,
            PaceName::Fast => self.fast,
            PaceName::Careful => self.careful,
        }
    }
}

/// `[verify]`: how a gesture is checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verify {
    /// So many equal readings in a row make a settled board.
    pub settle_frames: u32,
    /// Time between two looks.
    #[serde(with = "millis", rename = "poll_ms")]
    pub poll: Duration,
    /// A gesture without effect for so long has failed.
    #[serde(with = "millis", rename = "timeout_ms")]
    pub timeout: Duration,
    /// NEW GAME without effect for so long is clicked again.
    #[serde(with = "millis", rename = "new_game_ms")]
    pub new_game: Duration,
    /// A deal that lasts longer has failed.
    #[serde(with = "millis", rename = "deal_ms")]
    pub deal: Duration,
    /// The same gesture failing so often is done another way.
    pub same_gesture_slower: u32,
    /// The same gesture failing so often ends the run.
    pub same_gesture_end: u32,
}

/// `[click]`: where a card is taken, and how the mouse is addressed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Click {
    /// The grab point, from the card's top left corner.
    #[serde(with = "layout_point")]
    pub grab: Point<LayoutPx>,
    /// The grab point after failures.
    #[serde(with = "layout_point")]
    pub other_grab: Point<LayoutPx>,
    /// How far from its place a card is let go.
    #[serde(with = "layout_point")]
    pub drop: Point<LayoutPx>,
    /// Pointer units for one captured pixel.
    pub pointer_scale: Automatic,
}

/// `[solver]`: the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solver {
    /// How a plan is searched.
    pub method: Method,
    /// The most nodes of one search.
    pub nodes: u64,
    /// The most memory of one search.
    pub memory_mib: u32,
    /// A quick plan is begun when the shortest has not been found after so many nodes.
    pub quick_after_nodes: u64,
    /// The greedy search.
    pub greedy: Greedy,
}

/// `[solver.greedy]`: the weights of the older bots' search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Greedy {
    /// Points for a finished stack.
    pub stack: i32,
    /// Points for an empty column.
    pub empty: i32,
    /// Points for any other column, less its buried cards.
    pub column: i32,
    /// No longer path is followed.
    pub max_path: u32,
}

/// `[vision]`: the reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vision {
    /// The pictures that cards are read with.
    pub cards: CardSet,
}

/// `[record]`: what is written down of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Where the last runs are kept; `None` is the program's folder in the user's state directory.
    #[serde(with = "or_auto")]
    pub runs_dir: Option<PathBuf>,
    /// How many runs are kept there.
    pub keep_runs: u32,
    /// Write the pictures that were read?
    pub pictures: bool,
    /// The most that the event log of one run takes, in MiB.
    #[serde(with = "or_off")]
    pub log_mib: Option<NonZeroU32>,
    /// The most that the pictures of one run take, in MiB.
    #[serde(with = "or_off")]
    pub pictures_mib: Option<NonZeroU32>,
}

/// `[demo]`: the built-in table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demo {
    /// The first deal.
    pub seed: u64,
    /// Width of its screen, in pixels.
    pub width: u32,
    /// Height of its screen, in pixels.
    pub height: u32,
    /// Real time instead of virtual time?
    pub real_time: bool,
    /// What disturbs the play, in the built-in table's own words.
    pub disturbances: String,
}
