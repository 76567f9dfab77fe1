//! ПАСЬЯНС for the solver: moves by what they waste.

use super::board::{COLUMNS, Column};
use super::card::Kind;
use super::moves::{Move, Place};
use super::position::Position;
use crate::game::{Game, Graded};

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
        let waste = Front::of(state).waste(mv);
        state.play_wasting(mv, waste);
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
    const MAX_WASTE: u32 = 2;

    fn moves_wasting(&self, state: &Position, waste: u32, moves: &mut Vec<Move>) {
        Front::of(state).moves_wasting(waste, moves);
    }

    fn play_wasting(&self, state: &mut Position, mv: Move, waste: u32) {
        state.play_wasting(mv, waste);
    }

    fn hash(&self, state: &Position) -> u64 {
        state.hash()
    }

    fn same(&self, a: &Position, b: &Position) -> bool {
        a.same(b)
    }
}

/// What the moves of a position depend on, gathered in one pass over the columns.
struct Front<'a> {
    columns: &'a [Column; COLUMNS],
    cell: Option<Kind>,
    /// For each kind, by code, which columns show it at the front, one bit each; locked piles show nothing, and empty
    /// columns stand at code 0.
    showing: [u16; 16],
    /// For each code, how many columns have it at the bottom.
    bottoms: [u8; 16],
}

impl<'a> Front<'a> {
    fn of(state: &'a Position) -> Front<'a> {
        let board = state.board();
        let mut front = Front { columns: board.columns(), cell: board.cell(), showing: [0; 16], bottoms: [0; 16] };
        for (index, &column) in front.columns.iter().enumerate() {
            front.bottoms[column.code_at(0)] += 1;
            if column.locks().is_none() {
                front.showing[column.front_code()] |= 1 << index;
            }
        }
        front
    }

    /// By source column, then by run length, then by target: columns from the left, the cell last. Of several empty
    /// columns only the leftmost is a target, and a whole column never goes into an empty one: neither changes what
    /// can be reached, as the order of columns does not matter.
    fn moves_wasting(&self, waste: u32, moves: &mut Vec<Move>) {
        let empty = self.showing[0] & self.showing[0].wrapping_neg();
        for (index, &column) in self.columns.iter().enumerate() {
            if column.is_empty() || column.locks().is_some() {
                continue;
            }
            let run = column.run_len();
            // A move that breaks a join wastes at least one.
            let shortest = if waste == 0 { run } else { 1 };
            for count in shortest..=run {
                let head = column.code_at(column.len() - count) as u8;
                let mut targets = self.showing_for(head) & !(1 << index);
                if count < column.len() {
                    targets |= empty;
                }
                while targets != 0 {
                    let to = Place::Column(targets.trailing_zeros() as u8);
                    targets &= targets - 1;
                    self.push(Move { from: Place::Column(index as u8), to, count: count as u8 }, waste, moves);
                }
                if count == 1 && self.cell.is_none() {
                    self.push(Move { from: Place::Column(index as u8), to: Place::Cell, count: 1 }, waste, moves);
                }
            }
        }
        if let Some(card) = self.cell {
            let mut targets = self.showing_for(card.code()) | empty;
            while targets != 0 {
                let to = Place::Column(targets.trailing_zeros() as u8);
                targets &= targets - 1;
                self.push(Move { from: Place::Cell, to, count: 1 }, waste, moves);
            }
        }
    }

    /// The columns that a card of that code goes on.
    fn showing_for(&self, code: u8) -> u16 {
        Kind::from_code(code).and_then(Kind::goes_on_kind).map_or(0, |kind| self.showing[usize::from(kind.code())])
    }

    fn push(&self, mv: Move, waste: u32, moves: &mut Vec<Move>) {
        if self.waste(mv) == waste {
            moves.push(mv);
        }
    }

    /// How much the legal move raises "moves played + lower bound": one for the move and one for the join it breaks or
    /// the base it takes away, less one for the join or the base it makes. (A base is a card that the bound wants at a
    /// bottom: a 10, or the only bottom face of its suit.)
    fn waste(&self, mv: Move) -> u32 {
        let mut cost = 1;
        let head = match mv.from {
            Place::Cell => self.cell.map_or(0, |card| usize::from(card.code())),
            Place::Column(from) => {
                let column = self.columns[usize::from(from)];
                let count = usize::from(mv.count);
                let head = column.code_at(column.len() - count);
                if count == column.len() {
                    cost += u32::from(is_ten(head) || is_face(head) && self.bottoms[head] == 1);
                } else {
                    cost += u32::from(count < column.run_len());
                }
                head
            }
        };
        let made = match mv.to {
            Place::Cell => false,
            Place::Column(to) if !self.columns[usize::from(to)].is_empty() => true,
            Place::Column(_) => is_ten(head) || is_face(head) && self.bottoms[head] == 0,
        };
        cost - u32::from(made)
    }
}

const fn is_ten(code: usize) -> bool {
    matches!(code, 9 | 10)
}

const fn is_face(code: usize) -> bool {
    code > 10
}
