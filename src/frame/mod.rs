//! Pixels, rectangles and the three coordinate spaces. No I/O, clock, thread or log.

use std::marker::PhantomData;
use std::time::Duration;

use image::RgbaImage;

/// One picture of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The pixels, 8 bits each of red, green, blue and alpha (which means nothing here).
    pub pixels: RgbaImage,
    /// When it was grabbed, from the start of the run.
    pub taken: Duration,
    /// Where the frame's top left pixel lies on the desktop.
    pub origin: Point<ScreenPx>,
    /// The file it was read from, without its folder; `None` for a live screen.
    pub file: Option<String>,
    /// Which picture of its screen it is: two frames of a screen with the same number hold the same pixels. `None` where
    /// the screen does not number them.
    pub number: Option<u64>,
}

impl Frame {
    /// A picture that came from no screen.
    pub fn still(pixels: RgbaImage) -> Frame {
        Frame { pixels, taken: Duration::ZERO, origin: Point::new(0.0, 0.0), file: None, number: None }
    }

    /// The whole frame.
    pub fn bounds(&self) -> Rect<FramePx> {
        Rect::new(0.0, 0.0, f64::from(self.pixels.width()), f64::from(self.pixels.height()))
    }

    /// A point of the frame on the desktop.
    pub fn to_screen(&self, point: Point<FramePx>) -> Point<ScreenPx> {
        Point::new(self.origin.x + point.x, self.origin.y + point.y)
    }
}

/// The space of a frame: physical pixels from the frame's top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePx {}

/// The space of the desktop: physical pixels, from the top left of the primary monitor; other monitors may lie at
/// negative coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenPx {}

/// The space the mouse is sent in: the system's logical units, which differ from physical pixels where the desktop is
/// scaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerUnit {}

/// The space of a skin's layout: pixels of a 1920x1080 screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutPx {}

/// A point in the space `S`.
#[derive(Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Point<S> {
    pub x: f64,
    pub y: f64,
    space: PhantomData<S>,
}

/// A rectangle in the space `S`: its left, top, width and height.
#[derive(Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Rect<S> {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
    space: PhantomData<S>,
}

// By hand, since a derive would ask the space to be Copy as well.
impl<S> Clone for Point<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Point<S> {}
impl<S> Clone for Rect<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Rect<S> {}

impl<S> Point<S> {
    /// The point at these coordinates.
    pub const fn new(x: f64, y: f64) -> Point<S> {
        Point { x, y, space: PhantomData }
    }

    /// The distance between two points.
    pub fn distance(self, other: Point<S>) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

impl<S> Rect<S> {
    /// The rectangle with this corner and size.
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Rect<S> {
        Rect { x, y, w, h, space: PhantomData }
    }

    /// The middle.
    pub fn center(self) -> Point<S> {
        Point::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Does the point lie inside (left and top edge included)?
    pub fn contains(self, point: Point<S>) -> bool {
        (self.x..self.x + self.w).contains(&point.x) && (self.y..self.y + self.h).contains(&point.y)
    }

    /// Do the two share an area?
    pub fn overlaps(self, other: Rect<S>) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }
}
