//! Moves by tier: which ones matter for a win that wastes so much and no more.
//!
//! A move is called *free* if it wastes nothing: the whole run at a front joins a card it goes on, or is laid into an
//! empty column where its back card becomes a base. A win wastes `w` in all; "the plan" below is a shortest one.
//!
//! **A safe move comes first.** If, wherever the plan wastes at most `w`, there is one as short that begins with a
//! certain free move, all other moves wait for tier `w + 1`. See [`Front::safe_number`] and [`Front::safe_face`].
//!
//! **A persistent set comes first.** Where no waste at all is left, a few free moves that nothing else touches are enough
//! to begin with; the other free moves wait for tier 1. See [`Front::choice`].
//!
//! **A wasting move must pay at once.** Take a plan whose waste is all in one move, W, and let m be the move after W. If
//! m does not depend on W, it can be played before W with the same two wastes; so put W off until the next move depends
//! on it (it cannot be the last: the move that wins is a join or lays down a base, and both are free). If behind W no
//! dependent free move is possible, W is not needed here for a win that wastes just W, and waits one tier more. See
//! [`Front::pays`]. Most cards that could go into the cell show a card that goes nowhere.

use super::board::COLUMNS;
use super::card::GOES_ON;
use super::choices::Choice;
use super::front::{CELL, Front, is_face, is_ten, places};
use super::moves::{Move, Place};
use super::reach::Tasks;
use crate::game::Wasting;

impl Front<'_> {
    /// Appends the moves of that tier: by source column, then by run length, then by target, columns from the left and
    /// the cell last. `tasks` are those of this position, where they are known. Of several empty columns only the leftmost is a target, and a whole column never goes into an
    /// empty one: neither changes what can be reached, as the order of columns does not matter.
    pub fn moves_of_tier(&self, tier: u32, tasks: Option<&Tasks>, moves: &mut Vec<Wasting<Move>>) {
        let (first_moves, rest) = match self.safe_move() {
            Some((mv, waste)) => (Choice::One(mv), waste + 1),
            // Higher tiers have none of the moves that it tells apart.
            None if tier <= 1 => (self.choice(tasks), 1),
            None => (Choice::All, 1),
        };
        if let (0, Choice::One(mv)) = (tier, first_moves) {
            moves.push(Wasting { mv, waste: 0 });
            return;
        }
        if 0 < tier && tier < rest {
            return;
        }
        let wanted = |waste: u32, pays: &dyn Fn() -> bool| match waste {
            0 => tier == 0 || tier == rest,
            _ => waste.max(rest) <= tier && (waste + u32::from(!pays())).max(rest) == tier,
        };
        self.moves_where(tier, wanted, |mv, head, into_empty, waste| {
            if waste > 0 || first_moves.has(mv, head, into_empty) == (tier == 0) {
                moves.push(Wasting { mv, waste });
            }
        });
    }

    /// Appends all moves, in the same order.
    pub fn all_moves(&self, moves: &mut Vec<Wasting<Move>>) {
        self.moves_where(u32::MAX, |_, _| true, |mv, _, _, waste| moves.push(Wasting { mv, waste }));
    }

    /// Appends all moves that waste nothing, in the same order.
    pub fn free_moves(&self, moves: &mut Vec<Wasting<Move>>) {
        let empty = self.showing[0];
        for (from, &head) in self.heads.iter().enumerate().filter(|&(_, &head)| head != 0) {
            let head = usize::from(head);
            let onto = self.targets(head) & !(1 << from);
            if onto == 0 && empty == 0 {
                continue;
            }
            let whole = from != CELL && usize::from(self.runs[from]) == self.columns[from].len();
            let mut push = |to: usize| moves.push(Wasting { mv: self.run_to(from, to), waste: 0 });
            if !(whole && self.is_base(head)) {
                places(onto).for_each(&mut push);
            }
            if empty != 0 && !whole && self.makes_base(head) {
                push(empty.trailing_zeros() as usize);
            }
        }
    }

    /// Finds the moves whose waste, and whether they pay, are `wanted`; none that breaks a join for tier 0. Tells of each
    /// the code of the back card moved and whether it goes into an empty column.
    fn moves_where(
        &self,
        tier: u32,
        wanted: impl Fn(u32, &dyn Fn() -> bool) -> bool,
        mut push: impl FnMut(Move, usize, bool, u32),
    ) {
        for index in places(!self.showing[0] & 0x1ff) {
            let column = self.columns[index];
            let from = Place::Column(index as u8);
            let (len, run) = (column.len(), usize::from(self.runs[index]));
            // A move that breaks a join wastes at least one.
            for count in if tier == 0 { run } else { 1 }..run + 1 {
                let head = column.code_at(len - count);
                let whole = count == len;
                let onto = self.targets(head) & !(1 << index);
                let into_empty = !whole && self.showing[0] != 0;
                let into_cell = count == 1 && self.cell == 0;
                if onto == 0 && !into_empty && !into_cell {
                    continue;
                }
                let cost = 1 + u32::from(count < run) + u32::from(whole && self.is_base(head));
                let mv = |to| Move { from, to, count: count as u8 };
                if onto != 0 && wanted(cost - 1, &|| self.pays(index, count, Some(false))) {
                    places(onto).for_each(|to| push(mv(Place::Column(to as u8)), head, false, cost - 1));
                }
                if into_empty {
                    let waste = cost - u32::from(self.makes_base(head));
                    if wanted(waste, &|| self.pays(index, count, Some(true))) {
                        push(mv(Place::Column(self.showing[0].trailing_zeros() as u8)), head, true, waste);
                    }
                }
                if into_cell && wanted(cost, &|| self.pays(index, count, None)) {
                    push(mv(Place::Cell), head, false, cost);
                }
            }
        }
        if self.cell != 0 {
            let mv = |to: usize| Move { from: Place::Cell, to: Place::Column(to as u8), count: 1 };
            if wanted(0, &|| true) {
                places(self.targets(self.cell)).for_each(|to| push(mv(to), self.cell, false, 0));
            }
            let waste = 1 - u32::from(self.makes_base(self.cell));
            if self.showing[0] != 0 && wanted(waste, &|| is_face(self.cell) || self.comers(self.cell) != 0) {
                push(mv(self.showing[0].trailing_zeros() as usize), self.cell, true, waste);
            }
        }
    }

    /// A free move that is safe, and the most waste up to which it is.
    pub fn safe_move(&self) -> Option<(Move, u32)> {
        let mut safe = None;
        for from in (0..=COLUMNS).rev() {
            let head = usize::from(self.heads[from]);
            let found = match head {
                0 | 9 | 10 => None,
                1..=8 => self.safe_number(head),
                _ => self.safe_face(head, from),
            };
            if let Some((to, waste)) = found {
                let mv = self.run_to(from, to);
                if waste > 0 {
                    return Some((mv, waste));
                }
                safe = safe.or(Some((mv, 0)));
            }
        }
        safe
    }

    /// For a number at the head of a run: a target that it may safely go on, and up to which waste it is safe.
    ///
    /// Without waste, joins are never broken and no card goes into the cell, so each loose card x of this kind moves
    /// once more as the head of a run: onto a card y that it goes on. There are as many such y without a joined card as
    /// there are loose x. If all of them are at fronts, it does not matter which x takes which y: a front stays a front
    /// when its column grows or its run moves, what is built on x comes along, and runs of any length move alike. So
    /// the move can be brought to the beginning of the plan, where it uncovers the card below x sooner. If one y is not
    /// at a front, x may be taking the place of the other x, which is why both must be.
    ///
    /// With a waste of one it stays safe if x is the only loose one and y is joined to the card below it or is a base.
    /// Then y cannot go alone into the cell or an empty column for one waste; and a plan that lays x elsewhere first,
    /// or first moves the other card like x from its place onto y, needs one move more than the plan with this move at
    /// the beginning. (Where y is loose, it may have to go into the cell to free the card below it, and x on y is in
    /// its way.)
    fn safe_number(&self, head: usize) -> Option<(usize, u32)> {
        let targets = self.targets(head);
        let loose = self.position.loose(head);
        let enough = targets != 0 && (loose == 1 || targets & (targets - 1) != 0);
        enough.then(|| {
            let to = targets.trailing_zeros() as usize;
            let column = self.columns[to];
            let settled = self.runs[to] > 1 || column.len() == 1 && is_ten(column.code_at(0));
            (to, u32::from(loose == 1 && settled))
        })
    }

    /// For a face at the head of a run: the pile of its suit, if that lies alone in a column and no other column has a
    /// face of the suit at its bottom.
    ///
    /// Without waste the pile then stays where it is (to move it takes away the base), and every other face of the suit
    /// comes to lie on it, alone or with others; so the move can be brought to the beginning. With two bottom faces it
    /// could not: on dozens of the first 1,000 deals the other pile must go onto this face instead, to empty its column.
    /// With a waste of one it could not either: on a few of them the pile must go onto the face although that takes away the
    /// base.
    fn safe_face(&self, head: usize, from: usize) -> Option<(usize, u32)> {
        let pile = |&to: &usize| to != from && usize::from(self.runs[to]) == self.columns[to].len();
        if self.bottoms[head] != 1 {
            return None;
        }
        places(self.showing[head]).find(pile).map(|to| (to, 0))
    }

    /// Is some free move that depends on this wasting one possible behind it? The move takes `count` cards from the
    /// column into an empty one (`Some(true)`), onto a card (`Some(false)`) or into the cell (`None`).
    ///
    /// A free move depends on it that moves the run now at the front of the column, or comes onto it. A move onto the
    /// cards just moved does not: it could have come onto them where they were. A move of the same cards again does
    /// not count: they could have gone there at once. Where the column was emptied, or a face was laid into an empty
    /// one, other moves can have become free or not; these always count as paying.
    fn pays(&self, from: usize, count: usize, into_empty: Option<bool>) -> bool {
        let column = self.columns[from];
        let left = column.len() - count;
        if left == 0 || into_empty == Some(true) && is_face(column.code_at(left)) {
            return true;
        }
        let rest = column.split(count).0;
        let run = rest.run_len();
        let head = rest.code_at(left - run);
        let others = !(1 << from);
        let empty = self.showing[0] & if into_empty == Some(true) { self.showing[0].wrapping_sub(1) } else { !0 };
        let onto_moved =
            into_empty.is_some() && usize::from(GOES_ON[head]) == column.front_code() && GOES_ON[head] != 0;
        self.targets(head) & others != 0
            || onto_moved
            || run < left && self.makes_base(head) && empty != 0
            || self.comers(rest.front_code()) & others != 0
    }
}
