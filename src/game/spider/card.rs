//! Cards of two packs, the suits in play, and their names.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use thiserror::Error;

use crate::game::text::excerpt;

/// A suit, in the order that the deal numbers of other programs count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// Every suit.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }

    fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

/// How many suits a game is played with; always 104 cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suits {
    /// Spades, eight times.
    One,
    /// Hearts and spades, four times each.
    Two,
    /// All four, twice each.
    Four,
}

impl Suits {
    /// Every choice, easiest first.
    pub const ALL: [Suits; 3] = [Suits::One, Suits::Two, Suits::Four];

    /// 1, 2 or 4.
    pub const fn count(self) -> usize {
        match self {
            Suits::One => 1,
            Suits::Two => 2,
            Suits::Four => 4,
        }
    }

    /// The choice with that many suits.
    pub fn from_count(count: usize) -> Option<Suits> {
        Suits::ALL.into_iter().find(|suits| suits.count() == count)
    }

    /// How often each card of `suit` is in the game.
    pub const fn copies(self, suit: Suit) -> usize {
        match (self, suit) {
            (Suits::One, Suit::Spades) => 8,
            (Suits::Two, Suit::Hearts | Suit::Spades) => 4,
            (Suits::Four, _) => 2,
            _ => 0,
        }
    }
}

impl fmt::Display for Suits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count())
    }
}

/// The names of the ranks, ace to king.
const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

/// A card: a suit and a rank from 1, the ace, to 13, the king. Both copies of a card are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(NonZeroU8);

impl Card {
    /// One more than the largest [`Card::code`].
    pub const CODES: usize = 64;
    /// The rank of a king.
    pub const KING: u8 = 13;

    /// The card of that suit and rank; `None` if the rank is not 1 to 13.
    pub const fn new(suit: Suit, rank: u8) -> Option<Card> {
        if rank < 1 || rank > Card::KING {
            return None;
        }
        match NonZeroU8::new((suit as u8) << 4 | rank) {
            Some(code) => Some(Card(code)),
            None => None,
        }
    }

    /// Every card of `suit`, ace first.
    pub fn of_suit(suit: Suit) -> impl Iterator<Item = Card> {
        (1..=Card::KING).filter_map(move |rank| Card::new(suit, rank))
    }

    /// A small number for tables, below [`Card::CODES`] and never 0.
    #[inline]
    pub const fn code(self) -> usize {
        self.0.get() as usize
    }

    /// 1, the ace, to 13, the king.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0.get() & 15
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0.get() >> 4) as usize]
    }

    /// May `other` be put on this card? It may if it is one lower, of any suit.
    #[inline]
    pub const fn takes(self, other: Card) -> bool {
        self.rank() == other.rank() + 1
    }

    /// Does `other` on this card make a run, one lower and of the same suit?
    #[inline]
    pub const fn joins(self, other: Card) -> bool {
        // An ace is 1 and a king 13 in 16 places a suit, so that the difference alone cannot cross suits.
        self.0.get() == other.0.get() + 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[usize::from(self.rank()) - 1], self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no card: expected a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, like TD")]
pub struct ParseCardError(pub String);

impl FromStr for Card {
    type Err = ParseCardError;

    /// Case does not matter; `10D` and `0D` mean `TD`.
    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let wrong = || ParseCardError(excerpt(text));
        let mut letters = text.chars();
        let suit = letters.next_back().and_then(Suit::from_letter).ok_or_else(wrong)?;
        let rank = match letters.as_str().to_ascii_uppercase().as_str() {
            "10" | "0" => 10,
            name => {
                let mut names = name.chars();
                let letter = names.next().filter(|_| names.as_str().is_empty()).ok_or_else(wrong)?;
                1 + RANKS.iter().position(|rank| *rank == letter).ok_or_else(wrong)? as u8
            }
        };
        Card::new(suit, rank).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_round_trips_through_its_name() {
        let cards: Vec<Card> = Suit::ALL.into_iter().flat_map(Card::of_suit).collect();
        assert_eq!(cards.len(), 52);
        for card in cards {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
        }
        assert_eq!("10d".parse::<Card>(), "TD".parse());
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "T", "D", "1D", "TDD", "TX", "11D", "♠", "K♠"] {
            assert_eq!(text.parse::<Card>(), Err(ParseCardError(text.to_string())));
        }
    }

    #[test]
    fn a_run_goes_down_in_one_suit() {
        let card = |text: &str| text.parse::<Card>().expect("a card");
        assert!(card("TD").takes(card("9S")) && !card("TD").joins(card("9S")));
        assert!(card("TD").joins(card("9D")));
        assert!(!card("AD").takes(card("KD")) && !card("KC").joins(card("AD")));
    }

    #[test]
    fn every_choice_of_suits_makes_104_cards() {
        for suits in Suits::ALL {
            assert_eq!(Suit::ALL.into_iter().map(|suit| 13 * suits.copies(suit)).sum::<usize>(), 104);
            assert_eq!(Suits::from_count(suits.count()), Some(suits));
        }
        assert_eq!(Suits::from_count(3), None);
    }
}
