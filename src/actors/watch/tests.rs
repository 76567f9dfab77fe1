//! Streams of readings and the verdicts they come to: no threads, no clock, no screen.

use super::*;
use crate::actors::message::RequestId;
use crate::frame::Point;
use crate::game::pasyans::{COLUMNS, Move, Place, deal};
use crate::vision::{Holds, Reading};
use image::{Rgba, RgbaImage};

const MS: Duration = Duration::from_millis(1);
const PLACEMENT: Placement = Placement { origin: Point::new(0.0, 0.0), scale: 1.0 };

fn patience() -> Patience {
    Patience { settle_frames: 2, unmoved: 700 * MS, other: 150 * MS, new_game: 1500 * MS, stuck: 5000 * MS }
}

/// A frame with the arrow there, taken at that time, and what was read on it.
fn seen(at: Duration, arrow: (u32, u32), state: TableState, board: Option<Board>) -> Seen {
    let mut pixels = RgbaImage::from_pixel(400, 300, Rgba([237, 230, 224, 255]));
    for (x, y) in (0..24).flat_map(|y| (0..20).map(move |x| (x, y))).filter(|(x, y)| x * 5 < y * 4) {
        pixels.put_pixel(arrow.0 + x, arrow.1 + y, Rgba([60, 70, 60, 255]));
    }
    let sighting = Sighting {
        placement: PLACEMENT,
        state,
        board,
        columns: [Holds::Unknown; COLUMNS],
        cell: Holds::Unknown,
        cards: Vec::new(),
        wins: None,
        covers: Vec::new(),
    };
    let frame = Arc::new(Frame { taken: at, ..Frame::still(pixels) });
    Seen { frame, reading: Arc::new(Reading { sightings: vec![sighting] }) }
}

fn before_and_after() -> (Board, Board) {
    let mv = Move { from: Place::Column(0), to: Place::Cell, count: 1 };
    (deal(1), deal(1).try_play(mv).expect("the cell is empty"))
}

/// A watch from the beginning of time.
fn watch(expect: Expect, patience: Duration) -> Watch {
    let at_once = Duration::ZERO;
    Watch { id: RequestId(1), expect, not_before: at_once, settled_not_before: at_once, patience: Some(patience) }
}

/// After a gesture that let go at (200, 100), decided by a frame with the arrow at (50, 50).
fn after_gesture() -> Watcher {
    let (before, after) = before_and_after();
    let arrow = Rect::new(200.0, 100.0, 20.0, 24.0);
    let expect = Expect::After { before, after, arrow };
    let watch = watch(expect, 5000 * MS);
    let decided_by = seen(Duration::ZERO, (50, 50), TableState::Playing, Some(before)).frame;
    let before = Before { frame: decided_by, placement: PLACEMENT };
    Watcher::new(&watch, Which::Only, patience(), Duration::ZERO, Some(before))
}

/// When, of a stream of frames 17 ms apart, the verdict comes, and which.
fn verdict(mut watcher: Watcher, frame: impl Fn(Duration) -> Seen) -> (Duration, Finding) {
    (0..1000)
        .map(|nth| 17 * nth * MS)
        .find_map(|at| watcher.observe(&frame(at)).map(|(finding, _)| (at, finding)))
        .expect("a watch ends")
}

#[test]
fn the_board_expected_is_confirmed_by_two_frames() {
    let (_, after) = before_and_after();
    let end = verdict(after_gesture(), |at| seen(at, (200, 100), TableState::Playing, Some(after)));
    assert_eq!(end, (17 * MS, Finding::Confirmed(Shown::Board(after))));
}

#[test]
fn a_card_that_lies_there_still_is_told_at_once_when_the_game_has_drawn_its_arrow_where_it_should_have_gone() {
    let (before, _) = before_and_after();
    let end = verdict(after_gesture(), |at| seen(at, (200, 100), TableState::Playing, Some(before)));
    assert_eq!(end, (17 * MS, Finding::Drift(Drift::StillThere)));
}

#[test]
fn a_game_that_draws_nothing_may_be_frozen_and_is_given_time() {
    let (before, _) = before_and_after();
    let end = verdict(after_gesture(), |at| seen(at, (50, 50), TableState::Playing, Some(before)));
    assert_eq!(end, (714 * MS, Finding::Drift(Drift::StillThere)));
}

#[test]
fn a_frozen_game_that_goes_on_is_no_drift() {
    let (before, after) = before_and_after();
    let end = verdict(after_gesture(), |at| match at < 400 * MS {
        true => seen(at, (50, 50), TableState::Playing, Some(before)),
        false => seen(at, (200, 100), TableState::Playing, Some(after)),
    });
    assert_eq!(end.1, Finding::Confirmed(Shown::Board(after)));
}

#[test]
fn a_win_is_told_by_the_banner_and_without_one_only_when_the_board_has_stood() {
    let won = "10R 9B 8R 7B 6R\n10B 9R 8B 7R 6B\n[C]\n[D]\n[H]\n[S]\n-\n10R 9B 8R 7B 6R\n10B 9R 8B 7R 6B\ncell: -";
    let won: Board = won.parse().expect("board text");
    assert!(won.is_won());
    let watcher = || {
        let expect = Expect::After { before: deal(1), after: won, arrow: Rect::new(0.0, 0.0, 1.0, 1.0) };
        let watch = watch(expect, 5000 * MS);
        Watcher::new(&watch, Which::Only, patience(), Duration::ZERO, None)
    };
    let end = verdict(watcher(), |at| match at < 300 * MS {
        true => seen(at, (50, 50), TableState::Playing, Some(won)),
        false => seen(at, (50, 50), TableState::Won, None),
    });
    assert_eq!(end, (323 * MS, Finding::Confirmed(Shown::Banner)));
    let end = verdict(watcher(), |at| seen(at, (50, 50), TableState::Playing, Some(won)));
    assert_eq!(end, (714 * MS, Finding::Confirmed(Shown::Board(won))));
}

#[test]
fn an_unexpected_board_must_stand_for_a_while() {
    let (_, after) = before_and_after();
    let end = verdict(after_gesture(), |at| match at < 100 * MS {
        true => seen(at, (200, 100), TableState::Playing, Some(deal(2))),
        false => seen(at, (200, 100), TableState::Playing, Some(after)),
    });
    assert_eq!(end.1, Finding::Confirmed(Shown::Board(after)));
    let end = verdict(after_gesture(), |at| seen(at, (200, 100), TableState::Playing, Some(deal(2))));
    assert_eq!(end, (153 * MS, Finding::Drift(Drift::OtherBoard(deal(2)))));
}

#[test]
fn a_deal_that_cannot_be_read_is_told_when_it_has_stood_and_not_only_when_no_deal_can_come_any_more() {
    let expect = Expect::Deal { gone: None };
    let watch = watch(expect, 12_000 * MS);
    let watcher = || Watcher::new(&watch, Which::Only, patience(), Duration::ZERO, None);
    let dealt = |at| seen(at, (50, 50), if at < 2000 * MS { TableState::Dealing } else { TableState::Playing }, None);
    let (at, finding) = verdict(watcher(), dealt);
    assert_eq!(finding, Finding::Unsettled(Obstacle::NoDeck));
    assert!(at > 7000 * MS && at < 7100 * MS, "{at:?}");
    let (at, finding) = verdict(watcher(), |at| seen(at, (50, 50), TableState::Dealing, None));
    assert_eq!(finding, Finding::Unsettled(Obstacle::Dealing));
    assert!(at >= 12_000 * MS, "{at:?}");
}
