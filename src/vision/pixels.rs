//! Looking at a frame's pixels: levels, block means and profiles.

use crate::frame::{Frame, FramePx, Rect};

/// A frame's pixels, seen as brightness ("level", 0 to 255) or as colour.
#[derive(Clone, Copy)]
pub(super) struct Pixels<'a> {
    raw: &'a [u8],
    pub width: i32,
    pub height: i32,
}

/// Samples across and down a block: together enough that noise of ten levels moves the mean by one.
const ACROSS: i32 = 4;
const DOWN: i32 = 24;
/// What is added to a whole step between rows: the golden section, with which no scan lines fall in step.
const GOLDEN: f64 = 0.382;

impl<'a> Pixels<'a> {
    pub fn new(frame: &'a Frame) -> Pixels<'a> {
        let (width, height) = frame.pixels.dimensions();
        Pixels { raw: frame.pixels.as_raw(), width: width as i32, height: height as i32 }
    }

    /// The pixels of a row, four bytes each; the row must be inside.
    pub fn row(&self, y: i32) -> &'a [u8] {
        let stride = 4 * self.width as usize;
        &self.raw[y as usize * stride..][..stride]
    }

    /// Red, green and blue; the nearest pixel where the place lies outside.
    #[inline]
    pub fn rgb(&self, x: i32, y: i32) -> [f32; 3] {
        let at = 4 * x.clamp(0, self.width - 1) as usize;
        let pixel = &self.row(y.clamp(0, self.height - 1))[at..at + 3];
        [f32::from(pixel[0]), f32::from(pixel[1]), f32::from(pixel[2])]
    }

    /// Two parts green and one blue: paper is bright in both, black and red ink are dark in both, so that one level
    /// serves for either ink; and a night light that takes the blue away leaves the green.
    #[inline]
    pub fn level(&self, x: i32, y: i32) -> f32 {
        let [_, g, b] = self.rgb(x, y);
        (2.0 * g + b) / 3.0
    }

    /// The mean level of a rectangle; `None` if its middle is off the frame.
    pub fn block(&self, rect: Rect<FramePx>) -> Option<f32> {
        self.color(rect).map(|[_, g, b]| (2.0 * g + b) / 3.0)
    }

    /// The mean colour of a rectangle, from samples; `None` if its middle is off the frame.
    pub fn color(&self, rect: Rect<FramePx>) -> Option<[f32; 3]> {
        let center = rect.center();
        if !Rect::new(0.0, 0.0, f64::from(self.width), f64::from(self.height)).contains(center) {
            return None;
        }
        let (x0, x1) = span(rect.x, rect.w);
        let step = ((x1 - x0) / ACROSS).max(1) as usize;
        let mut sum = [0; 3];
        let mut count = 0;
        for y in sampled(span(rect.y, rect.h), DOWN) {
            for pixel in self.samples(y, (x0, x1), step) {
                sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u32::from(*part));
                count += 1;
            }
        }
        Some(sum.map(|sum| sum as f32 / count as f32))
    }

    /// Every `step`-th pixel of a part of a row, four bytes each: of what lies on the frame, or the nearest one.
    #[inline]
    pub fn samples(&self, y: i32, (x0, x1): (i32, i32), step: usize) -> impl Iterator<Item = &'a [u8]> {
        let left = x0.clamp(0, self.width - 1);
        let right = x1.clamp(left + 1, self.width);
        let row = self.row(y.clamp(0, self.height - 1));
        row[4 * left as usize..4 * right as usize].chunks_exact(4).step_by(step)
    }

    /// The mean level of each row of the rectangle, top down, over about `samples` columns.
    pub fn rows(&self, rect: Rect<FramePx>, samples: usize, out: &mut Vec<f32>) {
        out.clear();
        let (x0, x1) = span(rect.x, rect.w);
        let (y0, y1) = span(rect.y, rect.h);
        let (left, right) = (x0.clamp(0, self.width - 1) as usize, x1.clamp(1, self.width) as usize);
        let step = (right.saturating_sub(left) / samples).max(1);
        for y in y0..y1 {
            let (mut sum, mut count) = (0, 0);
            for pixel in self.samples(y, (x0, x1), step) {
                sum += brightness(pixel);
                count += 3;
            }
            out.push(sum as f32 / count as f32);
        }
    }

    /// The mean level of each column of the rectangle, from the left, over at most `samples` rows.
    pub fn columns(&self, rect: Rect<FramePx>, samples: i32, out: &mut Vec<f32>) {
        out.clear();
        let (x0, x1) = span(rect.x, rect.w);
        out.resize((x1 - x0) as usize, 0.0);
        let mut count = 0.0;
        for y in sampled(span(rect.y, rect.h), samples) {
            count += 1.0;
            for (sum, x) in out.iter_mut().zip(x0..x1) {
                *sum += self.level(x, y);
            }
        }
        out.iter_mut().for_each(|sum| *sum /= count);
    }
}

/// Three times the [`Pixels::level`] of a pixel's four bytes.
#[inline]
pub(super) fn brightness(pixel: &[u8]) -> u32 {
    2 * u32::from(pixel[1]) + u32::from(pixel[2])
}

/// About `most` rows, all over the range, never in step with scan lines.
pub(super) fn sampled((y0, y1): (i32, i32), most: i32) -> impl Iterator<Item = i32> {
    let whole = f64::from((y1 - y0) / most);
    let step = if whole < 1.0 { 1.0 } else { whole + GOLDEN };
    (0..).map(move |index| y0 + (f64::from(index) * step) as i32).take_while(move |&y| y < y1)
}

/// The pixels of a length: at least one.
pub(super) fn span(start: f64, length: f64) -> (i32, i32) {
    let first = start.round() as i32;
    (first, ((start + length).round() as i32).max(first + 1))
}
