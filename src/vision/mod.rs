//! Reading: a frame becomes a [`Reading`]. Never a guess passed off as a fact: a card is read with evidence or is
//! reported unreadable. No I/O, clock, thread or log.

use crate::frame::{FramePx, LayoutPx, Point, Rect};
use crate::game::pasyans::{Board, Kind, Place};

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
    /// Every card seen, columns from left to right, back card first, the free cell last.
    pub cards: Vec<CardSighting>,
    /// The win counter, where it could be read.
    pub wins: Option<u32>,
    /// What lies over the board that is not part of the game.
    pub covers: Vec<Rect<FramePx>>,
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

    /// A rectangle of the layout on the frame.
    pub fn rect(&self, rect: Rect<LayoutPx>) -> Rect<FramePx> {
        let corner = self.point(Point::new(rect.x, rect.y));
        Rect::new(corner.x, corner.y, self.scale * rect.w, self.scale * rect.h)
    }
}
