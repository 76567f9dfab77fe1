//! The 14 kinds of card: a number card's colour and a face card's suit are all that the rules look at.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use thiserror::Error;

use crate::game::text::excerpt;

/// A kind of card, in four bits: 1 to 10 are numbers, 11 to 14 faces; 0 stays free for "no card" in packed columns and in
/// an `Option`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(NonZeroU8);

/// The colour of a number card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Diamonds and hearts.
    Red,
    /// Clubs and spades.
    Black,
}

/// The suit of a face card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// Each kind with how many of it the deck holds: two of each number and colour, four faces of each suit.
pub const DECK: [(Kind, u8); 14] = {
    let mut deck = [(Kind(NonZeroU8::MIN), 2); 14];
    let mut code = 1;
    while code <= 14 {
        if let Some(kind) = Kind::from_code(code) {
            deck[code as usize - 1] = (kind, if code <= 10 { 2 } else { 4 });
        }
        code += 1;
    }
    deck
};

/// A text that names no card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no card: expected 6R to 10R, 6B to 10B, C, D, H or S")]
pub struct ParseKindError(pub String);

impl Kind {
    /// Every kind, numbers first.
    pub fn all() -> impl Iterator<Item = Kind> + Clone {
        DECK.iter().map(|&(kind, _)| kind)
    }

    /// The number card of that rank (6 to 10) and colour.
    pub const fn number(rank: u8, colour: Colour) -> Option<Kind> {
        if rank < 6 || rank > 10 {
            return None;
        }
        Kind::from_code(1 + 2 * (rank - 6) + colour as u8)
    }

    /// The face card of that suit.
    pub const fn face(suit: Suit) -> Kind {
        Kind(NonZeroU8::MIN.saturating_add(10 + suit as u8))
    }

    /// The four-bit code, 1 to 14.
    pub const fn code(self) -> u8 {
        self.0.get()
    }

    /// The kind with that code.
    pub const fn from_code(code: u8) -> Option<Kind> {
        match NonZeroU8::new(code) {
            Some(code) if code.get() <= 14 => Some(Kind(code)),
            _ => None,
        }
    }

    /// 6 to 10 for a number card.
    pub const fn rank(self) -> Option<u8> {
        if self.code() <= 10 { Some(6 + (self.code() - 1) / 2) } else { None }
    }

    /// The colour of a number card.
    pub const fn colour(self) -> Option<Colour> {
        match self.code() {
            1 | 3 | 5 | 7 | 9 => Some(Colour::Red),
            2 | 4 | 6 | 8 | 10 => Some(Colour::Black),
            _ => None,
        }
    }

    /// The suit of a face card.
    pub const fn suit(self) -> Option<Suit> {
        match self.code() {
            11 => Some(Suit::Clubs),
            12 => Some(Suit::Diamonds),
            13 => Some(Suit::Hearts),
            14 => Some(Suit::Spades),
            _ => None,
        }
    }

    /// Is this a face card?
    pub const fn is_face(self) -> bool {
        self.code() > 10
    }

    /// May this card lie on `back`? A number lies on the next higher number of the other colour, a face on a face of
    /// its suit.
    pub const fn goes_on(self, back: Kind) -> bool {
        GOES_ON[self.code() as usize] == back.code()
    }

    /// The one kind that this card may lie on; none for a 10.
    pub const fn goes_on_kind(self) -> Option<Kind> {
        Kind::from_code(GOES_ON[self.code() as usize])
    }
}

/// For each code the code it may lie on; 0 where there is none.
pub(super) const GOES_ON: [u8; 16] = {
    let mut table = [0; 16];
    let mut code = 1;
    while code <= 14 {
        table[code] = match code {
            // The next rank up is two codes on; the other colour is the neighbour of the pair.
            1..=8 => code as u8 + if code % 2 == 1 { 3 } else { 1 },
            9 | 10 => 0,
            face => face as u8,
        };
        code += 1;
    }
    table
};

/// For each code the code that goes on it; 0 where there is none.
pub(super) const COMES_ON: [u8; 16] = {
    let mut table = [0; 16];
    let mut code = 1;
    while code <= 14 {
        table[GOES_ON[code] as usize] = code as u8;
        code += 1;
    }
    table[0] = 0;
    table
};

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 14] = ["6R", "6B", "7R", "7B", "8R", "8B", "9R", "9B", "10R", "10B", "C", "D", "H", "S"];
        f.pad(NAMES[self.code() as usize - 1])
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Kind {
    type Err = ParseKindError;

    /// Reads `7R`, `10B` or `0B`, `C` or the older `CC`; case does not matter.
    fn from_str(text: &str) -> Result<Kind, ParseKindError> {
        let upper = text.to_ascii_uppercase();
        let kind = match upper.as_str() {
            "C" | "CC" => Some(Kind::face(Suit::Clubs)),
            "D" | "DD" => Some(Kind::face(Suit::Diamonds)),
            "H" | "HH" => Some(Kind::face(Suit::Hearts)),
            "S" | "SS" => Some(Kind::face(Suit::Spades)),
            number => {
                let colour = match number.as_bytes().last() {
                    Some(b'R') => Some(Colour::Red),
                    Some(b'B') => Some(Colour::Black),
                    _ => None,
                };
                colour.and_then(|colour| {
                    let rank = match &number[..number.len() - 1] {
                        "0" | "10" => 10,
                        digit => digit.parse().ok().filter(|_| digit.len() == 1)?,
                    };
                    Kind::number(rank, colour)
                })
            }
        };
        kind.ok_or_else(|| ParseKindError(excerpt(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_on_is_the_rule_for_every_pair() {
        for front in Kind::all() {
            for back in Kind::all() {
                let by_rule = match (front.rank(), back.rank()) {
                    (Some(f), Some(b)) => b == f + 1 && front.colour() != back.colour(),
                    (None, None) => front.suit() == back.suit(),
                    _ => false,
                };
                assert_eq!(front.goes_on(back), by_rule, "{front} on {back}");
            }
        }
    }

    #[test]
    fn names_round_trip_and_older_names_are_read() {
        for kind in Kind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.to_string().to_lowercase().parse(), Ok(kind));
        }
        assert_eq!("0b".parse(), Kind::number(10, Colour::Black).ok_or(ParseKindError(String::new())));
        assert_eq!("CC".parse(), Ok(Kind::face(Suit::Clubs)));
        for bad in ["", "R", "5R", "11B", "+7R", "7", "CD", "♠", "10"] {
            assert_eq!(bad.parse::<Kind>(), Err(ParseKindError(bad.to_string())));
        }
    }

    #[test]
    fn the_deck_has_36_cards() {
        assert_eq!(DECK.iter().map(|&(_, count)| u32::from(count)).sum::<u32>(), 36);
    }
}
