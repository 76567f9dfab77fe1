//! A board that moves or changes its size between two frames is found again, whatever the reader took it for.

use exa_pipeline::device::table::Painter;
use exa_pipeline::device::table::area::Area;
use exa_pipeline::device::table::view::TableView;
use exa_pipeline::frame::Frame;
use exa_pipeline::game::pasyans::{Board, deal};
use exa_pipeline::vision::{Reader, Reading, Skin};
use image::{Rgba, RgbaImage};

/// A desktop with the board in a window there.
fn desktop(painter: &mut Painter, board: &Board, window: Area) -> Frame {
    let mut picture = RgbaImage::from_pixel(1440, 880, Rgba([36, 36, 36, 255]));
    painter.draw_at(&TableView::of(board, 0), window, &mut picture);
    Frame::still(picture)
}

fn boards(reader: &mut Reader, frame: &Frame) -> Vec<Option<Board>> {
    let mut reading = Reading::default();
    reader.read(frame, None, &mut reading);
    reading.sightings.iter().map(|sighting| sighting.board).collect()
}

#[test]
fn a_window_that_moves_or_changes_its_size_is_found_again() {
    let windows = [
        (Area::new(54, 54, 1426, 802), Area::new(80, 80, 1280, 720)),
        (Area::new(80, 80, 1280, 720), Area::new(54, 54, 1426, 802)),
        (Area::new(80, 80, 1280, 720), Area::new(80, 80, 1200, 675)),
        (Area::new(80, 80, 1280, 720), Area::new(95, 71, 1280, 720)),
    ];
    let mut painter = Painter::new();
    for (number, (first, second)) in (0..).zip(windows) {
        let mut reader = Reader::new(Skin::shipped());
        for (window, board) in [(first, deal(number)), (second, deal(number + 100))] {
            let frame = desktop(&mut painter, &board, window);
            assert_eq!(boards(&mut reader, &frame), [Some(board)], "{first:?}, then {second:?}");
        }
    }
}

/// A window as bright as paper over most of the board, and beyond its right end, made it pass for a larger one, half
/// covered; with the window gone a game stood still for a minute.
#[test]
fn a_board_that_was_taken_for_a_larger_one_is_found_again() {
    let (board, window) = (deal(9), Area::new(80, 80, 1280, 720));
    let mut painter = Painter::new();
    let free = desktop(&mut painter, &board, window);
    let mut covered = free.pixels.clone();
    for y in 138..618 {
        (381..1234).for_each(|x| covered.put_pixel(x, y, Rgba([255, 246, 236, 255])));
    }
    let mut reader = Reader::new(Skin::shipped());
    assert!(!boards(&mut reader, &Frame::still(covered)).contains(&Some(board)));
    assert_eq!(boards(&mut reader, &free), [Some(board)]);
}
