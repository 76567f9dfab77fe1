//! What the board before tells: where a card cannot be read, it may follow from where every card was, and from what the
//! rules allow.

use super::kinds::{Costs, DOUBT, index};
use super::table::Table;
use super::{CardSighting, Holds};
use crate::game::pasyans::{Board, Kind, Move, Place};

/// So many moves at most may lie between the board before and this one: a finger is quick, and a frame may be missed.
const MOST_MOVES: usize = 2;

/// Working space.
#[derive(Debug, Default)]
pub(super) struct Recall {
    moves: [Vec<Move>; MOST_MOVES],
}

/// The boards that could be meant.
#[derive(Clone, Copy)]
enum Meant {
    None,
    One(Board),
    Several,
}

impl Recall {
    /// Fills in the cards of a whole deck that could not be read, if the board before, or one that a few moves make of
    /// it, agrees with all that is to be seen, and no other one as near does.
    pub fn fill(&mut self, before: &Board, table: &Table, kinds: &mut [Option<Kind>]) -> bool {
        for moves in 0..=MOST_MOVES {
            let mut meant = Meant::None;
            search(*before, table, &mut self.moves[..moves], &mut meant);
            match meant {
                Meant::None => {}
                Meant::Several => return false,
                Meant::One(board) => {
                    for (card, kind) in table.cards.iter().zip(kinds) {
                        *kind = kind_at(&board, card);
                    }
                    return true;
                }
            }
        }
        false
    }
}

/// Tries every way to go on from `board` by exactly as many moves as there are buffers for.
fn search(board: Board, table: &Table, buffers: &mut [Vec<Move>], meant: &mut Meant) {
    let Some((moves, buffers)) = buffers.split_first_mut() else {
        if agrees(&board, table) {
            *meant = match *meant {
                Meant::None => Meant::One(board),
                Meant::One(other) if other == board => Meant::One(other),
                _ => Meant::Several,
            };
        }
        return;
    };
    moves.clear();
    board.legal_moves(moves);
    for &mv in moves.iter() {
        let mut next = board;
        next.play_unchecked(mv);
        search(next, table, buffers, meant);
    }
}

/// Could this board be what is seen on the table?
fn agrees(board: &Board, table: &Table) -> bool {
    let columns = table.columns.iter().enumerate().all(|(column, holds)| match *holds {
        Holds::Nothing => board.columns()[column].is_empty(),
        Holds::Back => board.is_locked(column),
        Holds::Cards(cards) => !board.is_locked(column) && board.columns()[column].len() == usize::from(cards),
        Holds::Unknown => false,
    });
    columns
        && (table.cell == Holds::Nothing) == board.cell().is_none()
        && table.cards.iter().zip(&table.costs).all(|(card, costs)| match card.kind {
            Some(kind) => kind_at(board, card) == Some(kind),
            None => kind_at(board, card).is_some_and(|kind| is_likely(kind, costs)),
        })
}

/// Does the picture allow for that kind? A hidden card allows for all.
fn is_likely(kind: Kind, costs: &Costs) -> bool {
    costs[index(kind)] <= costs.iter().copied().fold(f32::INFINITY, f32::min) + DOUBT
}

fn kind_at(board: &Board, card: &CardSighting) -> Option<Kind> {
    match card.place {
        Place::Column(column) => board.columns()[usize::from(column)].get(usize::from(card.depth)),
        Place::Cell => board.cell(),
    }
}
