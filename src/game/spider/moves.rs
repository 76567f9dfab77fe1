//! Moves: which are legal, and what they do.

use std::fmt;

use thiserror::Error;

use super::board::{Board, COLUMNS, RUN};
use super::card::Card;
use super::rules::{Dealing, Finishing, Rules};

/// One move. Columns count from 0 here, and from 1 in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The front cards of a column go onto another column.
    Cards {
        /// The column they leave.
        from: u8,
        /// The column they go to.
        to: u8,
        /// How many.
        count: u8,
    },
    /// A row of the stock is dealt, one card on each column.
    Deal,
    /// The finished run in front of the column leaves the table.
    Finish {
        /// The column.
        column: u8,
    },
}

impl Move {
    /// Is it a move of cards, which the score counts? Deals and finishing are not.
    pub fn counts(self) -> bool {
        matches!(self, Move::Cards { .. })
    }
}

impl fmt::Display for Move {
    /// `3 to 7: 2 cards`, `deal` or `finish 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cards { from, to, count } => {
                let cards = if *count == 1 { "card" } else { "cards" };
                write!(f, "{} to {}: {count} {cards}", from + 1, to + 1)
            }
            Move::Deal => write!(f, "deal"),
            Move::Finish { column } => write!(f, "finish {}", column + 1),
        }
    }
}

/// Why a move is not legal. Columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum MoveError {
    #[error("column {0} does not exist: there are 10")]
    NoColumn(usize),
    #[error("column {0} is where the cards lie already")]
    Same(usize),
    #[error("column {column} has a run of {run} in front, not of {count}")]
    Run { column: usize, run: usize, count: usize },
    #[error("{card} does not go on {on} of column {column}")]
    Target { card: Card, on: Card, column: usize },
    #[error("a card waits to be turned up in column {0}")]
    Waits(usize),
    #[error("the stock is empty")]
    NoStock,
    #[error("no deal while column {0} is empty")]
    Empty(usize),
    #[error("column {0} has no finished run in front")]
    NotFinished(usize),
}

impl Board {
    /// Appends every legal move: of cards by column, shortest first, then finishing, then the deal.
    ///
    /// There is none while a card waits to be turned up.
    pub fn moves(&self, rules: Rules, moves: &mut Vec<Move>) {
        if self.columns().any(|column| column.waits()) {
            return;
        }
        for from in 0..COLUMNS {
            for count in 1..=self.column(from).run() {
                for to in 0..COLUMNS {
                    let mv = Move::Cards { from: from as u8, to: to as u8, count: count as u8 };
                    moves.extend(self.check(mv, rules).is_ok().then_some(mv));
                }
            }
        }
        let others = (0..COLUMNS as u8).map(|column| Move::Finish { column }).chain([Move::Deal]);
        moves.extend(others.filter(|mv| self.check(*mv, rules).is_ok()));
    }

    /// Is the move legal?
    ///
    /// # Errors
    /// If not, why.
    pub fn check(&self, mv: Move, rules: Rules) -> Result<(), MoveError> {
        if let Some(column) = self.columns().position(|column| column.waits()) {
            return Err(MoveError::Waits(column + 1));
        }
        match mv {
            Move::Cards { from, to, count } => self.check_cards(from.into(), to.into(), count.into()),
            Move::Deal => {
                let empty = self.columns().position(|column| column.is_empty());
                match (rules.dealing, empty) {
                    _ if self.rows == 0 => Err(MoveError::NoStock),
                    (Dealing::NoEmptyColumn, Some(column)) => Err(MoveError::Empty(column + 1)),
                    _ => Ok(()),
                }
            }
            Move::Finish { column } => {
                let column = usize::from(column);
                if column >= COLUMNS {
                    return Err(MoveError::NoColumn(column + 1));
                }
                if self.column(column).run() == RUN { Ok(()) } else { Err(MoveError::NotFinished(column + 1)) }
            }
        }
    }

    fn check_cards(&self, from: usize, to: usize, count: usize) -> Result<(), MoveError> {
        if let Some(column) = [from, to].into_iter().find(|column| *column >= COLUMNS) {
            return Err(MoveError::NoColumn(column + 1));
        }
        if from == to {
            return Err(MoveError::Same(to + 1));
        }
        let source = self.column(from);
        let run = source.run();
        let head = (1..=run).contains(&count).then(|| source.up().rev().nth(count - 1)).flatten();
        let head = head.ok_or(MoveError::Run { column: from + 1, run, count })?;
        match self.column(to).front() {
            Some(on) if !on.takes(head) => Err(MoveError::Target { card: head, on, column: to + 1 }),
            _ => Ok(()),
        }
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// If it is not legal; the board is then unchanged.
    pub fn try_play(&mut self, mv: Move, rules: Rules) -> Result<(), MoveError> {
        self.check(mv, rules)?;
        self.play(mv, rules);
        Ok(())
    }

    /// Plays a legal move: also takes off finished runs if they leave by themselves, and turns up known cards.
    pub fn play(&mut self, mv: Move, rules: Rules) {
        match mv {
            Move::Cards { from, to, count } => {
                let (from, to) = (usize::from(from), usize::from(to));
                self.shift(from, to, usize::from(count));
                self.settle(to, rules);
                self.turn_up(from);
            }
            Move::Deal => {
                self.deal_row();
                for column in 0..COLUMNS {
                    self.settle(column, rules);
                }
            }
            Move::Finish { column } => self.finish(usize::from(column)),
        }
    }

    /// Names the card that waits to be turned up in a column, and turns it up.
    ///
    /// # Errors
    /// If no card waits there.
    pub fn reveal(&mut self, column: usize, card: Card) -> Result<(), NoneWaits> {
        if column >= COLUMNS || !self.column(column).waits() {
            return Err(NoneWaits(column + 1));
        }
        self.cards[usize::from(self.starts[column + 1]) - 1] = Some(card);
        self.down[column] -= 1;
        Ok(())
    }

    /// Moves the last `count` cards of one column to the end of another.
    #[inline]
    fn shift(&mut self, from: usize, to: usize, count: usize) {
        let (from_end, to_end) = (usize::from(self.starts[from + 1]), usize::from(self.starts[to + 1]));
        if from < to {
            self.cards[from_end - count..to_end].rotate_left(count);
            self.starts[from + 1..=to].iter_mut().for_each(|start| *start -= count as u8);
        } else {
            self.cards[to_end..from_end].rotate_right(count);
            self.starts[to + 1..=from].iter_mut().for_each(|start| *start += count as u8);
        }
    }

    fn deal_row(&mut self) {
        let Some(next) = usize::from(self.rows).checked_sub(1) else { return };
        let row = std::mem::take(&mut self.stock[next]);
        self.rows -= 1;
        for (column, card) in row.into_iter().enumerate().rev() {
            let (start, end) = (usize::from(self.starts[column]), usize::from(self.starts[column + 1]));
            self.cards.copy_within(start..end, start + column);
            self.cards[end + column] = card;
            self.starts[column + 1] = (end + column + 1) as u8;
        }
    }

    /// Takes off the finished run in front of a column if runs leave by themselves.
    #[inline]
    fn settle(&mut self, column: usize, rules: Rules) {
        let end = usize::from(self.starts[column + 1]);
        // A finished run ends with an ace: nearly always this look settles it.
        let ace = self.cards[..end].last().is_some_and(|card| card.is_some_and(|card| card.rank() == 1));
        if rules.finishing == Finishing::ByItself && ace && self.column(column).run() == RUN {
            self.finish(column);
        }
    }

    fn finish(&mut self, column: usize) {
        let end = usize::from(self.starts[column + 1]);
        if let Some(card) = self.column(column).front() {
            self.finished[card.suit() as usize] += 1;
        }
        let total = usize::from(self.starts[COLUMNS]);
        self.cards.copy_within(end..total, end - RUN);
        self.cards[total - RUN..total].fill(None);
        self.starts[column + 1..].iter_mut().for_each(|start| *start -= RUN as u8);
        self.turn_up(column);
    }

    /// Turns up the front card if it lies face down and is known; else it waits.
    #[inline]
    fn turn_up(&mut self, column: usize) {
        let (start, end) = (self.starts[column], self.starts[column + 1]);
        let down = self.down[column];
        if down > 0 && end - start == down && self.cards[usize::from(end) - 1].is_some() {
            self.down[column] -= 1;
        }
    }
}

/// No card waits to be turned up in the column, which counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no card waits to be turned up in column {0}")]
pub struct NoneWaits(pub usize);
