//! Spider as the searches see it.

use super::board::{Board, COLUMNS};
use super::card::Card;
use super::guide::{Reading, StageWeights};
use super::moves::Move;
use super::rules::Rules;
use crate::game::{Game, Guided, Hidden, Successor};

/// The game with the rules it is played by and what its positions are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spider {
    /// The rules.
    pub rules: Rules,
    /// What positions are worth.
    pub weights: StageWeights,
}

impl Game for Spider {
    type State = Board;
    type Move = Move;
    type Key = u128;

    fn moves(&self, state: &Board, moves: &mut Vec<Move>) {
        state.moves(self.rules, moves);
    }

    fn play(&self, state: &mut Board, mv: Move) {
        state.play(mv, self.rules);
    }

    fn is_won(&self, state: &Board) -> bool {
        state.is_won()
    }

    /// 128 bits of hash: two of a billion positions agree by chance once in 10^20. Before the last row is dealt the
    /// order of the columns matters, as the row goes to them in order; after it, it does not.
    fn key(&self, state: &Board) -> u128 {
        let mut columns: [u128; COLUMNS] = std::array::from_fn(|column| {
            let column = state.column(column);
            let back = column.down().len() as u128 + 1;
            column.down().iter().copied().chain(column.up().map(Some)).fold(back, |hash, card| {
                let code = card.map_or(0, |card| card.code()) as u128 + 1;
                (hash.rotate_left(11) ^ code).wrapping_mul(0x2d99_787a_9f73_51c1_9e37_79b9_7f4a_7c15)
            })
        });
        if state.stock_rows() == 0 {
            columns.sort_unstable();
        }
        columns.into_iter().fold(state.stock_rows() as u128, |hash, column| {
            (hash.rotate_left(29) ^ column).wrapping_mul(0x9fb2_1c65_1e98_df25_a076_1d64_78bd_642f)
        })
    }

    fn lower_bound(&self, state: &Board) -> u32 {
        Reading::new(state, &self.weights, self.rules).bound()
    }
}

impl Guided for Spider {
    fn successors(&self, state: &Board, out: &mut Vec<Successor<Move>>) {
        Reading::new(state, &self.weights, self.rules).successors(out);
    }

    fn promise(&self, state: &Board) -> i32 {
        Reading::new(state, &self.weights, self.rules).promise()
    }
}

impl Spider {
    /// How the plain depth-first method values a move, in millionths: 20 for emptying a column and 20 less for filling
    /// one, 10 for turning a card up, 5 less for building on another suit, and the deal after these.
    ///
    /// Equal ones in the order of what the positions after them promise. Moves that make no run longer
    /// come after the deal: they can be taken back and forth without end, and bury the way down under them.
    pub fn plain_worth(&self, state: &Board, mv: Move) -> i32 {
        const POINT: i32 = 1_000_000;
        const DEAL: i32 = -25 * POINT;
        let Move::Cards { from, to, count } = mv else { return if mv == Move::Deal { DEAL } else { 0 } };
        let (source, target) = (state.column(from.into()), state.column(to.into()));
        let (count, down) = (usize::from(count), source.down().len());
        let whole = count == source.len() - down;
        let left = source.run() - count;
        let Some(head) = source.up().rev().nth(count - 1) else { return DEAL };
        let joined = target.front().is_some_and(|front| front.joins(head));
        let made = if joined { target.run() } else { 0 };
        let leaves = match (whole, down) {
            (true, 0) => 20,
            (true, _) => 10,
            _ => 0,
        };
        let meets = match (target.is_empty(), joined) {
            (true, _) => -20,
            (false, true) => 0,
            (false, false) => -5,
        };
        let idle = made <= left && (!whole || (target.is_empty() && down == 0));
        let mut after = *state;
        after.play(mv, self.rules);
        let tie = self.promise(&after);
        (leaves + meets) * POINT + tie - if idle { 30 * POINT } else { 0 }
    }
}

impl Hidden for Spider {
    fn is_hidden(&self, state: &Board) -> bool {
        state.hidden().any(|card| card.is_none())
    }

    fn veiled(&self, state: &Board) -> Board {
        state.veiled()
    }

    fn outcomes(
        &self,
        state: &Board,
        mv: Move,
        limit: usize,
        random: &mut dyn FnMut() -> u64,
        outcomes: &mut Vec<(Board, u32)>,
    ) {
        let unseen = state.unseen();
        let mut after = *state;
        if mv != Move::Deal {
            after.play(mv, self.rules);
        }
        let waiting: Vec<usize> = (0..COLUMNS).filter(|column| after.column(*column).waits()).collect();
        let kinds: Vec<&[Card]> = unseen.chunk_by(|one, other| one == other).collect();
        if let ([column], true) = (waiting.as_slice(), kinds.len() <= limit) {
            let revealed = kinds.iter().map(|kind| (with_revealed(&after, *column, kind[0]), kind.len() as u32));
            outcomes.extend(revealed);
            return;
        }
        for _ in 0..limit {
            let mut cards = unseen.clone();
            let mut board = after;
            if mv == Move::Deal {
                board.reveal_row(std::array::from_fn(|_| take(&mut cards, random)));
                board.play(mv, self.rules);
            }
            for column in &waiting {
                if let Some(card) = take(&mut cards, random) {
                    board = with_revealed(&board, *column, card);
                }
            }
            outcomes.push((board, 1));
        }
    }
}

fn with_revealed(board: &Board, column: usize, card: Card) -> Board {
    let mut revealed = *board;
    revealed.reveal(column, card).expect("the card waits");
    revealed
}

fn take(cards: &mut Vec<Card>, random: &mut dyn FnMut() -> u64) -> Option<Card> {
    // The remainder's bias is below 2^-57.
    (!cards.is_empty()).then(|| cards.swap_remove((random() % cards.len() as u64) as usize))
}
