//! Anti-aliased shapes on a picture, given by their signed distance: negative inside, in layout pixels.

use std::ops::Range;

use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{Rgba, RgbaImage};

use crate::frame::{LayoutPx, Point, Rect};

/// A colour with its opacity.
pub type Ink = Rgba<u8>;

/// A picture to draw on in layout pixels.
pub struct Canvas {
    pixels: RgbaImage,
    scale: f64,
    /// Where the layout's (0, 0) lies on the picture.
    origin: (f64, f64),
    turned: Option<(f64, f64)>,
}

impl Canvas {
    /// A clear picture of `width` x `height`; a point of the layout is at `origin + scale * point`.
    pub fn new(width: u32, height: u32, scale: f64, origin: (f64, f64)) -> Canvas {
        Canvas { pixels: RgbaImage::new(width, height), scale, origin, turned: None }
    }

    /// The finished picture.
    pub fn into_pixels(self) -> RgbaImage {
        self.pixels
    }

    /// Turns what is drawn by `draw` half round within a sheet of this size.
    pub fn turned(&mut self, size: (f64, f64), draw: impl FnOnce(&mut Canvas)) {
        self.turned = Some(size);
        draw(self);
        self.turned = None;
    }

    /// Fills the points whose distance is negative; `bounds` must hold all of them.
    pub fn fill(&mut self, bounds: Rect<LayoutPx>, ink: Ink, distance: impl Fn(f64, f64) -> f64) {
        let (w, h, sign) = self.turned.map_or((0.0, 0.0, 1.0), |(w, h)| (w, h, -1.0));
        let bounds = self.place(bounds);
        let (scale, origin) = (self.scale, self.origin);
        let span = |from: f64, len: f64, origin: f64, limit: u32| {
            pixels(origin + scale * from - 1.0, origin + scale * (from + len) + 1.0, limit)
        };
        let columns = span(bounds.x, bounds.w, origin.0, self.pixels.width());
        for y in span(bounds.y, bounds.h, origin.1, self.pixels.height()) {
            let v = h + sign * (f64::from(y) + 0.5 - origin.1) / scale;
            for x in columns.clone() {
                let u = w + sign * (f64::from(x) + 0.5 - origin.0) / scale;
                let cover = (0.5 - distance(u, v) * scale).clamp(0.0, 1.0);
                if cover > 0.0 {
                    over(self.pixels.get_pixel_mut(x, y), ink, cover);
                }
            }
        }
    }

    /// Fills a rectangle with rounded corners.
    pub fn rounded(&mut self, rect: Rect<LayoutPx>, radius: f64, ink: Ink) {
        self.fill(rect, ink, |x, y| rounded_distance(rect, radius, x, y));
    }

    /// Draws the outline of a rectangle with rounded corners, `width` wide, inside of it.
    pub fn frame(&mut self, rect: Rect<LayoutPx>, radius: f64, width: f64, ink: Ink) {
        self.fill(rect, ink, |x, y| (rounded_distance(rect, radius, x, y) + width / 2.0).abs() - width / 2.0);
    }

    /// Fills a rectangle; quicker than by distance, since large ones are most of a window.
    pub fn rect(&mut self, rect: Rect<LayoutPx>, ink: Ink) {
        let rect = self.place(rect);
        let edges = |from: f64, len: f64, origin: f64| (origin + self.scale * from, origin + self.scale * (from + len));
        let (left, right) = edges(rect.x, rect.w, self.origin.0);
        let (top, foot) = edges(rect.y, rect.h, self.origin.1);
        // The part of the pixel from `at` to `at + 1` that lies between the edges.
        let part = |at: u32, low: f64, high: f64| {
            let at = f64::from(at);
            (high.min(at + 1.0) - low.max(at)).clamp(0.0, 1.0)
        };
        let columns = pixels(left, right, self.pixels.width());
        for y in pixels(top, foot, self.pixels.height()) {
            let row = part(y, top, foot);
            for x in columns.clone() {
                let pixel = self.pixels.get_pixel_mut(x, y);
                match row * part(x, left, right) {
                    1.0 if ink.0[3] == 255 => *pixel = ink,
                    cover => over(pixel, ink, cover),
                }
            }
        }
    }

    /// Fills a disc.
    pub fn disc(&mut self, centre: (f64, f64), radius: f64, ink: Ink) {
        let bounds = Rect::new(centre.0 - radius, centre.1 - radius, 2.0 * radius, 2.0 * radius);
        self.fill(bounds, ink, |x, y| length(x - centre.0, y - centre.1) - radius);
    }

    /// Draws a line with round ends.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, ink: Ink) {
        let half = width / 2.0;
        let bounds = Rect::new(
            from.0.min(to.0) - half,
            from.1.min(to.1) - half,
            (from.0 - to.0).abs() + width,
            (from.1 - to.1).abs() + width,
        );
        self.fill(bounds, ink, |x, y| segment_distance(from, to, x, y) - half);
    }

    /// Fills a polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)], ink: Ink) {
        self.outlines(&[points.to_vec()], ink);
    }

    /// Fills what lies within an odd number of the outlines.
    pub fn outlines(&mut self, outlines: &[Vec<(f64, f64)>], ink: Ink) {
        let points = || outlines.iter().flatten();
        let low = points().fold((f64::MAX, f64::MAX), |low, p| (low.0.min(p.0), low.1.min(p.1)));
        let high = points().fold((f64::MIN, f64::MIN), |high, p| (high.0.max(p.0), high.1.max(p.1)));
        let bounds = Rect::new(low.0, low.1, high.0 - low.0, high.1 - low.1);
        self.fill(bounds, ink, |x, y| outlines_distance(outlines, x, y));
    }

    /// Where a rectangle comes to lie when the sheet is turned.
    fn place(&self, rect: Rect<LayoutPx>) -> Rect<LayoutPx> {
        match self.turned {
            None => rect,
            Some((w, h)) => Rect::new(w - rect.x - rect.w, h - rect.y - rect.h, rect.w, rect.h),
        }
    }

    /// Lays a picture over the rectangle, resized. What would be a part of a pixel at its edge stays free, so its edge
    /// must be clear or of the ground's colour.
    pub fn picture(&mut self, picture: &RgbaImage, rect: Rect<LayoutPx>) {
        let start = |from: f64, origin: f64| (origin + self.scale * from).ceil().max(0.0);
        let end = |to: f64, origin: f64, limit: u32| (origin + self.scale * to).floor().min(f64::from(limit));
        let corner = (start(rect.x, self.origin.0), start(rect.y, self.origin.1));
        let size = (
            end(rect.x + rect.w, self.origin.0, self.pixels.width()) - corner.0,
            end(rect.y + rect.h, self.origin.1, self.pixels.height()) - corner.1,
        );
        if size.0 < 1.0 || size.1 < 1.0 {
            return;
        }
        let zoom = (f64::from(picture.width()) / rect.w, f64::from(picture.height()) / rect.h);
        let crop = (
            ((corner.0 - self.origin.0) / self.scale - rect.x) * zoom.0,
            ((corner.1 - self.origin.1) / self.scale - rect.y) * zoom.1,
            size.0 / self.scale * zoom.0,
            size.1 / self.scale * zoom.1,
        );
        let Some(resized) = resized(picture, crop, (size.0 as u32, size.1 as u32)) else { return };
        for (x, y, pixel) in resized.enumerate_pixels() {
            over(self.pixels.get_pixel_mut(corner.0 as u32 + x, corner.1 as u32 + y), *pixel, 1.0);
        }
    }
}

/// The pixels that `low` to `high` touches.
fn pixels(low: f64, high: f64, limit: u32) -> Range<u32> {
    let limit = f64::from(limit);
    (low.floor().clamp(0.0, limit) as u32)..(high.ceil().clamp(0.0, limit) as u32)
}

/// A part of `picture` (left, top, width, height in its pixels) at another size.
fn resized(picture: &RgbaImage, crop: (f64, f64, f64, f64), size: (u32, u32)) -> Option<RgbaImage> {
    let source =
        Image::from_vec_u8(picture.width(), picture.height(), picture.as_raw().clone(), PixelType::U8x4).ok()?;
    let mut target = Image::new(size.0, size.1, PixelType::U8x4);
    // Hamming is sharp and, unlike Lanczos, draws no ghost lines around the glyphs.
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(FilterType::Hamming))
        .crop(crop.0, crop.1, crop.2, crop.3);
    Resizer::new().resize(&source, &mut target, &options).ok()?;
    RgbaImage::from_raw(size.0, size.1, target.into_vec())
}

/// Lays `ink`, `cover` of it, over a pixel that may be clear itself.
fn over(pixel: &mut Rgba<u8>, ink: Ink, cover: f64) {
    let front = cover * f64::from(ink.0[3]) / 255.0;
    let back = f64::from(pixel.0[3]) / 255.0 * (1.0 - front);
    let whole = front + back;
    if whole <= 0.0 {
        return;
    }
    for channel in 0..3 {
        let mixed = f64::from(ink.0[channel]) * front + f64::from(pixel.0[channel]) * back;
        pixel.0[channel] = (mixed / whole).round() as u8;
    }
    pixel.0[3] = (whole * 255.0).round() as u8;
}

fn rounded_distance(rect: Rect<LayoutPx>, radius: f64, x: f64, y: f64) -> f64 {
    let Point { x: cx, y: cy, .. } = rect.center();
    let (dx, dy) = ((x - cx).abs() - rect.w / 2.0 + radius, (y - cy).abs() - rect.h / 2.0 + radius);
    length(dx.max(0.0), dy.max(0.0)) + dx.max(dy).min(0.0) - radius
}

fn segment_distance(from: (f64, f64), to: (f64, f64), x: f64, y: f64) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let len = dx * dx + dy * dy;
    let part = if len > 0.0 { (((x - from.0) * dx + (y - from.1) * dy) / len).clamp(0.0, 1.0) } else { 0.0 };
    length(x - from.0 - part * dx, y - from.1 - part * dy)
}

/// `f64::hypot` guards against overflow, which costs most of the time here.
fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

fn outlines_distance(outlines: &[Vec<(f64, f64)>], x: f64, y: f64) -> f64 {
    let mut inside = false;
    let mut nearest = f64::MAX;
    for points in outlines {
        let ends = points.iter().zip(points.iter().cycle().skip(1));
        for (&from, &to) in ends {
            nearest = nearest.min(segment_distance(from, to, x, y));
            if (from.1 > y) != (to.1 > y) && x < from.0 + (to.0 - from.0) * (y - from.1) / (to.1 - from.1) {
                inside = !inside;
            }
        }
    }
    if inside { -nearest } else { nearest }
}
