//! The runs of a column, kept up move by move, so that no search has to look for them.

use super::board::Column;

/// Which cards of a column do not lie on a card that they go on, one bit each, the bottom card in the lowest: the back
/// cards of its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(u8);

impl Marks {
    /// The marks of a column.
    pub fn of(column: Column) -> Marks {
        let loose = |depth: usize| {
            let card = column.get(depth);
            card.is_some_and(|card| depth == 0 || !column.get(depth - 1).is_some_and(|back| card.goes_on(back)))
        };
        Marks((0..column.len()).filter(|&depth| loose(depth)).fold(0, |marks, depth| marks | 1 << depth))
    }

    /// Is the card at `depth` the back card of a run?
    pub fn has(self, depth: usize) -> bool {
        self.0 >> depth & 1 != 0
    }

    /// Where the back card of the front run lies; the column must not be empty.
    pub fn last(self) -> usize {
        self.0.ilog2() as usize
    }

    /// The runs behind the front run.
    pub fn without_last(self) -> Marks {
        Marks(self.0 ^ 1 << self.0.ilog2())
    }

    /// All but the bottom one.
    pub fn without_bottom(self) -> Marks {
        Marks(self.0 & !1)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The marks of the first `len` cards.
    pub fn below(self, len: usize) -> Marks {
        Marks(self.0 & ((1_u16 << len) - 1) as u8)
    }

    /// With a run laid onto `len` cards.
    pub fn with_run(self, len: usize, joins: bool) -> Marks {
        Marks(self.0 | u8::from(!joins) << len)
    }
}
