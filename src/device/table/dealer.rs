//! Which deal comes next.

use crate::game::deal::shuffle;
use crate::game::pasyans::{self, Board, BoardBuilder, COLUMNS, Colour, DECK, Kind, Suit};

use super::random::Random;

/// Deals one board after the other: those of `seed`, `seed + 1`, `seed + 2`, …, so that each can be had again.
#[derive(Clone, Debug)]
pub struct Dealer {
    next: u64,
    odd: OddDeals,
    chaos: Random,
}

/// How often a deal is not an ordinary one. Chances, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OddDeals {
    /// A column dealt as four faces of one suit, which locks at once.
    pub locked: f64,
    /// A deal that cannot be won.
    pub unwinnable: f64,
}

impl Dealer {
    /// Begins with the deal of `seed`.
    pub fn new(seed: u64, odd: OddDeals) -> Dealer {
        Dealer { next: seed, odd, chaos: Random::new(seed ^ 0x6465_616c) }
    }

    /// The next deal, with the seed of its ordinary form.
    pub fn deal(&mut self) -> (u64, Board) {
        let seed = self.next;
        self.next = self.next.wrapping_add(1);
        let board = match () {
            () if self.chaos.chance(self.odd.unwinnable) => unwinnable_deal(seed),
            () if self.chaos.chance(self.odd.locked) => locked_deal(seed),
            () => pasyans::deal(seed),
        };
        (seed, board)
    }
}

/// A deal with one column of four faces of one suit.
pub fn locked_deal(seed: u64) -> Board {
    let mut random = Random::new(seed);
    let face = Kind::face([Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades][random.below(4)]);
    let mut rest: Vec<Kind> = deck().into_iter().filter(|&kind| kind != face).collect();
    shuffle(&mut rest, seed);
    let pile = random.below(COLUMNS);
    rest.splice(4 * pile..4 * pile, [face; 4]);
    columns_of_four(&rest)
}

/// A deal that ends after one move at most. The front cards are red 6, 8 and 10, twice each, and a club, a diamond
/// and a heart, so that none goes on another. Behind them lie black 6, 8 and 10, red 7 and 9 and spades: whichever of
/// these one move to the free cell uncovers, nothing goes on it and it goes nowhere.
pub fn unwinnable_deal(seed: u64) -> Board {
    let numbers = |rank, colour| Kind::number(rank, colour).expect("6 to 10");
    let mut rest = deck();
    let mut take = |kind: Kind| {
        let place = rest.iter().position(|&card| card == kind).expect("no more of a kind than the deck has");
        rest.swap_remove(place)
    };
    let mut fronts: Vec<Kind> = [6, 6, 8, 8, 10, 10].map(|rank| take(numbers(rank, Colour::Red))).to_vec();
    fronts.extend([Suit::Clubs, Suit::Diamonds, Suit::Hearts].map(|suit| take(Kind::face(suit))));
    let mut seconds: Vec<Kind> = [6, 6, 8, 8, 10, 10].map(|rank| take(numbers(rank, Colour::Black))).to_vec();
    seconds.extend([7, 7, 9, 9].map(|rank| take(numbers(rank, Colour::Red))));
    seconds.extend([Suit::Spades; 4].map(|suit| take(Kind::face(suit))));
    shuffle(&mut fronts, seed);
    shuffle(&mut seconds, seed);
    rest.extend(seconds.split_off(COLUMNS));
    shuffle(&mut rest, seed);
    let deep = rest.chunks(2);
    let cards: Vec<Kind> =
        deep.zip(seconds).zip(fronts).flat_map(|((deep, second), front)| [deep[0], deep[1], second, front]).collect();
    columns_of_four(&cards)
}

fn deck() -> Vec<Kind> {
    DECK.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, usize::from(count))).collect()
}

fn columns_of_four(cards: &[Kind]) -> Board {
    let mut builder = BoardBuilder::default();
    for (column, four) in builder.columns.iter_mut().zip(cards.chunks(4)) {
        *column = four.to_vec();
    }
    builder.build().expect("a whole deck in nine columns of four")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn successive_deals_are_those_of_successive_seeds() {
        let mut dealer = Dealer::new(7, OddDeals::default());
        for seed in 7..12 {
            assert_eq!(dealer.deal(), (seed, pasyans::deal(seed)));
        }
    }

    #[test]
    fn a_locked_deal_has_a_locked_column() {
        for seed in 0..50 {
            let board = locked_deal(seed);
            assert!((0..COLUMNS).any(|column| board.is_locked(column)), "seed {seed}:\n{board}");
        }
    }

    /// Plays every line of play out: there are but a few positions.
    #[test]
    fn an_unwinnable_deal_ends_after_one_move() {
        for seed in 0..50 {
            let mut seen = HashSet::from([unwinnable_deal(seed)]);
            let mut open: Vec<Board> = seen.iter().copied().collect();
            while let Some(board) = open.pop() {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                for mv in moves {
                    let next = board.try_play(mv).expect("legal");
                    assert!(!next.is_won());
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            assert_eq!(seen.len(), 1 + COLUMNS, "seed {seed}");
        }
    }
}
