//! What a table shows at one moment.

use super::card::{Card, Layout};
use crate::frame::{LayoutPx, Point};
use crate::game::pasyans::{Board, COLUMNS, Suit};

/// All that can be seen of a table. Any state can be put together, also such as no game reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct TableView {
    /// The columns from left to right.
    pub columns: [PileView; COLUMNS],
    /// The free cell.
    pub cell: CellView,
    /// Cards in the air: dealt, held, or on the way to their place; drawn in this order.
    pub air: Vec<Airborne>,
    /// Is the banner up?
    pub won: bool,
    /// The win counter.
    pub wins: u32,
    /// The tip of the arrow cursor, if it is to be drawn.
    pub cursor: Option<Point<LayoutPx>>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub enum PileView {
    /// Cards, back card first; none shows the hatched place of a card.
    Cards(Vec<Card>),
    /// Four faces turned over.
    Locked(Suit),
}

/// The free cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellView {
    /// Empty, with its word.
    Empty,
    /// A card.
    Card(Card),
    /// The deck, face down, while a game is dealt.
    Deck,
}

/// Cards that lie on no place, one row pitch apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Airborne {
    /// Back card first.
    pub cards: Vec<Card>,
    /// The back card's top left corner.
    pub at: Point<LayoutPx>,
}

impl TableView {
    /// A board at rest. Which jack or which red six lies where is decided by `seed`.
    pub fn of(board: &Board, seed: u64) -> TableView {
        let Layout { columns, cell } = Layout::of(board, seed);
        let mut piles = columns.map(PileView::Cards);
        for (pile, column) in piles.iter_mut().zip(board.columns()) {
            if let Some(suit) = column.locks() {
                *pile = PileView::Locked(suit);
            }
        }
        TableView {
            columns: piles,
            cell: cell.map_or(CellView::Empty, CellView::Card),
            air: Vec::new(),
            won: board.is_won(),
            wins: 0,
            cursor: None,
        }
    }
}
