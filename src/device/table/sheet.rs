//! The pictures of one window size, each drawn when it is first needed.

use std::collections::HashMap;
use std::sync::Arc;

use image::RgbaImage;

use super::area::Area;
use super::art::{self, Canvas, Counter, Sources};
use super::card::Card;
use super::layout::{BACK_RISE, CARD, SIZE, VEIL, WIN_COUNT};
use crate::frame::{LayoutPx, Point, Rect};

/// One picture of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figure {
    /// The whole window with an empty table.
    Scenery,
    /// A card's face.
    Card(Card),
    /// A locked pile or the deck.
    Back,
    /// The place of an empty column's first card.
    EmptyPlace,
    /// The number of wins.
    Count(u32),
    /// The win banner and the veil.
    Banner,
    /// The arrow.
    Cursor,
}

/// The part of a pixel, in quarters, by which a picture is shifted to the right and down. The game scales its
/// table smoothly, so that the same card looks a little different in each column.
type Phase = (u8, u8);

/// A picture and the area it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    figure: Figure,
    phase: Phase,
    /// Where on the window.
    pub area: Area,
}

/// How exactly a picture is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// To a quarter of a pixel: what lies.
    Quarter,
    /// To the pixel: what moves.
    Whole,
}

/// The art that every size is drawn from.
pub struct Art {
    sources: Sources,
    counter: Counter,
}

impl Art {
    /// Decodes it.
    pub fn load() -> Arc<Art> {
        Arc::new(Art { sources: Sources::load(), counter: Counter::load() })
    }
}

/// The pictures for a window of one size.
pub struct Sheet {
    size: (u32, u32),
    scale: f64,
    origin: (f64, f64),
    art: Arc<Art>,
    pictures: HashMap<(Figure, Phase), RgbaImage>,
}

impl Sheet {
    /// No pictures yet, for a window of that size.
    pub fn new(size: (u32, u32), art: Arc<Art>) -> Sheet {
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        let scale = (width / SIZE.0).min(height / SIZE.1);
        let origin = ((width - scale * SIZE.0) / 2.0, (height - scale * SIZE.1) / 2.0);
        Sheet { size, scale, origin, art, pictures: HashMap::new() }
    }

    /// The window's size in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// A point of the window on the layout.
    pub fn to_layout(&self, x: f64, y: f64) -> Point<LayoutPx> {
        Point::new((x - self.origin.0) / self.scale, (y - self.origin.1) / self.scale)
    }

    /// Where a picture comes to lie whose own (0, 0) is at that point of the layout.
    pub fn place(&self, figure: Figure, at: Point<LayoutPx>, exact: Exact) -> Placed {
        if figure == Figure::Scenery {
            return Placed { figure, phase: (0, 0), area: Area::new(0, 0, self.size.0 as i32, self.size.1 as i32) };
        }
        let steps = match exact {
            Exact::Quarter => 4.0,
            Exact::Whole => 1.0,
        };
        let split = |at: f64, origin: f64| {
            let place = ((origin + self.scale * at) * steps).round() / steps;
            (place.floor() as i32, (4.0 * place.rem_euclid(1.0)) as u8)
        };
        let ((x, x_phase), (y, y_phase)) = (split(at.x, self.origin.0), split(at.y, self.origin.1));
        let cut = self.cut(figure);
        Placed { figure, phase: (x_phase, y_phase), area: Area::new(x + cut.x, y + cut.y, cut.w, cut.h) }
    }

    /// Draws the picture if there is none yet.
    pub fn prepare(&mut self, placed: Placed) {
        let key = (placed.figure, placed.phase);
        if !self.pictures.contains_key(&key) {
            let picture = self.draw(placed);
            self.pictures.insert(key, picture);
        }
    }

    /// A picture that has been prepared.
    pub fn picture(&self, placed: Placed) -> &RgbaImage {
        &self.pictures[&(placed.figure, placed.phase)]
    }

    /// The pixels that a picture may touch, from its own (0, 0): one to spare on each side for its phase.
    fn cut(&self, figure: Figure) -> Area {
        let extent = extent(figure);
        let low = |from: f64| (self.scale * from).floor() as i32 - 1;
        let high = |to: f64| (self.scale * to).ceil() as i32 + 2;
        let (x, y) = (low(extent.x), low(extent.y));
        Area::new(x, y, high(extent.x + extent.w) - x, high(extent.y + extent.h) - y)
    }

    fn draw(&self, placed: Placed) -> RgbaImage {
        let (width, height) = (placed.area.w as u32, placed.area.h as u32);
        let part = |phase: u8| f64::from(phase) / 4.0;
        let own = |corner: Point<LayoutPx>| {
            let cut = self.cut(placed.figure);
            (
                part(placed.phase.0) - f64::from(cut.x) - self.scale * corner.x,
                part(placed.phase.1) - f64::from(cut.y) - self.scale * corner.y,
            )
        };
        let canvas = |origin| Canvas::new(width, height, self.scale, origin);
        let at_zero = || canvas(own(Point::new(0.0, 0.0)));
        let mut canvas = match placed.figure {
            Figure::Scenery => canvas(self.origin),
            Figure::Banner => canvas(own(Point::new(VEIL.x, VEIL.y))),
            Figure::Count(_) => canvas(own(Point::new(WIN_COUNT.x, WIN_COUNT.y))),
            _ => at_zero(),
        };
        match placed.figure {
            Figure::Scenery => art::draw_scenery(&mut canvas),
            Figure::Card(card) => art::draw_card(&mut canvas, card, &self.art.sources),
            Figure::Back => art::draw_back(&mut canvas),
            Figure::EmptyPlace => art::draw_empty_place(&mut canvas),
            Figure::Count(wins) => self.art.counter.draw(&mut canvas, wins),
            Figure::Banner => art::draw_banner(&mut canvas),
            Figure::Cursor => art::draw_cursor(&mut canvas),
        }
        canvas.into_pixels()
    }
}

/// What a picture covers in layout pixels, from its own (0, 0); with its shadow.
fn extent(figure: Figure) -> Rect<LayoutPx> {
    match figure {
        Figure::Scenery => Rect::new(0.0, 0.0, SIZE.0, SIZE.1),
        Figure::Card(_) | Figure::EmptyPlace => Rect::new(-2.0, 0.0, CARD.0 + 2.0, CARD.1 + 4.0),
        Figure::Back => Rect::new(-2.0, -BACK_RISE, CARD.0 + 2.0, CARD.1 + BACK_RISE + 4.0),
        Figure::Count(_) => Rect::new(0.0, 0.0, WIN_COUNT.w, WIN_COUNT.h),
        Figure::Banner => Rect::new(0.0, 0.0, VEIL.w, VEIL.h),
        Figure::Cursor => Rect::new(0.0, 0.0, 20.0, 24.0),
    }
}
