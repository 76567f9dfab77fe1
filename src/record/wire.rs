//! The forms that the types of the lower floors take in a file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::frame::{Point, Rect};
use crate::game::pasyans::{Board, COLUMNS, Kind, Move, ParseBoardError, ParseKindError, Place};
use crate::vision::TableState;

/// A board, as board text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireBoard(pub Board);

/// A card, as in board text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireKind(pub Kind);

/// A place: columns are the numbers 1 to 9, the free cell is `"cell"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WirePlace(pub Place);

/// A move, with the cards that it moves, back card first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct WireMove {
    pub from: WirePlace,
    pub to: WirePlace,
    pub count: u8,
    pub cards: Vec<WireKind>,
}

/// A point, `[x, y]`, rounded to hundredths: finer differences mean nothing on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WirePoint(pub [f64; 2]);

/// A rectangle, `[x, y, w, h]`, rounded to hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WireRect(pub [f64; 4]);

/// What is going on at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum WireState {
    Playing,
    Dealing,
    Won,
    Moving,
    Covered,
}

impl WireMove {
    /// The move as it is made on `board`.
    pub fn on(board: &Board, mv: Move) -> WireMove {
        let cards = match mv.from {
            Place::Cell => board.cell().into_iter().map(WireKind).collect(),
            Place::Column(column) => {
                let column = board.columns()[usize::from(column)];
                column.iter().skip(column.len().saturating_sub(mv.count.into())).map(WireKind).collect()
            }
        };
        WireMove { from: WirePlace(mv.from), to: WirePlace(mv.to), count: mv.count, cards }
    }

    /// A whole plan as it is made from `board` on.
    pub fn plan(board: &Board, moves: &[Move]) -> Vec<WireMove> {
        let mut board = *board;
        let one = |&mv| {
            let wire = WireMove::on(&board, mv);
            board.play_unchecked(mv);
            wire
        };
        moves.iter().map(one).collect()
    }

    /// The move itself.
    pub fn to_move(&self) -> Move {
        Move { from: self.from.0, to: self.to.0, count: self.count }
    }
}

impl fmt::Display for WireMove {
    /// `7B 6R from column 3 to the free cell`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards.iter().try_for_each(|card| write!(f, "{} ", card.0))?;
        write!(f, "from {} to {}", self.from.0, self.to.0)
    }
}

impl<S> From<Point<S>> for WirePoint {
    fn from(point: Point<S>) -> WirePoint {
        WirePoint([hundredths(point.x), hundredths(point.y)])
    }
}

impl<S> From<Rect<S>> for WireRect {
    fn from(rect: Rect<S>) -> WireRect {
        WireRect([rect.x, rect.y, rect.w, rect.h].map(hundredths))
    }
}

fn hundredths(value: f64) -> f64 {
    // A sum with zero has no negative zero, which would be another text for the same point.
    (value * 100.0).round() / 100.0 + 0.0
}

impl From<TableState> for WireState {
    fn from(state: TableState) -> WireState {
        match state {
            TableState::Playing => WireState::Playing,
            TableState::Dealing => WireState::Dealing,
            TableState::Won => WireState::Won,
            TableState::Moving => WireState::Moving,
            TableState::Covered => WireState::Covered,
        }
    }
}

impl FromStr for WireBoard {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<WireBoard, ParseBoardError> {
        text.parse().map(WireBoard)
    }
}

impl FromStr for WireKind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<WireKind, ParseKindError> {
        text.parse().map(WireKind)
    }
}

impl Serialize for WireBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Serialize for WireKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for WireBoard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WireBoard, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for WireKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WireKind, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Serialize for WirePlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Place::Column(column) => serializer.serialize_u8(column + 1),
            Place::Cell => serializer.serialize_str("cell"),
        }
    }
}

impl<'de> Deserialize<'de> for WirePlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WirePlace, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Number(u8),
            Word(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Number(number) if (1..=COLUMNS).contains(&number.into()) => {
                Ok(WirePlace(Place::Column(number - 1)))
            }
            Either::Word(word) if word == "cell" => Ok(WirePlace(Place::Cell)),
            Either::Number(number) => Err(unknown_place(number)),
            Either::Word(word) => Err(unknown_place(word)),
        }
    }
}

fn unknown_place<E: de::Error>(place: impl fmt::Display) -> E {
    E::custom(format!("\"{place}\" is no place: expected a column from 1 to {COLUMNS} or \"cell\""))
}
