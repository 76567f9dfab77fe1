//! The project's own corner pictures and pips, decoded.

use std::collections::HashMap;

use image::{RgbaImage, imageops};

use crate::game::pasyans::{Kind, Suit};

/// The card set as pictures.
pub struct Sources {
    corners: HashMap<Kind, Corner>,
    pips: HashMap<&'static str, RgbaImage>,
}

/// A corner picture, upright and turned half round.
pub struct Corner {
    /// For the upper left.
    pub upright: RgbaImage,
    /// For the lower right.
    pub turned: RgbaImage,
}

macro_rules! card_back {
    ($($name:literal: $file:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../../../../card_back/", $file)).as_slice())),*]
    };
}

impl Sources {
    /// Decodes the pictures that are part of the program.
    pub fn load() -> Sources {
        let decode = |bytes| image::load_from_memory(bytes).expect("the program's own pictures are sound").into_rgba8();
        let corners = card_back!(
            "6R": "cards/6R.png", "7R": "cards/7R.png", "8R": "cards/8R.png", "9R": "cards/9R.png",
            "10R": "cards/0R.png", "6B": "cards/6B.png", "7B": "cards/7B.png", "8B": "cards/8B.png",
            "9B": "cards/9B.png", "10B": "cards/0B.png", "C": "cards/CC.png", "D": "cards/DD.png",
            "H": "cards/HH.png", "S": "cards/SS.png",
        );
        let pips = card_back!("C": "pips/C.png", "D": "pips/D.png", "H": "pips/H.png", "S": "pips/S.png");
        let corner = |(name, bytes): (&str, _)| {
            let upright = decode(bytes);
            let turned = imageops::rotate180(&upright);
            (name.parse().expect("a kind's name"), Corner { upright, turned })
        };
        Sources {
            corners: corners.into_iter().map(corner).collect(),
            pips: pips.into_iter().map(|(name, bytes)| (name, decode(bytes))).collect(),
        }
    }

    /// The corner of a kind of card.
    pub fn corner(&self, kind: Kind) -> &Corner {
        &self.corners[&kind]
    }

    /// The pip of a suit, with a clear ground.
    pub fn pip(&self, suit: Suit) -> &RgbaImage {
        let name = match suit {
            Suit::Clubs => "C",
            Suit::Diamonds => "D",
            Suit::Hearts => "H",
            Suit::Spades => "S",
        };
        &self.pips[name]
    }
}
