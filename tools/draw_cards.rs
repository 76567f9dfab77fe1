//! Draws the shipped card set into `card_back/`: the 14 corner pictures, the pips, the win counter's digits and the anchor. Run again after a
//! change to a shape:
//!
//!     cargo run --example draw_cards
//!
//! The digits are those of Archivo Black (`card_back/font`); the suits are this project's own polygons. All lengths are
//! in pixels of a 1920x1080 screen, from the card's upper left corner.

use std::error::Error;
use std::path::Path;

use image::{Rgba, RgbaImage};

/// Corner pictures have this many pixels for one on a 1920x1080 screen, so that they serve screens up to four times
/// as large and are still smooth.
const ZOOM: f64 = 8.0;
/// What a corner picture shows: `corner` of `card_back/layout.toml`.
const CORNER: [f64; 4] = [2.0, 4.0, 26.0, 20.0];
/// What a picture of the win counter's digits shows, from the middle of the digit's foot, for an em of 16 pixels.
const DIGIT: [f64; 4] = [-6.0, -12.0, 12.0, 13.0];
/// Samples along each side of a pixel.
const SAMPLES: u32 = 4;

const PAPER: [u8; 3] = [237, 230, 224];
const RED: [u8; 3] = [222, 64, 47];
const BLACK: [u8; 3] = [2, 0, 14];
/// The dark frame of the window and the darker header, for the anchor.
const FRAME: [u8; 3] = [18, 2, 6];
const HEADER: [u8; 3] = [4, 2, 18];

/// The digits' size: pixels for 1000 units of the font.
const EM: f64 = 17.8;
/// Where the digits' left side and baseline are.
const PEN: (f64, f64) = (5.15, 18.4);
/// The two digits of the 10 stand closer than the font has them.
const KERN: f64 = -0.5;

type Polygon = Vec<(f64, f64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("card_back");
    let font = std::fs::read_to_string(root.join("font/digits.txt"))?;
    for (name, text) in [("6", "6"), ("7", "7"), ("8", "8"), ("9", "9"), ("0", "10")] {
        let shape = number(&font, text)?;
        draw_corner(&shape, RED).save(root.join(format!("cards/{name}R.png")))?;
        draw_corner(&shape, BLACK).save(root.join(format!("cards/{name}B.png")))?;
    }
    for (name, shape, ink) in suits() {
        draw_corner(&shape, ink).save(root.join(format!("cards/{name}{name}.png")))?;
        draw_pip(&shape, ink).save(root.join(format!("pips/{name}.png")))?;
    }
    for digit in '0'..='9' {
        let shape = digit_alone(&font, digit)?;
        draw(&shape, DIGIT, BLACK).save(root.join(format!("counter/{digit}.png")))?;
    }
    draw_anchor().save(root.join("anchor/anchor.png"))?;
    Ok(())
}

/// The outlines of a number, set from the pen's place.
fn number(font: &str, text: &str) -> Result<Vec<Polygon>, Box<dyn Error>> {
    let mut shape = Vec::new();
    let mut pen = PEN.0;
    for digit in text.chars() {
        let (advance, outlines) = glyph(font, digit)?;
        shape.extend(outlines.iter().map(|outline| set(outline, (pen, PEN.1), EM)));
        pen += advance * EM / 1000.0 + KERN;
    }
    Ok(shape)
}

/// A digit of the win counter around its own middle.
fn digit_alone(font: &str, digit: char) -> Result<Vec<Polygon>, Box<dyn Error>> {
    let (advance, outlines) = glyph(font, digit)?;
    let em = 16.0;
    Ok(outlines.iter().map(|outline| set(outline, (-advance * em / 2000.0, 0.0), em)).collect())
}

/// A digit's advance and outlines, in units of the font.
fn glyph(font: &str, digit: char) -> Result<(f64, Vec<Polygon>), Box<dyn Error>> {
    let line = font.lines().find(|line| line.starts_with(digit)).ok_or("a digit is missing in font/digits.txt")?;
    let (advance, path) = line[1..].trim().split_once(' ').ok_or("a digit has no outline in font/digits.txt")?;
    Ok((advance.parse()?, flatten(path)?))
}

/// An outline on the picture, from the pen's place and at that size.
fn set(outline: &Polygon, pen: (f64, f64), em: f64) -> Polygon {
    outline.iter().map(|&(x, y)| (pen.0 + x * em / 1000.0, pen.1 - y * em / 1000.0)).collect()
}

/// An SVG path of absolute M, L, H, V, Q and Z as polygons.
fn flatten(path: &str) -> Result<Vec<Polygon>, Box<dyn Error>> {
    let mut outlines: Vec<Polygon> = Vec::new();
    let mut at = (0.0, 0.0);
    let starts = path.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
    let ends = path.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i).skip(1).chain([path.len()]);
    for (start, end) in starts.zip(ends) {
        let numbers: Vec<f64> = path[start + 1..end].split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        match (&path[start..=start], numbers.as_slice()) {
            // Pairs after the first are lines.
            ("M", pairs) => outlines.push(pairs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()),
            ("Z", []) => continue,
            (command, numbers) => {
                let outline = outlines.last_mut().ok_or("a path begins without M")?;
                match (command, numbers) {
                    ("L", pairs) => outline.extend(pairs.chunks_exact(2).map(|pair| (pair[0], pair[1]))),
                    ("H", &[x]) => outline.push((x, at.1)),
                    ("V", &[y]) => outline.push((at.0, y)),
                    ("Q", curves) => {
                        for curve in curves.chunks_exact(4) {
                            let from = outline.last().copied().unwrap_or(at);
                            outline.extend((1..=8).map(|step| quadratic(from, curve, f64::from(step) / 8.0)));
                        }
                    }
                    _ => return Err(format!("unknown path command {command} in font/digits.txt").into()),
                }
            }
        }
        at = outlines.last().and_then(|outline| outline.last()).copied().unwrap_or(at);
    }
    Ok(outlines)
}

fn quadratic(from: (f64, f64), curve: &[f64], t: f64) -> (f64, f64) {
    let mix = |a: f64, b: f64, c: f64| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
    (mix(from.0, curve[0], curve[2]), mix(from.1, curve[1], curve[3]))
}

/// The four suits, all outlines counter-clockwise (overlapping ones would otherwise cancel), made of straight lines around the axis x = 12.4, as the game has them.
fn suits() -> [(&'static str, Vec<Polygon>, [u8; 3]); 4] {
    let mirrored = |half: &[(f64, f64)]| -> Polygon {
        let axis = 12.4;
        let left = half.iter().map(|&(x, y)| (axis - x, y));
        let right = half.iter().rev().map(|&(x, y)| (axis + x, y));
        left.chain(right).collect()
    };
    let diamond = |x: f64, y: f64, half: f64| vec![(x - half, y), (x, y + half), (x + half, y), (x, y - half)];
    let foot = mirrored(&[(0.4, 14.6), (0.4, 17.6), (4.1, 21.2), (4.1, 21.7)]);
    [
        (
            "C",
            vec![
                diamond(12.4, 9.8, 4.0),
                diamond(7.3, 14.8, 3.8),
                diamond(17.5, 14.8, 3.8),
                mirrored(&[(5.0, 14.5), (5.0, 15.1)]),
                mirrored(&[(0.4, 13.0), (0.4, 17.6), (4.1, 21.2), (4.1, 21.7)]),
            ],
            BLACK,
        ),
        ("D", vec![diamond(12.4, 14.9, 8.3)], RED),
        ("H", vec![mirrored(&[(0.0, 13.0), (4.2, 8.7), (8.6, 13.2), (0.0, 21.9)])], RED),
        ("S", vec![mirrored(&[(0.0, 6.1), (8.5, 14.6), (4.4, 18.7), (0.4, 14.9)]), foot], BLACK),
    ]
}

fn draw_corner(shape: &[Polygon], ink: [u8; 3]) -> RgbaImage {
    draw(shape, CORNER, ink)
}

/// The part of a shape that lies in a rectangle.
fn draw(shape: &[Polygon], [left, top, w, h]: [f64; 4], ink: [u8; 3]) -> RgbaImage {
    RgbaImage::from_fn((w * ZOOM) as u32, (h * ZOOM) as u32, |x, y| {
        let part = coverage(shape, |u, v| (left + (f64::from(x) + u) / ZOOM, top + (f64::from(y) + v) / ZOOM));
        mix(PAPER, ink, part)
    })
}

/// The suit alone, its bounding box with a clear background: pips of a number card.
fn draw_pip(shape: &[Polygon], ink: [u8; 3]) -> RgbaImage {
    let points = || shape.iter().flatten();
    let bound = |pick: fn(&(f64, f64)) -> f64| {
        let low = points().map(pick).fold(f64::INFINITY, f64::min);
        (low, points().map(pick).fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (top, bottom)) = (bound(|p| p.0), bound(|p| p.1));
    RgbaImage::from_fn(((right - left) * ZOOM) as u32, ((bottom - top) * ZOOM) as u32, |x, y| {
        let part = coverage(shape, |u, v| (left + (f64::from(x) + u) / ZOOM, top + (f64::from(y) + v) / ZOOM));
        Rgba([ink[0], ink[1], ink[2], (255.0 * part).round() as u8])
    })
}

/// The upper left corner of the panel, by which older bots find the board: the dark frame and the header within.
fn draw_anchor() -> RgbaImage {
    RgbaImage::from_fn(24, 24, |x, y| {
        let ink = if x < 12 || y < 12 { FRAME } else { HEADER };
        Rgba([ink[0], ink[1], ink[2], 255])
    })
}

/// The part of a pixel that the shape covers; `at` gives the point for a place within the pixel.
fn coverage(shape: &[Polygon], at: impl Fn(f64, f64) -> (f64, f64)) -> f64 {
    let place = |sample: u32| (f64::from(sample) + 0.5) / f64::from(SAMPLES);
    let inside = (0..SAMPLES * SAMPLES)
        .filter(|sample| {
            let point = at(place(sample % SAMPLES), place(sample / SAMPLES));
            shape.iter().map(|outline| winding(outline, point)).sum::<i32>() != 0
        })
        .count();
    inside as f64 / f64::from(SAMPLES * SAMPLES)
}

/// How often the outline goes round the point: fonts cut holes by going the other way.
fn winding(outline: &[(f64, f64)], point: (f64, f64)) -> i32 {
    let next = outline.iter().cycle().skip(1);
    let turns = outline.iter().zip(next).map(|(a, b)| {
        let side = (b.0 - a.0) * (point.1 - a.1) - (point.0 - a.0) * (b.1 - a.1);
        match (a.1 <= point.1, b.1 <= point.1) {
            (true, false) if side > 0.0 => 1,
            (false, true) if side < 0.0 => -1,
            _ => 0,
        }
    });
    turns.sum()
}

fn mix(from: [u8; 3], to: [u8; 3], part: f64) -> Rgba<u8> {
    let channel = |i: usize| (f64::from(from[i]) * (1.0 - part) + f64::from(to[i]) * part).round() as u8;
    Rgba([channel(0), channel(1), channel(2), 255])
}
