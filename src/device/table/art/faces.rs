//! The project's own face pictures: jack, queen and king in two halves, the ace a shield with arms.

use image::Rgba;

use super::canvas::{Canvas, Ink};
use super::palette::{GOLD, GREY, NIGHT, PAPER, RED};
use crate::device::table::card::{Card, Rank, colour};
use crate::device::table::layout::CARD;
use crate::frame::{LayoutPx, Rect};
use crate::game::pasyans::Colour;

/// The vertical axis, and where the two halves meet.
const AXIS: f64 = CARD.0 / 2.0;
const WAIST: f64 = CARD.1 / 2.0;

/// Draws the picture of a face card, without its corners; numbers have none.
pub fn draw_figure(canvas: &mut Canvas, card: Card) {
    let accent = match colour(card.suit) {
        Colour::Red => RED,
        Colour::Black => GREY,
    };
    let half: fn(&mut Canvas, Ink) = match card.rank {
        Rank::Number(_) => return,
        Rank::Ace => return draw_shield(canvas, accent),
        Rank::Jack => draw_jack,
        Rank::Queen => draw_queen,
        Rank::King => draw_king,
    };
    half(canvas, accent);
    canvas.turned(CARD, |canvas| half(canvas, accent));
    // The sash hides the seam.
    canvas.line((27.0, WAIST + 13.0), (92.0, WAIST - 13.0), 13.0, NIGHT);
    canvas.line((27.0, WAIST + 13.0), (92.0, WAIST - 13.0), 10.0, GOLD);
    canvas.line((31.0, WAIST + 9.0), (88.0, WAIST - 14.0), 1.2, NIGHT);
    canvas.line((31.0, WAIST + 14.0), (88.0, WAIST - 9.0), 1.2, NIGHT);
}

fn draw_king(canvas: &mut Canvas, accent: Ink) {
    canvas.disc((AXIS, 37.0), 31.0, GOLD);
    draw_shoulders(canvas, 33.0, accent);
    draw_head(canvas, 42.0);
    // The beard, then the crown with its ball.
    canvas.polygon(&[(48.5, 44.0), (AXIS, 49.0), (70.5, 44.0), (68.0, 58.0), (AXIS, 69.0), (51.0, 58.0)], GREY);
    canvas.line((AXIS - 4.0, 49.5), (AXIS + 4.0, 49.5), 1.6, NIGHT);
    canvas.polygon(
        &[(45.0, 36.0), (43.0, 20.0), (52.0, 28.0), (AXIS, 14.0), (67.0, 28.0), (76.0, 20.0), (74.0, 36.0)],
        NIGHT,
    );
    canvas.rect(rect(45.0, 32.0, 29.0, 3.0), PAPER);
    canvas.disc((AXIS, 12.0), 4.0, NIGHT);
    canvas.disc((AXIS, 12.0), 2.2, accent);
}

fn draw_queen(canvas: &mut Canvas, accent: Ink) {
    // Long hair behind a narrow face.
    canvas.rounded(rect(42.0, 18.0, 35.0, 48.0), 16.0, NIGHT);
    draw_shoulders(canvas, 28.0, accent);
    canvas.polygon(&[(50.0, 60.0), (69.0, 60.0), (AXIS, 78.0)], PAPER);
    draw_head(canvas, 41.0);
    canvas.polygon(
        &[(46.0, 30.0), (44.0, 17.0), (53.0, 23.0), (AXIS, 12.0), (66.0, 23.0), (75.0, 17.0), (73.0, 30.0)],
        GOLD,
    );
    for (x, y) in [(44.0, 17.0), (AXIS, 12.0), (75.0, 17.0)] {
        canvas.disc((x, y), 3.0, NIGHT);
        canvas.disc((x, y), 1.6, accent);
    }
    // A flower in her hand.
    canvas.line((28.0, 76.0), (26.0, 56.0), 1.6, NIGHT);
    for (x, y) in [(26.0, 50.0), (21.0, 54.0), (31.0, 54.0), (23.5, 59.0), (28.5, 59.0)] {
        canvas.disc((x, y), 3.2, GOLD);
    }
    canvas.disc((26.0, 55.0), 2.2, NIGHT);
}

fn draw_jack(canvas: &mut Canvas, accent: Ink) {
    // A lance, and a cap with a feather.
    canvas.line((93.0, 84.0), (100.0, 26.0), 2.0, NIGHT);
    canvas.polygon(&[(96.5, 30.0), (104.0, 31.0), (102.0, 14.0)], GOLD);
    draw_shoulders(canvas, 30.0, accent);
    canvas.rounded(rect(47.0, 34.0, 25.0, 24.0), 8.0, GREY);
    draw_head(canvas, 42.0);
    canvas.polygon(&[(42.0, 33.0), (46.0, 20.0), (66.0, 17.0), (78.0, 33.0)], NIGHT);
    canvas.rect(rect(42.0, 31.0, 36.0, 3.0), accent);
    canvas.line((64.0, 26.0), (82.0, 8.0), 4.0, NIGHT);
    canvas.line((65.0, 25.0), (82.0, 8.0), 2.0, GOLD);
}

/// Robe and collar down to the waist, and a little beyond, where the sash lies.
fn draw_shoulders(canvas: &mut Canvas, half_width: f64, accent: Ink) {
    let robe = [
        (AXIS - 9.0, 58.0),
        (AXIS + 9.0, 58.0),
        (AXIS + half_width, 70.0),
        (AXIS + half_width + 3.0, WAIST),
        (AXIS - half_width - 3.0, WAIST),
        (AXIS - half_width, 70.0),
    ];
    canvas.polygon(&robe, NIGHT);
    for step in 0..4 {
        let y = 66.0 + 6.0 * f64::from(step);
        let reach = 8.0 + 3.5 * f64::from(step);
        for x in [AXIS - reach, AXIS + reach] {
            canvas.polygon(&[(x - 2.4, y), (x, y - 2.4), (x + 2.4, y), (x, y + 2.4)], accent);
        }
    }
}

fn draw_head(canvas: &mut Canvas, y: f64) {
    let skin: Ink = Rgba([226, 217, 208, 255]);
    canvas.rounded(rect(AXIS - 10.0, y - 12.0, 20.0, 26.0), 9.0, NIGHT);
    canvas.rounded(rect(AXIS - 8.6, y - 10.6, 17.2, 23.2), 8.0, skin);
    for side in [-1.0, 1.0] {
        canvas.line((AXIS + side * 6.0, y - 3.0), (AXIS + side * 2.2, y - 2.2), 1.4, NIGHT);
        canvas.disc((AXIS + side * 4.0, y), 1.1, NIGHT);
    }
    canvas.line((AXIS, y), (AXIS - 1.4, y + 4.0), 1.0, NIGHT);
    canvas.line((AXIS - 3.0, y + 7.0), (AXIS + 3.0, y + 7.0), 1.3, NIGHT);
}

/// Crossed arms behind a round shield; the suit goes into its middle.
fn draw_shield(canvas: &mut Canvas, accent: Ink) {
    for side in [-1.0, 1.0] {
        let at = |x: f64, y: f64| (AXIS + side * x, y);
        canvas.line(at(-34.0, 150.0), at(34.0, 28.0), 4.0, NIGHT);
        canvas.line(at(-33.0, 148.0), at(33.0, 30.0), 1.4, PAPER);
        canvas.polygon(&[at(31.0, 34.0), at(38.0, 38.0), at(43.0, 14.0)], NIGHT);
        canvas.line(at(-38.0, 140.0), at(-22.0, 149.0), 4.0, GOLD);
    }
    canvas.polygon(&[(AXIS - 15.0, 56.0), (AXIS, 20.0), (AXIS + 15.0, 56.0)], NIGHT);
    canvas.polygon(&[(AXIS - 9.0, 56.0), (AXIS, 32.0), (AXIS + 9.0, 56.0)], GREY);
    canvas.disc((AXIS, WAIST), 36.0, NIGHT);
    canvas.disc((AXIS, WAIST), 33.0, GOLD);
    canvas.disc((AXIS, WAIST), 24.0, NIGHT);
    canvas.disc((AXIS, WAIST), 22.0, PAPER);
    for step in 0..12 {
        let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 12.0).sin_cos();
        canvas.disc((AXIS + 28.5 * cos, WAIST + 28.5 * sin), 2.0, if step % 2 == 0 { accent } else { NIGHT });
    }
}

fn rect(x: f64, y: f64, w: f64, h: f64) -> Rect<LayoutPx> {
    Rect::new(x, y, w, h)
}
