//! Tidying up: which moves can be taken back, and the one position that stands for all that such moves lead to.

use super::board::COLUMNS;
use super::front::{CELL, Front, is_face, places};
use super::moves::{Move, Place};

impl Front<'_> {
    /// A move that makes the position tidier and can be taken back by one move. Each puts one pile less on the table, or
    /// empties the cell, or moves cards joined to one back card onto another of the kind with a lesser column; so they come to
    /// an end. They choose by the content of columns, never by their order.
    pub fn tidying_move(&self) -> Option<Move> {
        self.cell_card().or_else(|| self.whole_column()).or_else(|| self.numbers()).or_else(|| self.faces())
    }

    /// The card in the cell onto a card that it goes on, or into an empty column.
    fn cell_card(&self) -> Option<Move> {
        let onto = if self.cell == 0 { 0 } else { self.targets(self.cell) };
        let to = self.least(onto, CELL).or_else(|| self.least(self.showing[0], CELL))?;
        (self.cell != 0).then(|| self.run_to(CELL, to))
    }

    /// A run that is a whole column onto a card that it goes on. The last face of its suit would lock: no way back.
    fn whole_column(&self) -> Option<Move> {
        let is_whole = |from: usize| self.heads[from] != 0 && usize::from(self.runs[from]) == self.columns[from].len();
        let whole = (0..COLUMNS).filter(|&from| is_whole(from));
        let moves = whole.filter_map(|from| {
            let onto = self.targets(usize::from(self.heads[from])) & !(1 << from);
            self.least(onto, from).map(|to| (from, to))
        });
        let (from, to) = moves.min_by_key(|&(from, to)| (self.columns[from], self.columns[to]))?;
        Some(self.run_to(from, to))
    }

    /// Where both cards of a number kind lie in runs at the front, one of them with nothing on it: what lies on the other
    /// goes onto the one with the lesser cards up to it.
    fn numbers(&self) -> Option<Move> {
        // For each code where a card of it lies in a run below others: the column, and how many those are.
        let mut covered = [(0, 0); 16];
        for index in (0..COLUMNS).filter(|&index| self.runs[index] > 1) {
            let column = self.columns[index];
            for count in 1..usize::from(self.runs[index]) {
                covered[column.code_at(column.len() - 1 - count)] = (index, count);
            }
        }
        (3..=10).find_map(|code| {
            let (from, count) = covered[code];
            if count == 0 || self.showing[code] == 0 {
                return None;
            }
            let bare = self.showing[code].trailing_zeros() as usize;
            (self.columns[bare] < self.columns[from].split(count).0).then(|| column_move(from, bare, count))
        })
    }

    /// Of several columns with faces of a suit at the front: all but the back one of each onto those of one column.
    fn faces(&self) -> Option<Move> {
        (11..15).find_map(|suit| {
            let columns = self.showing[suit];
            if columns & columns.wrapping_sub(1) == 0 {
                return None;
            }
            let below = |column: usize| self.columns[column].split(usize::from(self.runs[column]) - 1).0;
            let to = places(columns).min_by_key(|&column| (below(column), 4 - self.runs[column]))?;
            let from = places(columns).find(|&from| from != to && self.runs[from] > 1)?;
            Some(column_move(from, to, usize::from(self.runs[from]) - 1))
        })
    }

    /// Of the columns that take the run from there without locking, that with the least content.
    fn least(&self, columns: u16, from: usize) -> Option<usize> {
        let run = if from == CELL { 1 } else { self.runs[from] };
        let locks = |to: usize| {
            let pile = self.runs[to];
            is_face(self.columns[to].front_code()) && usize::from(pile) == self.columns[to].len() && pile + run == 4
        };
        places(columns).filter(|&to| !locks(to)).min_by_key(|&to| self.columns[to])
    }
}

fn column_move(from: usize, to: usize, count: usize) -> Move {
    Move { from: Place::Column(from as u8), to: Place::Column(to as u8), count: count as u8 }
}
