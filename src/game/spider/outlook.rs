//! What the front runs of all columns promise together while cards are unknown: which of those could be put on, and which
//! runs could go on another column.

use super::board::Board;
use super::board::COLUMNS;
use super::card::Card;
use super::fold::UnknownWeights;

/// The run in front of a column.
#[derive(Clone, Copy, Default)]
pub(super) struct Face {
    /// The code of the front card; 0 if there is none or it is unknown.
    pub front: u8,
    /// The rank of the run's highest card.
    pub head: u8,
    /// What going away leaves.
    pub leaves: Leaves,
}

/// What a run leaves that goes away.
#[derive(Clone, Copy, Default)]
pub(super) enum Leaves {
    /// An empty column.
    #[default]
    Nothing,
    /// Face-up cards.
    Up,
    /// Face-down cards, of which one turns up.
    Down,
}

/// The cards that are unknown, so as to tell how many of them a front card takes.
pub(super) struct Outlook {
    /// How many unknown cards a card of that rank takes, and one of that code joins.
    taken: [u8; 16],
    joined: [u8; Card::CODES],
    total: i32,
}

impl Outlook {
    /// The outlook of a board. The sum over its unknown cards does not change while no card is turned up.
    pub fn new(board: &Board) -> Outlook {
        let mut outlook = Outlook { taken: [0; 16], joined: [0; Card::CODES], total: 0 };
        let unseen = board.unseen_counts();
        for (code, count) in unseen.into_iter().enumerate() {
            outlook.total += i32::from(count);
            if code & 15 < usize::from(Card::KING) {
                outlook.taken[(code & 15) + 1] += count;
                outlook.joined[code + 1] += count;
            }
        }
        outlook
    }

    /// What columns with those faces are worth together.
    pub fn worth(&self, faces: &[Face; COLUMNS], w: &UnknownWeights) -> i32 {
        let (mut fronts, mut ranks) = (0u64, 0u32);
        for face in faces {
            fronts |= 1 << face.front;
            ranks |= 1 << (face.front & 15);
        }
        let (mut shift, mut turns, mut free) = (0, 0, 0);
        for face in faces {
            let goes = i32::from(face.front != 0 && ranks >> (face.head + 1) & 1 != 0);
            match face.leaves {
                Leaves::Nothing => free += goes,
                Leaves::Up => shift += goes,
                Leaves::Down => turns += goes,
            }
        }
        let [first, more] = w.turn;
        let mut worth = shift * w.shift + free * w.free + turns.min(1) * first + (turns - 1).max(0) * more;
        if self.total > 0 {
            let (taken, joined) = (sum(ranks.into(), &self.taken), sum(fronts, &self.joined));
            worth += (taken * w.taken + joined * w.joined) / self.total;
        }
        worth
    }
}

/// The sum over the places of a table that `bits` names.
fn sum(mut bits: u64, table: &[u8]) -> i32 {
    let mut sum = 0;
    while bits != 0 {
        sum += i32::from(table[bits.trailing_zeros() as usize]);
        bits &= bits - 1;
    }
    sum
}
