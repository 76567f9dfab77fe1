//! Moves: what is legal, and what the board is afterwards.

use std::fmt;

use thiserror::Error;

use super::board::{Board, COLUMNS, Column};
use super::card::Kind;

/// Where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A column, 0 to 8 from left to right.
    Column(u8),
    /// The free cell.
    Cell,
}

/// One drag: the `count` front cards of `from` go to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Move {
    pub from: Place,
    pub to: Place,
    pub count: u8,
}

/// Why the rules forbid a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum IllegalMove {
    #[error("{0} is no place on the board: columns are 1 to 9")]
    NoSuchPlace(Place),
    #[error("{0} is locked")]
    Locked(Place),
    #[error("the {count} front cards of {from} are not a run")]
    NotARun { from: Place, count: u8 },
    #[error("cards cannot go from {0} to {0}")]
    SamePlace(Place),
    #[error("the free cell takes one card, and only when it is empty")]
    CellFull,
    #[error("the card does not go on the front card of {0}")]
    DoesNotGo(Place),
}

impl Board {
    /// Appends all legal moves to `moves`: by source column, then by run length, then by target.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        let fronts = self.columns.map(Column::front);
        let open: Vec<usize> = (0..COLUMNS).filter(|&column| !self.is_locked(column)).collect();
        for from in (0..COLUMNS as u8).map(Place::Column).chain([Place::Cell]) {
            for count in 1..=self.movable(from) {
                let Some(head) = self.head(from, count) else { continue };
                let takes = |&&to: &&usize| {
                    Place::Column(to as u8) != from && fronts[to].is_none_or(|front| head.goes_on(front))
                };
                moves.extend(open.iter().filter(takes).map(|&to| Move { from, to: Place::Column(to as u8), count }));
                if count == 1 && self.cell.is_none() {
                    moves.push(Move { from, to: Place::Cell, count });
                }
            }
        }
    }

    /// The back card of the `count` front cards.
    fn head(&self, from: Place, count: u8) -> Option<Kind> {
        match from {
            Place::Cell => self.cell,
            Place::Column(from) => {
                let column = self.columns[usize::from(from)];
                column.get(column.len().checked_sub(usize::from(count))?)
            }
        }
    }

    /// How many cards can be taken from there at most.
    fn movable(&self, from: Place) -> u8 {
        match from {
            Place::Column(c) if self.is_locked(usize::from(c)) => 0,
            Place::Column(c) => self.columns[usize::from(c)].run_len() as u8,
            Place::Cell => u8::from(self.cell.is_some()),
        }
    }

    /// Says whether the rules allow the move.
    ///
    /// # Errors
    /// The first rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        for place in [mv.from, mv.to] {
            match place {
                Place::Column(c) if usize::from(c) >= COLUMNS => return Err(IllegalMove::NoSuchPlace(place)),
                Place::Column(c) if self.is_locked(usize::from(c)) => return Err(IllegalMove::Locked(place)),
                _ => {}
            }
        }
        if mv.from == mv.to {
            return Err(IllegalMove::SamePlace(mv.from));
        }
        if mv.count == 0 || mv.count > self.movable(mv.from) {
            return Err(IllegalMove::NotARun { from: mv.from, count: mv.count });
        }
        match mv.to {
            Place::Cell if mv.count == 1 && self.cell.is_none() => Ok(()),
            Place::Cell => Err(IllegalMove::CellFull),
            Place::Column(to) => {
                let back = self.columns[usize::from(to)].front();
                match (self.head(mv.from, mv.count), back) {
                    (Some(_), None) => Ok(()),
                    (Some(first), Some(back)) if first.goes_on(back) => Ok(()),
                    _ => Err(IllegalMove::DoesNotGo(mv.to)),
                }
            }
        }
    }

    /// The board after the move.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn try_play(&self, mv: Move) -> Result<Board, IllegalMove> {
        self.check(mv)?;
        let mut board = *self;
        board.play_unchecked(mv);
        Ok(board)
    }

    /// Plays a move that [`Board::check`] allows; any other leaves nonsense behind.
    pub fn play_unchecked(&mut self, mv: Move) {
        let run = match mv.from {
            Place::Cell => self.cell.take().map_or(Column::EMPTY, |card| Column::EMPTY.with(card)),
            Place::Column(from) => {
                let column = &mut self.columns[usize::from(from)];
                let (rest, run) = column.split(usize::from(mv.count));
                *column = rest;
                run
            }
        };
        match mv.to {
            Place::Cell => self.cell = run.get(0),
            Place::Column(to) => {
                let column = &mut self.columns[usize::from(to)];
                *column = column.joined(run);
            }
        }
    }
}

impl fmt::Display for Place {
    /// `column 3` (counted from 1) or `the free cell`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Column(c) => write!(f, "column {}", c + 1),
            Place::Cell => f.write_str("the free cell"),
        }
    }
}
