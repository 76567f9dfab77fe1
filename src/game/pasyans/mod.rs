//! ПАСЬЯНС, the solitaire inside EXAPUNKS: 36 cards of 14 kinds, nine columns of four, one free cell.

mod board;
mod card;
mod moves;
mod text;

pub use board::{Board, BoardBuilder, BoardError, COLUMNS, Column, MAX_COLUMN, deal};
pub use card::{Colour, DECK, Kind, ParseKindError, Suit};
pub use moves::{IllegalMove, Move, Place};
pub use text::ParseBoardError;
