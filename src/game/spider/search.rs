//! Spider as the searches see it.

use super::board::{Board, COLUMNS, RUN};
use super::card::Suits;
use super::guide::{Folds, Reading, StageWeights};
use super::moves::Move;
use super::rules::{Finishing, Rules};
use crate::game::{Game, Guided, Hidden, NO_AIM, Successor};

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
        Reading::new(state, &self.weights, self.rules, &mut Folds::default()).bound()
    }
}

impl Guided for Spider {
    fn successors(&self, state: &Board, wanted: impl FnMut(u64) -> bool, out: &mut Vec<Successor<Move>>) {
        Reading::new(state, &self.weights, self.rules, &mut Folds::default()).successors(wanted, out);
    }

    fn promise(&self, state: &Board) -> i32 {
        Reading::new(state, &self.weights, self.rules, &mut Folds::default()).promise()
    }
}

impl Spider {
    /// The game for a search that knows all cards.
    pub fn open(suits: Suits, rules: Rules) -> Spider {
        Spider { rules, weights: suits.weights() }
    }

    /// The game for a player who does not know the face-down cards.
    pub fn closed(suits: Suits, rules: Rules) -> Spider {
        Spider { rules, weights: suits.closed_weights() }
    }
}

impl Hidden for Spider {
    /// The face-up runs of each column: without them a card turns up, or the column is empty.
    type Aims = [u8; COLUMNS];

    fn is_hidden(&self, state: &Board) -> bool {
        state.hidden().any(|card| card.is_none())
    }

    fn veiled(&self, state: &Board) -> Board {
        state.veiled()
    }

    fn turned_up(&self, state: &Board, mv: Move) -> u64 {
        let mut after = *state;
        after.play(mv, self.rules);
        let waiting = (0..COLUMNS).filter(|column| after.column(*column).waits());
        waiting.fold(0, |columns, column| columns | 1 << column)
    }

    fn aims(&self, state: &Board) -> [u8; COLUMNS] {
        std::array::from_fn(|column| match state.column(column) {
            column if column.is_empty() => NO_AIM,
            column => column.runs(),
        })
    }

    fn aims_after(&self, state: &Board, mut aims: [u8; COLUMNS], mv: Move) -> [u8; COLUMNS] {
        let Move::Cards { from, to, count } = mv else { return aims };
        let (from, to, count) = (usize::from(from), usize::from(to), usize::from(count));
        let (left, reached) = (state.column(from), state.column(to));
        aims[from] -= u8::from(left.run() == count);
        if let (Some(head), Some(front)) = (left.up().nth_back(count - 1), reached.front()) {
            let finishes = reached.run() + count == RUN && self.rules.finishing == Finishing::ByItself;
            match front.joins(head) {
                true => aims[to] -= u8::from(finishes),
                false => aims[to] += 1,
            }
        }
        aims
    }

    fn world(&self, state: &Board, random: &mut dyn FnMut() -> u64) -> Board {
        let mut unseen = state.unseen();
        for left in (1..unseen.len()).rev() {
            // The remainder's bias is below 2^-57.
            unseen.swap(left, (random() % (left as u64 + 1)) as usize);
        }
        state.with_hidden(unseen.into_iter().map(Some))
    }
}
