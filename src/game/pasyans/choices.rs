//! Choices: where the free moves of a position are many, a few of them are often enough to begin with.
//!
//! A set of moves is *persistent* (a term of partial order reduction) if nothing that can be done without them
//! takes one of them away, depends on the order, or offers an alternative to one. A win without waste can then begin
//! with one of the set; the other free moves, which come later anyway, wait for tier 1. Whether an alternative can come
//! up is asked of the easier game of [`Tasks::reach`], with the cards in question held in their places.

use super::board::COLUMNS;
use super::card::GOES_ON;
use super::front::{CELL, Front, is_face, places};
use super::moves::{Move, Place};
use super::reach::{Reach, TENS, Tasks};

/// The free moves to begin with where no waste is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// This one alone.
    One(Move),
    /// The faces of a suit onto each other.
    Suit(usize),
    /// Whatever makes a base, and the faces of these suits (a set of codes) onto each other.
    Bases(u16),
    /// All.
    All,
}

impl Choice {
    /// Is the free move of a run with that head, onto a card or into an empty column, among them?
    pub fn has(self, mv: Move, head: usize, into_empty: bool) -> bool {
        match self {
            Choice::One(one) => mv == one,
            Choice::Suit(suit) => head == suit && !into_empty,
            Choice::Bases(suits) => into_empty || suits >> head & 1 != 0,
            Choice::All => true,
        }
    }
}

impl Front<'_> {
    /// The free moves to begin with; asked where none is safe for cheaper reasons.
    pub fn choice(&self, tasks: Option<&Tasks>) -> Choice {
        if let Some(mv) = self.cell_face() {
            return Choice::One(mv);
        }
        let made;
        let tasks = match tasks {
            Some(tasks) => tasks,
            None => {
                made = self.tasks();
                &made
            }
        };
        if let Some(mv) = (0..=COLUMNS).find_map(|from| self.forced_number(tasks, from)) {
            return Choice::One(mv);
        }
        if let Some(suit) = (11..15).find(|&suit| self.is_closed_suit(tasks, suit)) {
            return Choice::Suit(suit);
        }
        self.closed_bases(tasks).map_or(Choice::All, Choice::Bases)
    }

    /// The run that the search moves from that place as a whole.
    pub fn run_to(&self, from: usize, to: usize) -> Move {
        let (from, count) = match from {
            CELL => (Place::Cell, 1),
            column => (Place::Column(column as u8), self.runs[column]),
        };
        Move { from, to: Place::Column(to as u8), count }
    }

    /// The places with a run that would make a base in an empty column.
    fn base_candidates(&self) -> u16 {
        let wanted = TENS | self.baseless();
        let is_candidate = |place: usize| {
            let whole = place != CELL && usize::from(self.runs[place]) == self.columns[place].len();
            wanted >> self.heads[place] & 1 != 0 && !whole
        };
        (0..=COLUMNS).filter(|&place| is_candidate(place)).fold(0, |set, place| set | 1 << place)
    }

    /// A face in the cell goes onto any of its suit: it has to move once, hides nothing there, and comes along later.
    fn cell_face(&self) -> Option<Move> {
        let onto = if is_face(self.cell) { self.showing[self.cell] } else { 0 };
        (onto != 0).then(|| self.run_to(CELL, onto.trailing_zeros() as usize))
    }

    /// For a number x at the head of the run there: the one card y at a front that it goes on, if the other pair of
    /// such cards, x2 and y2, leaves no choice.
    ///
    /// If y2 does not come to a front while x stays, x has to go onto y. If x2 does not get away while x stays, x goes
    /// first in any case; should the plan have it go onto y2 and x2 onto y, they do as well the other way round, and what
    /// is below x comes to light sooner.
    fn forced_number(&self, tasks: &Tasks, from: usize) -> Option<Move> {
        let head = usize::from(self.heads[from]);
        if !(1..=8).contains(&head) || self.targets(head) == 0 {
            return None;
        }
        let is_open =
            |reach: &Reach| reach.heads >> head & 1 != 0 && reach.fronts.count(usize::from(GOES_ON[head])) >= 2;
        (!is_open(&tasks.reach(1 << from, is_open)))
            .then(|| self.run_to(from, self.targets(head).trailing_zeros() as usize))
    }

    /// Are two or more faces of the suit at fronts, and does none other come to a front, nor an empty column for a base
    /// that is missing, while those stay? Then it is for them alone to choose which of them uncovers what.
    fn is_closed_suit(&self, tasks: &Tasks, suit: usize) -> bool {
        let showing = self.showing[suit];
        if showing & showing.wrapping_sub(1) == 0 {
            return false;
        }
        let is_open = |reach: &Reach| {
            reach.fronts.count(suit) != showing.count_ones() || self.bottoms[suit] == 0 && reach.emptied
        };
        !is_open(&tasks.reach(showing, is_open))
    }

    /// Is there an empty column and something to make a base of, and does no other such thing come to a front while
    /// those stay? Gives the suits among them.
    fn closed_bases(&self, tasks: &Tasks) -> Option<u16> {
        let candidates = self.base_candidates();
        if self.showing[0] == 0 || candidates == 0 {
            return None;
        }
        let wanted = TENS | self.baseless();
        let is_open = |reach: &Reach| reach.heads & wanted != 0;
        let closed = !is_open(&tasks.reach(candidates, is_open));
        closed.then(|| places(candidates).fold(0, |set, place| set | 1 << self.heads[place]) & !TENS)
    }
}
