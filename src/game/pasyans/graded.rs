//! ПАСЬЯНС for the solver: moves by what they waste.

use super::board::{COLUMNS, Column};
use super::card::Kind;
use super::front::Front;
use super::moves::Move;
use super::position::Position;
use crate::game::{Game, Graded, Shift, Wasting, Way};

/// The rules, as the solver takes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pasyans;

impl Game for Pasyans {
    type State = Position;
    type Move = Move;
    type Key = ([Column; COLUMNS], Option<Kind>);

    fn moves(&self, state: &Position, moves: &mut Vec<Move>) {
        state.board().legal_moves(moves);
    }

    fn play(&self, state: &mut Position, mv: Move) {
        state.play(mv);
    }

    fn is_won(&self, state: &Position) -> bool {
        state.lower_bound() == 0
    }

    fn key(&self, state: &Position) -> Self::Key {
        state.key()
    }

    fn lower_bound(&self, state: &Position) -> u32 {
        state.lower_bound()
    }
}

impl Graded for Pasyans {
    /// A 10 at the bottom goes into the cell: one move, and the bound rises by one. Or a join is broken for nothing.
    const LAST_TIER: u32 = 3;

    fn moves_of_tier(&self, state: &Position, tier: u32, moves: &mut Vec<Wasting<Move>>) {
        Front::of(state).moves_of_tier(tier, None, moves);
    }

    fn wasting_moves(&self, state: &Position, moves: &mut Vec<Wasting<Move>>) {
        Front::of(state).all_moves(moves);
    }

    fn play_wasting(&self, state: &mut Position, mv: Wasting<Move>) {
        state.play_wasting(mv.mv, mv.waste);
    }

    fn hash(&self, state: &Position) -> u64 {
        state.hash()
    }

    fn same(&self, a: &Position, b: &Position) -> bool {
        a.same(b)
    }

    fn must_waste(&self, state: &Position) -> bool {
        Front::of(state).is_deadlocked()
    }

    fn free_moves_unless_deadlocked(&self, state: &Position, moves: &mut Vec<Wasting<Move>>) -> bool {
        let front = Front::of(state);
        let tasks = front.tasks();
        let deadlocked = tasks.are_stuck();
        if !deadlocked {
            front.moves_of_tier(0, Some(&tasks), moves);
        }
        !deadlocked
    }

    fn tidying_move(&self, state: &Position) -> Option<Move> {
        Front::of(state).tidying_move()
    }

    fn shifts(&self, state: &Position, last: Option<Way>, shifts: &mut Vec<Shift<Move>>) {
        state.shifts(last, shifts);
    }

    fn moves_to_try(&self, state: &Position, moves: &mut Vec<Wasting<Move>>) -> bool {
        let front = Front::of(state);
        let safe = front.safe_move();
        match safe {
            Some((mv, _)) => moves.push(Wasting { mv, waste: 0 }),
            None => front.free_moves(moves),
        }
        safe.is_none()
    }
}
