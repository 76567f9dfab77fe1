//! How much of a place looks like a board, by levels known to be found all over one.

use super::Placement;
use super::layout::Layout;
use super::pixels::Pixels;
use super::place::BARE_BAR;
use crate::frame::{LayoutPx, Rect};
use crate::game::pasyans::Place;

/// A board's place and how sure it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub placement: Placement,
    /// Of the paper, the rim, and the header with the lower bar: the part that looks as it should where that part is
    /// least, 0 to 1.
    pub likeness: f32,
    /// The level of blank paper.
    pub paper: f32,
}

/// A board's paper, rim, header and bar agree at least this far; a window may cover half of one of them.
const LIKE_A_BOARD: f32 = 0.45;
/// A board that looks less like one than this is partly covered, or is not quite where it is taken to be: a
/// free one has 1.0, and had 0.5 where a window as bright as paper had made it pass for a larger one.
const WHOLE: f32 = 0.9;
/// Below this level of the paper the frame is as good as black, and nothing on it can be told apart.
const VISIBLE: f32 = 20.0;

impl Placed {
    /// Does enough of it look like a board?
    pub fn is_board(&self) -> bool {
        self.likeness >= LIKE_A_BOARD
    }

    /// Does all of it look like a board?
    pub fn is_whole(&self) -> bool {
        self.likeness >= WHOLE
    }
}

/// Looks at places of known brightness all over the board.
pub(super) fn judge(pixels: Pixels, layout: &Layout, placement: Placement) -> Placed {
    let (panel, paper_rect, [bar, _]) = (layout.panel(), layout.paper(), layout.bar());
    let cards = layout.card(Place::Column(0), 0).y;
    let level = |x: f64, y: f64, w: f64, h: f64| {
        let rect: Rect<LayoutPx> = Rect::new(x, y, w, h);
        pixels.block(placement.rect(rect))
    };
    let mut blank = [None; 20];
    for (index, seen) in blank.iter_mut().enumerate() {
        let x = panel.x + 17.0 + 100.0 * (index / 2) as f64;
        *seen = match index % 2 {
            0 => level(x, paper_rect.y + 12.0, 60.0, cards - paper_rect.y - 24.0),
            _ => level(x, bar - 22.0, 60.0, 16.0),
        };
    }
    // What lies over the board is mostly darker than its paper.
    let mut sorted = blank.map(|level| level.unwrap_or(0.0));
    sorted.sort_by(f32::total_cmp);
    let paper = sorted[15];
    let agrees = |level: Option<f32>, low: f32, high: f32| {
        level.is_some_and(|level| (low * paper..=high * paper).contains(&level))
    };
    let mut blanks = Share::default();
    blank.into_iter().for_each(|level| blanks.count(agrees(level, 0.85, 1.1)));
    let mut rim = Share::default();
    for step in 0..6 {
        let y = paper_rect.y + 85.0 * f64::from(step);
        for x in [panel.x - 6.0, panel.x + panel.w + 2.0] {
            rim.count(agrees(level(x, y, 4.0, 60.0), 0.0, 0.45));
        }
    }
    let mut dark_or_gold = Share::default();
    for step in 0..5 {
        let step = f64::from(step);
        // Right of the title, left of the free cell.
        dark_or_gold.count(agrees(level(870.0 + 90.0 * step, panel.y + 20.0, 60.0, 110.0), 0.0, 0.35));
        dark_or_gold.count(agrees(level(BARE_BAR.0 + 64.0 * step, bar + 6.0, 50.0, 26.0), 0.25, 0.85));
    }
    let likeness = [blanks, rim, dark_or_gold].map(|share| share.part()).into_iter().fold(1.0, f32::min);
    Placed { placement, likeness: if paper >= VISIBLE { likeness } else { 0.0 }, paper }
}

/// How many of some places look as they should.
#[derive(Clone, Copy, Default)]
struct Share {
    right: u32,
    all: u32,
}

impl Share {
    fn count(&mut self, right: bool) {
        self.right += u32::from(right);
        self.all += 1;
    }

    fn part(self) -> f32 {
        self.right as f32 / self.all.max(1) as f32
    }
}
