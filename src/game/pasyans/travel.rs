//! How far the pointer travels: where the cards of a board lie on the screen.

use super::board::{Board, COLUMNS, Column};
use super::card::Kind;
use super::graded::Pasyans;
use super::moves::{Move, Place};
use super::position::Position;
use crate::game::{Dragged, Game, Graded};

/// The board's measures, in any unit (pixels of a 1920x1080 screen by default). Distances are taken between the top left
/// corners of cards: a card is grabbed and dropped at the same point of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first card of the first column.
    pub first: (i32, i32),
    /// From column to column.
    pub column_pitch: i32,
    /// From card to card in a column.
    pub row_pitch: i32,
    /// The free cell's card.
    pub cell: (i32, i32),
}

impl Default for Layout {
    /// Measured on captures of the game.
    fn default() -> Layout {
        Layout { first: (366, 459), column_pitch: 134, row_pitch: 30, cell: (1366, 214) }
    }
}

impl Layout {
    /// Where the card at `depth` of a place lies.
    fn spot(&self, place: Place, depth: usize) -> (i32, i32) {
        match place {
            Place::Cell => self.cell,
            Place::Column(column) => {
                let (x, y) = self.first;
                (x + self.column_pitch * i32::from(column), y + self.row_pitch * depth as i32)
            }
        }
    }

    fn drag(&self, board: &Board, mv: Move) -> ((i32, i32), (i32, i32)) {
        let len = |place| match place {
            Place::Cell => 1,
            Place::Column(column) => board.columns()[usize::from(column)].len(),
        };
        (self.spot(mv.from, len(mv.from) - usize::from(mv.count)), self.spot(mv.to, len(mv.to)))
    }
}

/// The game with the measures of its board.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnScreen(pub Layout);

impl Game for OnScreen {
    type State = Position;
    type Move = Move;
    type Key = ([Column; COLUMNS], Option<Kind>);

    fn moves(&self, state: &Position, moves: &mut Vec<Move>) {
        Pasyans.moves(state, moves);
    }

    fn play(&self, state: &mut Position, mv: Move) {
        Pasyans.play(state, mv);
    }

    fn is_won(&self, state: &Position) -> bool {
        Pasyans.is_won(state)
    }

    fn key(&self, state: &Position) -> Self::Key {
        Pasyans.key(state)
    }

    fn lower_bound(&self, state: &Position) -> u32 {
        Pasyans.lower_bound(state)
    }
}

impl Dragged for OnScreen {
    type Spot = (i32, i32);
    type Layout = Board;

    fn layout(&self, state: &Position) -> Board {
        *state.board()
    }

    fn may_win_within(&self, state: &Position, moves: u32) -> bool {
        let bound = state.lower_bound();
        bound < moves || bound == moves && !Pasyans.must_waste(state)
    }

    fn drag(&self, state: &Position, mv: Move) -> (Self::Spot, Self::Spot) {
        self.0.drag(state.board(), mv)
    }

    fn distance(&self, from: Self::Spot, to: Self::Spot) -> u32 {
        f64::from(from.0 - to.0).hypot(f64::from(from.1 - to.1)).round() as u32
    }
}
