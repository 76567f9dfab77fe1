//! Deals: the project's own, and those of two well-known programs, card for card.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, BoardBuilder, COLUMNS};
use super::card::{Card, Suit, Suits};
use crate::game::deal::shuffle;

/// Why a shuffled deal always passes the builder's checks.
const TWO_PACKS: &str = "two packs make a board";

/// Which deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deal {
    /// The project's own deal of that seed.
    Seed(u64),
    /// The deal of that number in KPatience.
    Kpat(u32),
    /// The deal of that number in PySolFC's compatible generator, 1 to 32000, for four suits.
    Pysol(u16),
}

/// The deal does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum DealError {
    #[error("\"{0}\" is no deal: expected kpat:N, pysol:N or seed:N with a number N")]
    Form(String),
    #[error("pysol:{0}: the deals of PySol that are known here are 1 to 32000")]
    PysolRange(u64),
    #[error("pysol:{deal} is a deal of four suits, not of {suits}")]
    PysolSuits { deal: u16, suits: Suits },
}

impl FromStr for Deal {
    type Err = DealError;

    fn from_str(text: &str) -> Result<Deal, DealError> {
        let form = || DealError::Form(text.to_string());
        let (name, number) = text.split_once(':').ok_or_else(form)?;
        let number: u64 = number.parse().map_err(|_| form())?;
        match name {
            "seed" => Ok(Deal::Seed(number)),
            "kpat" => Ok(Deal::Kpat(u32::try_from(number).map_err(|_| form())?)),
            "pysol" if !(1..=32_000).contains(&number) => Err(DealError::PysolRange(number)),
            "pysol" => Ok(Deal::Pysol(number as u16)),
            _ => Err(form()),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deal::Seed(seed) => write!(f, "seed:{seed}"),
            Deal::Kpat(number) => write!(f, "kpat:{number}"),
            Deal::Pysol(number) => write!(f, "pysol:{number}"),
        }
    }
}

impl Deal {
    /// The board that this deal begins with.
    ///
    /// # Errors
    /// Only a PySol deal of fewer than four suits does not exist.
    pub fn board(self, suits: Suits) -> Result<Board, DealError> {
        match self {
            Deal::Seed(seed) => {
                let mut cards = two_packs(suits, [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades]);
                shuffle(&mut cards, seed);
                Ok(lay_out(&cards, column_in_turn, suits).build().expect(TWO_PACKS))
            }
            Deal::Kpat(number) => {
                let mut builder = lay_out(&kpat(number, suits), column_in_turn, suits);
                // KPatience lays the ten cards of a stock row down from the right.
                builder.stock.iter_mut().for_each(|row| row.reverse());
                Ok(builder.build().expect(TWO_PACKS))
            }
            Deal::Pysol(deal) if suits != Suits::Four => Err(DealError::PysolSuits { deal, suits }),
            Deal::Pysol(number) => Ok(lay_out(&pysol(number), column_of_pysol, suits).build().expect(TWO_PACKS)),
        }
    }
}

/// The generator that both other programs shuffle with: that of an old C library, 15 bits a number.
struct Congruential(u32);

impl Congruential {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        (self.0 >> 16 & 0x7fff) as usize % below
    }
}

/// The cards before shuffling: twice over `order`, ace to king in each suit. Suits that are not in play become hearts
/// and spades, or spades.
fn two_packs(suits: Suits, order: [Suit; 4]) -> Vec<Card> {
    let packs = order.into_iter().cycle().take(8);
    packs.flat_map(|suit| Card::of_suit(in_play(suit, suits))).collect()
}

fn in_play(suit: Suit, suits: Suits) -> Suit {
    match (suits, suit) {
        (Suits::One, _) | (Suits::Two, Suit::Diamonds) => Suit::Spades,
        (Suits::Two, Suit::Clubs) => Suit::Hearts,
        _ => suit,
    }
}

fn kpat(number: u32, suits: Suits) -> Vec<Card> {
    let ranks = (1..=Card::KING).cycle().take(2 * 13);
    let mut cards: Vec<Card> =
        ranks.flat_map(|rank| Suit::ALL.map(|suit| Card::new(in_play(suit, suits), rank))).flatten().collect();
    let mut random = Congruential(number);
    for count in (2..=cards.len()).rev() {
        cards.swap(count - 1, random.next(count));
    }
    cards
}

fn pysol(number: u16) -> Vec<Card> {
    let mut cards = two_packs(Suits::Four, [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds]);
    let mut random = Congruential(u32::from(number));
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.next(last + 1));
    }
    cards
}

/// Columns one to ten, over and over.
fn column_in_turn(index: usize) -> usize {
    index % COLUMNS
}

/// Four rows, then one more card on columns 1, 4, 7 and 10, then the face-up row.
fn column_of_pysol(index: usize) -> usize {
    match index {
        0..40 => index % COLUMNS,
        40..44 => (index - 40) * 3,
        _ => index - 44,
    }
}

/// Deals from the end of `cards`: 54 to the columns that `column` names, the last of each face up, then the stock's rows.
fn lay_out(cards: &[Card], column: fn(usize) -> usize, suits: Suits) -> BoardBuilder {
    let mut builder = BoardBuilder { suits: Some(suits), ..BoardBuilder::default() };
    let mut dealt = cards.iter().rev().copied();
    for (index, card) in dealt.by_ref().take(54).enumerate() {
        builder.columns[column(index)].up.push(card);
    }
    for pile in &mut builder.columns {
        let front = pile.up.split_off(pile.up.len() - 1);
        pile.down = std::mem::replace(&mut pile.up, front).into_iter().map(Some).collect();
    }
    let stock: Vec<Option<Card>> = dealt.map(Some).collect();
    builder.stock = stock.as_chunks::<COLUMNS>().0.to_vec();
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(board: &Board) -> (String, String) {
        let text = |cards: Vec<Card>| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
        let front = (0..COLUMNS).filter_map(|column| board.column(column).front()).collect();
        let stock = board.stock().next().expect("five rows").iter().flatten().copied().collect();
        (text(front), text(stock))
    }

    #[test]
    fn kpat_deal_1_is_the_programs_own() {
        let (front, stock) = rows(&Deal::Kpat(1).board(Suits::Four).expect("a deal"));
        assert_eq!(front, "7C 3S 2H 4S 9D 9S 7H 3H 8D 9C");
        assert_eq!(stock, "KC QC 7D 5C 4D AH TD 4H 6D TD");
    }

    #[test]
    fn pysol_deal_1_is_the_programs_own() {
        let (front, stock) = rows(&Deal::Pysol(1).board(Suits::Four).expect("a deal"));
        assert_eq!(front, "8H TH AH JC 4H 7H QS QC 7C 3S");
        assert_eq!(stock, "QH 9S 2S QH 3C AS 4S KS 6D TD");
    }

    #[test]
    fn the_same_seed_gives_the_same_deal() {
        for suits in Suits::ALL {
            assert_eq!(Deal::Seed(7).board(suits), Deal::Seed(7).board(suits));
            assert_ne!(Deal::Seed(7).board(suits), Deal::Seed(8).board(suits));
        }
    }

    #[test]
    fn what_is_no_deal_is_refused_with_its_reason() {
        assert_eq!("kpat:12".parse(), Ok(Deal::Kpat(12)));
        assert_eq!("kpat".parse::<Deal>(), Err(DealError::Form("kpat".into())));
        assert_eq!("kpat:-1".parse::<Deal>(), Err(DealError::Form("kpat:-1".into())));
        assert_eq!("pysol:32001".parse::<Deal>(), Err(DealError::PysolRange(32_001)));
        let two = Deal::Pysol(3).board(Suits::Two);
        assert_eq!(two, Err(DealError::PysolSuits { deal: 3, suits: Suits::Two }));
    }
}
