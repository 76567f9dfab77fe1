//! Where on a card an older bot's pictures were cut, and at which size: found by laying them over the shipped shapes.

use std::ops::RangeInclusive;

use image::RgbaImage;

use super::skin::{InkMap, shape_of};
use crate::frame::{LayoutPx, Rect};
use crate::game::pasyans::Kind;

/// How well the pictures must lie over the shipped shapes, as a correlation over all of them. The older bot's own
/// pictures reach 0.95; pictures of anything else stay below 0.6.
const ENOUGH: f64 = 0.75;

/// The rectangle of a card, in layout pixels from its upper left corner, that the pictures show. All are taken to be
/// cut alike. `None` if they fit nowhere.
pub(super) fn find(shapes: &[InkMap], pictures: &[(Kind, RgbaImage)]) -> Option<Rect<LayoutPx>> {
    let mut best = Fit { score: f64::NEG_INFINITY, zoom: 1.0, x: 0.0, y: 0.0 };
    // Coarse: half-size to four times, cut up to 6 pixels from the card's corner.
    for step in 0..=20 {
        let zoom = 0.5 * 8_f64.powf(f64::from(step) / 20.0);
        for (x, y) in grid(-3..=6) {
            best = best.or(Fit::measure(shapes, pictures, zoom, f64::from(x), f64::from(y)));
        }
    }
    // Fine: a quarter of a pixel, one and a half parts in a hundred of size.
    let coarse = best;
    for z in -4..=4 {
        let zoom = coarse.zoom * (1.0 + 0.015 * f64::from(z));
        for (x, y) in grid(-4..=4) {
            let (x, y) = (coarse.x + 0.25 * f64::from(x), coarse.y + 0.25 * f64::from(y));
            best = best.or(Fit::measure(shapes, pictures, zoom, x, y));
        }
    }
    let (_, picture) = pictures.first()?;
    (best.score >= ENOUGH).then(|| best.rect(picture))
}

fn grid(range: RangeInclusive<i32>) -> impl Iterator<Item = (i32, i32)> {
    range.clone().flat_map(move |y| range.clone().map(move |x| (x, y)))
}

/// One way to lay the pictures over the shapes: their pixels for one layout pixel, and where on the card they begin.
#[derive(Clone, Copy)]
struct Fit {
    score: f64,
    zoom: f64,
    x: f64,
    y: f64,
}

impl Fit {
    fn measure(shapes: &[InkMap], pictures: &[(Kind, RgbaImage)], zoom: f64, x: f64, y: f64) -> Fit {
        let mut fit = Fit { score: 0.0, zoom, x, y };
        let sum: f64 = pictures.iter().map(|(kind, p)| correlation(&shapes[shape_of(*kind)], p, fit.rect(p))).sum();
        fit.score = sum / pictures.len() as f64;
        fit
    }

    fn or(self, other: Fit) -> Fit {
        if other.score > self.score { other } else { self }
    }

    fn rect(&self, picture: &RgbaImage) -> Rect<LayoutPx> {
        let (w, h) = (f64::from(picture.width()), f64::from(picture.height()));
        Rect::new(self.x, self.y, w / self.zoom, h / self.zoom)
    }
}

/// How well a picture agrees with a shape, if it shows that part of the card.
fn correlation(shape: &InkMap, picture: &RgbaImage, rect: Rect<LayoutPx>) -> f64 {
    let (w, h) = (f64::from(picture.width()), f64::from(picture.height()));
    let (pitch_x, pitch_y) = (rect.w / w, rect.h / h);
    let (mut n, mut a, mut b, mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for (px, py, pixel) in picture.enumerate_pixels() {
        let x = rect.x + f64::from(px) * pitch_x;
        let y = rect.y + f64::from(py) * pitch_y;
        // The card's rounded outline is on the pictures but not on the shapes.
        if !(2.5..22.0).contains(&x) || !(4.5..23.0).contains(&y) {
            continue;
        }
        let seen = -(2.0 * f64::from(pixel.0[1]) + f64::from(pixel.0[2]));
        let drawn = shape.mean(x, y, pitch_x, pitch_y);
        n += 1.0;
        a += seen;
        b += drawn;
        aa += seen * seen;
        bb += drawn * drawn;
        ab += seen * drawn;
    }
    let spread = (aa - a * a / n) * (bb - b * b / n);
    // Fewer than 100 layout pixels in common prove nothing.
    if n * pitch_x * pitch_y < 100.0 || spread <= 0.0 { 0.0 } else { (ab - a * b / n) / spread.sqrt() }
}
