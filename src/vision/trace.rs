//! What was read for certain at each place since it last changed: in a video a card may be clear in one frame and
//! smeared in the next, and it is still the same card.

use std::time::Duration;

use super::kinds::{Costs, DOUBT, index};
use super::table::Table;
use super::{CardSighting, Holds};
use crate::game::pasyans::{COLUMNS, Kind, MAX_COLUMN, Place};

/// The cards of one board, as they were read over the last frames.
#[derive(Debug, Default)]
pub(super) struct Trace {
    seen: [[Option<Sure>; MAX_COLUMN]; COLUMNS + 1],
    taken: Option<Duration>,
}

#[derive(Clone, Copy, Debug)]
struct Sure {
    kind: Kind,
    frames: u8,
}

/// Frames further apart than this may have missed that a card was taken and another one laid there: a player who is
/// quick needs 200 ms for a drag.
const LONGEST_GAP: Duration = Duration::from_millis(200);
/// A card has to be read as the same in so many frames before it is remembered: one may be in motion.
const FRAMES: u8 = 2;

impl Trace {
    /// Takes in what was read on the next frame, taken at that time.
    pub fn follow(&mut self, taken: Duration, table: &Table) {
        let next = self.taken.is_some_and(|before| taken > before && taken - before <= LONGEST_GAP);
        if !next {
            self.seen = Default::default();
        }
        self.taken = Some(taken);
        let holds = table.columns.iter().chain([&table.cell]);
        for (column, holds) in self.seen.iter_mut().zip(holds) {
            let cards = if let Holds::Cards(cards) = holds { usize::from(*cards) } else { 0 };
            column[cards..].fill(None);
        }
        for card in &table.cards {
            let Some(kind) = card.kind else { continue };
            let seen = &mut self.seen[column(card)][usize::from(card.depth)];
            let frames = seen.filter(|seen| seen.kind == kind).map_or(1, |seen| seen.frames.saturating_add(1));
            *seen = Some(Sure { kind, frames });
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Trace::default();
    }

    /// Fills in the cards that could not be read now but before, where the picture allows it.
    pub fn recall(&self, cards: &[CardSighting], costs: &[Costs], kinds: &mut [Option<Kind>]) {
        for ((card, costs), kind) in cards.iter().zip(costs).zip(kinds) {
            let seen = self.seen[column(card)][usize::from(card.depth)].filter(|seen| seen.frames >= FRAMES);
            let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
            *kind = kind.or(seen.map(|seen| seen.kind).filter(|&kind| costs[index(kind)] <= least + DOUBT));
        }
    }
}

fn column(card: &CardSighting) -> usize {
    match card.place {
        Place::Column(column) => usize::from(column),
        Place::Cell => COLUMNS,
    }
}
