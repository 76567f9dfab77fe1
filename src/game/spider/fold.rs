//! A column read from back to front: its worth and its hash, one card at a time.

use super::card::Card;

/// What the features of a position are worth. Only the proportions matter; higher is better.
///
/// See `weights.rs` for where the numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Weights {
    /// A move made.
    pub cost: i32,
    /// Any position of the stage.
    pub stage: i32,
    /// A card on the next higher one of its suit.
    pub join: i32,
    /// The same, for every card that the run has already.
    pub longer: i32,
    /// A card on the next higher one of another suit.
    pub step: i32,
    /// Any other card on a higher one.
    pub gap: i32,
    /// A card on a lower or equal one.
    pub block: i32,
    /// A card that lies above gaps or blocks, for each of them.
    pub buried: i32,
    /// A run above the card that it belongs on.
    pub under: i32,
    /// A known face-down card above another that it belongs on.
    pub down_under: i32,
    /// A column without gaps, blocks and face-down cards.
    pub clean: i32,
    /// One to five face-down cards in a column.
    pub down: [i32; 5],
    /// The first, second and each further empty column.
    pub empty: [i32; 3],
    /// A column without face-down cards, for each rank that its back card is below a king.
    pub base: i32,
    /// A finished run.
    pub finished: i32,
    /// Two known face-down cards that join.
    pub down_join: i32,
    /// A known face-down card on a lower one.
    pub down_block: i32,
    /// The front card of a column, by rank.
    pub front: [i32; 13],
    /// The highest card of a run that lies on a card it does not join, by rank.
    pub head: [i32; 13],
    /// What only matters while cards are unknown.
    pub unknown: UnknownWeights,
}

/// What the features of a position are worth in which cards are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct UnknownWeights {
    /// The first face-up card on an unknown one, by rank.
    pub roof: [i32; 13],
    /// A run above the first one of a column with face-down cards.
    pub cover: i32,
    /// All unknown cards being such that a front card takes them; counted by the share that are.
    pub taken: i32,
    /// The same for those that join a front card.
    pub joined: i32,
    /// A run in front that can go on another column, leaving face-up cards.
    pub shift: i32,
    /// The same, turning up a card: the first and each further one.
    pub turn: [i32; 2],
    /// The same, leaving an empty column.
    pub free: i32,
}

/// A column read up to some card.
#[derive(Clone, Copy, Default)]
pub(super) struct Fold {
    /// Tells columns apart.
    pub hash: u64,
    /// The cards so far, a bit for each code.
    seen: u64,
    /// The worth of the cards so far, but for what only the column's end decides.
    value: i32,
    /// The code of the last card; 0 before any and after an unknown one.
    last: u8,
    /// The length of the run that ends here, of face-up cards.
    pub run: u8,
    /// Gaps and blocks so far.
    breaks: u8,
    /// Cards so far that join the one below, face down or up. Unknown ones count, as they may.
    pub joins: u8,
    /// The face-up cards lie on face-down ones.
    covers: bool,
}

impl Fold {
    /// Before the face-up cards of a column. The face-down ones below are told by the column and their number, as they
    /// are the same in a whole search.
    pub fn face_up(mut self, column: usize, down: usize) -> Fold {
        self.hash = if down == 0 { 1 } else { ((column * 128 + down + 1) as u64).wrapping_mul(0x2545_f491_4f6c_dd1d) };
        self.run = 0;
        self.covers = down > 0;
        self
    }

    /// Reads a face-up card.
    #[inline]
    pub fn push(&mut self, card: Card, w: &Weights) {
        let code = card.code() as u8;
        self.hash = (self.hash.rotate_left(5) ^ u64::from(code)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if self.last == code + 1 {
            self.value += w.join + w.longer * i32::from(self.run);
            self.run += 1;
            self.joins += 1;
        } else {
            self.run = 1;
            if self.last != 0 {
                self.push_head(code, w);
            } else if self.covers {
                self.value += w.unknown.roof[usize::from(code & 15) - 1];
            }
        }
        self.value += w.buried * i32::from(self.breaks);
        self.seen |= 1 << code;
        self.last = code;
    }

    /// The first card of a run that lies on something else.
    #[inline]
    fn push_head(&mut self, code: u8, w: &Weights) {
        let (below, rank) = (self.last & 15, code & 15);
        self.value += w.head[usize::from(rank) - 1];
        if below == rank + 1 {
            self.value += w.step;
        } else {
            self.value += if below > rank { w.gap } else { w.block };
            self.breaks += 1;
        }
        if self.belongs_below(code) {
            self.value += w.under;
        }
        if self.covers {
            self.value += w.unknown.cover;
        }
    }

    /// Reads a face-down card, known or not.
    pub fn push_down(&mut self, card: Option<Card>, w: &Weights) {
        let Some(card) = card else {
            self.last = 0;
            self.joins += 1;
            return;
        };
        let code = card.code() as u8;
        if self.last == code + 1 {
            self.value += w.down_join;
            self.joins += 1;
        } else {
            self.value += if self.last != 0 && self.last & 15 < code & 15 { w.down_block } else { 0 };
            self.value += if self.belongs_below(code) { w.down_under } else { 0 };
        }
        self.seen |= 1 << code;
        self.last = code;
    }

    /// An unknown card turns up: it may be any.
    pub fn push_unknown(&mut self) {
        self.hash ^= 0x5555;
        self.last = 0;
        self.joins += 1;
    }

    #[inline]
    fn belongs_below(&self, code: u8) -> bool {
        self.seen >> (code + 1) & 1 != 0
    }

    /// The worth of a column that ends here, with that back card and so many cards face down.
    #[inline]
    pub fn worth(&self, back: Option<Card>, down: usize, w: &Weights) -> i32 {
        let front = if self.last == 0 { 0 } else { w.front[usize::from(self.last & 15) - 1] };
        if down > 0 {
            return self.value + front + w.down[down.min(w.down.len()) - 1];
        }
        let below_king = back.map_or(0, |card| i32::from(Card::KING - card.rank()));
        self.value + front + w.base * below_king + if self.breaks == 0 { w.clean } else { 0 }
    }

    /// The rank of the last card, 0 if there is none or it is unknown.
    #[inline]
    pub fn rank(&self) -> u8 {
        self.last & 15
    }

    /// The code of the last card, 0 if there is none or it is unknown.
    #[inline]
    pub fn code(&self) -> u8 {
        self.last
    }
}
