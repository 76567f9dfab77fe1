//! Reading a frame of a known board allocates nothing, whether the board stays as it is or a card moves.

mod sight;

use exa_pipeline::device::table::Painter;
use exa_pipeline::device::table::view::TableView;
use exa_pipeline::frame::Frame;
use exa_pipeline::game::pasyans::{Board, deal};
use exa_pipeline::vision::{Reader, Reading, Skin};
use image::RgbaImage;

#[global_allocator]
static COUNTING: dhat::Alloc = dhat::Alloc;

#[test]
fn a_warm_reader_allocates_nothing() {
    let mut painter = Painter::new();
    let mut drawn = |board: &Board| {
        let mut picture = RgbaImage::new(1920, 1080);
        painter.draw(&TableView::of(board, 3), &mut picture);
        Frame::still(picture)
    };
    let before = deal(3);
    let mut moves = Vec::new();
    before.legal_moves(&mut moves);
    let after = before.try_play(moves[0]).expect("a legal move");
    let frames = [drawn(&before), drawn(&after)];
    let mut reader = Reader::new(Skin::shipped());
    let mut reading = Reading::default();
    let mut read = |frame: &Frame, board: &Board| {
        reader.read(frame, Some(&before), &mut reading);
        assert_eq!(reading.sightings[0].board.as_ref(), Some(board));
    };
    for (frame, board) in frames.iter().zip([&before, &after]).cycle().take(4) {
        read(frame, board);
    }
    let _profiler = dhat::Profiler::builder().testing().build();
    let count = dhat::HeapStats::get().total_blocks;
    for (frame, board) in frames.iter().zip([&before, &after]).cycle().take(10) {
        read(frame, board);
        read(frame, board);
    }
    assert_eq!(dhat::HeapStats::get().total_blocks - count, 0, "blocks allocated over 20 frames");
}
