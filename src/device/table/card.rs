//! The 36 real cards. The rules know 14 kinds; a picture shows which jack or which red six it is.

use std::fmt;

use crate::game::deal::shuffle;
use crate::game::pasyans::{Board, COLUMNS, Colour, DECK, Kind, Suit};

/// One card of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// What its corner and its middle show.
    pub rank: Rank,
    /// Its suit.
    pub suit: Suit,
}

/// The ranks of a deck of 36.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Rank {
    /// 6 to 10.
    Number(u8),
    Jack,
    Queen,
    King,
    Ace,
}

const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
const FACES: [Rank; 4] = [Rank::Jack, Rank::Queen, Rank::King, Rank::Ace];

impl Card {
    /// What the rules see of it.
    pub fn kind(self) -> Kind {
        match self.rank {
            Rank::Number(rank) => Kind::number(rank, colour(self.suit)).expect("numbers are 6 to 10"),
            _ => Kind::face(self.suit),
        }
    }

    /// The cards of one kind.
    fn of_kind(kind: Kind) -> Vec<Card> {
        match kind.suit() {
            Some(suit) => FACES.iter().map(|&rank| Card { rank, suit }).collect(),
            None => SUITS
                .iter()
                .filter(|&&suit| kind.colour() == Some(colour(suit)))
                .filter_map(|&suit| kind.rank().map(|rank| Card { rank: Rank::Number(rank), suit }))
                .collect(),
        }
    }
}

/// The colour of a suit.
pub fn colour(suit: Suit) -> Colour {
    match suit {
        Suit::Diamonds | Suit::Hearts => Colour::Red,
        Suit::Clubs | Suit::Spades => Colour::Black,
    }
}

/// Real cards on a board's places: every card once, which of a kind lies where decided by `seed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The columns, back card first.
    pub columns: [Vec<Card>; COLUMNS],
    /// The card in the free cell.
    pub cell: Option<Card>,
}

impl Layout {
    /// Puts cards where the board says.
    pub fn of(board: &Board, seed: u64) -> Layout {
        let mut piles: Vec<Vec<Card>> = DECK
            .iter()
            .map(|&(kind, _)| {
                let mut cards = Card::of_kind(kind);
                shuffle(&mut cards, seed.wrapping_mul(16).wrapping_add(u64::from(kind.code())));
                cards
            })
            .collect();
        let mut draw = |kind: Kind| piles[usize::from(kind.code()) - 1].pop().expect("a board holds one deck");
        let columns = board.columns().map(|column| column.iter().map(&mut draw).collect());
        Layout { columns, cell: board.cell().map(draw) }
    }
}

impl fmt::Display for Card {
    /// As the board text has it: `10R`, `C`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.kind(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::pasyans::deal;
    use std::collections::HashSet;

    #[test]
    fn every_card_lies_once_and_where_its_kind_does() {
        for seed in 0..50 {
            let board = deal(seed);
            let layout = Layout::of(&board, seed);
            let cards: HashSet<Card> = layout.columns.iter().flatten().copied().collect();
            assert_eq!(cards.len(), 36);
            for (column, kinds) in layout.columns.iter().zip(board.columns()) {
                assert!(column.iter().map(|card| card.kind()).eq(kinds.iter()));
            }
        }
    }
}
