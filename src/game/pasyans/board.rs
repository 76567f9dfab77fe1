//! The board: nine packed columns and the free cell. A [`Board`] always holds the whole deck; what may be nonsense is
//! a [`BoardBuilder`].

use std::fmt;

use thiserror::Error;

use super::card::{DECK, Kind, Suit};
use crate::game::deal::shuffle;

/// Number of columns.
pub const COLUMNS: usize = 9;
/// A column holds at most eight cards: four dealt, the front one a 10, and 9 to 6 upon it.
pub const MAX_COLUMN: usize = 8;

/// A column: four bits a card, the back card in the lowest bits, zero above the front card.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u32);

impl Column {
    /// No cards.
    pub const EMPTY: Column = Column(0);

    /// Number of cards.
    pub const fn len(self) -> usize {
        // With four bits below the cards it is never zero, which would take a branch.
        let bits = (self.0 as u64) << 4 | 15;
        (63 - bits.leading_zeros() as usize) / 4
    }

    /// Has it no card?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card at `depth`, 0 being the back card.
    pub const fn get(self, depth: usize) -> Option<Kind> {
        if depth >= MAX_COLUMN {
            return None;
        }
        Kind::from_code((self.0 >> (4 * depth) & 15) as u8)
    }

    /// The card that lies on top and can be moved.
    pub const fn front(self) -> Option<Kind> {
        match self.len() {
            0 => None,
            len => self.get(len - 1),
        }
    }

    /// The code of the card at `depth`; 0 where there is none.
    pub(super) const fn code_at(self, depth: usize) -> usize {
        (self.0 as u64 >> (4 * depth) & 15) as usize
    }

    /// The code of the front card; 0 for an empty column.
    pub(super) const fn front_code(self) -> usize {
        ((self.0 as u64) << 4 >> (4 * self.len()) & 15) as usize
    }

    /// The cards from back to front.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator {
        (0..self.len()).map(move |depth| Kind::from_code((self.0 >> (4 * depth) & 15) as u8).expect("below len"))
    }

    /// How many cards at the front form a run: 0 for an empty column.
    pub const fn run_len(self) -> usize {
        let len = self.len();
        if len == 0 {
            return 0;
        }
        let mut run = 1;
        while run < len && JOINED[(self.0 >> (4 * (len - run - 1)) & 0xff) as usize] {
            run += 1;
        }
        run
    }

    /// The packed cards; see the type.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Four faces of one suit alone in the column: it turns over and locks.
    pub const fn locks(self) -> Option<Suit> {
        match self.0 {
            0xbbbb => Some(Suit::Clubs),
            0xcccc => Some(Suit::Diamonds),
            0xdddd => Some(Suit::Hearts),
            0xeeee => Some(Suit::Spades),
            _ => None,
        }
    }

    /// Is this a finished 10-9-8-7-6, alone in the column?
    pub fn is_finished_numbers(self) -> bool {
        self.len() == 5 && self.run_len() == 5 && self.get(0).and_then(Kind::rank) == Some(10)
    }

    pub(super) const fn with(self, card: Kind) -> Column {
        Column(self.0 | (card.code() as u32) << (4 * self.len()))
    }

    /// Splits off the `count` front cards; `count` is 1 to the length.
    pub(super) const fn split(self, count: usize) -> (Column, Column) {
        let shift = 4 * (self.len() - count) as u32;
        (Column(self.0 & ((1 << shift) - 1)), Column(self.0 >> shift))
    }

    pub(super) const fn joined(self, run: Column) -> Column {
        Column(self.0 | run.0 << (4 * self.len()))
    }
}

/// For each pair of packed cards, the back one in the lower bits: does the front one go on it?
const JOINED: [bool; 256] = {
    let mut table = [false; 256];
    let mut pair = 0;
    while pair < 256 {
        if let (Some(back), Some(front)) = (Kind::from_code(pair as u8 & 15), Kind::from_code(pair as u8 >> 4)) {
            table[pair] = front.goes_on(back);
        }
        pair += 1;
    }
    table
};

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A whole deck on the table, in screen order. Columns that hold four faces of one suit alone are locked; there is no
/// other way to be locked or not, so this needs no flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) columns: [Column; COLUMNS],
    pub(super) cell: Option<Kind>,
}

impl Board {
    /// The columns from left to right.
    pub fn columns(&self) -> &[Column; COLUMNS] {
        &self.columns
    }

    /// The card in the free cell.
    pub fn cell(&self) -> Option<Kind> {
        self.cell
    }

    /// Is this column turned over and locked?
    pub fn is_locked(&self, column: usize) -> bool {
        self.columns[column].locks().is_some()
    }

    /// Four columns 10 to 6, four locked piles, the free cell empty.
    pub fn is_won(&self) -> bool {
        self.cell.is_none()
            && self.columns.iter().all(|c| c.is_empty() || c.locks().is_some() || c.is_finished_numbers())
    }
}

/// As many cards are dealt to each column.
const DEALT: usize = 4;

/// A board that may hold nonsense, until [`BoardBuilder::build`] has checked it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardBuilder {
    /// The columns from left to right, back card first.
    pub columns: [Vec<Kind>; COLUMNS],
    /// The card in the free cell.
    pub cell: Option<Kind>,
}

/// Why a board cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum BoardError {
    #[error("column {column} has {len} cards; at most {MAX_COLUMN} can lie in one")]
    ColumnTooLong { column: usize, len: usize },
    #[error(
        "column {column}: {front}, card {place} from the back, does not go on {back}; behind its first four cards a column \
         holds only cards that go on each other, as no others are dealt or laid there"
    )]
    OutOfOrder { column: usize, place: usize, back: Kind, front: Kind },
    #[error(
        "cards of kind {kind}: {seen} instead of {expected}; the deck has 36: two of each number and colour, four of each suit"
    )]
    WrongCount { kind: Kind, seen: usize, expected: u8 },
}

impl BoardBuilder {
    /// Checks that the whole deck is there and that no column is longer than can be, nor can become so: a [`Column`] has room
    /// for no more than a run on three other cards. A board with a run on seven other cards was once "won" by moves that
    /// lost some of them.
    ///
    /// # Errors
    /// The first nonsense found: a column too long, a kind with the wrong number of cards, or a card where none can come to
    /// lie.
    pub fn build(&self) -> Result<Board, BoardError> {
        let long = self.columns.iter().position(|cards| cards.len() > MAX_COLUMN);
        if let Some(index) = long {
            return Err(BoardError::ColumnTooLong { column: index + 1, len: self.columns[index].len() });
        }
        let mut seen = [0_usize; 16];
        for card in self.columns.iter().flatten().chain(&self.cell) {
            seen[card.code() as usize] += 1;
        }
        for (kind, expected) in DECK {
            let seen = seen[kind.code() as usize];
            if seen != usize::from(expected) {
                return Err(BoardError::WrongCount { kind, seen, expected });
            }
        }
        for (index, cards) in self.columns.iter().enumerate() {
            let behind_the_dealt = (DEALT..cards.len()).find(|&depth| !cards[depth].goes_on(cards[depth - 1]));
            if let Some(depth) = behind_the_dealt {
                let (back, front) = (cards[depth - 1], cards[depth]);
                return Err(BoardError::OutOfOrder { column: index + 1, place: depth + 1, back, front });
            }
        }
        Ok(self.pack())
    }

    /// Packs whatever there is; no column may be longer than [`MAX_COLUMN`].
    pub(super) fn pack(&self) -> Board {
        let pack = |cards: &Vec<Kind>| cards.iter().fold(Column::EMPTY, |column, &card| column.with(card));
        Board { columns: std::array::from_fn(|index| pack(&self.columns[index])), cell: self.cell }
    }
}

/// The deal of that seed: nine columns of four, dealt in rows from left to right as the game does it.
pub fn deal(seed: u64) -> Board {
    let mut deck: Vec<Kind> =
        DECK.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, usize::from(count))).collect();
    shuffle(&mut deck, seed);
    let mut board = Board { columns: [Column::EMPTY; COLUMNS], cell: None };
    for (place, card) in deck.into_iter().enumerate() {
        let column = &mut board.columns[place % COLUMNS];
        *column = column.with(card);
    }
    board
}
