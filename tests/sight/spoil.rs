//! What screens, captures and compression do to a picture.

use std::io::Cursor;

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, RgbaImage};

/// One way to spoil a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spoil {
    Nothing,
    /// JPEG at that quality.
    Jpeg(u8),
    /// Red, green and blue times this: night light, dimming.
    Gain([f32; 3]),
    /// Brightness to that power.
    Gamma(f32),
    /// Blacks lifted and colours faded, as a high-range screen captured in a low range.
    Bleach,
    /// Every so many rows one is black.
    ScanLines(u32),
    /// Every second row at this part of its brightness.
    SoftLines(f32),
    /// Textures at half resolution.
    HalfTextures,
    /// Moved by parts of a pixel.
    Shift(f32, f32),
    /// Resampled to that size.
    Resample(f64),
    /// Noise of so many levels on each channel.
    Noise(i32),
}

/// All of them, as the table of sweeps lists them.
pub const ALL: [(&str, Spoil); 19] = [
    ("nothing", Spoil::Nothing),
    ("jpeg 85", Spoil::Jpeg(85)),
    ("jpeg 60", Spoil::Jpeg(60)),
    ("night light", Spoil::Gain([1.0, 0.75, 0.45])),
    ("candle light", Spoil::Gain([1.0, 0.55, 0.15])),
    ("cold", Spoil::Gain([0.8, 0.9, 1.0])),
    ("half bright", Spoil::Gain([0.5, 0.5, 0.5])),
    ("gamma 0.6", Spoil::Gamma(0.6)),
    ("gamma 1.6", Spoil::Gamma(1.6)),
    ("bleached", Spoil::Bleach),
    ("scan lines 3", Spoil::ScanLines(3)),
    ("scan lines 4", Spoil::ScanLines(4)),
    ("soft lines", Spoil::SoftLines(0.6)),
    ("half textures", Spoil::HalfTextures),
    ("shift", Spoil::Shift(0.4, 0.6)),
    ("resampled 0.97", Spoil::Resample(0.97)),
    ("resampled 1.03", Spoil::Resample(1.03)),
    ("noise 6", Spoil::Noise(6)),
    ("noise 12", Spoil::Noise(12)),
];

impl Spoil {
    /// The spoilt picture. `seed` feeds the noise.
    pub fn apply(self, picture: &RgbaImage, seed: u32) -> RgbaImage {
        let (w, h) = picture.dimensions();
        match self {
            Spoil::Nothing => picture.clone(),
            Spoil::Jpeg(quality) => jpeg(picture, quality),
            Spoil::Gain(gain) => recolour(picture, |channel, value| value * gain[channel]),
            Spoil::Gamma(gamma) => recolour(picture, |_, value| 255.0 * (value / 255.0).powf(gamma)),
            Spoil::Bleach => bleach(picture),
            Spoil::ScanLines(period) => dim_rows(picture, period, 0.0),
            Spoil::SoftLines(part) => dim_rows(picture, 2, part),
            Spoil::HalfTextures => {
                resize(&resize(picture, (w / 2, h / 2), FilterType::Bilinear), (w, h), FilterType::Bilinear)
            }
            Spoil::Shift(x, y) => shift(picture, x, y),
            Spoil::Resample(by) => {
                let size = |side: u32| (f64::from(side) * by).round() as u32;
                resize(picture, (size(w), size(h)), FilterType::CatmullRom)
            }
            Spoil::Noise(levels) => noise(picture, levels, seed),
        }
    }
}

/// The picture resampled to that size.
pub fn resize(picture: &RgbaImage, (w, h): (u32, u32), filter: FilterType) -> RgbaImage {
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(filter)).use_alpha(false);
    let mut out = DynamicImage::ImageRgba8(RgbaImage::new(w, h));
    let picture = DynamicImage::ImageRgba8(picture.clone());
    Resizer::new().resize(&picture, &mut out, &options).expect("two pictures of one format");
    out.into_rgba8()
}

/// The nearest value that a channel can have.
fn channel(value: f32) -> u8 {
    // Rounds: the cast cuts off, and keeps within the bounds.
    (value + 0.5) as u8
}

/// Each channel's values changed by a rule.
fn recolour(picture: &RgbaImage, rule: impl Fn(usize, f32) -> f32) -> RgbaImage {
    let table: [[u8; 256]; 3] = std::array::from_fn(|c| std::array::from_fn(|value| channel(rule(c, value as f32))));
    let mut out = picture.clone();
    for pixel in out.pixels_mut() {
        (0..3).for_each(|c| pixel.0[c] = table[c][usize::from(pixel.0[c])]);
    }
    out
}

/// Every so many rows one at that part of its brightness.
fn dim_rows(picture: &RgbaImage, period: u32, part: f32) -> RgbaImage {
    let mut out = picture.clone();
    for row in out.rows_mut().step_by(period as usize) {
        row.for_each(|pixel| (0..3).for_each(|c| pixel.0[c] = channel(f32::from(pixel.0[c]) * part)));
    }
    out
}

fn noise(picture: &RgbaImage, levels: i32, seed: u32) -> RgbaImage {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    // A sum of three uniform numbers is near enough to a bell.
    let mut part = || (next() % 2001) as f32 / 1000.0 - 1.0;
    let bell: Vec<f32> = (0..1 << 16).map(|_| (part() + part() + part()) * levels as f32).collect();
    let mut out = picture.clone();
    for pixel in out.pixels_mut() {
        (0..3).for_each(|c| pixel.0[c] = channel(f32::from(pixel.0[c]) + bell[next() as usize & 0xffff]));
    }
    out
}

fn jpeg(picture: &RgbaImage, quality: u8) -> RgbaImage {
    let mut bytes = Cursor::new(Vec::new());
    let rgb = DynamicImage::ImageRgba8(picture.clone()).into_rgb8();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&rgb).expect("a JPEG in memory");
    image::load_from_memory(bytes.get_ref()).expect("the JPEG just made").into_rgba8()
}

fn bleach(picture: &RgbaImage) -> RgbaImage {
    let mut out = picture.clone();
    for pixel in out.pixels_mut() {
        let [r, g, b, _] = pixel.0.map(f32::from);
        let grey = 0.3 * r + 0.59 * g + 0.11 * b;
        let fade = |v: f32| (grey + 0.6 * (v - grey)) * 0.8 + 60.0;
        pixel.0 = [fade(r), fade(g), fade(b), 255.0].map(channel);
    }
    out
}

/// Moves the picture by less than a pixel, by bilinear interpolation.
fn shift(picture: &RgbaImage, x: f32, y: f32) -> RgbaImage {
    let (w, h) = picture.dimensions();
    let row = |y: u32| &picture.as_raw()[(4 * w * y) as usize..][..4 * w as usize];
    let mut out = RgbaImage::new(w, h);
    for (py, to) in (0..).zip(out.chunks_exact_mut(4 * w as usize)) {
        let (upper, lower) = (row(u32::saturating_sub(py, 1)), row(py));
        for (index, value) in to.iter_mut().enumerate() {
            let left = index.checked_sub(4).unwrap_or(index);
            let mixed = |row: &[u8]| f32::from(row[index]) * (1.0 - x) + f32::from(row[left]) * x;
            *value = channel(mixed(lower) * (1.0 - y) + mixed(upper) * y);
        }
    }
    out
}
