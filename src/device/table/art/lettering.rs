//! The table's own lettering: square letters of strokes on a grid of 4 x 6, leaning as the game's do.

use super::canvas::{Canvas, Ink};

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub struct Lettering {
    /// Height of the capitals in layout pixels, to the middle of the strokes.
    pub height: f64,
    /// Thickness of the strokes.
    pub stroke: f64,
    /// How far the top of a letter leans to the right, in parts of its height.
    pub lean: f64,
    /// The colour.
    pub ink: Ink,
}

/// Where a text stands to the given point, which is on its top line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Align {
    Left,
    Centre,
}

type Stroke = &'static [(f64, f64)];

impl Lettering {
    /// Draws the text; letters it has no shape for stay blank.
    pub fn draw(&self, canvas: &mut Canvas, text: &str, at: (f64, f64), align: Align) {
        let unit = self.height / 6.0;
        let mut pen = match align {
            Align::Left => at.0,
            Align::Centre => at.0 - self.width(text) / 2.0,
        };
        for letter in text.chars() {
            let (width, strokes) = shape(letter);
            let place = |(x, y): (f64, f64)| (pen + x * unit + (6.0 - y) * unit * self.lean, at.1 + y * unit);
            for ends in strokes.iter().flat_map(|stroke| stroke.windows(2)) {
                canvas.line(place(ends[0]), place(ends[1]), self.stroke, self.ink);
            }
            pen += width * unit + self.gap();
        }
    }

    /// The text's width in layout pixels, without its lean.
    pub fn width(&self, text: &str) -> f64 {
        let letters: f64 = text.chars().map(|letter| shape(letter).0 * self.height / 6.0 + self.gap()).sum();
        (letters - self.gap()).max(0.0)
    }

    /// From one letter to the next.
    fn gap(&self) -> f64 {
        1.8 * self.stroke
    }
}

/// A letter's width on the grid and its strokes. Letters of the two alphabets that look alike share a shape.
fn shape(letter: char) -> (f64, &'static [Stroke]) {
    const BOWL_TOP: Stroke = &[(0.0, 0.0), (3.0, 0.0), (4.0, 1.0), (4.0, 2.0), (3.0, 3.0), (0.0, 3.0)];
    const BOWL_BELOW: Stroke = &[(0.0, 3.0), (3.0, 3.0), (4.0, 4.0), (4.0, 5.0), (3.0, 6.0), (0.0, 6.0)];
    const LEFT: Stroke = &[(0.0, 0.0), (0.0, 6.0)];
    const RIGHT: Stroke = &[(4.0, 0.0), (4.0, 6.0)];
    const MIDDLE: Stroke = &[(0.0, 3.0), (4.0, 3.0)];
    const RISING: Stroke = &[(0.0, 0.0), (0.0, 6.0), (4.0, 0.0), (4.0, 6.0)];
    match letter {
        'A' | 'А' => (
            4.0,
            &[&[(0.0, 6.0), (0.0, 1.0), (1.0, 0.0), (3.0, 0.0), (4.0, 1.0), (4.0, 6.0)], &[(0.0, 4.0), (4.0, 4.0)]],
        ),
        'B' | 'В' => (4.0, &[LEFT, BOWL_TOP, BOWL_BELOW]),
        'C' | 'С' => (4.0, &[&[(4.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 5.0), (1.0, 6.0), (4.0, 6.0)]]),
        'E' => (4.0, &[&[(4.0, 0.0), (0.0, 0.0), (0.0, 6.0), (4.0, 6.0)], MIDDLE]),
        'G' => {
            (4.0, &[&[(4.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 5.0), (1.0, 6.0), (4.0, 6.0), (4.0, 3.0), (2.0, 3.0)]])
        }
        'Г' => (3.5, &[LEFT, &[(0.0, 0.0), (3.5, 0.0)]]),
        'И' => (4.0, &[RISING]),
        'Й' => (4.0, &[RISING, &[(1.0, -1.6), (3.0, -1.6)]]),
        'I' => (0.0, &[LEFT]),
        'Л' => (4.0, &[&[(0.0, 6.0), (1.0, 5.0), (1.0, 0.0), (4.0, 0.0), (4.0, 6.0)]]),
        'M' => (4.0, &[&[(0.0, 6.0), (0.0, 0.0), (2.0, 3.0), (4.0, 0.0), (4.0, 6.0)]]),
        'N' => (4.0, &[&[(0.0, 6.0), (0.0, 0.0), (4.0, 6.0), (4.0, 0.0)]]),
        'Н' => (4.0, &[LEFT, RIGHT, MIDDLE]),
        'O' | 'О' | '0' => (
            4.0,
            &[&[
                (1.0, 0.0),
                (3.0, 0.0),
                (4.0, 1.0),
                (4.0, 5.0),
                (3.0, 6.0),
                (1.0, 6.0),
                (0.0, 5.0),
                (0.0, 1.0),
                (1.0, 0.0),
            ]],
        ),
        'П' => (4.0, &[LEFT, RIGHT, &[(0.0, 0.0), (4.0, 0.0)]]),
        'Р' => (4.0, &[LEFT, BOWL_TOP]),
        'R' => (4.0, &[LEFT, BOWL_TOP, &[(2.0, 3.0), (4.0, 6.0)]]),
        'S' => (
            4.0,
            &[&[
                (4.0, 0.0),
                (1.0, 0.0),
                (0.0, 1.0),
                (0.0, 2.0),
                (1.0, 3.0),
                (3.0, 3.0),
                (4.0, 4.0),
                (4.0, 5.0),
                (3.0, 6.0),
                (0.0, 6.0),
            ]],
        ),
        'T' | 'Т' => (4.0, &[&[(0.0, 0.0), (4.0, 0.0)], &[(2.0, 0.0), (2.0, 6.0)]]),
        'U' => (4.0, &[&[(0.0, 0.0), (0.0, 5.0), (1.0, 6.0), (3.0, 6.0), (4.0, 5.0), (4.0, 0.0)]]),
        'У' => (
            4.0,
            &[&[(0.0, 0.0), (0.0, 2.0), (1.0, 3.0), (4.0, 3.0)], &[(4.0, 0.0), (4.0, 5.0), (3.0, 6.0), (0.0, 6.0)]],
        ),
        'W' => (4.0, &[&[(0.0, 0.0), (1.0, 6.0), (2.0, 2.0), (3.0, 6.0), (4.0, 0.0)]]),
        'Ь' => (4.0, &[LEFT, BOWL_BELOW]),
        'Ы' => (5.6, &[LEFT, BOWL_BELOW, &[(5.6, 0.0), (5.6, 6.0)]]),
        'Я' => (
            4.0,
            &[
                RIGHT,
                &[(4.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 2.0), (1.0, 3.0), (4.0, 3.0)],
                &[(2.0, 3.0), (0.0, 6.0)],
            ],
        ),
        ':' => (0.0, &[&[(0.0, 1.6), (0.0, 1.7)], &[(0.0, 5.2), (0.0, 5.3)]]),
        '!' => (0.0, &[&[(0.0, 0.0), (0.0, 4.0)], &[(0.0, 5.9), (0.0, 6.0)]]),
        _ => (3.0, &[]),
    }
}
