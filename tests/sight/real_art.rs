//! Boards drawn with the real game's card faces, from the folder of test data beside the project; `None` without it.

use std::path::Path;

use exa_pipeline::game::pasyans::{Board, Colour, Kind, Suit};
use fast_image_resize::FilterType;
use image::imageops::overlay;
use image::{Rgba, RgbaImage};

use super::spoil::resize;

/// The pictures.
pub struct RealArt {
    background: RgbaImage,
    back: RgbaImage,
    banner: RgbaImage,
    /// By kind's code, each with all cards of that kind.
    cards: Vec<Vec<RgbaImage>>,
}

/// Where the pictures go on a 1920x1080 screen: a card's picture has a margin of two pixels left and one above.
const COLUMN: (i64, i64) = (364, 458);
const PITCH: (i64, i64) = (134, 30);
const CELL: (i64, i64) = (1366, 214);

impl RealArt {
    /// Loads the art.
    pub fn load(folder: &Path) -> Option<RealArt> {
        let picture = |name: &str| image::open(folder.join(format!("{name}.png"))).ok().map(|p| p.into_rgba8());
        let mut cards = vec![Vec::new(); 15];
        for kind in Kind::all() {
            let suits: &[char] = match (kind.colour(), kind.suit()) {
                (Some(Colour::Red), _) => &['D', 'H'],
                (Some(Colour::Black), _) => &['C', 'S'],
                (None, Some(Suit::Clubs)) => &['C'],
                (None, Some(Suit::Diamonds)) => &['D'],
                (None, Some(Suit::Hearts)) => &['H'],
                (None, _) => &['S'],
            };
            let ranks =
                kind.rank().map_or(vec!["J".into(), "Q".into(), "K".into(), "A".into()], |r| vec![r.to_string()]);
            for rank in &ranks {
                for suit in suits {
                    cards[usize::from(kind.code())].push(picture(&format!("{rank}{suit}"))?);
                }
            }
        }
        Some(RealArt { background: picture("background")?, back: picture("back")?, banner: picture("banner")?, cards })
    }

    /// A board on a 1920x1080 screen; the cards of a kind are used in turn.
    pub fn draw(&self, board: &Board) -> RgbaImage {
        let mut canvas = self.background.clone();
        let mut used = [0; 15];
        let mut card = |canvas: &mut RgbaImage, kind: Kind, x: i64, y: i64| {
            let faces = &self.cards[usize::from(kind.code())];
            overlay(canvas, &faces[used[usize::from(kind.code())] % faces.len()], x, y);
            used[usize::from(kind.code())] += 1;
        };
        for (index, column) in (0..).zip(board.columns()) {
            let x = COLUMN.0 + PITCH.0 * index;
            if column.locks().is_some() {
                overlay(&mut canvas, &self.back, x - 1, COLUMN.1 - 8);
                continue;
            }
            if column.is_empty() {
                hatch(&mut canvas, x as u32, COLUMN.1 as u32);
            }
            for (depth, kind) in (0..).zip(column.iter()) {
                card(&mut canvas, kind, x, COLUMN.1 + PITCH.1 * depth);
            }
        }
        if let Some(kind) = board.cell() {
            card(&mut canvas, kind, CELL.0, CELL.1);
        }
        canvas
    }

    /// The banner over a board.
    pub fn with_banner(&self, mut canvas: RgbaImage) -> RgbaImage {
        for y in 440..840 {
            for x in 333..1589 {
                let pixel = canvas.get_pixel_mut(x, y);
                let veil = [237.0, 230.0, 224.0];
                (0..3).for_each(|c| pixel.0[c] = (f64::from(pixel.0[c]) / 3.0 + veil[c] * 2.0 / 3.0) as u8);
            }
        }
        overlay(&mut canvas, &self.banner, 333, 513);
        canvas
    }

    /// The deck in the free cell.
    pub fn with_deck(&self, mut canvas: RgbaImage) -> RgbaImage {
        overlay(&mut canvas, &self.back, CELL.0 - 1, CELL.1 - 8);
        canvas
    }
}

/// The pale mark of an empty column.
fn hatch(canvas: &mut RgbaImage, x: u32, y: u32) {
    for dy in 2..183 {
        for dx in 2..121 {
            let line = (dx + 2 * dy) % 14 == 0;
            canvas.put_pixel(
                x + dx,
                y + dy,
                if line { Rgba([206, 196, 184, 255]) } else { Rgba([222, 214, 205, 255]) },
            );
        }
    }
}

/// A 1920x1080 picture as the game would show it in a window of that size: scaled, centred, black bars.
pub fn fit(canvas: &RgbaImage, (w, h): (u32, u32)) -> RgbaImage {
    let scale = (f64::from(w) / 1920.0).min(f64::from(h) / 1080.0);
    let (sw, sh) = ((1920.0 * scale).round() as u32, (1080.0 * scale).round() as u32);
    if (sw, sh) == (w, h) && (w, h) == canvas.dimensions() {
        return canvas.clone();
    }
    let scaled = resize(canvas, (sw, sh), FilterType::Bilinear);
    let mut out = RgbaImage::from_pixel(w, h, Rgba([0, 0, 0, 255]));
    overlay(&mut out, &scaled, i64::from(w - sw) / 2, i64::from(h - sh) / 2);
    out
}
