//! Deadlocks: positions that no win without waste can follow.

use super::card::COMES_ON;
use super::front::{CELL, Front, is_face, is_ten, places};

/// The 10s, as a set of codes.
const TENS: u16 = 1 << 9 | 1 << 10;

impl Front<'_> {
    /// Must every win from here waste a move? `false` where that is not known.
    ///
    /// Plays a game that is easier than the real one in every respect, without waste: a run goes away as soon as one
    /// card that it goes on has ever been seen at a front, whatever lies on that by now; two faces of a suit that were
    /// ever seen at fronts let every face of the suit go; one empty column, at any time, serves all 10s and all suits
    /// without a base. Nothing that goes away makes anything else harder, so the order does not matter, and where this
    /// game comes to a halt with cards left over, the real one does.
    pub fn is_deadlocked(&self) -> bool {
        let mut easy = Easy { free: 0, seen: 0 };
        let mut rest = *self.columns;
        let mut heads = self.heads.map(usize::from);
        let mut waiting = 0_u16;
        for (index, column) in rest.iter().enumerate().filter(|&(index, _)| self.heads[index] != 0) {
            easy.see(column.front_code());
            waiting |= 1 << index;
        }
        if self.cell != 0 {
            waiting |= 1 << CELL;
            if is_face(self.cell) {
                easy.see(self.cell);
            }
        }
        let with_an_empty_column =
            (11..15).filter(|&suit| self.bottoms[suit] == 0).fold(TENS, |set, suit| set | 1 << suit);
        if self.showing[0] != 0 {
            easy.free |= with_an_empty_column;
        }
        loop {
            let before = easy.free;
            let mut halted = 0;
            for place in places(waiting) {
                loop {
                    let head = heads[place];
                    if easy.free >> head & 1 == 0 {
                        halted |= 1 << place;
                        break;
                    }
                    if place == CELL {
                        easy.see(head);
                        break;
                    }
                    let column = rest[place].split(rest[place].run_len()).0;
                    rest[place] = column;
                    if column.is_empty() {
                        easy.free |= with_an_empty_column;
                        break;
                    }
                    let run = column.run_len();
                    heads[place] = column.code_at(column.len() - run);
                    easy.see(column.front_code());
                    if run == column.len() && self.is_base(heads[place]) {
                        break;
                    }
                }
            }
            waiting = halted;
            if waiting == 0 {
                return false;
            }
            if easy.free == before {
                break;
            }
        }
        // Cards that may stay where they are: bases, and of two bottom faces of a suit either may wait for the other.
        let may_stay =
            |place: usize| place != CELL && !is_low(heads[place]) && rest[place].run_len() == rest[place].len();
        !places(waiting).all(may_stay)
    }
}

/// What the easier game has seen so far, as sets of codes.
struct Easy {
    /// A run with this head may go.
    free: u16,
    /// A face of this suit was at a front.
    seen: u16,
}

impl Easy {
    fn see(&mut self, front: usize) {
        if is_face(front) {
            self.free |= self.seen & 1 << front;
            self.seen |= 1 << front;
        } else {
            self.free |= 1 << COMES_ON[front] & !1;
        }
    }
}

/// 6 to 9.
fn is_low(code: usize) -> bool {
    !is_ten(code) && !is_face(code)
}
