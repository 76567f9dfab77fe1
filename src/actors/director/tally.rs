//! What a run did, in numbers.

use std::collections::VecDeque;
use std::time::Duration;

use crate::frame::Frame;
use crate::game::pasyans::Board;

/// The numbers of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Deals taken up.
    pub games: u64,
    /// Games won.
    pub wins: u32,
    /// Deals proved unwinnable, or without a plan within the limits.
    pub skipped: u64,
    /// Gestures made (announced, in a dry run or a replay).
    pub gestures: u64,
    /// How often the screen showed something else than expected.
    pub drifts: u64,
    /// How many of these were repaired: a later gesture was confirmed.
    pub repairs: u64,
    /// For each won game that was dealt during the run: from the last card dealt to the banner.
    pub game_times: Vec<Duration>,
    /// Where the time went.
    pub seconds: Seconds,
    /// Frames looked at.
    pub frames: u64,
    /// Frames with no game on them.
    pub no_game: u64,
    recording: bool,
    /// Every settled board of a recording that differed from the one before, in order; in a live run the last one.
    pub boards: VecDeque<SettledBoard>,
    /// How many there were, also those no longer kept.
    pub settled: u64,
    /// Changes between two settled boards of a game that legal moves explain.
    pub explained: u64,
    /// Changes that they do not.
    pub unexplained: u64,
    /// New deals seen.
    pub deals: u64,
    /// The game's own win counter, when last read.
    pub counter: Option<u32>,
}

/// A board that was settled, and the frame that showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct SettledBoard {
    /// The frame's file, or its time in milliseconds.
    pub frame: String,
    pub board: Board,
}

/// Where the time of a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Seconds {
    pub total: Duration,
    /// From the click on NEW GAME to the new deal.
    pub deal: Duration,
    pub think: Duration,
    pub gesture: Duration,
    /// For the screen to settle.
    pub wait: Duration,
}

/// How many moves may lie between two settled boards: a fast player's boards do not all stand long enough.
const MOVES_BETWEEN: u32 = 4;
/// Boards kept of a recording.
const BOARDS_KEPT: usize = 100_000;
/// Boards kept otherwise: the last one is compared with the next.
const BOARDS_KEPT_LIVE: usize = 1;

impl Tally {
    /// Numbers that keep every settled board, for the summary of a recording.
    pub fn of_recording() -> Tally {
        Tally { recording: true, ..Tally::default() }
    }

    /// Takes in a settled board; tells a new deal from a change by moves. Is it a new deal?
    pub fn settled(&mut self, board: Board, frame: &Frame) -> bool {
        let before = self.boards.back().map(|settled| settled.board);
        if before == Some(board) {
            return false;
        }
        let fresh = is_fresh(&board);
        match before {
            _ if fresh => self.deals += 1,
            None => {}
            Some(before) if explained(&before, &board) => self.explained += 1,
            Some(_) => self.unexplained += 1,
        }
        let kept = if self.recording { BOARDS_KEPT } else { BOARDS_KEPT_LIVE };
        if self.boards.len() >= kept {
            self.boards.pop_front();
        }
        let frame = frame.file.clone().unwrap_or_else(|| frame.taken.as_millis().to_string());
        self.boards.push_back(SettledBoard { frame, board });
        self.settled += 1;
        fresh
    }
}

/// Nine columns of four and nothing in the free cell: a board that nobody has touched, or as good as that.
fn is_fresh(board: &Board) -> bool {
    board.cell().is_none() && board.columns().iter().all(|column| column.len() == 4)
}

/// Do at most [`MOVES_BETWEEN`] legal moves lead from one to the other?
fn explained(from: &Board, to: &Board) -> bool {
    (1..=MOVES_BETWEEN).any(|depth| reaches(from, to, depth))
}

fn reaches(from: &Board, to: &Board, depth: u32) -> bool {
    // Each move changes two places: more differences than that cannot be mended, which keeps this search small.
    let differing =
        from.columns().iter().zip(to.columns()).filter(|(a, b)| a != b).count() + usize::from(from.cell() != to.cell());
    if differing == 0 {
        return true;
    }
    if depth == 0 || differing > 2 * depth as usize {
        return false;
    }
    let mut moves = Vec::new();
    from.legal_moves(&mut moves);
    moves.into_iter().filter_map(|mv| from.try_play(mv).ok()).any(|next| reaches(&next, to, depth - 1))
}
