//! The rules of Spider: cards, board, moves, deals and board text.

mod board;
mod card;
mod deal;
mod fold;
mod guide;
mod moves;
mod rules;
mod search;
mod text;
mod weights;

pub use board::{Board, BoardBuilder, BoardError, COLUMNS, Column, PACK, Pile, RUN, Row, STOCK_ROWS};
pub use card::{Card, ParseCardError, Suit, Suits};
pub use deal::{Deal, DealError};
pub use fold::Weights;
pub use guide::StageWeights;
pub use moves::{Move, MoveError, NoneWaits};
pub use rules::{Dealing, Finishing, Rules, Score};
pub use search::Spider;
pub use text::ParseBoardError;
