//! Telling two shapes apart by nothing but what differs between them.
//!
//! A correlation judges the whole corner: where compression has filled the holes of a digit, all digits fit equally
//! badly, and the little that tells a 6 from an 8 is lost in what is wrong with both. Here the corner is explained by
//! blank paper, by what the two shapes have in common, and by their difference; only the last one counts.

use super::super::kinds::weight;
use super::super::pixels::Pixels;
use super::super::rows::RowGain;
use super::super::skin::SHAPES;
use super::{Glyphs, PHASES, quarter};
use crate::frame::{FramePx, Point};

/// For two shapes where between them a corner lies: 1 is exactly as the first looks, -1 as the second, 0 halfway or
/// nothing known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in super::super) struct Leans([[f32; SHAPES]; SHAPES]);

impl Leans {
    /// Towards which of two shapes it leans; less than it looks where few pixels show it.
    pub fn between(&self, first: usize, second: usize) -> f32 {
        self.0[first][second]
    }

    /// The same with that lean between two shapes.
    pub fn with(mut self, first: usize, second: usize, lean: f32) -> Leans {
        (self.0[first][second], self.0[second][first]) = (lean, -lean);
        self
    }
}

impl Glyphs {
    /// Looks once more at the card expected at `at` and found `shift` frame pixels from there, and tells the shapes in
    /// `among` from each other.
    pub fn lean(
        &mut self,
        pixels: Pixels,
        gain: &RowGain,
        at: Point<FramePx>,
        shift: (f32, f32),
        among: [bool; SHAPES],
    ) -> Leans {
        let expected = self.take_in(pixels, gain, at);
        let side = f64::from(self.coarse);
        let place = (quarter(expected.0 + f64::from(shift.0) / side), quarter(expected.1 + f64::from(shift.1) / side));
        let mut leans = Leans::default();
        for first in (0..SHAPES).filter(|&shape| among[shape]) {
            for second in (first + 1..SHAPES).filter(|&shape| among[shape]) {
                leans = leans.with(first, second, self.lean_between(first, second, place).unwrap_or(0.0));
            }
        }
        leans
    }

    /// Least squares of the patch on paper, on the mean of both shapes and on their difference. `None` off the patch or
    /// where the shapes do not differ.
    fn lean_between(&self, first: usize, second: usize, place: (i32, i32)) -> Option<f32> {
        let (window, (left, top)) = self.window(first, place)?;
        let other = window + second * PHASES * PHASES - first * PHASES * PHASES;
        let area = self.width * self.height;
        let (a, b) = (&self.ink[window * area..][..area], &self.ink[other * area..][..area]);
        let (mut lit, mut blind) = (0, 0);
        // Sums of one, mean and difference with each other, and with the darkness seen.
        let mut sums = [[0.0_f64; 4]; 3];
        for (row, &(from, to)) in self.spans.iter().enumerate() {
            if self.patch.blind[top + row] {
                blind += to - from;
                continue;
            }
            lit += to - from;
            for x in from..to {
                let (a, b) = (f64::from(a[row * self.width + x]), f64::from(b[row * self.width + x]));
                let seen = f64::from(self.patch.luma[(top + row) * self.patch.width + left + x]);
                let terms = [1.0, (a + b) / 2.0, a - b, -seen];
                for (sums, factor) in sums.iter_mut().zip(terms) {
                    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += factor * term);
                }
            }
        }
        let [_, common, difference] = solve(sums)?;
        // The seen is paper and `common` times the ink of one of them: half the difference more or less than the mean.
        let weight = weight(self.telling(lit as f32, blind as f32));
        (common > 0.0).then(|| weight * (2.0 * difference / common).clamp(-2.0, 2.0) as f32)
    }
}

/// Solves three linear equations; `None` where they have no single answer.
fn solve(mut rows: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    for pivot in 0..3 {
        let divisor = rows[pivot][pivot];
        if divisor.abs() < 1e-9 {
            return None;
        }
        rows[pivot].iter_mut().for_each(|value| *value /= divisor);
        let solved = rows[pivot];
        for (_, row) in rows.iter_mut().enumerate().filter(|&(row, _)| row != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(solved).for_each(|(value, solved)| *value -= factor * solved);
        }
    }
    Some(rows.map(|row| row[3]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_equations_are_solved() {
        let rows = [[2.0, 1.0, 0.0, 4.0], [1.0, 3.0, 1.0, 10.0], [0.0, 1.0, 4.0, 14.0]];
        let [x, y, z] = solve(rows).expect("an answer");
        assert!((x - 1.0).abs() < 1e-9 && (y - 2.0).abs() < 1e-9 && (z - 3.0).abs() < 1e-9, "{x} {y} {z}");
        assert_eq!(solve([[1.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 2.0], [0.0, 0.0, 1.0, 0.0]]), None);
    }

    #[test]
    fn leans_are_the_same_from_either_side() {
        let leans = Leans::default().with(0, 2, 0.7);
        assert_eq!((leans.between(0, 2), leans.between(2, 0), leans.between(1, 2)), (0.7, -0.7, 0.0));
    }
}
