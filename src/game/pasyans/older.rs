//! The game as the older bot sees it: only whole longest runs move, and a state has a score.

use super::board::{COLUMNS, Column};
use super::card::Kind;
use super::graded::Pasyans;
use super::moves::{Move, Place};
use super::position::Position;
use crate::game::{Game, Scored};

/// The older bot's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OlderBot {
    /// For a finished stack.
    pub stack: i32,
    /// For an empty column.
    pub empty: i32,
    /// For any other column, less the cards buried in it behind the run at its front.
    pub column: i32,
}

impl Default for OlderBot {
    fn default() -> OlderBot {
        OlderBot { stack: 20, empty: 10, column: 5 }
    }
}

impl OlderBot {
    fn points(&self, column: Column) -> i64 {
        let points = if column.is_empty() {
            self.empty
        } else if column.locks().is_some() || column.is_finished_numbers() {
            self.stack
        } else {
            self.column - (column.len() - column.run_len()) as i32
        };
        i64::from(points)
    }
}

impl Game for OlderBot {
    type State = Position;
    type Move = Move;
    type Key = ([Column; COLUMNS], Option<Kind>);

    /// A part of a run moves only into the free cell, which takes one card.
    fn moves(&self, state: &Position, moves: &mut Vec<Move>) {
        let first = moves.len();
        Pasyans.moves(state, moves);
        let whole = |mv: &Move| match (mv.from, mv.to) {
            (Place::Column(from), Place::Column(_)) => {
                usize::from(mv.count) == state.board().columns()[usize::from(from)].run_len()
            }
            _ => true,
        };
        let kept: Vec<Move> = moves.drain(first..).filter(whole).collect();
        moves.extend(kept);
    }

    fn play(&self, state: &mut Position, mv: Move) {
        Pasyans.play(state, mv);
    }

    fn is_won(&self, state: &Position) -> bool {
        Pasyans.is_won(state)
    }

    fn key(&self, state: &Position) -> Self::Key {
        Pasyans.key(state)
    }

    fn lower_bound(&self, state: &Position) -> u32 {
        Pasyans.lower_bound(state)
    }
}

impl Scored for OlderBot {
    fn score(&self, state: &Position) -> i64 {
        state.board().columns().iter().map(|&column| self.points(column)).sum()
    }
}
