//! Where a gesture takes hold and where it lets go.

use super::message::{Gesture, Purpose, Strokes};
use crate::frame::{FramePx, LayoutPx, Point, Rect, ScreenPx};
use crate::game::pasyans::{Board, Move, Place};
use crate::vision::{Layout, Placement};

/// The size of the game's arrow in layout pixels, from its tip, measured on captures.
const ARROW: (f64, f64) = (20.0, 24.0);

/// Where the board lies on the screen, and what lies over it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// On the frame.
    pub placement: Placement,
    /// Where the frame's corner is on the desktop.
    pub origin: Point<ScreenPx>,
    /// The frame's edges: nothing is clicked beyond them.
    pub bounds: Rect<FramePx>,
    /// What must not be clicked on.
    pub covers: Vec<Rect<FramePx>>,
}

/// Turns moves into gestures.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    layout: Layout,
    grip: Grip,
}

/// Where cards are taken and let go, in layout pixels from a card's top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// Where to take hold.
    pub grab: Point<LayoutPx>,
    /// Where to take hold when the other place failed again and again.
    pub other_grab: Point<LayoutPx>,
    /// How far from its place a card is let go. Not quite zero: the card then visibly settles, so that one still held
    /// by a frozen game is never taken for one that was dropped.
    pub drop: Point<LayoutPx>,
}

/// How a card is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// At the usual place.
    Usual,
    /// At the other place.
    Other,
}

impl Aim {
    /// Aims by that layout.
    pub fn new(layout: Layout, grip: Grip) -> Aim {
        Aim { layout, grip }
    }

    /// The gesture that plays `mv` on `board`, after so many `failures`. Every other try lets go on the other side of the
    /// place, so that the game's arrow is seen to have moved.
    pub fn drag(&self, board: &Board, mv: Move, spot: &Spot, strokes: Strokes, hold: Hold, failures: u32) -> Gesture {
        let grab = match hold {
            Hold::Usual => self.grip.grab,
            Hold::Other => self.grip.other_grab,
        };
        let taken = match mv.from {
            Place::Column(column) => board.columns()[usize::from(column)].len() as u8 - mv.count,
            Place::Cell => 0,
        };
        let lands = match mv.to {
            Place::Column(column) => board.columns()[usize::from(column)].len() as u8,
            Place::Cell => 0,
        };
        let drop = self.grip.drop;
        let drop = if failures.is_multiple_of(2) { drop } else { Point::new(-drop.x, drop.y) };
        let from = self.layout.card(mv.from, taken);
        let to = self.layout.card(mv.to, lands);
        let at = |card: Rect<LayoutPx>, off: Point<LayoutPx>| {
            spot.on_screen(Point::new(card.x + grab.x + off.x, card.y + grab.y + off.y))
        };
        Gesture { what: Purpose::Drag(mv), from: at(from, Point::new(0.0, 0.0)), to: at(to, drop), strokes }
    }

    /// The click on NEW GAME.
    pub fn new_game(&self, spot: &Spot, strokes: Strokes) -> Gesture {
        let at = spot.on_screen(self.layout.new_game().center());
        Gesture { what: Purpose::NewGame, from: at, to: at, strokes }
    }
}

impl Spot {
    fn on_screen(&self, point: Point<LayoutPx>) -> Point<ScreenPx> {
        let point = self.placement.point(point);
        Point::new(self.origin.x + point.x, self.origin.y + point.y)
    }

    /// What the game's own arrow covers on the frame when its tip is at that point of the desktop.
    pub fn arrow(&self, tip: Point<ScreenPx>) -> Rect<FramePx> {
        let (width, height) = (self.placement.scale * ARROW.0, self.placement.scale * ARROW.1);
        Rect::new(tip.x - self.origin.x, tip.y - self.origin.y, width, height)
    }

    /// May the gesture's button go down and come up there: on the frame, and on nothing that lies over the board?
    pub fn is_clear(&self, gesture: &Gesture) -> bool {
        [gesture.from, gesture.to].into_iter().all(|point| {
            let point = Point::new(point.x - self.origin.x, point.y - self.origin.y);
            self.bounds.contains(point) && !self.covers.iter().any(|cover| cover.contains(point))
        })
    }
}
