//! What never moves: the casing, the header, the stripes, the cell's frame, the bar; and the banner and the cursor.

use image::Rgba;

use super::back::hatch;
use super::canvas::{Canvas, Ink};
use super::lettering::{Align, Lettering};
use super::palette::{GOLD, NIGHT, PAPER, RED};
use crate::device::table::layout::{
    BANNER, BAR, CELL_FRAME, HEADER, INSTRUCTIONS, NEW_GAME, SCREEN, SIZE, VEIL, WIN_COUNT,
};
use crate::frame::{LayoutPx, Rect};

/// The gold stripes below the header: top and height, as measured on the game.
const STRIPES: [(f64, f64); 5] = [(297.5, 16.0), (319.5, 10.0), (335.5, 6.5), (348.5, 5.0), (359.5, 3.0)];
/// Buttons and fields lean by so much over their height.
const SLANT: f64 = 6.0;
const WHITE: Ink = Rgba([250, 247, 242, 255]);

/// Draws the whole window with an empty table.
pub fn draw_scenery(canvas: &mut Canvas) {
    draw_casing(canvas);
    canvas.rect(SCREEN, PAPER);
    draw_shaded_sides(canvas);
    canvas.rect(HEADER, NIGHT);
    for (top, height) in STRIPES {
        canvas.rect(Rect::new(SCREEN.x, top, SCREEN.w, height), GOLD);
    }
    draw_title(canvas);
    draw_cell(canvas);
    draw_bar(canvas);
}

/// Draws the win banner over a veiled board.
pub fn draw_banner(canvas: &mut Canvas) {
    canvas.rect(VEIL, Rgba([PAPER.0[0], PAPER.0[1], PAPER.0[2], 170]));
    canvas.rect(BANNER, NIGHT);
    for stripe in 0..6 {
        let top = BANNER.y + 129.0 + 11.0 * f64::from(stripe);
        canvas.rect(Rect::new(BANNER.x, top, BANNER.w, 9.0), if stripe == 0 { PAPER } else { GOLD });
    }
    for x in [BANNER.x + 140.0, BANNER.x + BANNER.w - 140.0] {
        for ring in 1..=6 {
            let (centre, radius) = ((x, BANNER.y + 128.0), 19.0 * f64::from(ring));
            let above = Rect::new(x - radius - 2.0, BANNER.y + 4.0, 2.0 * radius + 4.0, 124.0);
            canvas.fill(above, GOLD, |x, y| ((x - centre.0).hypot(y - centre.1) - radius).abs() - 1.0);
        }
    }
    let text = Lettering { height: 42.0, stroke: 9.0, lean: 0.16, ink: GOLD };
    text.draw(canvas, "ВЫ ВЫИГРАЛИ!", (BANNER.center().x + 3.0, BANNER.y + 50.0), Align::Centre);
    let text = Lettering { ink: WHITE, ..text };
    text.draw(canvas, "ВЫ ВЫИГРАЛИ!", (BANNER.center().x, BANNER.y + 46.0), Align::Centre);
}

/// Draws the arrow with its tip at (0, 0).
pub fn draw_cursor(canvas: &mut Canvas) {
    canvas.polygon(&[(0.0, 0.0), (9.0, 24.0), (12.0, 15.5), (20.0, 14.0)], Rgba([44, 52, 46, 255]));
    canvas.polygon(&[(2.5, 3.5), (8.7, 19.5), (10.6, 13.8), (16.2, 12.7)], Rgba([176, 184, 158, 255]));
}

fn draw_casing(canvas: &mut Canvas) {
    canvas.rect(Rect::new(0.0, 0.0, SIZE.0, SIZE.1), Rgba([56, 63, 62, 255]));
    for (top, height, light) in [(0.0, 22.0, 44), (492.0, 96.0, 84), (1056.0, 24.0, 44)] {
        canvas.rect(Rect::new(0.0, top, SIZE.0, height), Rgba([light, light + 7, light + 5, 255]));
    }
    let teal = Rgba([84, 110, 103, 255]);
    canvas.polygon(
        &[
            (308.0, 108.0),
            (566.0, 108.0),
            (586.0, 88.0),
            (1606.0, 88.0),
            (1626.0, 108.0),
            (1626.0, 128.0),
            (296.0, 128.0),
        ],
        teal,
    );
    canvas.polygon(
        &[(296.0, 948.0), (1626.0, 948.0), (1614.0, 970.0), (586.0, 990.0), (566.0, 970.0), (308.0, 970.0)],
        teal,
    );
    canvas.rounded(Rect::new(292.0, 126.0, 1338.0, 824.0), 8.0, Rgba([45, 43, 53, 255]));
    canvas.rounded(Rect::new(323.0, 136.0, 1275.0, 802.0), 6.0, Rgba([14, 1, 4, 255]));
}

/// The panel darkens towards its left and right edge.
fn draw_shaded_sides(canvas: &mut Canvas) {
    for step in 0..10 {
        let ink = Rgba([96, 70, 50, 14]);
        let width = 2.0 + 2.0 * f64::from(step);
        let body = |x: f64| Rect::<LayoutPx>::new(x, SCREEN.y, width, SCREEN.h);
        canvas.rect(body(SCREEN.x), ink);
        canvas.rect(body(SCREEN.x + SCREEN.w - width), ink);
    }
}

fn draw_title(canvas: &mut Canvas) {
    let title = Lettering { height: 58.0, stroke: 15.0, lean: 0.16, ink: Rgba([120, 22, 8, 255]) };
    title.draw(canvas, "ПАСЬЯНС", (381.0, 190.0), Align::Left);
    let title = Lettering { ink: NIGHT, stroke: 12.5, ..title };
    title.draw(canvas, "ПАСЬЯНС", (379.5, 188.5), Align::Left);
    let title = Lettering { ink: Rgba([222, 34, 8, 255]), stroke: 12.5, ..title };
    title.draw(canvas, "ПАСЬЯНС", (374.0, 183.0), Align::Left);
    canvas.rect(Rect::new(369.0, 268.0, 252.0, 3.0), RED);
}

fn draw_cell(canvas: &mut Canvas) {
    canvas.rounded(CELL_FRAME, 18.0, GOLD);
    let inner = Rect::new(CELL_FRAME.x + 10.5, CELL_FRAME.y + 10.0, CELL_FRAME.w - 21.0, CELL_FRAME.h - 20.0);
    canvas.rounded(inner, 9.0, PAPER);
    hatch(
        canvas,
        Rect::new(inner.x + 13.0, inner.y + 13.0, inner.w - 26.0, inner.h - 26.0),
        Rgba([176, 160, 128, 255]),
    );
    let middle = CELL_FRAME.center();
    canvas.rect(Rect::new(middle.x - 38.0, middle.y - 11.0, 76.0, 22.0), PAPER);
    let word = Lettering { height: 9.0, stroke: 2.4, lean: 0.16, ink: GOLD };
    word.draw(canvas, "ПУСТОЙ", (middle.x - 1.0, middle.y - 4.0), Align::Centre);
}

fn draw_bar(canvas: &mut Canvas) {
    let label = Lettering { height: 11.0, stroke: 2.8, lean: 0.16, ink: WHITE };
    slanted(canvas, Rect::new(BAR.x - 20.0, BAR.y, INSTRUCTIONS.x - BAR.x + 15.0, BAR.h), GOLD);
    canvas.rect(Rect::new(BAR.x - 20.0, BAR.y, 20.0, BAR.h), Rgba([14, 1, 4, 255]));
    slanted(canvas, WIN_COUNT, PAPER);
    label.draw(canvas, "WIN COUNT:", (364.0, BAR.y + 14.5), Align::Left);
    for (button, text) in [(INSTRUCTIONS, "INSTRUCTIONS"), (NEW_GAME, "NEW GAME")] {
        slanted(canvas, Rect::new(button.x + 5.0, button.y + 3.0, button.w - 4.0, button.h), NIGHT);
        slanted(canvas, Rect::new(button.x, button.y, button.w - 4.0, button.h), GOLD);
        label.draw(canvas, text, (button.center().x - 4.0, BAR.y + 14.5), Align::Centre);
    }
    let rest = NEW_GAME.x + NEW_GAME.w;
    let end = SCREEN.x + SCREEN.w;
    canvas.polygon(&[(rest + SLANT, BAR.y), (end, BAR.y), (end, BAR.y + BAR.h), (rest, BAR.y + BAR.h)], GOLD);
}

fn slanted(canvas: &mut Canvas, rect: Rect<LayoutPx>, ink: Ink) {
    let (right, foot) = (rect.x + rect.w, rect.y + rect.h);
    canvas.polygon(&[(rect.x + SLANT, rect.y), (right, rect.y), (right - SLANT, foot), (rect.x, foot)], ink);
}
