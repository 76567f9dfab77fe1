//! Placing: from a rough idea where a board is to its exact place and size, and how much of it looks like a board.

use super::Placement;
use super::layout::Layout;
use super::pixels::{Pixels, span};
use super::profile::Steps;
use crate::frame::{FramePx, LayoutPx, Point, Rect};

/// What is known of a board's edges, ready to be laid over frames.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    layout: Layout,
    /// From the header down over the stripes to the paper.
    stripes: Steps,
    /// From the paper down over the lower bar to the rim.
    bar: Steps,
    /// From the rim to the paper, at the left; and the other way round at the right.
    sides: [Steps; 2],
}

/// Gold against paper, header and rim against paper.
const GOLD: f64 = 0.53;
const DARK: f64 = 0.03;
/// Columns looked at for a profile of rows.
const SAMPLES: usize = 24;
/// A profile that fits less is not what it should be (covered, or no board): the fits of true edges stay above 0.9 even
/// in bleached video.
const TRUE_EDGE: f64 = 0.85;
/// The stripes are looked for in these parts of the panel, so that a window over some of them does not matter; right of
/// the last lies the free cell.
const PARTS: [(f64, f64); 5] = [(350.0, 520.0), (520.0, 700.0), (700.0, 880.0), (880.0, 1100.0), (1100.0, 1330.0)];
/// The lower bar bears no writing here in any language: between the win counter and the first button.
const BARE_BAR: (f64, f64) = (640.0, 960.0);

/// A board's paper, rim, header and bar agree at least this far; a window may cover half of one of them.
const LIKE_A_BOARD: f32 = 0.45;

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

impl Structure {
    /// The edges of a board with that layout.
    pub fn new(layout: &Layout) -> Structure {
        let panel = layout.panel();
        let mut stripes = vec![(panel.y, DARK)];
        for stripe in layout.stripes() {
            stripes.push((stripe[0], GOLD));
            stripes.push((stripe[1], 1.0));
        }
        let [bar, below] = layout.bar();
        let bottom = panel.y + panel.h;
        let bar = vec![(bar - 100.0, 1.0), (bar, GOLD), (below, 0.88), (bottom, DARK)];
        // The paper lies in the shade of the rim, which ends 14 pixels in.
        let left = Steps::new(vec![
            (-50.0, DARK),
            (0.0, 0.75),
            (2.0, 0.8),
            (5.0, 0.86),
            (8.0, 0.91),
            (11.0, 0.96),
            (14.0, 1.0),
            (200.0, 1.0),
        ]);
        let right = left.mirrored(panel.w);
        Structure { layout: layout.clone(), stripes: Steps::new(stripes), bar: Steps::new(bar), sides: [left, right] }
    }

    /// Where the panel is on the layout.
    pub fn panel(&self) -> Rect<LayoutPx> {
        self.layout.panel()
    }

    /// Places a board of which only the blank paper was found: its left and right end, and the rows it was seen on.
    pub fn from_paper(&self, pixels: Pixels, left: f64, right: f64, rows: (f64, f64)) -> Option<Placed> {
        let panel = self.layout.panel();
        let scale = (right - left) / panel.w;
        let x = left - panel.x * scale;
        let stripes_end = self.layout.paper().y;
        let part = (panel.y + 139.0, stripes_end + 30.0);
        let [bar, _] = self.layout.bar();
        // The blank rows lie anywhere between the last stripe and the bar.
        let low = rows.0 - bar * scale;
        let high = rows.1 - stripes_end * scale;
        let top = low + part.0 * scale - 2.0;
        let height = high + part.1 * scale + 2.0 - top;
        let mut profile = Vec::new();
        let mut best: Option<(f64, f64)> = None;
        for (from, to) in PARTS {
            let strip = Rect::new(x + from * scale, top, (to - from) * scale, height);
            pixels.rows(strip, SAMPLES, &mut profile);
            let first = f64::from(span(top, height).0);
            if let Some(found) = self.stripes.find(&profile, part, (low - first, high - first), scale)
                && best.is_none_or(|(fit, _)| found.fit > fit)
            {
                best = Some((found.fit, found.origin + first));
            }
        }
        let (_, y) = best.filter(|&(fit, _)| fit > TRUE_EDGE)?;
        let rough = Placement { origin: Point::new(x, y), scale };
        // A reduced picture gives the ends to a few pixels only.
        let near = self.refine(pixels, rough, 3.0 + 4.0 * scale)?;
        let exact = self.refine(pixels, near, 1.5)?;
        self.refine(pixels, exact, 1.5).map(|placement| self.judge(pixels, placement))
    }

    /// Looks again at a board that was there a frame ago; `None` if it is not there to within `reach` frame pixels.
    pub fn again(&self, pixels: Pixels, placement: Placement, reach: f64) -> Option<Placed> {
        let placement = self.refine(pixels, placement, reach)?;
        Some(self.judge(pixels, placement))
    }

    /// Measures the four edges near where they should be, and fits place and size to them. Needs at least one edge
    /// across and one down.
    fn refine(&self, pixels: Pixels, guess: Placement, reach: f64) -> Option<Placement> {
        let across = [0, 1].map(|side| self.side(pixels, guess, reach, side));
        let down = [self.stripe_edge(pixels, guess, reach), self.bar_edge(pixels, guess, reach)];
        let (x_mean, y_mean) = (mean(&across)?, mean(&down)?);
        let (mut spread, mut moment) = (0.0, 0.0);
        for (found, mean) in
            across.iter().flatten().map(|edge| (edge, x_mean)).chain(down.iter().flatten().map(|edge| (edge, y_mean)))
        {
            spread += (found.0 - mean.0) * (found.0 - mean.0);
            moment += (found.0 - mean.0) * (found.1 - mean.1);
        }
        let scale = if spread > 0.0 { moment / spread } else { guess.scale };
        Some(Placement { origin: Point::new(x_mean.1 - scale * x_mean.0, y_mean.1 - scale * y_mean.0), scale })
    }

    /// The left or right end of the paper, as (layout, frame) position.
    fn side(&self, pixels: Pixels, guess: Placement, reach: f64, side: usize) -> Option<(f64, f64)> {
        let (panel, paper) = (self.layout.panel(), self.layout.paper());
        let cards = self.layout.card(crate::game::pasyans::Place::Column(0), 0).y;
        let [bar, _] = self.layout.bar();
        let edge = if side == 0 { 0.0 } else { panel.w };
        let part = if side == 0 { (-6.5, 22.0) } else { (panel.w - 22.0, panel.w + 6.5) };
        let mut profile = Vec::new();
        // Above the cards, and should that be covered, below them; and halfway down, beside the columns.
        let bands = [(paper.y + 8.0, cards - 12.0), (bar - 26.0, bar - 4.0), (cards, cards + 120.0)];
        let mut best: Option<(f64, f64)> = None;
        for (from, to) in bands {
            let x = panel.x + part.0.min(part.1);
            let band = guess.rect(Rect::new(x, from, part.1 - part.0, to - from));
            let band: Rect<FramePx> = Rect::new(band.x - reach - 2.0, band.y, band.w + 2.0 * reach + 4.0, band.h);
            pixels.columns(band, &mut profile);
            let first = f64::from(span(band.x, band.w).0);
            let origin = guess.origin.x + guess.scale * panel.x - first;
            let range = (origin - reach, origin + reach);
            if let Some(found) = self.sides[side].find(&profile, part, range, guess.scale)
                && best.is_none_or(|(fit, _)| found.fit > fit)
            {
                best = Some((found.fit, found.origin + first));
            }
        }
        let (_, origin) = best.filter(|&(fit, _)| fit > TRUE_EDGE)?;
        Some((panel.x + edge, origin + guess.scale * edge))
    }

    fn stripe_edge(&self, pixels: Pixels, guess: Placement, reach: f64) -> Option<(f64, f64)> {
        let stripes_end = self.layout.paper().y;
        let top = self.layout.stripes().first()?[0];
        self.rows_edge(pixels, guess, reach, &self.stripes, (top - 13.0, stripes_end + 30.0), &PARTS)
    }

    fn bar_edge(&self, pixels: Pixels, guess: Placement, reach: f64) -> Option<(f64, f64)> {
        let [bar, _] = self.layout.bar();
        let bottom = self.layout.panel().y + self.layout.panel().h;
        self.rows_edge(pixels, guess, reach, &self.bar, (bar - 12.0, bottom + 6.0), &[BARE_BAR])
    }

    /// The place of something that crosses the panel, as (layout, frame) position, in the part where it fits best.
    fn rows_edge(
        &self,
        pixels: Pixels,
        guess: Placement,
        reach: f64,
        steps: &Steps,
        part: (f64, f64),
        strips: &[(f64, f64)],
    ) -> Option<(f64, f64)> {
        let mut profile = Vec::new();
        let mut best: Option<(f64, f64)> = None;
        for &(from, to) in strips {
            let strip = guess.rect(Rect::new(from, part.0, to - from, part.1 - part.0));
            let strip: Rect<FramePx> = Rect::new(strip.x, strip.y - reach - 2.0, strip.w, strip.h + 2.0 * reach + 4.0);
            pixels.rows(strip, SAMPLES, &mut profile);
            let first = f64::from(span(strip.y, strip.h).0);
            let origin = guess.origin.y - first;
            if let Some(found) = steps.find(&profile, part, (origin - reach, origin + reach), guess.scale)
                && best.is_none_or(|(fit, _)| found.fit > fit)
            {
                best = Some((found.fit, found.origin + first));
            }
        }
        let (_, origin) = best.filter(|&(fit, _)| fit > TRUE_EDGE)?;
        let middle = (part.0 + part.1) / 2.0;
        Some((middle, origin + guess.scale * middle))
    }

    /// Looks at places of known brightness all over the board.
    pub fn judge(&self, pixels: Pixels, placement: Placement) -> Placed {
        let (panel, paper_rect, [bar, _]) = (self.layout.panel(), self.layout.paper(), self.layout.bar());
        let cards = self.layout.card(crate::game::pasyans::Place::Column(0), 0).y;
        let level = |x: f64, y: f64, w: f64, h: f64| {
            let rect: Rect<LayoutPx> = Rect::new(x, y, w, h);
            pixels.block(placement.rect(rect))
        };
        let blank = |column: u8| {
            let x = panel.x + 17.0 + 100.0 * f64::from(column);
            [(paper_rect.y + 12.0, cards - paper_rect.y - 24.0), (bar - 22.0, 16.0)].map(|(y, h)| level(x, y, 60.0, h))
        };
        let mut levels: Vec<f32> = (0..10).flat_map(blank).flatten().collect();
        levels.sort_by(f32::total_cmp);
        // What lies over the board is mostly darker than its paper.
        let paper = levels.get(levels.len() * 3 / 4).copied().unwrap_or(0.0);
        let agrees = |level: Option<f32>, low: f32, high: f32| {
            level.is_some_and(|level| (low * paper..=high * paper).contains(&level))
        };
        let mut blanks = Share::default();
        for column in 0..10 {
            blank(column).into_iter().for_each(|level| blanks.count(agrees(level, 0.85, 1.1)));
        }
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
            dark_or_gold.count(agrees(level(870.0 + 90.0 * step, panel.y + 20.0, 60.0, 110.0), 0.0, 0.35));
            dark_or_gold.count(agrees(level(BARE_BAR.0 + 64.0 * step, bar + 6.0, 50.0, 26.0), 0.3, 0.85));
        }
        // Below this the frame is as good as black, and nothing on it can be told apart.
        let visible = paper >= 20.0;
        let likeness = [blanks, rim, dark_or_gold].map(|share| share.part()).into_iter().fold(1.0, f32::min);
        Placed { placement, likeness: if visible { likeness } else { 0.0 }, paper }
    }
}

impl Placed {
    /// Does enough of it look like a board?
    pub fn is_board(&self) -> bool {
        self.likeness >= LIKE_A_BOARD
    }
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

fn mean(edges: &[Option<(f64, f64)>; 2]) -> Option<(f64, f64)> {
    let found = || edges.iter().flatten();
    let count = found().count() as f64;
    (count > 0.0).then(|| (found().map(|e| e.0).sum::<f64>() / count, found().map(|e| e.1).sum::<f64>() / count))
}
