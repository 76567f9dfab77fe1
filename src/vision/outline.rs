//! What is not on the corner: a card's upper outline, a gold back, blank paper.

use super::Placement;
use super::pixels::{Pixels, brightness, span};
use super::rows::RowGain;
use crate::frame::{FramePx, LayoutPx, Rect};

/// An outline is looked for in so many pieces of its length.
pub(super) const PIECES: usize = 6;
/// How much darker than the card below it the outline is: 0.3 drawn, half of that where it is thinner than a pixel.
const OUTLINE: f32 = 0.1;
/// The outline is darker all along its length; the art on a face card, a hat's brim say, is so only here and there.
const UNBROKEN: f32 = 0.05;
/// The margin of a card inside the outline is blank and as bright as the paper.
const MARGIN: f32 = 0.8;
/// How bright gold is against paper: 0.42, bleached 0.57. Between scan lines a red 7 was darker than 0.8 all over.
const GOLDEN: std::ops::Range<f32> = 0.2..0.72;
/// Columns looked at in a piece.
const SAMPLES: i32 = 8;

/// How many of the pieces of a card's upper edge show an outline with a blank margin below it.
pub(super) fn outline(pixels: Pixels, gain: &RowGain, placement: Placement, card: Rect<LayoutPx>, paper: f32) -> usize {
    // Left and right 12 pixels are rounded or covered by the corner.
    let inset = 12.0;
    let width = (card.w - 2.0 * inset) / PIECES as f64;
    let shows = |piece: usize| {
        let x = card.x + inset + width * piece as f64;
        let row = |from: f64, to: f64| placement.rect(Rect::new(x, card.y + from, width, to - from));
        let line = rows(pixels, gain, row(-1.2, 2.2)).reduce(|a, b| if b.mean < a.mean { b } else { a });
        // The inner frame of a card begins 5 pixels below its edge.
        let margin = rows(pixels, gain, row(2.0, 5.0)).map(|row| row.mean).reduce(f32::max);
        matches!((line, margin), (Some(line), Some(margin))
            if margin > MARGIN * paper
                && line.mean < (1.0 - OUTLINE) * margin
                && line.brightest < (1.0 - UNBROKEN) * margin)
    };
    (0..PIECES).filter(|&piece| shows(piece)).count()
}

/// A row of a rectangle: its mean level and its brightest.
struct Row {
    mean: f32,
    brightest: f32,
}

/// The rows of a rectangle that show something.
fn rows<'a>(pixels: Pixels<'a>, gain: &'a RowGain, rect: Rect<FramePx>) -> impl Iterator<Item = Row> + 'a {
    let (x0, x1) = span(rect.x, rect.w);
    let (y0, y1) = span(rect.y, rect.h);
    let step = ((x1 - x0) / SAMPLES).max(1) as usize;
    (y0..y1).filter_map(move |y| {
        let factor = gain.at(y)?;
        let (mut sum, mut brightest, mut count) = (0, 0, 0);
        for pixel in pixels.samples(y, (x0, x1), step) {
            let brightness = brightness(pixel);
            (sum, brightest, count) = (sum + brightness, brightness.max(brightest), count + 1);
        }
        let third = factor / 3.0;
        Some(Row { mean: third * sum as f32 / count as f32, brightest: third * brightest as f32 })
    })
}

/// Is this a gold card back? Its level lies well between ink and paper all over, and it is yellower than the paper.
pub(super) fn is_back(pixels: Pixels, placement: Placement, back: Rect<LayoutPx>, paper: [f32; 3]) -> bool {
    let paper_level = (2.0 * paper[1] + paper[2]) / 3.0;
    let (columns, rows) = (4, 6);
    // The rim of the back has ornaments.
    let inset = 12.0;
    let (w, h) = ((back.w - 2.0 * inset) / f64::from(columns), (back.h - 2.0 * inset) / f64::from(rows));
    let golden_level = |mean: [f32; 3]| GOLDEN.contains(&((2.0 * mean[1] + mean[2]) / 3.0 / paper_level.max(1.0)));
    // Most places are told by one look at the middle.
    let middle = Rect::new(back.x + back.w / 2.0 - 20.0, back.y + back.h / 2.0 - 20.0, 40.0, 40.0);
    if !pixels.color(placement.rect(middle)).is_some_and(golden_level) {
        return false;
    }
    let mut golden = 0;
    let mut color = [0.0; 3];
    for cell in 0..columns * rows {
        let (x, y) = (f64::from(cell % columns), f64::from(cell / columns));
        let rect = placement.rect(Rect::new(back.x + inset + x * w, back.y + inset + y * h, w, h));
        let Some(mean) = pixels.color(rect) else { return false };
        golden += i32::from(golden_level(mean));
        color.iter_mut().zip(mean).for_each(|(sum, part)| *sum += part);
    }
    // Blue against red, measured on the back and on the paper; a screen without blue cannot say.
    let yellow = paper[2] < 25.0 || color[2] * paper[0] < 0.9 * paper[2] * color[0];
    golden >= 22 && yellow
}
