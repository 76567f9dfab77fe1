//! What a guided search knows of Spider: for each move worth trying, the position after it without making it.
//!
//! A column is read by a [`Fold`], which is kept after every card. A move changes two columns, so that both are known
//! after it by going back to an earlier fold and pushing the cards that moved.

use super::board::{Board, COLUMNS, PACK, RUN, STOCK_ROWS};
use super::fold::{Fold, UnknownWeights, Weights};
use super::moves::Move;
use super::outlook::{Face, Leaves, Outlook};
use super::rules::{Dealing, Finishing, Rules};
use crate::game::{Kind, Successor};

/// Weights by the number of rows left in the stock.
pub type StageWeights = [Weights; STOCK_ROWS + 1];

/// The joins of a won game: twelve in each of the eight runs.
const ALL_JOINS: i32 = 96;

/// A column as a part of the whole: the sums over the columns tell positions apart and say what they are worth.
#[derive(Clone, Copy, Default)]
struct Part {
    key: u64,
    worth: i32,
    joins: i32,
    empty: bool,
    /// A card turns up that is not known.
    reveals: bool,
    face: Face,
}

/// Room for the folds of a board. Whoever reads a board brings it: inside of the reading it was copied twice on the way
/// out, which took a quarter of the time of closed play.
pub(super) struct Folds([Fold; PACK + COLUMNS]);

impl Default for Folds {
    fn default() -> Folds {
        Folds([Fold::default(); PACK + COLUMNS])
    }
}

/// A board read whole.
pub(super) struct Reading<'a> {
    board: &'a Board,
    weights: &'a StageWeights,
    rules: Rules,
    /// The folds of all columns; those of column `c` begin at `starts[c] + c`, the first before any card.
    folds: &'a mut [Fold; PACK + COLUMNS],
    parts: [Part; COLUMNS],
    faces: [Face; COLUMNS],
    /// `None` where nothing depends on what is unknown.
    outlook: Option<Outlook>,
    sum: Sum,
}

/// The sum over a board's columns and finished runs.
#[derive(Clone, Copy, Default)]
struct Sum {
    key: u64,
    worth: i32,
    joins: i32,
    empty: usize,
}

impl Sum {
    fn add(&mut self, part: &Part) {
        self.key = self.key.wrapping_add(part.key);
        self.worth += part.worth;
        self.joins += part.joins;
        self.empty += usize::from(part.empty);
    }

    fn remove(&mut self, part: &Part) {
        self.key = self.key.wrapping_sub(part.key);
        self.worth -= part.worth;
        self.joins -= part.joins;
        self.empty -= usize::from(part.empty);
    }

    fn finish(&mut self, runs: usize, w: &Weights) {
        self.worth += runs as i32 * w.finished;
        self.joins += (runs * (RUN - 1)) as i32;
    }
}

impl<'a> Reading<'a> {
    pub fn new(board: &'a Board, weights: &'a StageWeights, rules: Rules, folds: &'a mut Folds) -> Reading<'a> {
        let (parts, faces) = ([Part::default(); COLUMNS], [Face::default(); COLUMNS]);
        let unknown = &weights[usize::from(board.rows)].unknown;
        let outlook = (*unknown != UnknownWeights::default()).then(|| Outlook::new(board));
        let folds = &mut folds.0;
        let mut reading = Reading { board, weights, rules, folds, parts, faces, outlook, sum: Sum::default() };
        for column in 0..COLUMNS {
            reading.read(column);
            reading.sum.add(&reading.parts[column]);
            reading.faces[column] = reading.parts[column].face;
        }
        reading.sum.finish(board.finished_runs(), reading.w());
        reading
    }

    /// The key of the position: equal for positions that differ in the order of columns only.
    pub fn key(&self) -> u64 {
        self.key_of(&self.sum)
    }

    /// What the position is worth.
    pub fn promise(&self) -> i32 {
        self.promise_of(&self.sum, &self.faces)
    }

    /// Moves that no win from here does without. Each move makes one join at most, each dealt card one more.
    pub fn bound(&self) -> u32 {
        self.bound_of(&self.sum)
    }

    fn w(&self) -> &'a Weights {
        &self.weights[usize::from(self.board.rows)]
    }

    fn key_of(&self, sum: &Sum) -> u64 {
        sum.key.wrapping_add(u64::from(self.board.rows))
    }

    fn promise_of(&self, sum: &Sum, faces: &[Face; COLUMNS]) -> i32 {
        let [first, second, more] = self.w().empty;
        sum.worth
            + self.w().stage
            + self.outlook.as_ref().map_or(0, |outlook| outlook.worth(faces, &self.w().unknown))
            + match sum.empty {
                0 => 0,
                1 => first,
                empty => first + second + more * (empty as i32 - 2),
            }
    }

    fn bound_of(&self, sum: &Sum) -> u32 {
        (ALL_JOINS - sum.joins - (COLUMNS * usize::from(self.board.rows)) as i32).max(0) as u32
    }

    fn read(&mut self, column: usize) {
        let (start, len, down) = self.extent(column);
        let mut fold = Fold::default();
        for depth in 0..=len {
            if depth == down {
                fold = fold.face_up(column, down);
            }
            self.folds[start + column + depth] = fold;
            if depth < len {
                match self.board.cards[start + depth] {
                    Some(card) if depth >= down => fold.push(card, self.w()),
                    card => fold.push_down(card, self.w()),
                }
            }
        }
        self.parts[column] = if len == 0 { EMPTY } else { self.part(&fold, start, len, down) };
    }

    /// Where a column begins, its length, and how many of its cards lie face down.
    #[inline]
    fn extent(&self, column: usize) -> (usize, usize, usize) {
        let (start, end) = (usize::from(self.board.starts[column]), usize::from(self.board.starts[column + 1]));
        (start, end - start, usize::from(self.board.down[column]))
    }

    #[inline]
    fn part(&self, fold: &Fold, back: usize, len: usize, down: usize) -> Part {
        let worth = fold.worth(self.board.cards[back], down, self.w());
        let leaves = match len - usize::from(fold.run) {
            0 => Leaves::Nothing,
            left if left == down => Leaves::Down,
            _ => Leaves::Up,
        };
        let face = Face { front: fold.code(), head: (fold.rank() + fold.run).saturating_sub(1), leaves };
        Part { key: mix(fold.hash), worth, joins: fold.joins.into(), empty: false, reveals: false, face }
    }

    /// A column with only its first `left` cards.
    #[inline]
    fn cut(&self, column: usize, left: usize) -> Part {
        let (start, _, down) = self.extent(column);
        if left == 0 {
            return EMPTY;
        }
        if left > down {
            return self.part(&self.folds[start + column + left], start, left, down);
        }
        let mut fold = self.folds[start + column + down - 1].face_up(column, down - 1);
        let turned = self.board.cards[start + down - 1];
        match turned {
            Some(card) => fold.push(card, self.w()),
            None => fold.push_unknown(),
        }
        Part { reveals: turned.is_none(), ..self.part(&fold, start, left, down - 1) }
    }

    /// Appends what follows from each move worth trying. Of several empty columns only the first is tried, and a column
    /// that is a single run does not move to an empty one: both lead to nothing new but for the order of columns. Where
    /// cards are moved, only to `wanted` positions: what one is worth takes longer than its key.
    pub fn successors(&self, mut wanted: impl FnMut(u64) -> bool, out: &mut Vec<Successor<Move>>) {
        let empty = (0..COLUMNS).find(|column| self.parts[*column].empty);
        for from in 0..COLUMNS {
            let (start, len, _) = self.extent(from);
            let run = usize::from(self.folds[start + from + len].run);
            for count in 1..=run.min(len) {
                let Some(head) = self.board.cards[start + len - count] else { break };
                let mut cut = None;
                for to in 0..COLUMNS {
                    let (to_start, to_len, _) = self.extent(to);
                    let fits = match to_len {
                        0 => Some(to) == empty && count < len,
                        _ => self.folds[to_start + to + to_len].rank() == head.rank() + 1,
                    };
                    if fits {
                        let cut = cut.get_or_insert_with(|| self.cut(from, len - count));
                        out.extend(self.after_cards(from, to, count, cut, &mut wanted));
                    }
                }
            }
            if run == RUN {
                out.push(self.after_finishing(from));
            }
        }
        if self.board.rows > 0 && (empty.is_none() || self.rules.dealing == Dealing::Always) {
            out.push(self.after_deal());
        }
    }

    fn after_cards(
        &self,
        from: usize,
        to: usize,
        count: usize,
        cut: &Part,
        wanted: &mut impl FnMut(u64) -> bool,
    ) -> Option<Successor<Move>> {
        let (from_start, from_len, _) = self.extent(from);
        let (to_start, to_len, to_down) = self.extent(to);
        let head = from_start + from_len - count;
        let mut fold = self.folds[to_start + to + to_len];
        for card in self.board.cards[head..head + count].iter().flatten() {
            fold.push(*card, self.w());
        }
        let finishes = usize::from(fold.run) == RUN && self.rules.finishing == Finishing::ByItself;
        let part = match finishes {
            true => self.cut(to, to_len + count - RUN),
            false => self.part(&fold, if to_len == 0 { head } else { to_start }, to_len + count, to_down),
        };
        let mut sum = self.sum;
        sum.remove(&self.parts[from]);
        sum.remove(&self.parts[to]);
        sum.add(cut);
        sum.add(&part);
        sum.finish(usize::from(finishes), self.w());
        if !wanted(self.key_of(&sum)) {
            return None;
        }
        let mut faces = self.faces;
        (faces[from], faces[to]) = (cut.face, part.face);
        let mv = Move::Cards { from: from as u8, to: to as u8, count: count as u8 };
        Some(self.successor(mv, &sum, &faces, cut.reveals || part.reveals))
    }

    fn after_finishing(&self, column: usize) -> Successor<Move> {
        let part = self.cut(column, self.extent(column).1 - RUN);
        let mut sum = self.sum;
        sum.remove(&self.parts[column]);
        sum.add(&part);
        sum.finish(1, self.w());
        let mut faces = self.faces;
        faces[column] = part.face;
        self.successor(Move::Finish { column: column as u8 }, &sum, &faces, part.reveals)
    }

    fn successor(&self, mv: Move, sum: &Sum, faces: &[Face; COLUMNS], reveals: bool) -> Successor<Move> {
        Successor {
            mv,
            key: self.key_of(sum),
            promise: self.promise_of(sum, faces),
            toll: self.w().cost,
            moves: u32::from(mv.counts()),
            bound: self.bound_of(sum),
            kind: match () {
                () if sum.empty == COLUMNS && self.board.rows == 0 => Kind::Win,
                () if reveals => Kind::Reveal,
                () => Kind::Quiet,
            },
        }
    }

    fn after_deal(&self) -> Successor<Move> {
        if self.board.stock().next().is_none_or(|row| row.contains(&None)) {
            // Of a row that nobody knows, the position before it tells as much as can be told.
            return Successor {
                kind: Kind::Stage,
                moves: 0,
                ..self.successor(Move::Deal, &self.sum, &self.faces, false)
            };
        }
        let mut after = *self.board;
        after.play(Move::Deal, self.rules);
        let folds = &mut Folds::default();
        let reading = Reading::new(&after, self.weights, self.rules, folds);
        Successor {
            mv: Move::Deal,
            key: reading.key(),
            promise: reading.promise(),
            toll: reading.w().cost,
            moves: 0,
            bound: reading.bound(),
            kind: Kind::Stage,
        }
    }
}

const EMPTY: Part = Part {
    key: 0,
    worth: 0,
    joins: 0,
    empty: true,
    reveals: false,
    face: Face { front: 0, head: 0, leaves: Leaves::Nothing },
};

/// Spreads a column's hash, so that sums of such hashes tell the columns.
#[inline]
fn mix(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 31).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}
