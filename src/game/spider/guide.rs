//! What a guided search knows of Spider: for each move worth trying, the key and the promise of the position after it,
//! without making that position.
//!
//! A column is read from back to front by a [`Fold`], whose value and hash after every card are kept. A move changes two
//! columns, so that both are known after it by going back to an earlier fold and pushing the moved cards.

use super::board::{Board, COLUMNS, PACK, RUN};
use super::card::Card;
use super::moves::Move;
use super::rules::{Dealing, Finishing, Rules};
use crate::game::{Guided, Kind, Successor};

/// What a feature of a position is worth, in hundredths of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Weights {
    /// A card on the next higher one of its suit.
    pub join: i32,
    /// The same, for every card that the run has already.
    pub longer: i32,
    /// A card on the next higher one of another suit.
    pub step: i32,
    /// Any other card on a higher one.
    pub gap: i32,
    /// A card on a lower or equal one.
    pub block: i32,
    /// A card that lies above a gap or a block, for each of those below it.
    pub buried: i32,
    /// The first to fifth face-down card of a column, counted from the back.
    pub down: [i32; 5],
    /// The first, second and each further empty column.
    pub empty: [i32; 3],
    /// A column without face-down cards, for each rank that its back card is below a king.
    pub base: i32,
    /// A finished run, besides its joins.
    pub finished: i32,
    /// A card face up.
    pub up: i32,
    /// two known cards that join face down
    pub down_join: i32,
    /// block face down
    pub down_block: i32,
    /// per row of stock
    pub cost: i32,
}

/// A column read up to some card.
#[derive(Clone, Copy)]
struct Fold {
    hash: u64,
    value: i32,
    last: u8,
    run: u8,
    breaks: u8,
}

const NO_CARD: Fold = Fold { hash: 0, value: 0, last: 0, run: 0, breaks: 0 };

impl Fold {
    #[inline]
    fn push(&mut self, card: Card, w: &Weights) {
        let code = card.code() as u8;
        self.hash = (self.hash.rotate_left(5) ^ u64::from(code)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if self.last == code + 1 {
            self.value += w.join + w.longer * i32::from(self.run);
            self.run += 1;
        } else {
            self.run = 1;
            if self.last != 0 {
                let (below, rank) = (self.last & 15, code & 15);
                if below == rank + 1 {
                    self.value -= w.step;
                } else {
                    self.value -= if below > rank { w.gap } else { w.block };
                    self.breaks += 1;
                }
            }
        }
        self.value -= w.buried * i32::from(self.breaks);
        self.last = code;
    }

    #[inline]
    fn push_down(&mut self, card: Option<Card>, w: &Weights) {
        let Some(card) = card else {
            self.last = 0;
            return;
        };
        let code = card.code() as u8;
        if self.last == code + 1 {
            self.value += w.down_join;
        } else if self.last != 0 && self.last & 15 < code & 15 {
            self.value -= w.down_block;
        }
        self.last = code;
    }

    /// Begins the face-up cards.
    #[inline]
    fn turn(&mut self, column: usize, down: usize) {
        self.hash = if down == 0 { 1 } else { (column * 8 + down + 1) as u64 * 0x2545_f491_4f6c_dd1d };
        self.run = 0;
    }
}

#[inline]
fn mix(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 31).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// A board read whole.
struct Reading<'a> {
    board: &'a Board,
    w: &'a Weights,
    rules: Rules,
    /// The folds of all columns; those of column `c` begin at `starts[c] + c`, the first before any card.
    folds: [Fold; PACK + COLUMNS],
    /// Key and value of each column.
    columns: [(u64, i32); COLUMNS],
    empties: usize,
    key: u64,
    value: i32,
}

impl<'a> Reading<'a> {
    fn new(board: &'a Board, w: &'a Weights, rules: Rules) -> Reading<'a> {
        let mut reading = Reading {
            board,
            w,
            rules,
            folds: [NO_CARD; PACK + COLUMNS],
            columns: [(0, 0); COLUMNS],
            empties: 0,
            key: u64::from(board.rows),
            value: 0,
        };
        for column in 0..COLUMNS {
            let (start, end) = (usize::from(board.starts[column]), usize::from(board.starts[column + 1]));
            let down = usize::from(board.down[column]);
            let mut fold = NO_CARD;
            for place in start..=end {
                if place - start == down {
                    fold.turn(column, down);
                }
                reading.folds[place + column] = fold;
                if place < end {
                    match board.cards[place] {
                        Some(card) if place - start >= down => fold.push(card, w),
                        card => fold.push_down(card, w),
                    }
                }
            }
            let parts = reading.column(fold, start, down, end == start);
            reading.columns[column] = parts;
            reading.key = reading.key.wrapping_add(parts.0);
            reading.value += parts.1;
            reading.empties += usize::from(start == end);
        }
        reading.value += board.finished_runs() as i32 * (w.finished + 12 * w.join);
        reading
    }

    /// Key and value of a column that was read.
    #[inline]
    fn column(&self, fold: Fold, start: usize, down: usize, empty: bool) -> (u64, i32) {
        if empty {
            return (0, 0);
        }
        let mut value = fold.value;
        if down == 0 {
            let base = self.board.cards[start].map_or(0, |card| i32::from(Card::KING - card.rank()));
            value -= self.w.base * base;
        } else {
            value -= self.w.down[down - 1];
        }
        (mix(fold.hash), value)
    }

    #[inline]
    fn empties(&self, count: usize) -> i32 {
        let e = &self.w.empty;
        match count {
            0 => 0,
            1 => e[0],
            2 => e[0] + e[1],
            n => e[0] + e[1] + e[2] * (n as i32 - 2),
        }
    }

    /// A column after its last cards were taken, `left` staying: key and value, whether it is empty, whether a card
    /// turns up that is not known.
    #[inline]
    fn cut(&self, column: usize, left: usize) -> (u64, i32, bool, bool) {
        let start = usize::from(self.board.starts[column]);
        let down = usize::from(self.board.down[column]);
        if left > down || down == 0 {
            let (key, value) = self.column(self.folds[start + column + left], start, down, left == 0);
            return (key, value, left == 0, false);
        }
        let mut fold = self.folds[start + column + down - 1];
        fold.turn(column, down - 1);
        match self.board.cards[start + down - 1] {
            Some(card) => fold.push(card, self.w),
            None => fold.hash ^= 0x5555,
        }
        let hidden = self.board.cards[start + down - 1].is_none();
        let (key, value) = self.column(fold, start, down - 1, false);
        (key, value, false, hidden)
    }

    fn successors(&self, out: &mut Vec<Successor<Move>>) {
        let board = self.board;
        let mut fronts = [0u8; COLUMNS];
        let mut lens = [0usize; COLUMNS];
        let mut first_empty = COLUMNS;
        for column in (0..COLUMNS).rev() {
            let (start, end) = (usize::from(board.starts[column]), usize::from(board.starts[column + 1]));
            lens[column] = end - start;
            if start == end {
                first_empty = column;
            } else {
                fronts[column] = self.folds[end + column].last;
            }
        }
        let empties_value = self.empties(self.empties);
        for from in 0..COLUMNS {
            if lens[from] == 0 {
                continue;
            }
            let start = usize::from(board.starts[from]);
            let end = start + lens[from];
            let down = usize::from(board.down[from]);
            let run = usize::from(self.folds[end + from].run);
            for count in 1..=run {
                let Some(head) = board.cards[end - count] else { break };
                let mut cut = None;
                for to in 0..COLUMNS {
                    let fits = if lens[to] == 0 {
                        to == first_empty && !(count == lens[from] && down == 0)
                    } else {
                        fronts[to] & 15 == head.rank() + 1 && to != from
                    };
                    if !fits {
                        continue;
                    }
                    let (a_key, a_value, a_empty, hidden) = *cut.get_or_insert_with(|| self.cut(from, lens[from] - count));
                    let to_start = usize::from(board.starts[to]);
                    let mut fold = self.folds[to_start + to + lens[to]];
                    for card in board.cards[end - count..end].iter().flatten() {
                        fold.push(*card, self.w);
                    }
                    let mut bonus = 0;
                    let mut reveals = hidden;
                    let to_down = usize::from(board.down[to]);
                    let (b_key, b_value, b_empty) =
                        if usize::from(fold.run) == RUN && self.rules.finishing == Finishing::ByItself {
                            bonus = self.w.finished + 12 * self.w.join;
                            let (key, value, empty, hidden) = self.cut(to, lens[to] + count - RUN);
                            reveals |= hidden;
                            (key, value, empty)
                        } else {
                            let base = if lens[to] == 0 { end - count } else { to_start };
                            let (key, value) = self.column(fold, base, to_down, false);
                            (key, value, false)
                        };
                    let empties = self.empties + usize::from(a_empty) + usize::from(b_empty) - usize::from(lens[to] == 0);
                    let key = self
                        .key
                        .wrapping_sub(self.columns[from].0)
                        .wrapping_sub(self.columns[to].0)
                        .wrapping_add(a_key)
                        .wrapping_add(b_key);
                    let value = self.value - self.columns[from].1 - self.columns[to].1 + a_value + b_value + bonus;
                    let won = empties == COLUMNS && board.rows == 0;
                    let _ = empties_value;
                    out.push(Successor {
                        mv: Move::Cards { from: from as u8, to: to as u8, count: count as u8 },
                        key,
                        promise: value + self.empties(empties),
                        cost: 1,
                        kind: if won {
                            Kind::Won
                        } else if reveals {
                            Kind::Reveals
                        } else {
                            Kind::Quiet
                        },
                    });
                }
            }
            if run == RUN {
                // by move
                let (a_key, a_value, a_empty, hidden) = self.cut(from, lens[from] - RUN);
                let empties = self.empties + usize::from(a_empty);
                let value = self.value - self.columns[from].1 + a_value + self.w.finished + 12 * self.w.join;
                out.push(Successor {
                    mv: Move::Finish { column: from as u8 },
                    key: self.key.wrapping_sub(self.columns[from].0).wrapping_add(a_key),
                    promise: value + self.empties(empties),
                    cost: 0,
                    kind: if empties == COLUMNS && board.rows == 0 {
                        Kind::Won
                    } else if hidden {
                        Kind::Reveals
                    } else {
                        Kind::Quiet
                    },
                });
            }
        }
        if board.rows > 0 && (self.empties == 0 || self.rules.dealing == Dealing::Always) {
            let row = &board.stock[usize::from(board.rows) - 1];
            if row.iter().all(Option::is_some) {
                let mut after = *board;
                after.play(Move::Deal, self.rules);
                let reading = Reading::new(&after, self.w, self.rules);
                out.push(Successor {
                    mv: Move::Deal,
                    key: reading.key,
                    promise: reading.value + self.empties(reading.empties),
                    cost: 0,
                    kind: Kind::Next,
                });
            } else {
                out.push(Successor {
                    mv: Move::Deal,
                    key: self.key,
                    promise: self.value + empties_value,
                    cost: 0,
                    kind: Kind::Next,
                });
            }
        }
    }
}

/// Spider as a search sees it: the rules, and what positions are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spider {
    /// The rules of the game.
    pub rules: Rules,
    /// What positions are worth.
    pub weights: Weights,
}

impl Guided for Spider {
    type State = Board;
    type Move = Move;
    fn successors(&self, state: &Board, out: &mut Vec<Successor<Move>>) {
        Reading::new(state, &self.weights, self.rules).successors(out);
    }
    fn play_guided(&self, state: &mut Board, mv: Move) {
        state.play(mv, self.rules);
    }
    fn promise(&self, state: &Board) -> (u64, i32) {
        let r = Reading::new(state, &self.weights, self.rules);
        (r.key, r.value + r.empties(r.empties))
    }
}
