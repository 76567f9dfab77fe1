//! Whole pixels of a picture, and sprites that are laid on them.

use image::RgbaImage;

/// A rectangle of whole pixels; may reach beyond a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Area {
    /// The rectangle with this corner and size.
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Area {
        Area { x, y, w, h }
    }

    /// A whole picture.
    pub fn of(picture: &RgbaImage) -> Area {
        Area::new(0, 0, picture.width() as i32, picture.height() as i32)
    }

    /// Does it hold no pixel?
    pub fn is_empty(self) -> bool {
        self.w <= 0 || self.h <= 0
    }

    /// Does the pixel lie in it?
    pub fn contains(self, x: i32, y: i32) -> bool {
        (self.x..self.x + self.w).contains(&x) && (self.y..self.y + self.h).contains(&y)
    }

    /// What both hold.
    pub fn and(self, other: Area) -> Area {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (self.x + self.w).min(other.x + other.w);
        let foot = (self.y + self.h).min(other.y + other.h);
        Area::new(x, y, right - x, foot - y)
    }

    /// The smallest rectangle that holds both.
    pub fn around(self, other: Area) -> Area {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.w).max(other.x + other.w);
        let foot = (self.y + self.h).max(other.y + other.h);
        Area::new(x, y, right - x, foot - y)
    }

    /// Number of pixels.
    pub fn size(self) -> i64 {
        i64::from(self.w.max(0)) * i64::from(self.h.max(0))
    }
}

/// Lays a sprite over a picture with its corner at `at`, within `clip`.
pub fn blit(target: &mut RgbaImage, sprite: &RgbaImage, at: (i32, i32), clip: Area) {
    let placed = Area::new(at.0, at.1, sprite.width() as i32, sprite.height() as i32);
    let seen = placed.and(clip).and(Area::of(target));
    if seen.is_empty() {
        return;
    }
    let len = 4 * seen.w as usize;
    for y in seen.y..seen.y + seen.h {
        let from = row_start(sprite, seen.x - at.0, y - at.1);
        let to = row_start(target, seen.x, y);
        blend_row(&mut target.as_mut()[to..to + len], &sprite.as_raw()[from..from + len]);
    }
}

/// Paints the part of `clip` that lies in the picture.
pub fn flood(target: &mut RgbaImage, clip: Area, colour: [u8; 3]) {
    let seen = clip.and(Area::of(target));
    if seen.is_empty() {
        return;
    }
    let pixel = [colour[0], colour[1], colour[2], 255];
    let len = 4 * seen.w as usize;
    for y in seen.y..seen.y + seen.h {
        let to = row_start(target, seen.x, y);
        target.as_mut()[to..to + len].as_chunks_mut().0.fill(pixel);
    }
}

/// Copies `clip` from one picture to another of the same size.
pub fn copy(target: &mut RgbaImage, source: &RgbaImage, clip: Area) {
    let seen = clip.and(Area::of(target)).and(Area::of(source));
    if seen.is_empty() {
        return;
    }
    let len = 4 * seen.w as usize;
    for y in seen.y..seen.y + seen.h {
        let at = row_start(target, seen.x, y);
        target.as_mut()[at..at + len].copy_from_slice(&source.as_raw()[at..at + len]);
    }
}

/// Looks up each channel of the pixels of `clip` in a table of its own.
pub fn recolour(target: &mut RgbaImage, clip: Area, channels: &[[u8; 256]; 3]) {
    let seen = clip.and(Area::of(target));
    if seen.is_empty() {
        return;
    }
    let len = 4 * seen.w as usize;
    for y in seen.y..seen.y + seen.h {
        let at = row_start(target, seen.x, y);
        for pixel in target.as_mut()[at..at + len].as_chunks_mut::<4>().0 {
            for (value, table) in pixel.iter_mut().zip(channels) {
                *value = table[usize::from(*value)];
            }
        }
    }
}

fn row_start(picture: &RgbaImage, x: i32, y: i32) -> usize {
    4 * (y as usize * picture.width() as usize + x as usize)
}

fn blend_row(target: &mut [u8], sprite: &[u8]) {
    for (under, over) in target.as_chunks_mut::<4>().0.iter_mut().zip(sprite.as_chunks::<4>().0) {
        match u32::from(over[3]) {
            0 => {}
            255 => *under = *over,
            alpha => {
                for channel in 0..3 {
                    let mixed = u32::from(over[channel]) * alpha + u32::from(under[channel]) * (255 - alpha);
                    under[channel] = ((mixed + 127) / 255) as u8;
                }
                under[3] = 255;
            }
        }
    }
}
