//! Locating: every board on a frame that nothing is known of, found by its broad bands of blank paper, coarse to fine.

use super::judge::Placed;
use super::pixels::Pixels;
use super::place::Structure;
use crate::frame::Rect;

/// Reusable working space.
#[derive(Debug, Default)]
pub(super) struct Finder {
    width: usize,
    level: Vec<u8>,
    sums: Vec<u32>,
    bands: Vec<Band>,
}

/// Rows of blank paper between the same two ends, in pixels of the reduced picture.
#[derive(Clone, Copy, Debug)]
struct Band {
    left: usize,
    right: usize,
    first: usize,
    last: usize,
    rows: usize,
    /// How bright it is.
    level: u8,
}

/// The reduced picture is about this long: the narrowest blank band is then still three rows high.
const REDUCED: usize = 800;
/// Boards shown smaller than this, in frame pixels for a layout pixel, are not looked for: digits have under four pixels.
const SMALLEST: f64 = 0.27;
/// A step in brightness that ends a band: gold, header, rim and card outlines all are a greater one, the rim's shadow on
/// the paper is a smaller one.
const STEP: f32 = 0.22;
/// Below this level nothing counts as paper.
const BLACK: f32 = 18.0;
/// What is so much darker than the paper of a board is no other board: windows and the game's own surroundings. A board
/// that is dimmed to half, or by a gamma of 1.6, beside one that is not stays well above a quarter.
const DIM: f32 = 0.25;
/// At most so many bands are looked at more closely, the tallest first: a desktop full of windows has dozens.
const MOST_BANDS: usize = 24;

impl Finder {
    /// Every board on the frame, the largest first.
    pub fn find(&mut self, pixels: Pixels, structure: &mut Structure, out: &mut Vec<Placed>) {
        out.clear();
        let factor = (pixels.width.max(pixels.height) as usize / REDUCED).max(1);
        self.reduce(pixels, factor);
        let shortest = (SMALLEST * structure.panel().w / factor as f64) as usize;
        self.find_bands(shortest.max(24));
        self.bands.retain(|band| band.rows >= 2);
        self.bands.sort_by_key(|band| std::cmp::Reverse(band.rows * (band.right - band.left)));
        let side = factor as f64;
        for band in self.bands.iter().take(MOST_BANDS) {
            let rows = (band.first as f64 * side, (band.last + 1) as f64 * side);
            let known = out.iter().filter(|placed| placed.is_whole()).any(|placed| {
                let p = placed.placement;
                let middle = (band.left + band.right) as f64 / 2.0 * side;
                let x = (middle - p.origin.x) / p.scale;
                let y = (rows.0 - p.origin.y) / p.scale;
                structure.panel().contains(crate::frame::Point::new(x, y))
            });
            let dim = out.iter().any(|placed| f32::from(band.level) < DIM * placed.paper);
            if known || dim {
                continue;
            }
            let found = structure.place_on_paper(pixels, (band.left as f64 * side, band.right as f64 * side), rows);
            let Some(found) = found else { continue };
            // A board that is seen whole is none of those that it overlaps: at half resolution a band of paper that ended at
            // the free cell made a smaller one.
            let better = |known: &Placed| known.likeness >= found.likeness && overlap(known, &found, structure);
            if !out.iter().any(better) {
                out.retain(|known| !overlap(known, &found, structure));
                out.push(found);
            }
        }
        out.sort_by(|a, b| b.placement.scale.total_cmp(&a.placement.scale));
    }

    /// The frame's green, averaged in squares.
    fn reduce(&mut self, pixels: Pixels, factor: usize) {
        let (width, height) = (pixels.width as usize / factor, pixels.height as usize / factor);
        self.width = width;
        self.level.clear();
        for row in 0..height {
            self.sums.clear();
            self.sums.resize(width * factor, 0);
            for y in row * factor..(row + 1) * factor {
                let line = pixels.row(y as i32);
                for (sum, pixel) in self.sums.iter_mut().zip(line.chunks_exact(4)) {
                    *sum += u32::from(pixel[1]);
                }
            }
            let area = (factor * factor) as u32;
            self.level.extend(self.sums.chunks_exact(factor).map(|square| (square.iter().sum::<u32>() / area) as u8));
        }
    }

    fn find_bands(&mut self, shortest: usize) {
        self.bands.clear();
        if self.width == 0 {
            return;
        }
        for y in 0..self.level.len() / self.width {
            let row = &self.level[y * self.width..][..self.width];
            let mut start = 0;
            while start < row.len() {
                let end = run_end(row, start);
                if end - start >= shortest && f32::from(row[(start + end) / 2]) > BLACK {
                    add(&mut self.bands, start, end, y, row[(start + end) / 2]);
                }
                start = end.max(start + 1);
            }
        }
    }
}

/// Where the even run that begins at `start` ends. One odd pixel does not end it: noise and scan lines leave some.
fn run_end(row: &[u8], start: usize) -> usize {
    let mut typical = f32::from(row[start]);
    for (index, &level) in row.iter().enumerate().skip(start + 1) {
        let level = f32::from(level);
        let odd = |level: f32| (level - typical).abs() > STEP * typical.max(level).max(BLACK);
        if odd(level) {
            if row.get(index + 1).is_none_or(|&next| odd(f32::from(next))) {
                return index;
            }
        } else {
            typical += (level - typical) / 3.0;
        }
    }
    row.len()
}

fn add(bands: &mut Vec<Band>, left: usize, right: usize, y: usize, level: u8) {
    // The band above the cards and the one below the columns are the same board's; two boards are never that close.
    let reach = (right - left) / 2;
    let same = bands
        .iter_mut()
        .rev()
        .find(|band| band.left.abs_diff(left) <= 2 && band.right.abs_diff(right) <= 2 && y - band.last <= reach);
    match same {
        Some(band) => {
            band.last = y;
            band.rows += 1;
        }
        None => bands.push(Band { left, right, first: y, last: y, rows: 1, level }),
    }
}

/// Does the middle of one lie on the other?
fn overlap(one: &Placed, other: &Placed, structure: &Structure) -> bool {
    let [one, other]: [Rect<_>; 2] = [one, other].map(|placed| placed.placement.rect(structure.panel()));
    one.contains(other.center()) || other.contains(one.center())
}
