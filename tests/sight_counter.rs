//! The win counter is read right or not at all: every digit, one to five of them, at the usual sizes, sharp and spoilt,
//! on the project's own table and on the real game.

mod sight;

use exa_pipeline::device::table::Painter;
use exa_pipeline::device::table::view::TableView;
use exa_pipeline::frame::Frame;
use exa_pipeline::game::pasyans::deal;
use exa_pipeline::vision::{Reader, Reading, Skin};
use image::RgbaImage;
use sight::spoil::Spoil;
use sight::{open, shared};

const NUMBERS: [u32; 14] = [0, 1, 2, 5, 7, 11, 39, 46, 80, 128, 463, 999, 1007, 25_614];
const SIZES: [(u32, u32); 4] = [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160)];

fn counter(reader: &mut Reader, frame: &Frame) -> Option<u32> {
    let mut reading = Reading::default();
    reader.forget();
    reader.read(frame, None, &mut reading);
    reading.sightings.first().and_then(|sighting| sighting.wins)
}

#[test]
fn every_number_is_read() {
    let (mut painter, mut reader) = (Painter::new(), Reader::new(Skin::shipped()));
    for (w, h) in SIZES {
        for wins in NUMBERS {
            let mut picture = RgbaImage::new(w, h);
            painter.draw(&TableView { wins, ..TableView::of(&deal(1), 1) }, &mut picture);
            assert_eq!(counter(&mut reader, &Frame::still(picture)), Some(wins), "{wins} at {w}x{h}");
            let mut won = RgbaImage::new(w, h);
            painter.draw(&TableView { wins, won: true, ..TableView::of(&deal(1), 1) }, &mut won);
            assert_eq!(counter(&mut reader, &Frame::still(won)), Some(wins), "{wins} below the banner at {w}x{h}");
        }
    }
}

#[test]
fn a_spoilt_number_is_never_read_as_another() {
    let (mut painter, mut reader) = (Painter::new(), Reader::new(Skin::shipped()));
    let spoils = [Spoil::Jpeg(60), Spoil::HalfTextures, Spoil::ScanLines(3), Spoil::Gamma(0.6), Spoil::Noise(12)];
    let (mut right, mut all) = (0, 0);
    for (number, wins) in (0_u32..).zip(NUMBERS) {
        let mut picture = RgbaImage::new(1600, 900);
        painter.draw(&TableView { wins, ..TableView::of(&deal(2), 2) }, &mut picture);
        for spoil in spoils {
            let read = counter(&mut reader, &Frame::still(spoil.apply(&picture, number)));
            assert!(read.is_none_or(|read| read == wins), "{spoil:?}: {wins} was read as {read:?}");
            right += u32::from(read.is_some());
            all += 1;
        }
    }
    println!("{right} of {all} spoilt numbers were read");
    assert!(2 * right > all, "only {right} of {all} spoilt numbers were read");
}

/// What an eye reads on the captures.
#[test]
fn the_real_counter_is_read() {
    let Some(stills) = shared("real/stills") else { return };
    let mut reader = Reader::new(Skin::shipped());
    for (name, wins) in [("fresh-1920x1080.png", 1), ("midgame-1920x1080.jpg", 2), ("fresh-2560x1440.png", 5)] {
        assert_eq!(counter(&mut reader, &open(&stills.join(name))), Some(wins), "{name}");
    }
}
