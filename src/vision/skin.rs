//! A card set: the board's geometry and a picture of each kind's corner. No I/O here: whoever loads a folder hands the
//! text and the pictures over.

use image::RgbaImage;
use thiserror::Error;

use super::layout::{Layout, LayoutError};
use super::register;
use crate::frame::{LayoutPx, Rect};
use crate::game::pasyans::{Colour, Kind, Suit};

/// A card set for [`super::Reader`].
#[derive(Clone, Debug)]
pub struct Skin {
    layout: Layout,
    shapes: Vec<InkMap>,
    digits: Vec<InkMap>,
}

/// Why a card set cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)]
pub enum SkinError {
    #[error("layout.toml: {0}")]
    Layout(#[from] LayoutError),
    #[error("{file}: {reason}")]
    Picture { file: String, reason: String },
    #[error(
        "no card picture among these files: expected at least one of {{6..9,0}}{{R,B}}.png, CC.png, DD.png, HH.png, SS.png"
    )]
    Empty,
}

/// The nine shapes a corner can show: a number card of either colour has the same.
pub(super) const SHAPES: usize = 9;

/// The shape on that kind's corner: 0 to 4 for 6 to 10, then the four suits.
pub(super) fn shape_of(kind: Kind) -> usize {
    match (kind.rank(), kind.suit()) {
        (Some(rank), _) => usize::from(rank - 6),
        (None, Some(Suit::Clubs)) => 5,
        (None, Some(Suit::Diamonds)) => 6,
        (None, Some(Suit::Hearts)) => 7,
        (None, _) => 8,
    }
}

/// Is the kind's corner printed in red?
pub(super) fn is_red(kind: Kind) -> bool {
    kind.colour() == Some(Colour::Red) || matches!(kind.suit(), Some(Suit::Diamonds | Suit::Hearts))
}

/// The name of a kind's picture in `cards/`, as the older bots have it, without `.png`.
pub fn picture_name(kind: Kind) -> String {
    match kind.rank() {
        Some(10) => format!("0{}", if is_red(kind) { 'R' } else { 'B' }),
        Some(_) => kind.to_string(),
        None => format!("{kind}{kind}"),
    }
}

/// The text of the shipped `layout.toml`.
pub const SHIPPED_LAYOUT: &str = include_str!("../../card_back/layout.toml");
const PICTURES: [(&str, &[u8]); SHAPES] = [
    ("6B", include_bytes!("../../card_back/cards/6B.png")),
    ("7B", include_bytes!("../../card_back/cards/7B.png")),
    ("8B", include_bytes!("../../card_back/cards/8B.png")),
    ("9B", include_bytes!("../../card_back/cards/9B.png")),
    ("0B", include_bytes!("../../card_back/cards/0B.png")),
    ("CC", include_bytes!("../../card_back/cards/CC.png")),
    ("DD", include_bytes!("../../card_back/cards/DD.png")),
    ("HH", include_bytes!("../../card_back/cards/HH.png")),
    ("SS", include_bytes!("../../card_back/cards/SS.png")),
];

/// The win counter's digits, and what their pictures show of the layout from the middle of a digit's foot.
const DIGITS: [&[u8]; 10] = [
    include_bytes!("../../card_back/counter/0.png"),
    include_bytes!("../../card_back/counter/1.png"),
    include_bytes!("../../card_back/counter/2.png"),
    include_bytes!("../../card_back/counter/3.png"),
    include_bytes!("../../card_back/counter/4.png"),
    include_bytes!("../../card_back/counter/5.png"),
    include_bytes!("../../card_back/counter/6.png"),
    include_bytes!("../../card_back/counter/7.png"),
    include_bytes!("../../card_back/counter/8.png"),
    include_bytes!("../../card_back/counter/9.png"),
];
const DIGIT_PLACE: [f64; 4] = [-6.0, -12.0, 12.0, 13.0];

impl Skin {
    /// The card set that comes with the program; it needs no file.
    pub fn shipped() -> Skin {
        let layout = Layout::parse(SHIPPED_LAYOUT).expect("the shipped layout is good: a test reads it");
        let ink = |bytes: &[u8], rect: Rect<LayoutPx>| {
            let picture = image::load_from_memory(bytes).expect("the shipped pictures are good: a test reads them");
            InkMap::new(&picture.to_rgba8(), rect)
        };
        let [x, y, w, h] = DIGIT_PLACE;
        Skin {
            shapes: PICTURES.iter().map(|(_, bytes)| ink(bytes, layout.corner_of_card())).collect(),
            digits: DIGITS.iter().map(|bytes| ink(bytes, Rect::new(x, y, w, h))).collect(),
            layout,
        }
    }

    /// A card set from the contents of a folder: its `layout.toml`, if there is one, and its card pictures. A shape for
    /// which there is no picture is taken from the shipped set. Without a layout the pictures are those of an older
    /// bot: where on the card they were cut, and at which size, is found by laying them over the shipped ones.
    ///
    /// # Errors
    /// A layout that cannot be read, no picture at all, or pictures that show no cards.
    pub fn from_pictures(layout: Option<&str>, pictures: &[(Kind, RgbaImage)]) -> Result<Skin, SkinError> {
        let mut skin = Skin::shipped();
        if pictures.is_empty() {
            return Err(SkinError::Empty);
        }
        if let Some(text) = layout {
            skin.layout = Layout::parse(text)?;
        }
        for (kind, picture) in pictures {
            if picture.width() < 8 || picture.height() < 8 {
                let reason = format!("{}x{} pixels; expected at least 8x8", picture.width(), picture.height());
                return Err(SkinError::Picture { file: format!("{}.png", picture_name(*kind)), reason });
            }
        }
        let place = match layout {
            Some(_) => skin.layout.corner_of_card(),
            None => register::find(&skin.shapes, pictures).ok_or_else(|| SkinError::Picture {
                file: "cards".to_string(),
                reason: "the pictures do not look like the corners of this game's cards".to_string(),
            })?,
        };
        for shape in 0..SHAPES {
            // Black ink stands out more than red, so the black picture of a number is the better one.
            let mut found = pictures.iter().filter(|(kind, _)| shape_of(*kind) == shape);
            let best = found.clone().find(|(kind, _)| !is_red(*kind)).or_else(|| found.next());
            if let Some((_, picture)) = best {
                skin.shapes[shape] = InkMap::new(picture, place);
            }
        }
        Ok(skin)
    }

    /// Where things lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn shapes(&self) -> &[InkMap] {
        &self.shapes
    }

    /// The win counter's digits, from 0 to 9; their foot's middle is at (0, 0).
    pub(super) fn digits(&self) -> &[InkMap] {
        &self.digits
    }
}

/// How much ink lies where, 0 (paper) to 1, on a rectangle given in layout pixels from the card's upper left corner.
/// Kept as a table of sums, so that the mean over any rectangle costs four look-ups.
#[derive(Clone, Debug)]
pub(super) struct InkMap {
    rect: Rect<LayoutPx>,
    width: usize,
    height: usize,
    sums: Vec<f64>,
}

impl InkMap {
    /// The ink on a picture that shows `rect` of a card.
    pub fn new(picture: &RgbaImage, rect: Rect<LayoutPx>) -> InkMap {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let levels: Vec<f64> = picture.pixels().map(|p| (2.0 * f64::from(p.0[1]) + f64::from(p.0[2])) / 3.0).collect();
        let mut sorted = levels.clone();
        sorted.sort_by(f64::total_cmp);
        // The extreme twentieths are left out: a speck must not set the scale.
        let (ink, paper) = (sorted[sorted.len() / 20], sorted[sorted.len() - 1 - sorted.len() / 20]);
        let depth = (paper - ink).max(1.0);
        let mut sums = vec![0.0; (width + 1) * (height + 1)];
        for y in 0..height {
            let mut row = 0.0;
            for x in 0..width {
                row += ((paper - levels[y * width + x]) / depth).clamp(0.0, 1.0);
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
            }
        }
        InkMap { rect, width, height, sums }
    }

    /// The mean ink on a rectangle of the card; what lies off the picture counts as paper.
    pub fn mean(&self, x: f64, y: f64, w: f64, h: f64) -> f64 {
        let to_u = self.width as f64 / self.rect.w;
        let to_v = self.height as f64 / self.rect.h;
        let (u, v) = ((x - self.rect.x) * to_u, (y - self.rect.y) * to_v);
        let sum = self.sum(u + w * to_u, v + h * to_v) - self.sum(u, v + h * to_v) - self.sum(u + w * to_u, v)
            + self.sum(u, v);
        sum / (w * to_u * h * to_v)
    }

    /// The ink left of `u` and above `v`, in picture pixels, between the table's points by bilinear interpolation.
    fn sum(&self, u: f64, v: f64) -> f64 {
        let (u, v) = (u.clamp(0.0, self.width as f64), v.clamp(0.0, self.height as f64));
        let (x, y) = ((u as usize).min(self.width - 1), (v as usize).min(self.height - 1));
        let (fx, fy) = (u - x as f64, v - y as f64);
        let at = y * (self.width + 1) + x;
        let above = self.sums[at] * (1.0 - fx) + self.sums[at + 1] * fx;
        let below = self.sums[at + self.width + 1] * (1.0 - fx) + self.sums[at + self.width + 2] * fx;
        above * (1.0 - fy) + below * fy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_set_is_whole() {
        let skin = Skin::shipped();
        assert_eq!(skin.shapes().len(), SHAPES);
        for (index, shape) in skin.shapes().iter().enumerate() {
            let ink = shape.mean(4.0, 6.0, 18.0, 16.0);
            assert!((0.1..0.7).contains(&ink), "shape {index}: {ink}");
        }
    }

    #[test]
    fn a_mean_is_that_of_the_pixels() {
        let mut picture = RgbaImage::from_pixel(10, 10, image::Rgba([200, 200, 200, 255]));
        for y in 0..10 {
            for x in 5..10 {
                picture.put_pixel(x, y, image::Rgba([0, 0, 0, 255]));
            }
        }
        let map = InkMap::new(&picture, Rect::new(0.0, 0.0, 20.0, 20.0));
        assert!((map.mean(0.0, 0.0, 20.0, 20.0) - 0.5).abs() < 1e-9);
        assert!((map.mean(9.0, 3.0, 2.0, 2.0) - 0.5).abs() < 1e-9);
        assert!(map.mean(2.0, 2.0, 5.0, 5.0).abs() < 1e-9);
        assert!(map.mean(30.0, 2.0, 5.0, 5.0).abs() < 1e-9);
    }
}
