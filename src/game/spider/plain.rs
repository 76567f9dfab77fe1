//! Spider as the plain depth-first method sees it: fewer moves, a coarser key, and an order of moves by a few points.

use super::board::{Board, COLUMNS};
use super::moves::Move;
use super::search::Spider;
use crate::game::{Game, Guided, mix};

/// The game for the plain method. It leaves out moves and takes positions for equal that are not quite, so that running
/// out of positions proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainSpider(pub Spider);

impl Game for PlainSpider {
    type State = Board;
    type Move = Move;
    type Key = u64;

    /// The legal moves but for those to a second empty column and of whole columns to an empty one, which change only
    /// the order of columns.
    fn moves(&self, state: &Board, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.0.moves(state, moves);
        let empty = state.columns().position(|column| column.is_empty());
        let mut index = 0;
        moves.retain(|mv| {
            index += 1;
            let Move::Cards { from, to, count } = *mv else { return true };
            let (from, to) = (usize::from(from), usize::from(to));
            let idle =
                state.column(to).is_empty() && (Some(to) != empty || usize::from(count) == state.column(from).len());
            index <= first || !idle
        });
    }

    fn play(&self, state: &mut Board, mv: Move) {
        self.0.play(state, mv);
    }

    fn is_won(&self, state: &Board) -> bool {
        state.is_won()
    }

    /// A Zobrist hash of the visible cards, summed over the columns: their order matters to nothing but the next row.
    /// What lies face down is told by the column and the number of its cards.
    fn key(&self, state: &Board) -> u64 {
        let column = |index: usize| {
            let column = state.column(index);
            let down = column.down().len();
            let below = if down == 0 { 0 } else { number(index * 128 + down, 0) };
            let cards = column.up().enumerate().map(|(depth, card)| number(depth, card.code()));
            mix::nth(cards.fold(below, |hash, card| hash ^ card))
        };
        (0..COLUMNS).map(column).fold(state.stock_rows() as u64, u64::wrapping_add)
    }

    fn lower_bound(&self, state: &Board) -> u32 {
        self.0.lower_bound(state)
    }
}

impl PlainSpider {
    /// How a move is valued, in millionths: 20 for emptying a column and 20 less for filling one, 10 for turning a card
    /// up, 5 less for building on another suit, and the deal after these.
    ///
    /// Equal ones in the order of what the positions after them promise. Moves that make no run longer come after the
    /// deal: they can be taken back and forth without end, and bury the way down under them.
    pub fn worth(&self, state: &Board, mv: Move) -> i32 {
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
        let idle = made <= left && !whole;
        let mut after = *state;
        after.play(mv, self.0.rules);
        let tie = self.0.promise(&after);
        (leaves + meets) * POINT + tie - if idle { 30 * POINT } else { 0 }
    }
}

/// The random number of a card in a depth.
fn number(depth: usize, code: usize) -> u64 {
    mix::nth((depth * 64 + code) as u64)
}
