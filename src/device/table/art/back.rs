//! The card back, of the deck and of locked piles, and the place of a card that is not there.

use image::Rgba;

use super::canvas::{Canvas, Ink};
use super::lettering::{Align, Lettering};
use super::palette::{EDGE, FINE, GOLD, NIGHT, SHADOW};
use crate::device::table::layout::{BACK_RISE, CARD};
use crate::frame::{LayoutPx, Rect};

/// Draws a pile face down, seen against a card at (0, 0): its back is [`BACK_RISE`] higher, its edges show below.
pub fn draw_back(canvas: &mut Canvas) {
    let edge: Ink = Rgba([178, 166, 146, 255]);
    canvas.rounded(Rect::new(-1.5, 3.0, CARD.0 + 1.0, CARD.1 + 1.0), 7.0, SHADOW);
    for step in (0..=4).rev() {
        let rise = BACK_RISE * (1.0 - f64::from(step) / 5.0);
        let card = Rect::new(0.0, -rise, CARD.0, CARD.1);
        canvas.rounded(card, 6.5, if step == 0 { GOLD } else { edge });
        canvas.frame(card, 6.5, 1.0, EDGE);
    }
    let inner: Rect<LayoutPx> = Rect::new(7.0, 7.0 - BACK_RISE, CARD.0 - 14.0, CARD.1 - 14.0);
    canvas.frame(inner, 3.0, 1.2, FINE);
    // Rings around two points, cut by the inner frame.
    for y in [inner.y + 12.0, inner.y + inner.h - 12.0] {
        let centre = (CARD.0 / 2.0, y);
        canvas.disc(centre, 2.6, FINE);
        for ring in 1..=6 {
            let radius = 7.0 * f64::from(ring);
            canvas.fill(inner, FINE, |x, y| {
                let ring = ((x - centre.0).hypot(y - centre.1) - radius).abs() - 0.5;
                ring.max((x - centre.0).abs() - inner.w / 2.0 + 3.0)
                    .max((y - inner.center().y).abs() - inner.h / 2.0 + 3.0)
            });
        }
    }
    // The name runs down the middle on a plain strip.
    let middle = CARD.1 / 2.0 - BACK_RISE;
    canvas.rounded(Rect::new(CARD.0 / 2.0 - 13.0, middle - 36.0, 26.0, 72.0), 4.0, GOLD);
    let text = Lettering { height: 8.0, stroke: 1.5, lean: 0.0, ink: FINE };
    for (row, letter) in ["П", "А", "С", "Ь", "Я", "Н", "С"].into_iter().enumerate() {
        text.draw(canvas, letter, (CARD.0 / 2.0, middle - 37.0 + 11.0 * row as f64), Align::Centre);
    }
    canvas.frame(Rect::new(0.0, -BACK_RISE, CARD.0, CARD.1), 6.5, 1.0, Rgba([NIGHT.0[0], NIGHT.0[1], NIGHT.0[2], 90]));
}

/// Draws the hatched place of an empty column's first card.
pub fn draw_empty_place(canvas: &mut Canvas) {
    let place = Rect::new(2.0, 2.0, CARD.0 - 4.0, CARD.1 - 4.0);
    canvas.frame(place, 6.0, 1.2, Rgba([212, 202, 190, 255]));
    hatch(canvas, Rect::new(7.0, 7.0, CARD.0 - 14.0, CARD.1 - 14.0), Rgba([206, 195, 182, 255]));
}

/// Fine diagonal lines.
pub fn hatch(canvas: &mut Canvas, area: Rect<LayoutPx>, ink: Ink) {
    /// From one line to the next along the axis, and a line's thickness.
    const STEP: f64 = 7.0;
    const LINE: f64 = 1.1;
    let middle = area.center();
    canvas.fill(area, ink, |x, y| {
        let phase = (x - y).rem_euclid(STEP);
        let line = phase.min(STEP - phase) * std::f64::consts::FRAC_1_SQRT_2 - LINE / 2.0;
        line.max((x - middle.x).abs() - area.w / 2.0).max((y - middle.y).abs() - area.h / 2.0)
    });
}
