//! The position as the search holds it: a board with its hash and its lower bound, both kept up move by move.

use super::board::{Board, BoardBuilder, COLUMNS, Column};
use super::card::Kind;
use super::front::{is_face, is_ten};
use super::marks::Marks;
use super::moves::{Move, Place};

/// A board, or a part of one (fewer cards, for small examples), with what the search asks of it all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    hash: u64,
    loose: Loose,
    bound: u8,
    marks: [Marks; COLUMNS],
}

impl Position {
    /// The position of any cards in any place: the whole deck or not. A win is, with fewer cards as well, that every
    /// column is empty, locked or 10 to 6, so whoever leaves out cards leaves out whole piles.
    pub fn of_part(cards: &BoardBuilder) -> Position {
        Position::from(cards.pack())
    }

    /// The board, in screen order.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A number of moves that no win can beat.
    ///
    /// A won game has 28 joins (a card that lies on one it goes on): four in each column of numbers, three in each
    /// pile of faces. A move lays one card or run somewhere, so it makes at most one join: 28 less the joins that are
    /// there. A move that carries a 10 makes none, as a 10 goes on nothing, and each 10 that is not at the bottom of a
    /// column must be carried: one more for each. Where no column has a face of some suit at its bottom, some face of
    /// the suit must come to lie there, and the move that carries it there makes no join: one more for each such suit.
    /// Those moves are all different, as the back card of what they carry is another one each time.
    ///
    /// Deal 0 shows all three parts: 3 joins are there, two 10s lie on other cards and no heart is at a bottom, so
    /// 25 + 2 + 1 = 28 moves are needed, and 28 are enough.
    pub fn lower_bound(&self) -> u32 {
        u32::from(self.bound)
    }

    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn marks(&self, column: usize) -> Marks {
        self.marks[column]
    }

    /// How many cards of the number kind `code` do not lie on a card that they go on.
    pub(super) fn loose(&self, code: usize) -> u32 {
        self.loose.get(code)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.play_wasting(mv, self.waste_of(mv));
    }

    /// How much a legal move raises "moves played + lower bound".
    fn waste_of(&self, mv: Move) -> u32 {
        let columns = &self.board.columns;
        let (mut head, mut from_bottom, mut breaks) =
            (self.board.cell.map_or(0, |card| usize::from(card.code())), false, false);
        if let Place::Column(from) = mv.from {
            let column = columns[usize::from(from)];
            let left = column.len() - usize::from(mv.count);
            head = column.code_at(left);
            (from_bottom, breaks) = (left == 0, !self.marks(usize::from(from)).has(left));
        }
        let bottoms = || columns.iter().filter(|column| column.code_at(0) == head).count();
        let base = is_ten(head) || is_face(head) && bottoms() == usize::from(from_bottom);
        let joins_or_lays = match mv.to {
            Place::Column(to) => base || !columns[usize::from(to)].is_empty(),
            Place::Cell => false,
        };
        1 + u32::from(breaks) + u32::from(from_bottom && base) - u32::from(joins_or_lays)
    }

    /// Plays a legal move that is known to raise "moves played + lower bound" by `waste`.
    pub(super) fn play_wasting(&mut self, mv: Move, waste: u32) {
        let (mut head, mut breaks, mut joins) =
            (self.board.cell.map_or(0, |card| usize::from(card.code())), false, false);
        if let Place::Column(from) = mv.from {
            let (column, marks) = (self.board.columns[usize::from(from)], &mut self.marks[usize::from(from)]);
            let left = column.len() - usize::from(mv.count);
            head = column.code_at(left);
            breaks = !marks.has(left);
            *marks = marks.below(left);
        }
        if let Place::Column(to) = mv.to {
            let (column, marks) = (self.board.columns[usize::from(to)], &mut self.marks[usize::from(to)]);
            joins = !column.is_empty();
            *marks = marks.with_run(column.len(), joins);
        }
        self.loose.change(head, breaks, joins);
        self.hash = self.hash.wrapping_sub(self.hash_of(mv.from)).wrapping_sub(self.hash_of(mv.to));
        self.board.play_unchecked(mv);
        self.hash = self.hash.wrapping_add(self.hash_of(mv.from)).wrapping_add(self.hash_of(mv.to));
        self.bound = self.bound + waste as u8 - 1;
    }

    fn hash_of(&self, place: Place) -> u64 {
        match place {
            Place::Column(c) => hash_column(self.board.columns[usize::from(c)]),
            Place::Cell => hash_cell(self.board.cell),
        }
    }

    /// The same but for the order of columns?
    pub(super) fn same(&self, other: &Position) -> bool {
        if self.hash != other.hash || self.board.cell != other.board.cell {
            return false;
        }
        // Positions of one search share most columns place by place; the others must be each other's permutation.
        let (mut mine, mut theirs) = ([Column::EMPTY; COLUMNS], [Column::EMPTY; COLUMNS]);
        let mut differing = 0;
        for (&a, &b) in self.board.columns.iter().zip(&other.board.columns) {
            if a != b {
                (mine[differing], theirs[differing]) = (a, b);
                differing += 1;
            }
        }
        if differing == 0 {
            return true;
        }
        let (mine, theirs) = (&mut mine[..differing], &mut theirs[..differing]);
        mine.sort_unstable();
        theirs.sort_unstable();
        mine == theirs
    }

    /// The columns sorted, and the cell.
    pub(super) fn key(&self) -> ([Column; COLUMNS], Option<Kind>) {
        let mut columns = self.board.columns;
        columns.sort_unstable();
        (columns, self.board.cell)
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Position {
        let hash = board.columns.iter().fold(hash_cell(board.cell), |sum, &c| sum.wrapping_add(hash_column(c)));
        let marks = board.columns.map(Marks::of);
        Position { board, hash, loose: Loose::of(&board), bound: bound(&board), marks }
    }
}

/// For each of the number kinds 6 to 9 how many of its cards are not joined to a back card: two bits each, by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loose(u16);

impl Loose {
    fn of(board: &Board) -> Loose {
        let mut loose = Loose(0);
        for card in board.columns.iter().flat_map(|c| c.iter()).chain(board.cell) {
            loose.change(usize::from(card.code()), true, false);
        }
        for column in &board.columns {
            for (back, front) in column.iter().zip(column.iter().skip(1)) {
                loose.change(usize::from(front.code()), false, front.goes_on(back));
            }
        }
        loose
    }

    fn get(self, code: usize) -> u32 {
        u32::from(self.0 >> (2 * (code - 1)) & 3)
    }

    /// A card of that kind is taken from the card it is joined to, or is joined to one, or both.
    fn change(&mut self, code: usize, breaks: bool, joins: bool) {
        if code <= 8 {
            let one = 1 << (2 * (code - 1));
            self.0 = self.0 + if breaks { one } else { 0 } - if joins { one } else { 0 };
        }
    }
}

/// The bound of [`Position::lower_bound`], from scratch.
fn bound(board: &Board) -> u8 {
    let joins: usize = board
        .columns
        .iter()
        .map(|c| c.iter().zip(c.iter().skip(1)).filter(|&(back, front)| front.goes_on(back)).count())
        .sum();
    let cards = || board.columns.iter().flat_map(|c| c.iter()).chain(board.cell);
    let bottoms = || board.columns.iter().filter_map(|c| c.get(0));
    let tens = cards().filter(|card| card.rank() == Some(10)).count();
    let tens_at_bottom = bottoms().filter(|card| card.rank() == Some(10)).count();
    let faces = Kind::all().filter(|kind| kind.is_face());
    let suits = faces.clone().filter(|&face| cards().any(|card| card == face)).count();
    let suits_at_bottom = faces.filter(|&face| bottoms().any(|card| card == face)).count();
    let joins_of_a_win = cards().count() - tens - suits;
    (joins_of_a_win - joins + (tens - tens_at_bottom) + (suits - suits_at_bottom)) as u8
}

/// Columns add up, so that their order does not matter; an empty one adds nothing.
fn hash_column(column: Column) -> u64 {
    mix(u64::from(column.bits()))
}

fn hash_cell(cell: Option<Kind>) -> u64 {
    cell.map_or(0, |card| mix(u64::from(card.code()) << 32))
}

/// A bijection of 64 bits that keeps 0 and spreads every bit (two rounds of multiply and fold).
fn mix(bits: u64) -> u64 {
    let mut x = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}
