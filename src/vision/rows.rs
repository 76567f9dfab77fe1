//! Scan lines: how bright each row of the board is shown, measured on the paper where nothing lies.

use super::Placement;
use super::layout::Layout;
use super::pixels::{Pixels, brightness, sampled, span};
use crate::frame::{FramePx, LayoutPx, Rect};

/// What each row's levels must be multiplied with, so that paper is equally bright everywhere.
#[derive(Debug, Default)]
pub(super) struct RowGain {
    first: i32,
    factors: Vec<Option<f32>>,
    sides: [Vec<f32>; 2],
    sorted: Vec<f32>,
}

/// A row this much darker than the others shows nothing that could be read.
const BLIND: f32 = 0.35;
/// Rows that differ by less are taken as equal: noise, not scan lines.
const EVEN: f32 = 0.06;
/// Columns looked at on each side.
const SAMPLES: usize = 16;

impl RowGain {
    /// Measures the rows of the columns' part of the board, between the panel's edges and the outer columns.
    pub fn measure_paper(&mut self, pixels: Pixels, layout: &Layout, placement: Placement) {
        let paper = layout.paper();
        // The outermost 11 pixels lie in the panel's shadow; the outer columns begin 33 pixels from the edge.
        let left = Rect::new(paper.x + 11.0, paper.y, 18.0, paper.h);
        let right = Rect::new(paper.x + paper.w - 29.0, paper.y, 18.0, paper.h);
        self.measure(pixels, placement, [left, right]);
    }

    /// Measures the rows of the free cell, between its frame and the card.
    pub fn measure_cell(&mut self, pixels: Pixels, layout: &Layout, placement: Placement) {
        let cell = layout.cell_frame();
        // The gold frame is 11 pixels wide; the card begins 22 pixels from its outer edge.
        let left = Rect::new(cell.x + 13.0, cell.y + 13.0, 7.0, cell.h - 26.0);
        let right = Rect::new(cell.x + cell.w - 20.0, cell.y + 13.0, 7.0, cell.h - 26.0);
        self.measure(pixels, placement, [left, right]);
    }

    fn measure(&mut self, pixels: Pixels, placement: Placement, sides: [Rect<LayoutPx>; 2]) {
        let rects = sides.map(|side| placement.rect(side));
        let (top, bottom) = span(rects[0].y, rects[0].h);
        self.first = top;
        for (rect, rows) in rects.iter().zip(&mut self.sides) {
            pixels.rows(*rect, SAMPLES, rows);
            // Against the rows' typical level, so that a side in a shade counts as much as the other.
            self.sorted.clear();
            self.sorted.extend_from_slice(rows);
            self.sorted.sort_by(f32::total_cmp);
            let typical = self.sorted[self.sorted.len() * 3 / 4].max(1.0);
            rows.iter_mut().for_each(|row| *row /= typical);
        }
        self.factors.clear();
        // What lies over one side only is no scan line: the side counts that is more as usual. On one side of the free cell a
        // card's shadow is usual, and paper above the shadow is not.
        let unusual = |shown: f32| (shown - 1.0).abs();
        self.factors.extend((0..(bottom - top) as usize).map(|row| {
            let [left, right] = [self.sides[0][row], self.sides[1][row]];
            match if unusual(left) < unusual(right) { left } else { right } {
                shown if shown < BLIND => None,
                shown if unusual(shown) < EVEN => Some(1.0),
                shown => Some(1.0 / shown),
            }
        }));
    }

    /// The part of its brightness that the board keeps under its scan lines: 1 without any.
    pub fn share(&self) -> f32 {
        let shown = self.factors.iter().map(|factor| factor.map_or(0.0, |factor| 1.0 / factor));
        if self.factors.is_empty() { 1.0 } else { shown.sum::<f32>() / self.factors.len() as f32 }
    }

    /// The mean level of a rectangle, from so many samples across and down, scan lines evened out; `None` where it reaches
    /// below the frame or no row shows anything.
    pub fn level(&self, pixels: Pixels, rect: Rect<FramePx>, (across, down): (i32, i32)) -> Option<f32> {
        let (x0, x1) = span(rect.x, rect.w);
        let step = ((x1 - x0) / across).max(1) as usize;
        let (mut sum, mut count) = (0.0, 0);
        for y in sampled(span(rect.y, rect.h), down) {
            if y >= pixels.height {
                return None;
            }
            let Some(factor) = self.at(y) else { continue };
            let mut row = 0;
            for pixel in pixels.samples(y, (x0, x1), step) {
                row += brightness(pixel);
                count += 1;
            }
            sum += factor * row as f32;
        }
        (count > 0).then(|| sum / (3 * count) as f32)
    }

    /// The factor for a row of the frame; `None` where the row shows nothing. Rows that were not measured are taken as
    /// they are.
    pub fn at(&self, y: i32) -> Option<f32> {
        usize::try_from(y - self.first).ok().and_then(|row| self.factors.get(row).copied()).unwrap_or(Some(1.0))
    }
}
