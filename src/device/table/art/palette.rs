//! The table's colours.

use image::Rgba;

use super::canvas::Ink;

/// Paper: the panel and the cards. Measured on the game.
pub const PAPER: Ink = Rgba([237, 230, 224, 255]);
/// The header, and black ink. Measured on the game.
pub const NIGHT: Ink = Rgba([3, 0, 15, 255]);
/// Stripes, frames, buttons. Measured on the game.
pub const GOLD: Ink = Rgba([142, 123, 80, 255]);
/// Red ink.
pub const RED: Ink = Rgba([222, 64, 47, 255]);
/// The fine line inside a card's edge.
pub const FINE: Ink = Rgba([186, 170, 132, 255]);
/// A card's edge.
pub const EDGE: Ink = Rgba([122, 106, 94, 255]);
/// What a card throws on the panel.
pub const SHADOW: Ink = Rgba([92, 78, 68, 215]);
/// Half-tones of the face pictures.
pub const GREY: Ink = Rgba([150, 143, 146, 255]);
