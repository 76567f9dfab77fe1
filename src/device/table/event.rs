//! What really happened at the table: the truth that a player's beliefs are held against.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::card::Card;
use crate::game::pasyans::{Board, Place, Suit};

/// One event with its time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// When, from the opening of the table; in JSON in seconds.
    #[serde(serialize_with = "seconds")]
    pub t: Duration,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}

/// What can happen. In JSON the name stands under `event`, columns count from 0 and the free cell is `cell`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The last card of a deal has landed.
    Deal {
        /// Games won before.
        wins: u32,
        /// The deal's seed.
        seed: u64,
        /// The board, a line a column, then the cell's.
        #[serde(serialize_with = "lines")]
        cards: Board,
    },
    /// Cards were moved as the rules allow.
    Move {
        /// From where.
        #[serde(serialize_with = "place")]
        source: Place,
        /// To where.
        #[serde(serialize_with = "place")]
        target: Place,
        /// Which, back card first.
        #[serde(serialize_with = "names")]
        cards: Vec<Card>,
    },
    /// Cards snapped back: the rules forbid the move, or it slipped.
    Illegal {
        /// From where.
        #[serde(serialize_with = "place")]
        source: Place,
        /// Where they were let go; none beside every place.
        #[serde(serialize_with = "place_or_none")]
        target: Option<Place>,
        /// Which, back card first.
        #[serde(serialize_with = "names")]
        cards: Vec<Card>,
        /// The move was legal, and the drop failed all the same.
        slipped: bool,
    },
    /// A press on cards that cannot be taken: no run, or locked.
    #[allow(missing_docs)]
    Refused { column: u8, depth: usize },
    /// A column turned over and locked.
    #[allow(missing_docs)]
    Lock {
        column: u8,
        #[serde(serialize_with = "name")]
        suit: Suit,
    },
    /// The game is won.
    #[allow(missing_docs)]
    Win { wins: u32 },
    /// NEW GAME was pressed.
    #[allow(missing_docs)]
    NewGame { after_win: bool },
    /// A press went unnoticed.
    PressLost,
    /// A press only gave the window the focus.
    FocusOnly,
    /// A press hit something that lies over the table, or no part of the game's window.
    PressElsewhere,
    /// A press hit the game's window where a player has no business.
    PressOutside,
    /// Something that is not the player's doing began.
    #[allow(missing_docs)]
    Disturbance { what: &'static str },
}

fn seconds<S: Serializer>(t: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64((t.as_secs_f64() * 1000.0).round() / 1000.0)
}

fn lines<S: Serializer>(board: &Board, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(board.to_string().lines())
}

fn names<S: Serializer>(cards: &[Card], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(cards.iter().map(Card::to_string))
}

fn name<S: Serializer>(suit: &Suit, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(suit)
}

fn place<S: Serializer>(place: &Place, to: S) -> Result<S::Ok, S::Error> {
    match place {
        Place::Column(column) => to.serialize_u8(*column),
        Place::Cell => to.serialize_str("cell"),
    }
}

fn place_or_none<S: Serializer>(target: &Option<Place>, to: S) -> Result<S::Ok, S::Error> {
    match target {
        Some(target) => place(target, to),
        None => to.serialize_none(),
    }
}
