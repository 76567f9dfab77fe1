//! The rules of Spider: cards, board, moves, deals and board text.

mod board;
mod card;
mod deal;
mod fold;
mod guide;
mod moves;
mod outlook;
mod plain;
mod rules;
mod search;
mod text;
mod weights;
mod weights_closed;

pub use board::{Board, BoardBuilder, BoardError, COLUMNS, Column, PACK, Pile, RUN, Row, STOCK_ROWS};
pub use card::{Card, ParseCardError, Suit, Suits};
pub use deal::{Deal, DealError};
pub use fold::{UnknownWeights, Weights};
pub use guide::StageWeights;
pub use moves::{Move, MoveError, NoneWaits};
pub use plain::PlainSpider;
pub use rules::{Dealing, Finishing, Rules, Score};
pub use search::Spider;
pub use text::ParseBoardError;
