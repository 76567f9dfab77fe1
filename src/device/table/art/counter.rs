//! The win counter's digits, from the outlines of the card set's font.

use std::collections::HashMap;

use super::canvas::Canvas;
use super::palette::NIGHT;
use crate::device::table::layout::WIN_COUNT;

/// One digit a line: the digit, its advance and its outlines as an SVG path; 1000 units an em, y upwards.
const OUTLINES: &str = include_str!("../../../../card_back/font/digits.txt");
/// Layout pixels an em: capitals are 0.69 em high.
const EM: f64 = 17.0;
/// From the field's top to the digits' foot.
const BASELINE: f64 = 17.0;
/// Each quadratic curve is drawn as so many straight pieces.
const PIECES: u32 = 8;

/// Digits ready to be drawn.
pub struct Counter(HashMap<char, Digit>);

struct Digit {
    advance: f64,
    outlines: Vec<Vec<(f64, f64)>>,
}

impl Counter {
    /// Reads the outlines that are part of the program.
    pub fn load() -> Counter {
        let digit = |line: &str| {
            let mut words = line.split_whitespace();
            let name = words.next()?.chars().next().filter(char::is_ascii_digit)?;
            let advance = words.next()?.parse().ok()?;
            Some((name, Digit { advance, outlines: outlines(words) }))
        };
        Counter(OUTLINES.lines().filter_map(digit).collect())
    }

    /// Draws the number of wins into its field.
    pub fn draw(&self, canvas: &mut Canvas, wins: u32) {
        let text = wins.to_string();
        let digits = || text.chars().filter_map(|digit| self.0.get(&digit));
        let unit = EM / 1000.0;
        let mut pen = WIN_COUNT.center().x - digits().map(|digit| digit.advance * unit).sum::<f64>() / 2.0;
        let foot = WIN_COUNT.y + BASELINE;
        for digit in digits() {
            let place = |&(x, y): &(f64, f64)| (pen + x * unit, foot - y * unit);
            let outlines: Vec<_> = digit.outlines.iter().map(|points| points.iter().map(place).collect()).collect();
            canvas.outlines(&outlines, NIGHT);
            pen += digit.advance * unit;
        }
    }
}

/// The outlines of a path of absolute M, L, H, V, Q and Z, each letter joined to its first number.
fn outlines<'a>(words: impl Iterator<Item = &'a str>) -> Vec<Vec<(f64, f64)>> {
    let path = words.collect::<Vec<_>>().join(" ");
    let mut outlines: Vec<Vec<(f64, f64)>> = Vec::new();
    let starts: Vec<usize> = path.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    let ends = starts.iter().copied().skip(1).chain([path.len()]);
    for (&start, end) in starts.iter().zip(ends) {
        let numbers: Vec<f64> = path[start + 1..end].split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let at = outlines.last().and_then(|points| points.last()).copied().unwrap_or((0.0, 0.0));
        let mut add = |points: &[(f64, f64)]| {
            if let Some(outline) = outlines.last_mut() {
                outline.extend(points);
            }
        };
        match (&path[start..=start], numbers.as_slice()) {
            ("M", &[x, y]) => outlines.push(vec![(x, y)]),
            ("L", &[x, y]) => add(&[(x, y)]),
            ("H", &[x]) => add(&[(x, at.1)]),
            ("V", &[y]) => add(&[(at.0, y)]),
            ("Q", curves) => {
                let mut from = at;
                for curve in curves.chunks_exact(4) {
                    let (control, to) = ((curve[0], curve[1]), (curve[2], curve[3]));
                    let piece = |step| quadratic(from, control, to, f64::from(step) / f64::from(PIECES));
                    add(&(1..=PIECES).map(piece).collect::<Vec<_>>());
                    from = to;
                }
            }
            _ => {}
        }
    }
    outlines
}

fn quadratic(from: (f64, f64), control: (f64, f64), to: (f64, f64), t: f64) -> (f64, f64) {
    let mix = |a: f64, b: f64, c: f64| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
    (mix(from.0, control.0, to.0), mix(from.1, control.1, to.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_has_its_outlines() {
        let counter = Counter::load();
        // The holes of 0, 4, 6, 8 and 9 are outlines of their own.
        let pieces = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map(|digit| counter.0[&digit].outlines.len());
        assert_eq!(pieces, [2, 1, 1, 1, 2, 1, 2, 1, 3, 2]);
    }
}
