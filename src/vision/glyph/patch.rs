//! The part of a frame around a corner, ready to be matched.

use super::super::pixels::Pixels;
use super::super::rows::RowGain;

/// How much of brightness is red, by the weights that pictures and videos use (ITU-R BT.601).
pub(super) const RED_PART: f32 = 0.3;

/// The work pixels around a corner, brightness evened out row by row.
#[derive(Debug, Default)]
pub(super) struct Patch {
    pub width: usize,
    /// Brightness as an eye and a video sees it: compressed pictures keep its detail, and smear their colours over two
    /// or more pixels. In the video on two monitors a red 6 differs from an 8 in this alone.
    pub luma: Vec<f32>,
    pub red: Vec<f32>,
    /// Running sums of the brightness and its square along each row.
    pub sums: Vec<[f32; 2]>,
    /// Rows that a scan line has blacked out.
    pub blind: Vec<bool>,
}

impl Patch {
    /// Averages the frame in squares of `coarse` pixels, from the pixel `first` on; `size` is in squares.
    pub fn fill(&mut self, pixels: Pixels, gain: &RowGain, first: (i32, i32), size: (usize, usize), coarse: i32) {
        self.width = size.0;
        self.luma.clear();
        self.red.clear();
        self.sums.clear();
        self.blind.clear();
        for row in 0..size.1 as i32 {
            let top = first.1 + row * coarse;
            let lit = (top..top + coarse).filter(|&y| gain.at(y).is_some()).count();
            self.blind.push(lit == 0);
            let mut running = [0.0; 2];
            self.sums.push(running);
            for column in 0..size.0 as i32 {
                let left = first.0 + column * coarse;
                let (mut luma, mut red) = (0.0, 0.0);
                for y in top..top + coarse {
                    let Some(factor) = gain.at(y) else { continue };
                    for x in left..left + coarse {
                        let [r, g, b] = pixels.rgb(x, y);
                        luma += factor * (RED_PART * r + 0.59 * g + 0.11 * b);
                        red += factor * r;
                    }
                }
                let share = 1.0 / (lit.max(1) as f32 * coarse as f32);
                let luma = luma * share;
                self.luma.push(luma);
                self.red.push(red * share);
                running = [running[0] + luma, running[1] + luma * luma];
                self.sums.push(running);
            }
        }
    }
}
