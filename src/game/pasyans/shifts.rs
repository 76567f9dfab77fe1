//! Moves as shifts between places, for the exhaustive search.

use super::board::{COLUMNS, Column};
use super::card::COMES_ON;
use super::front::{CELL, ONTO, is_face, places};
use super::moves::{Move, Place};
use super::position::Position;
use crate::game::{Shift, Way};

const ALL_COLUMNS: u16 = (1 << COLUMNS) - 1;

impl Position {
    /// Appends all moves as shifts, or, where the last shift came by that way, those that there were not before. Of several
    /// empty columns only the leftmost is a target, and a whole column never goes into an empty one.
    ///
    /// One move takes back what leaves no card behind, or one that its run goes on, and lets no four faces lock.
    pub(super) fn shifts(&self, last: Option<Way>, shifts: &mut Vec<Shift<Move>>) {
        let open = Open::of(self);
        let of_way = last.map_or(!0, |way| 1 << way.from() | 1 << way.to());
        let (empty, cell) = (open.showing[0], self.board().cell().is_none());
        let everywhere = Targets { columns: ALL_COLUMNS, empty: empty & empty.wrapping_neg(), cell };
        // Where a column was empty before and is so still, cards of other places could go there before, unless the last shift
        // has taken the empty column that was the leftmost then.
        let is_new = empty & !of_way == 0 || last.is_some_and(|way| open.may_have_been_empty(way.to()));
        let elsewhere = Targets {
            columns: of_way,
            empty: if is_new { everywhere.empty } else { 0 },
            cell: cell && of_way >> CELL & 1 != 0,
        };
        let sources = !(empty | open.locked) & ALL_COLUMNS;
        for from in places(sources & of_way) {
            open.shifts_from(from, everywhere, shifts);
        }
        let comers = last.map_or([0; 2], |way| [open.comer(way.from()), open.comer(way.to())]);
        for from in places(sources & !of_way) {
            if elsewhere.empty != 0 || comers.iter().any(|&comer| open.run_has(from, comer)) {
                open.shifts_from(from, elsewhere, shifts);
            } else if elsewhere.cell {
                open.shift_into_cell(from, shifts);
            }
        }
        if let Some(card) = self.board().cell() {
            let targets = if of_way >> CELL & 1 != 0 { everywhere } else { elsewhere };
            for to in places(open.targets(usize::from(card.code())) & targets.columns | targets.empty) {
                let mv = Move { from: Place::Cell, to: Place::Column(to as u8), count: 1 };
                shifts.push(Shift { mv, way: Way::new(CELL, to), count: 1, can_be_undone: !open.locks(to, 1) });
            }
        }
    }
}

/// The fronts of the columns, and no more: unlike [`Front`](super::front::Front) it is made for a single look.
struct Open<'a> {
    position: &'a Position,
    columns: &'a [Column; COLUMNS],
    /// For each code, which columns show it at the front; locked piles show nothing, empty columns stand at code 0.
    showing: [u16; 16],
    /// The locked piles.
    locked: u16,
}

/// Where cards may go.
#[derive(Clone, Copy)]
struct Targets {
    /// The columns with cards.
    columns: u16,
    /// The leftmost empty column, if one is among them.
    empty: u16,
    /// Is the cell empty, and among them?
    cell: bool,
}

impl<'a> Open<'a> {
    fn of(position: &'a Position) -> Open<'a> {
        let mut open = Open { position, columns: position.board().columns(), showing: [0; 16], locked: 0 };
        for (index, &column) in open.columns.iter().enumerate() {
            let front = column.front_code();
            if is_face(front) && column.locks().is_some() {
                open.locked |= 1 << index;
            } else {
                open.showing[front] |= 1 << index;
            }
        }
        open
    }

    /// The columns that a card of that code goes on.
    fn targets(&self, head: usize) -> u16 {
        self.showing[usize::from(ONTO[head])]
    }

    /// The code of what goes on the front card there; one that no card has where nothing does.
    fn comer(&self, place: usize) -> usize {
        let front = self.columns.get(place).map_or(0, |column| column.front_code());
        match COMES_ON[front] {
            0 => 15,
            comer => usize::from(comer),
        }
    }

    /// Is a card of that code in the run at the front of the column?
    fn run_has(&self, from: usize, code: usize) -> bool {
        const ONES: u32 = 0x1111_1111;
        let run = self.columns[from].bits() >> (4 * self.position.marks(from).last());
        // Is a group of four bits zero? Taking one away lets its highest bit change from zero to one, and no other's first.
        let differing = run ^ (code as u32 * ONES);
        differing.wrapping_sub(ONES) & !differing & ONES << 3 != 0
    }

    /// Is all that lies there one run?
    fn may_have_been_empty(&self, to: usize) -> bool {
        to != CELL && !self.columns[to].is_empty() && self.position.marks(to).last() == 0
    }

    /// Do four faces lock when so many more cards come onto that column?
    fn locks(&self, to: usize, count: usize) -> bool {
        let pile = self.columns[to];
        is_face(pile.front_code()) && pile.len() + count == 4 && self.position.marks(to).last() == 0
    }

    fn shifts_from(&self, from: usize, targets: Targets, shifts: &mut Vec<Shift<Move>>) {
        let (column, back_of_run) = (self.columns[from], self.position.marks(from).last());
        let others = targets.columns & !(1 << from);
        let mut back = column.len();
        while back > back_of_run {
            back -= 1;
            let onto = self.targets(column.code_at(back)) & others | if back == 0 { 0 } else { targets.empty };
            if onto != 0 {
                let count = column.len() - back;
                let goes_back = back > back_of_run || back == 0;
                for to in places(onto) {
                    let mv = Move { from: Place::Column(from as u8), to: Place::Column(to as u8), count: count as u8 };
                    let can_be_undone = goes_back && !self.locks(to, count);
                    shifts.push(Shift { mv, way: Way::new(from, to), count: count as u8, can_be_undone });
                }
            }
        }
        if targets.cell {
            self.shift_into_cell(from, shifts);
        }
    }

    fn shift_into_cell(&self, from: usize, shifts: &mut Vec<Shift<Move>>) {
        let back = self.columns[from].len() - 1;
        let mv = Move { from: Place::Column(from as u8), to: Place::Cell, count: 1 };
        let can_be_undone = back == 0 || !self.position.marks(from).has(back);
        shifts.push(Shift { mv, way: Way::new(from, CELL), count: 1, can_be_undone });
    }
}
