//! What could come to light without waste, in a game that is easier than the real one.

use super::board::{COLUMNS, Column};
use super::card::COMES_ON;
use super::front::{CELL, Front, is_face, places};
use super::marks::Marks;

/// The 10s, as a set of codes.
pub(super) const TENS: u16 = 1 << 9 | 1 << 10;

/// What has to go: all runs but bases.
#[derive(Clone, Copy)]
pub(super) struct Tasks<'a> {
    columns: &'a [Column; COLUMNS],
    cell: usize,
    /// The runs of each column, from the bottom; none of a locked pile.
    runs: [Marks; COLUMNS],
    /// Where there is something to go.
    places: u16,
    /// What is seen at fronts.
    fronts: Fronts,
    /// Codes whose runs go into an empty column.
    for_empty: u16,
}

/// How far the easier game has come.
pub(super) struct Reach {
    /// What came to lie at fronts.
    pub fronts: Fronts,
    /// The codes of the heads of runs that came to a front and have to go, but for those that were held.
    pub heads: u16,
    /// Is some column empty, or was one emptied?
    pub emptied: bool,
    /// Is something left that has to go, but for what was held?
    pub is_stuck: bool,
}

impl Front<'_> {
    /// The suits without a base, as a set of codes.
    pub fn baseless(&self) -> u16 {
        (11..15).filter(|&suit| self.bottoms[suit] == 0).fold(0, |set, suit| set | 1 << suit)
    }

    /// Must every win from here waste a move? `false` where that is not known.
    ///
    /// Where the easier game of [`Tasks::reach`] comes to a halt with cards left over, the real one does. 147 of the
    /// first 1,000 deals come to a halt as they are dealt, the first of them deal 5: its shortest win is one move longer
    /// than the lower bound.
    pub fn is_deadlocked(&self) -> bool {
        self.tasks().are_stuck()
    }

    /// What has to go from here.
    pub fn tasks(&self) -> Tasks<'_> {
        let mut tasks = Tasks {
            columns: self.columns,
            cell: self.cell,
            runs: Default::default(),
            places: 0,
            fronts: Fronts::default(),
            for_empty: TENS | self.baseless(),
        };
        for index in (0..COLUMNS).filter(|&index| self.heads[index] != 0) {
            let (column, marks) = (self.columns[index], self.position.marks(index));
            let has_base = self.is_base(column.code_at(0));
            tasks.runs[index] = if has_base { marks.without_bottom() } else { marks };
            tasks.places |= u16::from(!tasks.runs[index].is_empty()) << index;
            tasks.fronts.see(column.front_code());
        }
        if self.cell != 0 {
            tasks.places |= 1 << CELL;
            // A face in the cell lets another go, as if it lay open.
            if is_face(self.cell) {
                tasks.fronts.see(self.cell);
            }
        }
        if self.showing[0] != 0 {
            tasks.fronts.free |= tasks.for_empty;
        }
        tasks
    }
}

impl Tasks<'_> {
    /// Plays a game that is easier than the real one in every respect, without waste: a run goes away as soon as one
    /// card that it goes on has ever been seen at a front, whatever lies on that by now; two faces of a suit that were
    /// ever seen at fronts let every face of the suit go; one empty column, at any time, serves all 10s and all suits
    /// without a base. Nothing that goes away makes anything else harder, so the order does not matter, and what does not
    /// come to light in this game does not in the real one, as long as the runs at the places `held` stay there.
    ///
    /// The game is broken off as soon as `enough` is known.
    pub fn reach(&self, held: u16, enough: impl Fn(&Reach) -> bool) -> Reach {
        let mut runs = self.runs;
        let mut waiting = self.places & !held;
        let emptied = self.fronts.free & TENS != 0;
        let mut reach = Reach { fronts: self.fronts, heads: 0, emptied, is_stuck: false };
        loop {
            let before = reach.fronts.free;
            for place in places(waiting) {
                if place == CELL {
                    reach.heads |= 1 << self.cell;
                    if reach.fronts.free >> self.cell & 1 != 0 {
                        reach.fronts.see(self.cell);
                        waiting &= !(1 << CELL);
                    }
                    continue;
                }
                let column = self.columns[place];
                loop {
                    if runs[place].is_empty() {
                        waiting &= !(1 << place);
                        break;
                    }
                    let back = runs[place].last();
                    let head = column.code_at(back);
                    reach.heads |= 1 << head;
                    if reach.fronts.free >> head & 1 == 0 {
                        break;
                    }
                    runs[place] = runs[place].without_last();
                    if back == 0 {
                        reach.emptied = true;
                        reach.fronts.free |= self.for_empty;
                    } else {
                        reach.fronts.see(column.code_at(back - 1));
                    }
                }
                if enough(&reach) {
                    return reach;
                }
            }
            if waiting == 0 || reach.fronts.free == before {
                break;
            }
        }
        // Of two bottom faces of a suit either may wait for the other.
        let may_stay =
            |place: usize| place != CELL && runs[place].last() == 0 && is_face(self.columns[place].code_at(0));
        reach.is_stuck = !places(waiting).all(may_stay);
        reach
    }

    /// Does the easier game come to a halt with cards left over?
    pub fn are_stuck(&self) -> bool {
        self.reach(0, |_| false).is_stuck
    }
}

/// The cards seen at fronts.
#[derive(Clone, Copy, Default)]
pub(super) struct Fronts {
    /// How many of each code, four bits each.
    counts: u64,
    /// The codes of heads whose runs may go onto them; never 0.
    free: u16,
}

impl Fronts {
    pub fn count(self, code: usize) -> u32 {
        (self.counts >> (4 * code) & 15) as u32
    }

    fn see(&mut self, code: usize) {
        self.counts += 1 << (4 * code);
        if !is_face(code) {
            self.free |= 1 << COMES_ON[code] & !1;
        } else if self.count(code) >= 2 {
            self.free |= 1 << code;
        }
    }
}
