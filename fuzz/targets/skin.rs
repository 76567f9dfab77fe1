//! Layouts of card sets: any text is refused or makes a skin; nothing crashes.
#![no_main]

use exa_pipeline::game::pasyans::Kind;
use exa_pipeline::vision::Skin;
use image::{Rgba, RgbaImage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|layout: &str| {
    let picture = RgbaImage::from_fn(44, 46, |x, y| Rgba([(x * 5) as u8, (y * 5) as u8, 90, 255]));
    let kind = Kind::from_code(1).expect("6R");
    if let Err(error) = Skin::from_pictures(Some(layout), &[(kind, picture)]) {
        assert!(!error.to_string().is_empty());
    }
});
