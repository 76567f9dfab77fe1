//! The win counter: its digits, read by their shape.

use super::Skin;
use super::pixels::Pixels;
use super::place::Placed;

/// The number of wins shown; `None` where it cannot be read.
pub(super) fn read(_pixels: Pixels, _skin: &Skin, _placed: &Placed) -> Option<u32> {
    None
}
