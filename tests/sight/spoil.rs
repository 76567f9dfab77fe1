//! What screens, captures and compression do to a picture.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use image::{DynamicImage, Rgba, RgbaImage};

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
            Spoil::Gain(gain) => map(picture, |_, _, c, v| v * gain[c]),
            Spoil::Gamma(gamma) => map(picture, |_, _, _, v| 255.0 * (v / 255.0).powf(gamma)),
            Spoil::Bleach => bleach(picture),
            Spoil::ScanLines(period) => map(picture, |_, y, _, v| if y % period == 0 { 0.0 } else { v }),
            Spoil::SoftLines(part) => map(picture, |_, y, _, v| if y % 2 == 0 { v * part } else { v }),
            Spoil::HalfTextures => {
                resize(&resize(picture, w / 2, h / 2, FilterType::Triangle), w, h, FilterType::Triangle)
            }
            Spoil::Shift(x, y) => shift(picture, x, y),
            Spoil::Resample(by) => {
                let size = |side: u32| (f64::from(side) * by).round() as u32;
                resize(picture, size(w), size(h), FilterType::CatmullRom)
            }
            Spoil::Noise(levels) => {
                let mut state = seed.wrapping_mul(2_654_435_761) | 1;
                map(picture, move |_, _, _, v| {
                    // A sum of three uniform numbers is near enough to a bell.
                    let mut part = || {
                        state ^= state << 13;
                        state ^= state >> 17;
                        state ^= state << 5;
                        (state % 2001) as f32 / 1000.0 - 1.0
                    };
                    v + (part() + part() + part()) * levels as f32
                })
            }
        }
    }
}

fn map(picture: &RgbaImage, mut change: impl FnMut(u32, u32, usize, f32) -> f32) -> RgbaImage {
    let mut out = picture.clone();
    for (x, y, pixel) in out.enumerate_pixels_mut() {
        for channel in 0..3 {
            pixel.0[channel] = change(x, y, channel, f32::from(pixel.0[channel])).round().clamp(0.0, 255.0) as u8;
        }
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
        pixel.0 = [fade(r), fade(g), fade(b), 255.0].map(|v| v.round().clamp(0.0, 255.0) as u8);
    }
    out
}

/// Moves the picture by less than a pixel, by bilinear interpolation.
fn shift(picture: &RgbaImage, x: f32, y: f32) -> RgbaImage {
    let (w, h) = picture.dimensions();
    RgbaImage::from_fn(w, h, |px, py| {
        let at = |dx: u32, dy: u32| picture.get_pixel(px.saturating_sub(dx), py.saturating_sub(dy)).0.map(f32::from);
        let (a, b, c, d) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
        Rgba(std::array::from_fn(|i| {
            let v = (a[i] * (1.0 - x) + b[i] * x) * (1.0 - y) + (c[i] * (1.0 - x) + d[i] * x) * y;
            v.round() as u8
        }))
    })
}
