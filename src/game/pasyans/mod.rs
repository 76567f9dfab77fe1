//! ПАСЬЯНС, the solitaire inside EXAPUNKS: 36 cards of 14 kinds, nine columns of four, one free cell.

mod board;
mod card;
mod choices;
mod front;
mod graded;
mod marks;
mod moves;
mod older;
mod position;
mod reach;
mod shifts;
mod text;
mod tidy;
mod tiers;
mod travel;

pub use board::{Board, BoardBuilder, BoardError, COLUMNS, Column, MAX_COLUMN, deal};
pub use card::{Colour, DECK, Kind, ParseKindError, Suit};
pub use graded::Pasyans;
pub use moves::{IllegalMove, Move, Place};
pub use older::OlderBot;
pub use position::Position;
pub use text::ParseBoardError;
pub use travel::{Layout, OnScreen};
