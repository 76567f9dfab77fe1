//! What was seen at a corner a frame ago: a corner whose pixels have not changed need not be matched again.

use super::glyph::{Evidence, Glyphs, Style};
use super::pixels::Pixels;
use super::rows::RowGain;
use crate::frame::{FramePx, Point};
use crate::game::pasyans::{COLUMNS, MAX_COLUMN, Place};

/// The last look at each corner.
#[derive(Debug, Default)]
pub(super) struct Memory {
    corners: Vec<Corner>,
}

#[derive(Clone, Debug, Default)]
struct Corner {
    at: Option<(Point<FramePx>, Style)>,
    sees: [i32; 4],
    pixels: Vec<u8>,
    evidence: Evidence,
    /// How many looks at the same still corner the evidence stands for.
    looks: f32,
}

/// Evidence is averaged over so many looks at a still corner at most; what came before fades.
const MOST_LOOKS: f32 = 8.0;
/// A corner whose pixels differ from the ones before by less than this part of their variance shows the same card, newly
/// compressed: two shapes as near as 8 and 9 differ by a tenth of it or more, and a lossless capture does not differ.
const STILL: f32 = 0.02;

impl Memory {
    /// What is to be seen on the corner of the card at `card` (its place and depth), expected at `at`.
    pub fn look(
        &mut self,
        pixels: Pixels,
        gain: &RowGain,
        glyphs: &mut Glyphs,
        card: (Place, u8),
        at: Point<FramePx>,
    ) -> Evidence {
        let index = match card {
            (Place::Column(column), depth) => usize::from(column) * MAX_COLUMN + usize::from(depth),
            (Place::Cell, _) => COLUMNS * MAX_COLUMN,
        };
        self.corners.resize(COLUMNS * MAX_COLUMN + 1, Corner::default());
        let corner = &mut self.corners[index];
        let sees = glyphs.sees(at);
        let same_place = corner.at == Some((at, glyphs.style())) && corner.sees == sees;
        if same_place && corner.is_unchanged(pixels) {
            return corner.evidence;
        }
        let still = same_place && corner.is_still(pixels);
        let seen = glyphs.look(pixels, gain, at);
        corner.looks = if still { (corner.looks + 1.0).min(MOST_LOOKS) } else { 1.0 };
        corner.evidence = if still { corner.evidence.blended(&seen, 1.0 / corner.looks) } else { seen };
        corner.at = Some((at, glyphs.style()));
        corner.sees = sees;
        corner.remember(pixels);
        corner.evidence
    }
}

impl Corner {
    fn is_unchanged(&self, pixels: Pixels) -> bool {
        let mut before = self.pixels.as_slice();
        strips(pixels, self.sees).all(|strip| match before.split_at_checked(strip.len()) {
            Some((same, rest)) => {
                before = rest;
                same == strip
            }
            None => false,
        })
    }

    /// Has so little changed that it is the same card, as video shows it from one frame to the next?
    fn is_still(&self, pixels: Pixels) -> bool {
        let (mut count, mut sum, mut squares, mut changed) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        let now = strips(pixels, self.sees).flatten();
        for (index, (&now, &before)) in now.zip(&self.pixels).enumerate() {
            // Green carries most of the brightness.
            if index % 4 == 1 {
                let (now, before) = (f32::from(now), f32::from(before));
                count += 1.0;
                sum += before;
                squares += before * before;
                changed += (now - before) * (now - before);
            }
        }
        changed < STILL * (squares - sum * sum / count.max(1.0))
    }

    fn remember(&mut self, pixels: Pixels) {
        self.pixels.clear();
        strips(pixels, self.sees).for_each(|strip| self.pixels.extend_from_slice(strip));
    }
}

/// The part of each row that lies within, as far as it is on the frame.
fn strips(pixels: Pixels<'_>, [left, top, right, bottom]: [i32; 4]) -> impl Iterator<Item = &[u8]> {
    let (left, right) = (left.clamp(0, pixels.width), right.clamp(0, pixels.width));
    (top.clamp(0, pixels.height)..bottom.clamp(0, pixels.height))
        .map(move |y| &pixels.row(y)[4 * left as usize..4 * right.max(left) as usize])
}
