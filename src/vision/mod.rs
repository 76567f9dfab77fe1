//! Reading: a frame becomes a [`Reading`]. Never a guess passed off as a fact: a card is read with evidence or is
//! reported unreadable. No I/O, clock, thread or log.

mod assign;
mod counter;
mod cover;
mod glyph;
mod judge;
mod kinds;
mod layout;
mod locate;
mod memory;
mod outline;
mod pixels;
mod place;
mod profile;
mod reader;
mod recall;
mod register;
mod rows;
mod skin;
mod table;
mod trace;

pub use layout::{Layout, LayoutError};
pub use reader::Reader;
pub use skin::{SHIPPED_LAYOUT, Skin, SkinError, picture_name};

use std::fmt;

use crate::frame::{FramePx, LayoutPx, Point, Rect};
use crate::game::pasyans::{Board, COLUMNS, Kind, Place};

/// All that was found on one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Every board on the frame, the most likely live one first; empty where there is no game.
    pub sightings: Vec<Sighting>,
}

/// One board on a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// Where it is.
    pub placement: Placement,
    /// What is going on there.
    pub state: TableState,
    /// The checked board: there only if every card was read (or can be nothing else), the deck agrees and nothing
    /// moves.
    pub board: Option<Board>,
    /// What each column holds, from left to right; `Unknown` for all where a banner hides them.
    pub columns: [Holds; COLUMNS],
    /// What the free cell holds.
    pub cell: Holds,
    /// Every card seen, columns from left to right, back card first, the free cell last.
    pub cards: Vec<CardSighting>,
    /// The win counter, where it could be read.
    pub wins: Option<u32>,
    /// What lies over the board that is not part of the game.
    pub covers: Vec<Rect<FramePx>>,
}

/// What a place was seen to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holds {
    /// That many cards, face up; never 0.
    Cards(u8),
    /// The pale mark of an empty place.
    Nothing,
    /// A gold back: a locked pile, or the deck in the free cell.
    Back,
    /// None of these: hidden by something else.
    Unknown,
}

impl fmt::Display for Sighting {
    /// The board as text, with `?` for each card that could not be read, `[?]` for a locked pile whose suit is not told
    /// and a line `?` for a place that is hidden.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(board) = self.board {
            return fmt::Display::fmt(&board, f);
        }
        for (column, &holds) in (0..).zip(&self.columns) {
            self.write_place(f, Place::Column(column), holds)?;
            writeln!(f)?;
        }
        write!(f, "cell: ")?;
        self.write_place(f, Place::Cell, self.cell)
    }
}

impl Sighting {
    /// Nothing seen yet, there.
    fn at(placement: Placement) -> Sighting {
        Sighting {
            placement,
            state: TableState::Covered,
            board: None,
            columns: [Holds::Unknown; COLUMNS],
            cell: Holds::Unknown,
            cards: Vec::with_capacity(36),
            wins: None,
            covers: Vec::new(),
        }
    }

    /// Is anything there that only the game shows: a card that was read, a deck, a banner?
    fn shows_game(&self) -> bool {
        let back = self.cell == Holds::Back || self.columns.contains(&Holds::Back);
        self.state == TableState::Won || back || self.cards.iter().any(|card| card.kind.is_some())
    }

    fn write_place(&self, f: &mut fmt::Formatter<'_>, place: Place, holds: Holds) -> fmt::Result {
        match holds {
            Holds::Nothing => write!(f, "-"),
            Holds::Back => write!(f, "[?]"),
            Holds::Unknown => write!(f, "?"),
            Holds::Cards(_) => {
                for card in self.cards.iter().filter(|card| card.place == place) {
                    let gap = if card.depth == 0 { "" } else { " " };
                    match card.kind {
                        Some(kind) => write!(f, "{gap}{kind}")?,
                        None => write!(f, "{gap}?")?,
                    }
                }
                Ok(())
            }
        }
    }

    /// Do two frames show the same, with nothing having moved between them? Compares the place of the board, the state,
    /// the board and every card with its place on the frame; the mouse pointer, and what lies beside the cards, does
    /// not matter. Only what two frames in a row agree on is settled.
    pub fn agrees(&self, other: &Sighting) -> bool {
        // A card that is less than this far from its place lies there; slower than that nothing moves.
        const STILL: f64 = 0.8;
        let near = |a: &CardSighting, b: &CardSighting| {
            (a.corner.x - b.corner.x).abs() < STILL && (a.corner.y - b.corner.y).abs() < STILL
        };
        self.state == other.state
            && self.board == other.board
            && self.placement.origin.distance(other.placement.origin) < 1.5
            && (self.placement.scale - other.placement.scale).abs() < 0.002 * self.placement.scale
            && self.cards.len() == other.cards.len()
            && self.cards.iter().zip(&other.cards).all(|(a, b)| {
                a.place == b.place && a.depth == b.depth && a.kind == b.kind && (a.kind.is_none() || near(a, b))
            })
    }
}

/// What is going on at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableState {
    /// Cards lie where they belong.
    Playing,
    /// A new game is being dealt: the deck lies in the free cell, cards may fly.
    Dealing,
    /// The win banner is up.
    Won,
    /// A card or run is in flight or held.
    Moving,
    /// Something that is not part of the game hides what has to be known.
    Covered,
}

/// One card on a frame, with the evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardSighting {
    /// Where it lies.
    pub place: Place,
    /// How many cards lie behind it in its column.
    pub depth: u8,
    /// Its corner on the frame.
    pub corner: Rect<FramePx>,
    /// What it is; `None` if it could not be read.
    pub kind: Option<Kind>,
    /// How well the picture of `kind` (or of the best candidate) fits: 1 is perfect.
    pub score: f32,
    /// How well the runner-up fits.
    pub second: f32,
}

/// Where a board lies: a point of the layout (pixels of a 1920x1080 screen) is at `origin + scale * point`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Where the layout's top left corner is on the frame; may lie outside of it.
    pub origin: Point<FramePx>,
    /// Frame pixels for one pixel of the layout.
    pub scale: f64,
}

impl Placement {
    /// A point of the layout on the frame.
    pub fn point(&self, point: Point<LayoutPx>) -> Point<FramePx> {
        Point::new(self.origin.x + self.scale * point.x, self.origin.y + self.scale * point.y)
    }

    /// How far apart two placements put the corners of a rectangle, at most, in frame pixels.
    fn distance(&self, other: &Placement, rect: Rect<LayoutPx>) -> f64 {
        let ends = [Point::new(rect.x, rect.y), Point::new(rect.x + rect.w, rect.y + rect.h)];
        ends.into_iter().map(|end| self.point(end).distance(other.point(end))).fold(0.0, f64::max)
    }

    /// A rectangle of the layout on the frame.
    pub fn rect(&self, rect: Rect<LayoutPx>) -> Rect<FramePx> {
        let corner = self.point(Point::new(rect.x, rect.y));
        Rect::new(corner.x, corner.y, self.scale * rect.w, self.scale * rect.h)
    }
}
