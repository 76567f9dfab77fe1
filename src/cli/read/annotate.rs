//! Draws what was found onto the picture: the panel, every card's corner with what it was read as, score and runner-up,
//! and what is in the way.

use image::{Rgba, RgbaImage};
use imageproc::drawing::{draw_filled_rect_mut, draw_hollow_rect_mut};
use imageproc::rect::Rect as PixelRect;

use super::super::letters;
use crate::frame::{Frame, FramePx, Rect};
use crate::game::pasyans::Place;
use crate::vision::{Holds, Layout, Reading, Sighting};

const BOARD: Rgba<u8> = Rgba([0, 160, 255, 255]);
const READ: Rgba<u8> = Rgba([0, 150, 60, 255]);
const UNREAD: Rgba<u8> = Rgba([230, 0, 160, 255]);
const COVER: Rgba<u8> = Rgba([255, 120, 0, 255]);

/// The picture with everything that was found on it.
pub fn draw(frame: &Frame, reading: &Reading, layout: &Layout) -> RgbaImage {
    let mut picture = frame.pixels.clone();
    for (number, sighting) in (1..).zip(&reading.sightings) {
        draw_board(&mut picture, number, sighting, layout);
    }
    picture
}

fn draw_board(picture: &mut RgbaImage, number: u32, sighting: &Sighting, layout: &Layout) {
    let zoom = (2.0 * sighting.placement.scale).round().max(1.0) as u32;
    let panel = sighting.placement.rect(layout.panel());
    frame_in(picture, panel, BOARD);
    let title = format!("BOARD {number} {:?} SCALE {:.4}", sighting.state, sighting.placement.scale).to_uppercase();
    label(picture, (panel.x + 4.0, panel.y + 4.0), &title, zoom, BOARD);
    for (column, holds) in (0..).zip(sighting.columns) {
        let rect = match holds {
            Holds::Cards(cards) => {
                let (back, front) =
                    (layout.card(Place::Column(column), 0), layout.card(Place::Column(column), cards - 1));
                Rect::new(back.x, back.y, back.w, front.y + front.h - back.y)
            }
            Holds::Back => layout.back(Place::Column(column)),
            Holds::Nothing | Holds::Unknown => layout.card(Place::Column(column), 0),
        };
        frame_in(picture, sighting.placement.rect(rect), if holds == Holds::Unknown { UNREAD } else { BOARD });
    }
    for card in &sighting.cards {
        let ink = if card.kind.is_some() { READ } else { UNREAD };
        frame_in(picture, card.corner, ink);
        let name = card.kind.map_or("?".to_string(), |kind| kind.to_string());
        let text = format!("{name} {:.0}/{:.0}", 100.0 * card.score, 100.0 * card.second);
        label(picture, (card.corner.x + card.corner.w + 2.0, card.corner.y), &text, zoom, ink);
    }
    for &cover in &sighting.covers {
        frame_in(picture, cover, COVER);
        label(picture, (cover.x + 4.0, cover.y + 4.0), "COVER", zoom, COVER);
    }
}

fn frame_in(picture: &mut RgbaImage, rect: Rect<FramePx>, ink: Rgba<u8>) {
    let (w, h) = (rect.w.round().max(1.0) as u32, rect.h.round().max(1.0) as u32);
    draw_hollow_rect_mut(picture, PixelRect::at(rect.x.round() as i32, rect.y.round() as i32).of_size(w, h), ink);
}

/// White letters on a coloured ground.
fn label(picture: &mut RgbaImage, at: (f64, f64), text: &str, zoom: u32, ink: Rgba<u8>) {
    let (x, y) = (at.0.round() as i32, at.1.round() as i32);
    let width = (letters::ADVANCE * text.len() as u32 + 1) * zoom;
    draw_filled_rect_mut(picture, PixelRect::at(x, y).of_size(width, (letters::HEIGHT + 2) * zoom), ink);
    letters::write(picture, (x + zoom as i32, y + zoom as i32), text, zoom, Rgba([255, 255, 255, 255]));
}
