//! The win counter: dark digits in the middle of a light field.

use super::judge::Placed;
use super::layout::Layout;
use super::memory::Strips;
use super::pixels::{Pixels, span};
use super::skin::InkMap;
use crate::frame::{FramePx, Rect};

/// Reads the counter, and remembers what it read as long as the field's pixels stay the same.
#[derive(Debug, Default)]
pub(super) struct Counter {
    seen: Strips,
    wins: Option<u32>,
    /// How dark each pixel of the field is, 0 (paper) to 1 (the darkest), row by row.
    ink: Vec<f32>,
    sorted: Vec<f32>,
    across: Vec<f32>,
    down: Vec<f32>,
}

/// The field's ends are slanted and its corners round: so many layout pixels are left out at each side.
const INSET: (f64, f64) = (12.0, 2.0);
/// From the middle of one digit to that of the next, in ems; the font's own advance is 0.667, the game sets it closer.
const PITCH: f64 = 0.65;
/// Digits are this high, in ems, with what is round on top and at the foot.
const HEIGHT: f64 = 0.7;
/// An em is this many layout pixels in the digits' pictures.
const DRAWN_EM: f64 = 16.0;
/// The game's digits are 11 layout pixels high; a field whose ink is not has something else on it.
const HIGH: std::ops::Range<f64> = 8.0..15.0;
/// Digits darken the field's light paper by more than this.
const LEAST_CONTRAST: f32 = 0.3;
/// A digit is read if it fits this well, and the next best leaves a quarter more unexplained.
const FIT: f32 = 0.8;
const CLEAR: f32 = 1.25;
/// Nobody wins a million games.
const MOST_DIGITS: usize = 6;

impl Counter {
    /// The number of wins shown; `None` where it cannot be read for certain.
    pub fn read(&mut self, pixels: Pixels, layout: &Layout, placed: &Placed, digits: &[InkMap]) -> Option<u32> {
        let field = layout.counter();
        let (w, h) = (field.w - 2.0 * INSET.0, field.h - 2.0 * INSET.1);
        let field = placed.placement.rect(Rect::new(field.x + INSET.0, field.y + INSET.1, w, h));
        let (x, y) = (span(field.x, field.w), span(field.y, field.h));
        if x.0 < 0 || y.0 < 0 || x.1 > pixels.width || y.1 > pixels.height {
            return None;
        }
        if !self.seen.is_same(pixels, [x.0, y.0, x.1, y.1]) {
            self.seen.remember(pixels, [x.0, y.0, x.1, y.1]);
            self.wins = self.look(pixels, field, placed.placement.scale, digits);
        }
        self.wins
    }

    fn look(&mut self, pixels: Pixels, field: Rect<FramePx>, scale: f64, digits: &[InkMap]) -> Option<u32> {
        let (x, y) = (span(field.x, field.w), span(field.y, field.h));
        let width = (x.1 - x.0) as usize;
        self.take_in(pixels, x, y)?;
        let (left, right) = extent(&self.across)?;
        let (top, foot) = extent(&self.down)?;
        if !HIGH.contains(&((foot - top) / scale)) {
            return None;
        }
        let em = (foot - top) / HEIGHT;
        // The outermost digits are narrower than their pitch.
        let count = ((right - left) / (PITCH * em) + 0.1).round().max(1.0);
        if count > MOST_DIGITS as f64 {
            return None;
        }
        let middle = (left + right) / 2.0;
        let mut wins = 0;
        for digit in 0..count as usize {
            let at = middle + (digit as f64 - (count - 1.0) / 2.0) * PITCH * em;
            wins = 10 * wins + read_digit(&self.ink, width, (at, foot), em, digits)?;
        }
        Some(wins)
    }

    /// Measures how dark the field's pixels are, and how dark its columns and rows are at most.
    fn take_in(&mut self, pixels: Pixels, x: (i32, i32), y: (i32, i32)) -> Option<()> {
        self.ink.clear();
        for y in y.0..y.1 {
            self.ink.extend((x.0..x.1).map(|x| pixels.level(x, y)));
        }
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.ink);
        self.sorted.sort_unstable_by(f32::total_cmp);
        // Digits cover a twentieth of the field at least, and never half of it.
        let (dark, paper) = (self.sorted[self.sorted.len() / 50], self.sorted[self.sorted.len() * 3 / 4]);
        if dark > (1.0 - LEAST_CONTRAST) * paper {
            return None;
        }
        self.ink.iter_mut().for_each(|level| *level = ((paper - *level) / (paper - dark)).clamp(0.0, 1.0));
        let width = (x.1 - x.0) as usize;
        self.across.clear();
        self.across.resize(width, 0.0);
        self.down.clear();
        for row in self.ink.chunks_exact(width) {
            self.across.iter_mut().zip(row).for_each(|(most, &ink)| *most = most.max(ink));
            self.down.push(row.iter().copied().fold(0.0, f32::max));
        }
        Some(())
    }
}

/// Where the ink of a profile begins and ends, to a part of a pixel. `None` if it touches the ends: then it is no number
/// in the middle of the field.
fn extent(profile: &[f32]) -> Option<(f64, f64)> {
    let is_ink = |&level: &f32| level > 0.5;
    let first = profile.iter().position(is_ink)?;
    let last = profile.iter().rposition(is_ink)?;
    // The pixel before is inked as far as the shape reaches into it.
    let part = |at: Option<usize>| at.and_then(|at| profile.get(at)).map(|&level| f64::from(level));
    let (before, after) = (part(first.checked_sub(1))?, part(Some(last + 1))?);
    Some((first as f64 - before, last as f64 + 1.0 + after))
}

/// The digit whose foot has its middle there, in pixels of the field.
fn read_digit(ink: &[f32], width: usize, foot: (f64, f64), em: f64, digits: &[InkMap]) -> Option<u32> {
    let mut order: [(f32, u32); 10] = std::array::from_fn(|_| (0.0, 0));
    for ((slot, digit), number) in order.iter_mut().zip(digits).zip(0..) {
        let around = |by: f64| [-by, 0.0, by];
        let step = 0.025 * em;
        let places = around(step).into_iter().flat_map(|dy| around(step).map(|dx| (foot.0 + dx, foot.1 + dy)));
        let fits = places.map(|place| fit(ink, width, place, em, digit));
        *slot = (fits.fold(0.0, f32::max), number);
    }
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let unexplained = |fit: f32| 1.0 - fit * fit;
    let [best, second] = [order[0], order[1]];
    (best.0 >= FIT && unexplained(second.0) >= CLEAR * unexplained(best.0).max(0.005)).then_some(best.1)
}

/// How well a digit's picture fits there: a correlation over the digit's place.
fn fit(ink: &[f32], width: usize, foot: (f64, f64), em: f64, digit: &InkMap) -> f32 {
    let unit = DRAWN_EM / em;
    let x = span(foot.0 - PITCH * em / 2.0, PITCH * em);
    let y = span(foot.1 - 0.75 * em, 0.8 * em);
    // Two dozen samples each way are enough for ten digits.
    let step = ((y.1 - y.0) / 24).max(1) as usize;
    let (mut n, mut a, mut b, mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for row in (y.0..y.1).step_by(step) {
        for column in (x.0..x.1).step_by(step) {
            let Some(at) = usize::try_from(column).ok().filter(|&column| column < width) else { continue };
            let Some(&seen) = usize::try_from(row).ok().and_then(|row| ink.get(row * width + at)) else { continue };
            let (left, top) = ((f64::from(column) - foot.0) * unit, (f64::from(row) - foot.1) * unit);
            let drawn = digit.mean(left, top, unit, unit) as f32;
            n += 1.0;
            a += seen;
            b += drawn;
            aa += seen * seen;
            bb += drawn * drawn;
            ab += seen * drawn;
        }
    }
    let spread = (aa - a * a / n) * (bb - b * b / n);
    if n < 12.0 || spread <= 1e-6 { 0.0 } else { (ab - a * b / n) / spread.sqrt() }
}
