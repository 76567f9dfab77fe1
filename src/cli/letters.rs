//! Letters for annotated pictures: three by five dots each, enough for names and numbers without a font file.

use image::{Rgba, RgbaImage};

/// Dots from one letter to the next.
pub const ADVANCE: u32 = 4;
/// Dots a letter is high.
pub const HEIGHT: u32 = 5;

/// Five rows of three dots, the top row in the highest bits.
const DOTS: &[(char, u16)] = &[
    ('0', 0b111_101_101_101_111),
    ('1', 0b010_110_010_010_111),
    ('2', 0b111_001_111_100_111),
    ('3', 0b111_001_111_001_111),
    ('4', 0b101_101_111_001_001),
    ('5', 0b111_100_111_001_111),
    ('6', 0b111_100_111_101_111),
    ('7', 0b111_001_010_010_010),
    ('8', 0b111_101_111_101_111),
    ('9', 0b111_101_111_001_111),
    ('A', 0b010_101_111_101_101),
    ('B', 0b110_101_110_101_110),
    ('C', 0b111_100_100_100_111),
    ('D', 0b110_101_101_101_110),
    ('E', 0b111_100_110_100_111),
    ('G', 0b111_100_101_101_111),
    ('H', 0b101_101_111_101_101),
    ('I', 0b111_010_010_010_111),
    ('L', 0b100_100_100_100_111),
    ('M', 0b101_111_111_101_101),
    ('N', 0b111_101_101_101_101),
    ('O', 0b111_101_101_101_111),
    ('P', 0b111_101_111_100_100),
    ('R', 0b110_101_110_101_101),
    ('S', 0b111_100_111_001_111),
    ('V', 0b101_101_101_101_010),
    ('W', 0b101_101_111_111_101),
    ('Y', 0b101_101_010_010_010),
    ('?', 0b111_001_011_000_010),
    ('/', 0b001_001_010_100_100),
    ('.', 0b000_000_000_000_010),
    ('-', 0b000_000_111_000_000),
];

/// Writes a text with its upper left corner at `at`, each dot `zoom` pixels wide; what falls off the picture is cut, a
/// character without dots is left blank.
pub fn write(picture: &mut RgbaImage, at: (i32, i32), text: &str, zoom: u32, ink: Rgba<u8>) {
    for (place, letter) in (0..).zip(text.chars()) {
        let Some(&(_, dots)) = DOTS.iter().find(|&&(name, _)| name == letter) else { continue };
        for dot in (0..15_u32).filter(|dot| dots >> (14 - dot) & 1 == 1) {
            let (column, row) = (place * ADVANCE + dot % 3, dot / 3);
            for (dx, dy) in (0..zoom).flat_map(|dy| (0..zoom).map(move |dx| (dx, dy))) {
                let x = i64::from(at.0) + i64::from(column * zoom + dx);
                let y = i64::from(at.1) + i64::from(row * zoom + dy);
                if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                    && let Some(pixel) = picture.get_pixel_mut_checked(x, y)
                {
                    *pixel = ink;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_written_and_cut_at_the_edge() {
        let (white, black) = (Rgba([255; 4]), Rgba([0, 0, 0, 255]));
        let mut picture = RgbaImage::from_pixel(6, 6, white);
        write(&mut picture, (1, 0), "1", 1, black);
        let inked = picture.pixels().filter(|&&pixel| pixel == black).count();
        assert_eq!(inked, 8);
        write(&mut picture, (-2, 4), "8W", 3, black);
        assert_eq!(picture.dimensions(), (6, 6));
    }
}
