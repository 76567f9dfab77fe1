//! Card faces.

use super::canvas::Canvas;
use super::faces::draw_figure;
use super::palette::{EDGE, FINE, PAPER, SHADOW};
use super::sources::Sources;
use crate::device::table::card::{Card, Rank};
use crate::device::table::layout::CARD;
use crate::frame::{LayoutPx, Rect};

/// The part of a card's face that a corner picture shows.
const CORNER: Rect<LayoutPx> = Rect::new(2.0, 4.0, 26.0, 20.0);
/// The columns of pips, and a pip's height.
const PIP_COLUMNS: (f64, f64) = (34.0, 85.0);
const PIP_HEIGHT: f64 = 25.0;
/// The rows of pips on a 6 and on the others.
const ROWS_OF_3: [f64; 3] = [43.0, 90.5, 138.0];
const ROWS_OF_4: [f64; 4] = [39.0, 74.0, 109.0, 144.0];

/// Draws a card with its shadow, its upper left corner at (0, 0).
pub fn draw_card(canvas: &mut Canvas, card: Card, sources: &Sources) {
    draw_blank(canvas);
    match card.rank {
        Rank::Number(rank) => {
            for (x, y) in pips(rank) {
                draw_pip(canvas, sources, card, (x, y), PIP_HEIGHT);
            }
        }
        Rank::Ace => {
            draw_figure(canvas, card);
            draw_pip(canvas, sources, card, (CARD.0 / 2.0, CARD.1 / 2.0), 30.0);
        }
        _ => draw_figure(canvas, card),
    }
    let corner = sources.corner(card.kind());
    let opposite = Rect::new(CARD.0 - CORNER.x - CORNER.w, CARD.1 - CORNER.y - CORNER.h, CORNER.w, CORNER.h);
    canvas.picture(&corner.upright, CORNER);
    canvas.picture(&corner.turned, opposite);
}

fn draw_blank(canvas: &mut Canvas) {
    let card = Rect::new(0.0, 0.0, CARD.0, CARD.1);
    canvas.rounded(Rect::new(-1.5, 3.0, CARD.0 + 1.0, CARD.1 + 1.0), 7.0, SHADOW);
    canvas.rounded(card, 6.5, PAPER);
    canvas.frame(card, 6.5, 1.2, EDGE);
    canvas.frame(Rect::new(6.0, 6.0, CARD.0 - 12.0, CARD.1 - 12.0), 2.0, 1.4, FINE);
}

/// Where the pips of a number card are.
fn pips(rank: u8) -> Vec<(f64, f64)> {
    let middle = CARD.0 / 2.0;
    let rows: &[f64] = match rank {
        6 => &ROWS_OF_3,
        7 => &[36.0, 100.0, 142.0],
        _ => &ROWS_OF_4,
    };
    let single: &[f64] = match rank {
        7 => &[68.0],
        9 => &[91.5],
        10 => &[56.5, 126.5],
        _ => &[],
    };
    let pairs = rows.iter().flat_map(|&y| [(PIP_COLUMNS.0, y), (PIP_COLUMNS.1, y)]);
    pairs.chain(single.iter().map(|&y| (middle, y))).collect()
}

fn draw_pip(canvas: &mut Canvas, sources: &Sources, card: Card, middle: (f64, f64), height: f64) {
    let pip = sources.pip(card.suit);
    let width = height * f64::from(pip.width()) / f64::from(pip.height());
    canvas.picture(pip, Rect::new(middle.0 - width / 2.0, middle.1 - height / 2.0, width, height));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_card_has_as_many_pips_as_its_rank() {
        for rank in 6..=10 {
            assert_eq!(pips(rank).len(), usize::from(rank));
        }
    }
}
