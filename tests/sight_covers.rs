//! What lies over the places that are pressed is reported, so that nothing else is clicked.

use exa_pipeline::device::table::Painter;
use exa_pipeline::device::table::view::TableView;
use exa_pipeline::frame::{Frame, FramePx, LayoutPx, Rect};
use exa_pipeline::game::pasyans::deal;
use exa_pipeline::vision::{Reader, Reading, Skin};
use image::{Rgba, RgbaImage};

/// The covers on a 1920x1080 picture with a window of that grey over a part of it.
fn covers(window: Option<(Rect<LayoutPx>, u8)>) -> Vec<Rect<FramePx>> {
    let mut picture = RgbaImage::new(1920, 1080);
    Painter::new().draw(&TableView::of(&deal(5), 5), &mut picture);
    if let Some((rect, grey)) = window {
        for y in rect.y as u32..(rect.y + rect.h) as u32 {
            for x in rect.x as u32..(rect.x + rect.w) as u32 {
                picture.put_pixel(x, y, Rgba([grey, grey, grey, 255]));
            }
        }
    }
    let mut reading = Reading::default();
    Reader::new(Skin::shipped()).read(&Frame::still(picture), None, &mut reading);
    assert_eq!(reading.sightings.len(), 1);
    reading.sightings.remove(0).covers
}

#[test]
fn nothing_lies_over_a_free_board() {
    assert_eq!(covers(None), []);
}

#[test]
fn a_window_over_new_game_or_the_cell_covers_its_middle() {
    let layout = Skin::shipped().layout().clone();
    for part in [layout.new_game(), layout.cell_frame()] {
        for grey in [20, 255] {
            let window = Rect::new(part.x - 5.0, part.y - 5.0, part.w + 10.0, part.h + 10.0);
            // The picture is as large as the layout, so that their pixels are the same.
            let middle = part.center();
            let found = covers(Some((window, grey)));
            let over = |cover: &Rect<FramePx>| cover.contains(exa_pipeline::frame::Point::new(middle.x, middle.y));
            assert!(found.iter().any(over), "grey {grey} over {part:?}: {found:?}");
        }
    }
}
