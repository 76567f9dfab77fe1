//! The board: ten columns with their face-down cards, the stock, and the finished runs.

use thiserror::Error;

use super::card::{Card, Suit, Suits};

/// The number of columns.
pub const COLUMNS: usize = 10;
/// The number of cards in the game.
pub const PACK: usize = 104;
/// The number of rows in a full stock.
pub const STOCK_ROWS: usize = 5;
/// The number of cards in a finished run, and of ranks.
pub const RUN: usize = 13;

/// One row of the stock, the card for column 1 first; `None` is a card nobody has seen.
pub type Row = [Option<Card>; COLUMNS];

/// A position. A face-down card may be known (an open game) or not (`None`, a closed one).
///
/// Small and without heap, because searches copy it by the million: the columns lie one after the other in one array.
/// Places of the array that hold no card are `None`, so that equal positions are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The columns one after the other, each from its back card to its front card.
    pub(super) cards: [Option<Card>; PACK],
    /// Where each column begins in `cards`, and where the last one ends.
    pub(super) starts: [u8; COLUMNS + 1],
    /// How many cards of each column lie face down.
    pub(super) down: [u8; COLUMNS],
    /// The rows left in the stock, the next one last.
    pub(super) stock: [Row; STOCK_ROWS],
    pub(super) rows: u8,
    /// Finished runs of each suit.
    pub(super) finished: [u8; 4],
    suits: Suits,
}

/// A column as it lies. All its cards lie face down only while a card waits to be turned up that nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column<'a> {
    cards: &'a [Option<Card>],
    down: usize,
}

impl<'a> Column<'a> {
    /// Has it no card?
    pub fn is_empty(self) -> bool {
        self.cards.is_empty()
    }

    /// The number of cards, face down or up.
    pub fn len(self) -> usize {
        self.cards.len()
    }

    /// The face-down cards, back card first.
    pub fn down(self) -> &'a [Option<Card>] {
        &self.cards[..self.down]
    }

    /// The face-up cards from back to front.
    pub fn up(self) -> impl DoubleEndedIterator<Item = Card> {
        self.cards[self.down..].iter().copied().flatten()
    }

    /// The front card, if it lies face up.
    pub fn front(self) -> Option<Card> {
        self.up().next_back()
    }

    /// Does a card wait to be turned up that nobody knows?
    pub fn waits(self) -> bool {
        self.down > 0 && self.down == self.cards.len()
    }

    /// The length of the run in front: what can be taken at most. 0 for an empty column.
    pub fn run(self) -> usize {
        let mut cards = self.up().rev();
        let Some(mut upper) = cards.next() else { return 0 };
        let joined = cards.take_while(|lower| {
            let joins = lower.joins(upper);
            upper = *lower;
            joins
        });
        1 + joined.count()
    }

    /// The number of runs that its face-up cards make.
    pub fn runs(self) -> u8 {
        let mut below = None;
        let starts = self.up().filter(|card| !below.replace(*card).is_some_and(|below| below.joins(*card)));
        starts.count() as u8
    }
}

impl Board {
    /// The column of that index, 0 to 9 from the left.
    ///
    /// # Panics
    /// If there is no such column.
    #[inline]
    pub fn column(&self, index: usize) -> Column<'_> {
        let cards = &self.cards[usize::from(self.starts[index])..usize::from(self.starts[index + 1])];
        Column { cards, down: usize::from(self.down[index]) }
    }

    /// The columns from left to right.
    pub fn columns(&self) -> impl Iterator<Item = Column<'_>> {
        (0..COLUMNS).map(|index| self.column(index))
    }

    /// The rows left in the stock, the next one first.
    pub fn stock(&self) -> impl DoubleEndedIterator<Item = &Row> {
        self.stock[..usize::from(self.rows)].iter().rev()
    }

    /// The number of rows left in the stock.
    pub fn stock_rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// How many runs of `suit` have left the table.
    pub fn finished(&self, suit: Suit) -> usize {
        usize::from(self.finished[suit as usize])
    }

    /// How many runs have left the table, of the eight.
    pub fn finished_runs(&self) -> usize {
        self.finished.iter().map(|runs| usize::from(*runs)).sum()
    }

    /// The number of suits the game is played with.
    pub fn suits(&self) -> Suits {
        self.suits
    }

    /// Are all eight runs finished?
    #[inline]
    pub fn is_won(&self) -> bool {
        self.starts[COLUMNS] == 0 && self.rows == 0
    }

    /// The cards that lie face down and those in the stock, as far as they are known or not: columns from left to
    /// right, back card first, then the stock, next row first.
    pub fn hidden(&self) -> impl Iterator<Item = Option<Card>> {
        let down = (0..COLUMNS).flat_map(|index| self.column(index).down().iter().copied());
        down.chain(self.stock().flatten().copied())
    }

    /// The position as a player sees it, who knows no card that lies face down or in the stock.
    pub fn veiled(&self) -> Board {
        self.with_hidden(std::iter::repeat(None))
    }

    /// The position with its hidden cards, in the order of [`Board::hidden`], replaced by `cards` as far as they reach.
    pub fn with_hidden(&self, cards: impl IntoIterator<Item = Option<Card>>) -> Board {
        let mut board = *self;
        let mut cards = cards.into_iter();
        for column in 0..COLUMNS {
            let start = usize::from(board.starts[column]);
            for place in &mut board.cards[start..start + usize::from(self.down[column])] {
                *place = cards.next().unwrap_or(*place);
            }
        }
        for place in board.stock[..usize::from(self.rows)].iter_mut().rev().flatten() {
            *place = cards.next().unwrap_or(*place);
        }
        board
    }

    /// The cards that must lie where none is known, each as often as it is missing, in the order of their codes.
    pub fn unseen(&self) -> Vec<Card> {
        let counts = self.unseen_counts();
        let cards = Suit::ALL.into_iter().flat_map(Card::of_suit);
        cards.flat_map(|card| std::iter::repeat_n(card, counts[card.code()].into())).collect()
    }

    /// How often each card must lie where none is known, by code.
    pub(super) fn unseen_counts(&self) -> [u8; Card::CODES] {
        let mut counts = [0; Card::CODES];
        for card in Suit::ALL.into_iter().flat_map(Card::of_suit) {
            counts[card.code()] = (self.suits.copies(card.suit()) - self.finished(card.suit())) as u8;
        }
        for card in self.cards[..usize::from(self.starts[COLUMNS])].iter().chain(self.stock.iter().flatten()).flatten()
        {
            counts[card.code()] -= 1;
        }
        counts
    }
}

/// A board being put together; may hold nonsense until [`BoardBuilder::build`] has checked it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BoardBuilder {
    /// The columns from left to right.
    pub columns: [Pile; COLUMNS],
    /// The rows of the stock, the next one first.
    pub stock: Vec<Row>,
    /// The suits of the runs that have left the table.
    pub finished: Vec<Suit>,
    /// The number of suits; found from the cards if `None`.
    pub suits: Option<Suits>,
}

/// A column being put together, back card first.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pile {
    /// The face-down cards; `None` is a card nobody has seen.
    pub down: Vec<Option<Card>>,
    /// The face-up cards on them.
    pub up: Vec<Card>,
}

/// Why something is no board. Columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum BoardError {
    #[error("{seen} cards, counting 13 for a finished run; the game has {PACK}")]
    CardCount { seen: usize },
    #[error("{seen} rows in the stock; it has {STOCK_ROWS} at most")]
    StockRows { seen: usize },
    #[error("column {column} has cards face down but none face up")]
    NoneUp { column: usize },
    #[error("{card} is there {seen} times; a game of {suits} suits has it {expected} times")]
    TooMany { card: Card, seen: usize, expected: usize, suits: Suits },
    #[error("no game of 1, 2 or 4 suits has these cards: {card} is there {seen} times")]
    NoGame { card: Card, seen: usize },
}

impl BoardBuilder {
    /// The checked board.
    ///
    /// # Errors
    /// If the cards are not those of the game; the first fault found.
    pub fn build(&self) -> Result<Board, BoardError> {
        if self.stock.len() > STOCK_ROWS {
            return Err(BoardError::StockRows { seen: self.stock.len() });
        }
        let on_table: usize = self.columns.iter().map(|pile| pile.down.len() + pile.up.len()).sum();
        let seen = on_table + COLUMNS * self.stock.len() + RUN * self.finished.len();
        if seen != PACK {
            return Err(BoardError::CardCount { seen });
        }
        if let Some(column) = self.columns.iter().position(|pile| pile.up.is_empty() && !pile.down.is_empty()) {
            return Err(BoardError::NoneUp { column: column + 1 });
        }
        let suits = self.check_cards()?;
        Ok(self.lay_out(suits))
    }

    /// Finds the number of suits, or checks the one that is given, by the cards that are known.
    fn check_cards(&self) -> Result<Suits, BoardError> {
        let finished = self.finished.iter().flat_map(|suit| Card::of_suit(*suit));
        let table = self.columns.iter().flat_map(|pile| pile.down.iter().flatten().chain(&pile.up)).copied();
        let known: Vec<Card> = table.chain(self.stock.iter().flatten().flatten().copied()).chain(finished).collect();
        let counts = count(&known);
        let excess = |suits: Suits| {
            let expected = |card: &Card| suits.copies(card.suit());
            known.iter().copied().find(|card| counts[card.code()] > expected(card))
        };
        match self.suits {
            Some(suits) => match excess(suits) {
                None => Ok(suits),
                Some(card) => Err(BoardError::TooMany {
                    card,
                    seen: counts[card.code()],
                    expected: suits.copies(card.suit()),
                    suits,
                }),
            },
            None => {
                // With few cards known more than one game may fit: the one with the fewest suits is taken.
                let fits = Suits::ALL.into_iter().find(|suits| excess(*suits).is_none());
                fits.ok_or_else(|| {
                    let card = known.iter().copied().max_by_key(|card| counts[card.code()]);
                    let card = card.unwrap_or_else(|| unreachable!("a board without known cards fits every game"));
                    BoardError::NoGame { card, seen: counts[card.code()] }
                })
            }
        }
    }

    fn lay_out(&self, suits: Suits) -> Board {
        let mut board = Board {
            cards: [None; PACK],
            starts: [0; COLUMNS + 1],
            down: [0; COLUMNS],
            stock: [[None; COLUMNS]; STOCK_ROWS],
            rows: self.stock.len() as u8,
            finished: [0; 4],
            suits,
        };
        let mut end = 0;
        for (index, pile) in self.columns.iter().enumerate() {
            for card in pile.down.iter().copied().chain(pile.up.iter().copied().map(Some)) {
                board.cards[end] = card;
                end += 1;
            }
            board.down[index] = pile.down.len() as u8;
            board.starts[index + 1] = end as u8;
        }
        for (place, row) in board.stock.iter_mut().zip(self.stock.iter().rev()) {
            *place = *row;
        }
        for suit in &self.finished {
            board.finished[*suit as usize] += 1;
        }
        board
    }
}

fn count<'a>(cards: impl IntoIterator<Item = &'a Card>) -> [usize; Card::CODES] {
    let mut counts = [0; Card::CODES];
    for card in cards {
        counts[card.code()] += 1;
    }
    counts
}
