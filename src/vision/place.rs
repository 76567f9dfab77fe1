//! Placing: from a rough idea where a board is to its exact place and size, by four edges that every board has.

use super::Placement;
use super::judge::{Placed, judge};
use super::layout::Layout;
use super::pixels::{Pixels, span};
use super::profile::{Match, Steps};
use crate::frame::{LayoutPx, Point, Rect};
use crate::game::pasyans::Place;

/// What is known of a board's edges, ready to be laid over frames.
#[derive(Debug)]
pub(super) struct Structure {
    layout: Layout,
    /// From the header down over the stripes to the paper.
    stripes: Steps,
    /// From the paper down over the lower bar to the rim.
    bar: Steps,
    /// From the rim to the paper, at the left; and the other way round at the right.
    sides: [Steps; 2],
    profile: Vec<f32>,
    drawn: Vec<f32>,
}

/// Gold against paper, header and rim against paper.
const GOLD: f64 = 0.53;
const DARK: f64 = 0.03;
/// Columns looked at for a profile of rows, and rows for one of columns.
const SAMPLES: usize = 24;
/// A profile that fits less is not what it should be (covered, or no board): the fits of true edges stay above 0.9 even
/// in bleached video.
const TRUE_EDGE: f64 = 0.85;
/// A profile that fits this well needs no second opinion from another part of the edge.
const CERTAIN: f64 = 0.97;
/// The stripes are looked for in these parts of the panel, so that a window over some of them does not matter; right of
/// the last lies the free cell.
const PARTS: [(f64, f64); 5] = [(350.0, 520.0), (520.0, 700.0), (700.0, 880.0), (880.0, 1100.0), (1100.0, 1330.0)];
/// The lower bar bears no writing here in any language: between the win counter and the first button.
pub(super) const BARE_BAR: (f64, f64) = (640.0, 960.0);
/// How far in the rim's shade on the paper reaches.
const SHADE: f64 = 14.0;

/// An edge that was found: its position on the layout, and on the frame.
type Edge = (f64, f64);

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
        let shade = [(0.0, 0.75), (2.0, 0.8), (5.0, 0.86), (8.0, 0.91), (11.0, 0.96), (SHADE, 1.0), (200.0, 1.0)];
        let left = Steps::new(std::iter::once((-50.0, DARK)).chain(shade).collect());
        let right = left.mirrored(panel.w);
        Structure {
            layout: layout.clone(),
            stripes: Steps::new(stripes),
            bar: Steps::new(bar),
            sides: [left, right],
            profile: Vec::new(),
            drawn: Vec::new(),
        }
    }

    /// Where the panel is on the layout.
    pub fn panel(&self) -> Rect<LayoutPx> {
        self.layout.panel()
    }

    /// Places a board of which only the blank paper was found: its left and right end, and the rows it was seen on.
    pub fn place_on_paper(&mut self, pixels: Pixels, ends: (f64, f64), rows: (f64, f64)) -> Option<Placed> {
        let panel = self.layout.panel();
        let scale = (ends.1 - ends.0) / panel.w;
        let x = ends.0 - panel.x * scale;
        let stripes_end = self.layout.paper().y;
        let part = self.stripes_part();
        let [bar, _] = self.layout.bar();
        // The blank rows lie anywhere between the last stripe and the bar.
        let (low, high) = (rows.0 - bar * scale, rows.1 - stripes_end * scale);
        let top = low + part.0 * scale - 2.0;
        let height = high + part.1 * scale + 2.0 - top;
        for (from, to) in PARTS {
            pixels.rows(Rect::new(x + from * scale, top, (to - from) * scale, height), SAMPLES / 3, &mut self.profile);
            let first = f64::from(span(top, height).0);
            let range = (low - first, high - first);
            let found = find_in_rows(&self.stripes, &mut self.profile, part, range, scale, &mut self.drawn);
            let Some(found) = found.filter(|found| found.fit > TRUE_EDGE) else { continue };
            let rough = Placement { origin: Point::new(x, found.origin + first), scale };
            // What lies on a column may look like the stripes, too; there the other edges are missing.
            let placed = self.settle_on(pixels, rough).filter(Placed::is_board);
            if placed.is_some() {
                return placed;
            }
        }
        None
    }

    /// From a place known to a few pixels, as a reduced picture gives it, to the exact one.
    fn settle_on(&mut self, pixels: Pixels, rough: Placement) -> Option<Placed> {
        let near = self.refine(pixels, rough, 3.0 + 4.0 * rough.scale)?;
        let exact = self.refine(pixels, near, 1.5)?;
        let placement = self.refine(pixels, exact, 1.5)?;
        Some(judge(pixels, &self.layout, placement))
    }

    /// Looks again at a board that was there a frame ago; `None` if it is not there to within `reach` frame pixels.
    pub fn again(&mut self, pixels: Pixels, placement: Placement, reach: f64) -> Option<Placed> {
        let placement = self.refine(pixels, placement, reach)?;
        Some(judge(pixels, &self.layout, placement))
    }

    /// Measures the four edges near where they should be, and fits place and size to them. Needs at least one edge
    /// across and one down.
    fn refine(&mut self, pixels: Pixels, guess: Placement, reach: f64) -> Option<Placement> {
        let across = [self.side(pixels, guess, reach, 0), self.side(pixels, guess, reach, 1)];
        let (part, bar) = (self.stripes_part(), self.bar_part());
        let stripes = self.rows_edge(pixels, guess, reach, part, &PARTS);
        let down = [stripes, self.rows_edge(pixels, guess, reach, bar, &[BARE_BAR])];
        let (x_mean, y_mean) = (mean(&across)?, mean(&down)?);
        let (mut spread, mut moment) = (0.0, 0.0);
        let edges = across.iter().flatten().map(|edge| (edge, x_mean));
        for (edge, mean) in edges.chain(down.iter().flatten().map(|edge| (edge, y_mean))) {
            spread += (edge.0 - mean.0) * (edge.0 - mean.0);
            moment += (edge.0 - mean.0) * (edge.1 - mean.1);
        }
        let scale = if spread > 0.0 { moment / spread } else { guess.scale };
        Some(Placement { origin: Point::new(x_mean.1 - scale * x_mean.0, y_mean.1 - scale * y_mean.0), scale })
    }

    /// The left (0) or right (1) end of the paper.
    fn side(&mut self, pixels: Pixels, guess: Placement, reach: f64, side: usize) -> Option<Edge> {
        let (panel, paper) = (self.layout.panel(), self.layout.paper());
        let cards = self.layout.card(Place::Column(0), 0).y;
        let [bar, _] = self.layout.bar();
        // From the black rim to where the columns begin.
        let (edge, part) = match side {
            0 => (0.0, (-6.5, 22.0)),
            _ => (panel.w, (panel.w - 22.0, panel.w + 6.5)),
        };
        // Above the cards, and should that be covered, below them; and halfway down, beside the columns.
        let bands = [(paper.y + 8.0, cards - 12.0), (bar - 26.0, bar - 4.0), (cards, cards + 120.0)];
        let mut best: Option<Match> = None;
        for (from, to) in bands {
            let band = guess.rect(Rect::new(panel.x + part.0, from, part.1 - part.0, to - from));
            let (x, w) = (band.x - reach - 2.0, band.w + 2.0 * reach + 4.0);
            pixels.columns(Rect::new(x, band.y, w, band.h), SAMPLES as i32, &mut self.profile);
            let first = f64::from(span(x, w).0);
            let origin = guess.origin.x + guess.scale * panel.x - first;
            let range = (origin - reach, origin + reach);
            let found = self.sides[side].find(&self.profile, part, range, guess.scale, &mut self.drawn);
            best = better(best, found, first);
            if best.is_some_and(|best| best.fit > CERTAIN) {
                break;
            }
        }
        let origin = best.filter(|best| best.fit > TRUE_EDGE)?.origin;
        Some((panel.x + edge, origin + guess.scale * edge))
    }

    /// From the end of the header to well below the last stripe.
    fn stripes_part(&self) -> (f64, f64) {
        let top = self.layout.stripes().first().map_or(self.layout.paper().y, |stripe| stripe[0]);
        (top - 13.0, self.layout.paper().y + 30.0)
    }

    fn bar_part(&self) -> (f64, f64) {
        let panel = self.layout.panel();
        (self.layout.bar()[0] - 12.0, panel.y + panel.h + 6.0)
    }

    /// The place of the stripes or of the bar (whichever `part` is), in the strip where it fits best.
    fn rows_edge(
        &mut self,
        pixels: Pixels,
        guess: Placement,
        reach: f64,
        part: (f64, f64),
        strips: &[(f64, f64)],
    ) -> Option<Edge> {
        let steps = if part.0 < self.layout.paper().y { &self.stripes } else { &self.bar };
        let mut best: Option<Match> = None;
        for &(from, to) in strips {
            let strip = guess.rect(Rect::new(from, part.0, to - from, part.1 - part.0));
            let (y, h) = (strip.y - reach - 2.0, strip.h + 2.0 * reach + 4.0);
            pixels.rows(Rect::new(strip.x, y, strip.w, h), SAMPLES, &mut self.profile);
            let first = f64::from(span(y, h).0);
            let range = (guess.origin.y - first - reach, guess.origin.y - first + reach);
            let found = find_in_rows(steps, &mut self.profile, part, range, guess.scale, &mut self.drawn);
            best = better(best, found, first);
            if best.is_some_and(|best| best.fit > CERTAIN) {
                break;
            }
        }
        let origin = best.filter(|best| best.fit > TRUE_EDGE)?.origin;
        let middle = (part.0 + part.1) / 2.0;
        Some((middle, origin + guess.scale * middle))
    }
}

/// Looks for steps in a profile of rows; where they do not fit well, once more without scan lines.
fn find_in_rows(
    steps: &Steps,
    profile: &mut [f32],
    part: (f64, f64),
    range: (f64, f64),
    scale: f64,
    drawn: &mut Vec<f32>,
) -> Option<Match> {
    let found = steps.find(profile, part, range, scale, drawn);
    if found.is_some_and(|found| found.fit > CERTAIN) {
        return found;
    }
    fill_scan_lines(profile);
    better(found, steps.find(profile, part, range, scale, drawn), 0.0)
}

/// Puts the mean of its neighbours in place of each row that is darker than both.
fn fill_scan_lines(profile: &mut [f32]) {
    // Scan lines take a third of the brightness at least; what JPEG and noise do to a row is less.
    const LINE: f32 = 0.75;
    for row in 1..profile.len().saturating_sub(1) {
        let (above, below) = (profile[row - 1], profile[row + 1]);
        if profile[row] < LINE * above.min(below) {
            profile[row] = (above + below) / 2.0;
        }
    }
}

/// The better of the best so far and a match on a profile that begins at frame pixel `first`.
fn better(best: Option<Match>, found: Option<Match>, first: f64) -> Option<Match> {
    let found = found.map(|found| Match { origin: found.origin + first, fit: found.fit });
    match (best, found) {
        (Some(best), Some(found)) if found.fit <= best.fit => Some(best),
        (best, found) => found.or(best),
    }
}

fn mean(edges: &[Option<Edge>; 2]) -> Option<Edge> {
    let found = || edges.iter().flatten();
    let count = found().count() as f64;
    (count > 0.0).then(|| (found().map(|e| e.0).sum::<f64>() / count, found().map(|e| e.1).sum::<f64>() / count))
}
