//! Matching: which of the nine shapes stands on a corner, where exactly, and in which ink.
//!
//! The shapes are drawn at the size of the board on the frame, at quarter-pixel steps, and laid over the corner by
//! normalised correlation, which neither brightness nor contrast can change.

mod lean;
mod patch;

pub(super) use lean::Leans;

use self::patch::{Patch, RED_PART};
use super::pixels::Pixels;
use super::rows::RowGain;
use super::skin::{InkMap, SHAPES};
use crate::frame::{FramePx, Point};

/// The window on a corner that is compared, in layout pixels from the card's upper left corner. It reaches from the
/// inner side of the card's outline to where the art of face cards begins.
const WINDOW: Area = Area { x0: 1.6, y0: 3.6, x1: 22.4, y1: 23.4 };
/// What counts within the window. To the right the thin inner frame and the 10's second digit begin, below it the inner
/// frame again.
const COUNTS: Area = Area { x0: 2.6, y0: 4.6, x1: 21.3, y1: 22.3 };
/// Lower right of this point the spears of jacks and aces touch the corner.
const SPEAR: (f64, f64) = (19.5, 15.8);
/// Quarter-pixel steps: a shape a quarter of a pixel off correlates above 0.97 with itself even at the smallest size.
const PHASES: usize = 4;
/// How far from its expected place a corner is looked for, in layout pixels: twice what placing leaves over.
const REACH: f64 = 1.3;
/// Above this many frame pixels for a layout pixel, frame pixels are averaged in squares: more detail tells nothing new.
const FINE_ENOUGH: f64 = 1.4;

/// How far the ink of a layout pixel is smeared to each side, in layout pixels: sharp; textures of half resolution; and
/// those on a small screen, or strongly compressed video.
pub(super) const BLURS: [f64; 4] = [0.0, 0.9, 1.7, 2.5];

/// However wide a smear, no more pixels than this say the same: the broad outline of a shape remains. With it textures of
/// half resolution are still read at 1280x720.
const MOST_ALIKE: f32 = 3.3;

struct Area {
    x0: f64,
    y0: f64,
    x1: f64,
    y1: f64,
}

/// The shapes at one size.
#[derive(Debug)]
pub(super) struct Glyphs {
    /// Frame pixels for one layout pixel.
    scale: f64,
    /// Which of [`BLURS`] the shapes are drawn with.
    blur: usize,
    /// Frame pixels along the side of a work pixel.
    coarse: i32,
    width: usize,
    height: usize,
    /// How many work pixels the window may move either way.
    margin: usize,
    /// For each row of the window the columns that count.
    spans: Vec<(usize, usize)>,
    /// SHAPES x PHASES x PHASES windows, one after the other.
    ink: Vec<f32>,
    /// For each window and row the sums of the ink and of its square over the span.
    sums: Vec<[f32; 2]>,
    patch: Patch,
}

/// What was found at a corner.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// How well each shape fits at its best place: a correlation, 1 is perfect.
    pub fit: [f32; SHAPES],
    /// The best shape.
    pub best: usize,
    /// How much darker the ink of the best shape is than the paper, as a part of the paper's level.
    pub contrast: f32,
    /// How many work pixels were compared, as far as each tells something of its own: less those that scan lines hide
    /// between them, and fewer in a smeared picture, where neighbours say the same.
    pub pixels: f32,
    /// The level of the paper around the shape.
    pub paper: f32,
    /// How much of the darkening is also seen in red: about 1 for black ink, near 0 for red.
    pub blackness: f32,
    /// Where the card's upper left corner is, against where it was expected, in frame pixels.
    pub shift: (f32, f32),
}

impl Glyphs {
    /// The shapes at that size, blurred by that one of [`BLURS`].
    pub fn new(shapes: &[InkMap], scale: f64, blur: usize) -> Glyphs {
        let reach = BLURS[blur];
        let coarse = ((scale / FINE_ENOUGH).ceil() as i32).max(1);
        let pitch = f64::from(coarse) / scale;
        // A multiple of the lanes of `dot`; what does not count is drawn as no ink at all.
        let width = (((WINDOW.x1 - WINDOW.x0) / pitch).ceil() as usize + 1).next_multiple_of(LANES);
        let height = ((WINDOW.y1 - WINDOW.y0) / pitch).ceil() as usize + 1;
        let spans: Vec<_> = (0..height).map(|row| counting(row, width, pitch)).collect();
        let mut ink = Vec::with_capacity(SHAPES * PHASES * PHASES * width * height);
        let mut sums = Vec::with_capacity(SHAPES * PHASES * PHASES * height);
        for shape in shapes {
            for phase in 0..PHASES * PHASES {
                let (fx, fy) = (part(phase % PHASES), part(phase / PHASES));
                for (row, &(from, to)) in spans.iter().enumerate() {
                    let start = ink.len();
                    let y = WINDOW.y0 + (row as f64 - fy) * pitch;
                    ink.extend((0..width).map(|x| match (from..to).contains(&x) {
                        true => {
                            let left = WINDOW.x0 + (x as f64 - fx) * pitch;
                            shape.mean(left - reach, y - reach, pitch + 2.0 * reach, pitch + 2.0 * reach) as f32
                        }
                        false => 0.0,
                    }));
                    let counted = &ink[start + from..start + to];
                    sums.push([counted.iter().sum(), counted.iter().map(|v| v * v).sum()]);
                }
            }
        }
        let margin = (REACH / pitch).ceil() as usize + 1;
        Glyphs { scale, blur, coarse, width, height, margin, spans, ink, sums, patch: Patch::default() }
    }

    /// Would shapes drawn at that scale be the same within a tenth of a pixel, and as sharp?
    pub fn serves(&self, scale: f64, blur: usize) -> bool {
        self.blur == blur && (self.scale - scale).abs() * WINDOW.x1 < 0.1
    }

    /// Which of [`BLURS`] the shapes are drawn with.
    pub fn blur(&self) -> usize {
        self.blur
    }

    /// The frame pixels that [`Glyphs::look`] looks at, as left, top, right and bottom.
    pub fn sees(&self, at: Point<FramePx>) -> [i32; 4] {
        let first = self.first(at);
        let reach = self.margin as i32 * self.coarse;
        let far = |start: i32, size: usize| start + reach + size as i32 * self.coarse;
        [first.0 - reach, first.1 - reach, far(first.0, self.width), far(first.1, self.height)]
    }

    /// The window's first pixel for a card expected at `at`.
    fn first(&self, at: Point<FramePx>) -> (i32, i32) {
        ((at.x + WINDOW.x0 * self.scale).floor() as i32, (at.y + WINDOW.y0 * self.scale).floor() as i32)
    }

    /// Takes in the pixels around a corner; gives the place of the window on the patch, in work pixels, if the card
    /// lies exactly at `at`.
    fn take_in(&mut self, pixels: Pixels, gain: &RowGain, at: Point<FramePx>) -> (f64, f64) {
        let side = f64::from(self.coarse);
        let ideal = (at.x + WINDOW.x0 * self.scale, at.y + WINDOW.y0 * self.scale);
        let first = self.first(at);
        let reach = self.margin as i32 * self.coarse;
        let size = (self.width + 2 * self.margin, self.height + 2 * self.margin);
        self.patch.fill(pixels, gain, (first.0 - reach, first.1 - reach), size, self.coarse);
        let margin = self.margin as f64;
        (margin + (ideal.0 - f64::from(first.0)) / side, margin + (ideal.1 - f64::from(first.1)) / side)
    }

    /// Looks at the card whose upper left corner is expected at `at`.
    pub fn look(&mut self, pixels: Pixels, gain: &RowGain, at: Point<FramePx>) -> Evidence {
        let side = f64::from(self.coarse);
        let expected = self.take_in(pixels, gain, at);
        let mut evidence = Evidence::default();
        let mut places = [(0, 0); SHAPES];
        let center = (quarter(expected.0), quarter(expected.1));
        let limit = (REACH * self.scale / side * PHASES as f64).ceil() as i32;
        // A small glyph is only a few pixels wide: whole steps would jump over it.
        let step = if self.scale / side < 0.7 { 2 } else { 4 };
        for (shape, found) in places.iter_mut().enumerate() {
            evidence.fit[shape] = f32::NEG_INFINITY;
            for dy in (-limit..=limit).filter(|d| d % step == 0) {
                for dx in (-limit..=limit).filter(|d| d % step == 0) {
                    let place = (center.0 + dx, center.1 + dy);
                    let fit = self.fit(shape, place);
                    if fit > evidence.fit[shape] {
                        (evidence.fit[shape], *found) = (fit, place);
                    }
                }
            }
        }
        self.refine(&mut evidence, &mut places, step);
        evidence.best = best_of(&evidence.fit);
        let place = places[evidence.best];
        let off = |quarters: i32, expected: f64| ((f64::from(quarters) / PHASES as f64 - expected) * side) as f32;
        evidence.shift = (off(place.0, expected.0), off(place.1, expected.1));
        self.judge_ink(&mut evidence, place);
        evidence
    }

    /// Moves the promising shapes by ever smaller steps to where they fit best.
    fn refine(&self, evidence: &mut Evidence, places: &mut [(i32, i32); SHAPES], step: i32) {
        // A shape that is far behind at the coarse steps does not catch up: half a pixel off costs at most 0.25.
        let hopeful = evidence.fit[best_of(&evidence.fit)] - 0.25;
        for (shape, found) in places.iter_mut().enumerate() {
            if evidence.fit[shape] < hopeful {
                continue;
            }
            let mut reach = step / 2;
            while reach > 0 {
                let center = *found;
                for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)] {
                    let place = (center.0 + dx * reach, center.1 + dy * reach);
                    let fit = self.fit(shape, place);
                    if fit > evidence.fit[shape] {
                        (evidence.fit[shape], *found) = (fit, place);
                    }
                }
                reach /= 2;
            }
        }
    }

    /// The correlation of a shape with the patch at a place given in quarters of a work pixel. Bright is no ink, so the
    /// sign is turned.
    fn fit(&self, shape: usize, place: (i32, i32)) -> f32 {
        let Some((window, (left, top))) = self.window(shape, place) else { return -1.0 };
        let ink = &self.ink[window * self.width * self.height..];
        let sums = &self.sums[window * self.height..];
        let (mut n, mut t, mut tt, mut v, mut vv, mut tv) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for (row, &(from, to)) in self.spans.iter().enumerate() {
            let patch_row = top + row;
            if from == to || self.patch.blind[patch_row] {
                continue;
            }
            n += (to - from) as f32;
            t += sums[row][0];
            tt += sums[row][1];
            let seen = &self.patch.luma[patch_row * self.patch.width + left..][..self.width];
            let drawn = &ink[row * self.width..][..self.width];
            tv += dot(seen, drawn);
            let running = &self.patch.sums[patch_row * (self.patch.width + 1) + left..];
            v += running[to][0] - running[from][0];
            vv += running[to][1] - running[from][1];
        }
        let spread = (vv - v * v / n) * (tt - t * t / n);
        if spread <= 1e-6 || n == 0.0 { 0.0 } else { -(tv - t * v / n) / spread.sqrt() }
    }

    /// Which window a place means, and where it lies on the patch; `None` off the patch.
    fn window(&self, shape: usize, place: (i32, i32)) -> Option<(usize, (usize, usize))> {
        let quarters = PHASES as i32;
        let (left, top) = (place.0.div_euclid(quarters), place.1.div_euclid(quarters));
        let phase = place.1.rem_euclid(quarters) * quarters + place.0.rem_euclid(quarters);
        let most = 2 * self.margin as i32;
        if !(0..=most).contains(&left) || !(0..=most).contains(&top) {
            return None;
        }
        Some((shape * PHASES * PHASES + phase as usize, (left as usize, top as usize)))
    }

    /// How many pixels tell something of their own, of `lit` ones with `blind` ones between them.
    fn telling(&self, lit: f32, blind: f32) -> f32 {
        let smear = (2.0 * BLURS[self.blur] * self.scale / f64::from(self.coarse)) as f32;
        (lit - blind).max(1.0) / (1.0 + smear * smear).min(MOST_ALIKE)
    }

    /// Contrast and colour of the ink: straight lines through brightness and red against the ink of the best shape.
    fn judge_ink(&self, evidence: &mut Evidence, place: (i32, i32)) {
        let Some((window, (left, top))) = self.window(evidence.best, place) else { return };
        let ink = &self.ink[window * self.width * self.height..];
        let (mut n, mut t, mut tt, mut blind) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        let (mut v, mut tv, mut r, mut tr) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        for (row, &(from, to)) in self.spans.iter().enumerate() {
            let patch_row = top + row;
            if self.patch.blind[patch_row] {
                blind += (to - from) as f32;
                continue;
            }
            let at = patch_row * self.patch.width + left;
            for x in from..to {
                let drawn = ink[row * self.width + x];
                n += 1.0;
                t += drawn;
                tt += drawn * drawn;
                v += self.patch.luma[at + x];
                tv += drawn * self.patch.luma[at + x];
                r += self.patch.red[at + x];
                tr += drawn * self.patch.red[at + x];
            }
        }
        let spread = tt - t * t / n;
        evidence.pixels = self.telling(n, blind);
        if n == 0.0 || spread <= 1e-6 {
            return;
        }
        // The paper and how much the ink takes from it.
        let line = |sum: f32, cross: f32| {
            let slope = (cross - t * sum / n) / spread;
            ((sum - slope * t) / n, -slope)
        };
        let (luma, red) = (line(v, tv), line(r, tr));
        // Both inks are equally dark in green and blue, which are what is left of the brightness without its red part.
        let cold = |luma: f32, red: f32| (luma - RED_PART * red) / (1.0 - RED_PART);
        evidence.paper = cold(luma.0, red.0);
        evidence.contrast = cold(luma.1, red.1) / evidence.paper.max(1.0);
        let red = red.1 / red.0.max(1.0);
        evidence.blackness = if evidence.contrast > 0.0 { red / evidence.contrast } else { 1.0 };
    }
}

/// The columns of a row of the window that count, at any phase.
fn counting(row: usize, width: usize, pitch: f64) -> (usize, usize) {
    let y = WINDOW.y0 + (row as f64 + 0.5) * pitch;
    if !(COUNTS.y0..COUNTS.y1).contains(&y) {
        return (0, 0);
    }
    let right = if y > SPEAR.1 { SPEAR.0 } else { COUNTS.x1 };
    let inside = |x: &usize| (COUNTS.x0..right).contains(&(WINDOW.x0 + (*x as f64 + 0.5) * pitch));
    let from = (0..width).find(inside).unwrap_or(0);
    (from, (from..width).take_while(inside).last().map_or(from, |x| x + 1))
}

/// Lanes of a vector unit that every machine has twice over.
const LANES: usize = 8;

/// The scalar product of two rows whose length is a multiple of the lanes.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

fn part(phase: usize) -> f64 {
    phase as f64 / PHASES as f64
}

fn quarter(place: f64) -> i32 {
    (place * PHASES as f64).round() as i32
}

fn best_of(fits: &[f32; SHAPES]) -> usize {
    (0..SHAPES).max_by(|&a, &b| fits[a].total_cmp(&fits[b])).unwrap_or(0)
}
