//! The rules of Spider: cards, board, moves, deals and board text.

mod board;
mod card;
mod deal;
mod moves;
mod rules;
mod text;

pub use board::{Board, BoardBuilder, BoardError, COLUMNS, Column, PACK, Pile, RUN, Row, STOCK_ROWS};
pub use card::{Card, ParseCardError, Suit, Suits};
pub use deal::{Deal, DealError};
pub use moves::{Move, MoveError, NoneWaits};
pub use text::ParseBoardError;
pub use rules::{Dealing, Finishing, Rules, Score};
mod guide;
pub use guide::{Spider, Weights};
