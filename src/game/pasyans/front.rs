//! What the moves of a position depend on, gathered in one pass over the columns.

use super::board::{COLUMNS, Column};
use super::card::{COMES_ON, GOES_ON};
use super::position::Position;

/// Stands for the free cell in sets of places (one bit each; columns are bits 0 to 8).
pub(super) const CELL: usize = COLUMNS;

/// One pass over the columns. Cards are codes here, 0 for none; sets of places and of codes are bit masks.
pub(super) struct Front<'a> {
    pub position: &'a Position,
    pub columns: &'a [Column; COLUMNS],
    /// The card in the cell.
    pub cell: usize,
    /// The back card of each column's full run, and of the cell; 0 for an empty column and for a locked pile.
    pub heads: [u8; COLUMNS + 1],
    /// How many cards each column's full run has.
    pub runs: [u8; COLUMNS],
    /// For each code, which columns show it at the front; locked piles show nothing, empty columns stand at code 0.
    pub showing: [u16; 16],
    /// For each code, which places have it as the back card of a full run.
    pub headed: [u16; 16],
    /// For each code, how many columns have it at the bottom; locked piles count.
    pub bottoms: [u8; 16],
}

impl<'a> Front<'a> {
    pub fn of(position: &'a Position) -> Front<'a> {
        let board = position.board();
        let mut front = Front {
            position,
            columns: board.columns(),
            cell: board.cell().map_or(0, |card| usize::from(card.code())),
            heads: [0; COLUMNS + 1],
            runs: [0; COLUMNS],
            showing: [0; 16],
            headed: [0; 16],
            bottoms: [0; 16],
        };
        for (index, &column) in front.columns.iter().enumerate() {
            front.bottoms[column.code_at(0)] += 1;
            if column.is_empty() {
                front.showing[0] |= 1 << index;
                continue;
            }
            let (len, back) = (column.len(), position.marks(index).last());
            let (head, run) = (column.code_at(back), len - back);
            // Four faces that are a run and a whole column are locked.
            if !(len == 4 && run == 4 && is_face(head)) {
                front.heads[index] = head as u8;
                front.runs[index] = run as u8;
                front.headed[head] |= 1 << index;
                front.showing[column.code_at(len - 1)] |= 1 << index;
            }
        }
        if front.cell != 0 {
            front.heads[CELL] = front.cell as u8;
            front.headed[front.cell] |= 1 << CELL;
        }
        front
    }

    /// The columns that a card of that code goes on.
    pub fn targets(&self, head: usize) -> u16 {
        self.showing[usize::from(ONTO[head])]
    }

    /// The places whose full run goes on a card of that code.
    pub fn comers(&self, code: usize) -> u16 {
        match COMES_ON[code] {
            0 => 0,
            comer => self.headed[usize::from(comer)],
        }
    }

    /// Would a card of that code that is laid into an empty column become a base: a card that the lower bound wants at
    /// a bottom? Every 10 is one, and the first face of its suit.
    pub fn makes_base(&self, code: usize) -> bool {
        is_ten(code) || is_face(code) && self.bottoms[code] == 0
    }

    /// Is a card of that code, which lies at a bottom, a base?
    pub fn is_base(&self, code: usize) -> bool {
        is_ten(code) || is_face(code) && self.bottoms[code] == 1
    }
}

/// [`GOES_ON`], but for what goes on nothing a code that no card has and nothing shows.
pub(super) const ONTO: [u8; 16] = {
    let mut onto = GOES_ON;
    let mut code = 0;
    while code < onto.len() {
        if onto[code] == 0 {
            onto[code] = 15;
        }
        code += 1;
    }
    onto
};

pub(super) const fn is_ten(code: usize) -> bool {
    matches!(code, 9 | 10)
}

pub(super) const fn is_face(code: usize) -> bool {
    code > 10
}

/// The places of a set, in rising order.
pub(super) fn places(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}
