//! What was seen at a corner a frame ago: a corner whose pixels have not changed need not be matched again.

use super::glyph::{Evidence, Glyphs};
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
    at: Option<(Point<FramePx>, usize)>,
    seen: Strips,
    evidence: Evidence,
}

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
        if corner.at == Some((at, glyphs.blur())) && corner.seen.is_same(pixels, sees) {
            return corner.evidence;
        }
        corner.evidence = glyphs.look(pixels, gain, at);
        corner.at = Some((at, glyphs.blur()));
        corner.seen.remember(pixels, sees);
        corner.evidence
    }
}

/// The pixels of a small rectangle, as they were.
#[derive(Clone, Debug, Default)]
pub(super) struct Strips {
    /// Left, top, right and bottom.
    place: [i32; 4],
    pixels: Vec<u8>,
}

impl Strips {
    /// Are the pixels there the same as those remembered?
    pub fn is_same(&self, pixels: Pixels, place: [i32; 4]) -> bool {
        let mut before = self.pixels.as_slice();
        let same = place == self.place
            && strips(pixels, place).all(|strip| match before.split_at_checked(strip.len()) {
                Some((same, rest)) => {
                    before = rest;
                    same == strip
                }
                None => false,
            });
        same && !self.pixels.is_empty()
    }

    /// Remembers the pixels there.
    pub fn remember(&mut self, pixels: Pixels, place: [i32; 4]) {
        self.place = place;
        self.pixels.clear();
        strips(pixels, place).for_each(|strip| self.pixels.extend_from_slice(strip));
    }
}

/// The part of each row that lies within, as far as it is on the frame.
fn strips(pixels: Pixels<'_>, [left, top, right, bottom]: [i32; 4]) -> impl Iterator<Item = &[u8]> {
    let (left, right) = (left.clamp(0, pixels.width), right.clamp(0, pixels.width));
    (top.clamp(0, pixels.height)..bottom.clamp(0, pixels.height))
        .map(move |y| &pixels.row(y)[4 * left as usize..4 * right.max(left) as usize])
}
