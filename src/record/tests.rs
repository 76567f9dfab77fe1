//! A run's folder, written and read back, and what happens when it cannot be written.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use image::{Rgba, RgbaImage};

use super::*;
use crate::frame::{Frame, Point, Rect};
use crate::game::pasyans::{Move, Place, deal};
use crate::vision::{CardSighting, Holds, Placement, Reading, Sighting, TableState};

const ALL: Limits = Limits { pictures: true, picture_bytes: None, log_bytes: None };

/// A small frame of one shade, taken after so many milliseconds.
fn frame(ms: u64, shade: u8) -> Arc<Frame> {
    let pixels = RgbaImage::from_fn(64, 48, |x, y| Rgba([shade, x as u8, y as u8, 255]));
    Arc::new(Frame { taken: Duration::from_millis(ms), ..Frame::still(pixels) })
}

fn reading() -> Reading {
    let unread = CardSighting {
        place: Place::Column(3),
        depth: 2,
        corner: Rect::new(60.0, 40.0, 10.0, 5.0),
        kind: None,
        score: 0.4,
        second: 0.39,
    };
    let sighting = Sighting {
        placement: Placement { origin: Point::new(-80.004, 12.5), scale: 4.0 / 3.0 },
        state: TableState::Playing,
        board: Some(deal(3)),
        columns: [Holds::Cards(4); 9],
        cell: Holds::Nothing,
        cards: vec![unread],
        wins: Some(12),
        covers: Vec::new(),
    };
    Reading { sightings: vec![sighting] }
}

fn start(folder: &Path, limits: Limits) -> Recorder {
    Recorder::start(&Target::Folder(folder.to_path_buf()), limits, "run.games = 1\n").expect("a recorder")
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_run_round_trips() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("new/run");
    let mut recorder = start(&folder, ALL);
    let first = frame(5, 1);
    recorder.reading(&first, &reading());
    recorder.reading(&first, &reading());
    recorder.reading(&frame(5, 2), &Reading::default());
    let board = deal(3);
    let moves = [Move { from: Place::Column(0), to: Place::Cell, count: 1 }];
    let plan = Event::Plan {
        id: 1,
        board: WireBoard(board),
        moves: WireMove::plan(&board, &moves),
        end: PlanEnd::Optimal,
        nodes: 17,
    };
    recorder.event(Duration::from_millis(9), Some(Duration::from_millis(2)), plan.clone());
    recorder.event(
        Duration::from_millis(10),
        None,
        Event::Verdict { id: 1, verdict: Verdict::Drift(Difference::Banner) },
    );
    recorder.event(Duration::from_millis(11), None, Event::Resumed);
    recorder.finish(&serde_json::json!({ "wins": 1 }));

    let lines = read_events(&folder).expect("the events");
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0].event, lines[1].event, "the same frame has one name");
    assert_eq!(lines[2].event, Event::Reading { frame: FrameName(6), tables: Vec::new() });
    assert_eq!(lines[3], Line { at_ms: 9, took_ms: Some(2), event: plan });
    let Event::Reading { tables, .. } = &lines[0].event else { panic!("a reading") };
    assert_eq!(tables[0].board, Some(WireBoard(board)));
    assert_eq!(tables[0].unreadable, [(WirePlace(Place::Column(3)), 2)]);
    assert_eq!((tables[0].origin, tables[0].scale), (WirePoint([-80.0, 12.5]), 1.3333));
    assert_eq!(
        names(&folder),
        ["000000005.png", "000000006.png", "corners", "events.jsonl", "result.json", "settings.toml"]
    );
    assert_eq!(names(&folder.join("corners")), ["000000005-board1-column4-row3.png"]);
    let back = image::open(folder.join("000000005.png")).expect("a picture").to_rgba8();
    assert_eq!(back, first.pixels);
    let corner = image::open(folder.join("corners/000000005-board1-column4-row3.png")).expect("a picture");
    assert_eq!((corner.width(), corner.height()), (4, 5), "cut off at the frame's edge");
}

#[test]
fn only_the_times_differ_between_two_runs_on_the_same_frames() {
    let home = tempfile::tempdir().expect("a folder");
    let logs = [3, 700].map(|think| {
        let folder = home.path().join(think.to_string());
        let mut recorder = start(&folder, ALL);
        recorder.reading(&frame(5, 1), &reading());
        let repair = Event::Repair { difference: Difference::StillThere, tries: 1, factor: 1.5 };
        recorder.event(Duration::from_millis(think), Some(Duration::from_millis(think)), repair);
        let text = fs::read_to_string(folder.join(EVENTS_FILE)).expect("the log");
        text.lines().map(|line| without_times(line).expect("JSON")).collect::<Vec<_>>()
    });
    assert_eq!(logs[0], logs[1]);
    assert_eq!(logs[0][1], r#"{"difference":"still_there","event":"repair","factor":1.5,"tries":1}"#);
}

#[test]
fn old_pictures_and_late_events_give_way_to_the_bounds() {
    let home = tempfile::tempdir().expect("a folder");
    let mut recorder = start(home.path(), Limits { pictures: true, picture_bytes: Some(1), log_bytes: Some(300) });
    for ms in 0..10 {
        recorder.reading(&frame(ms, ms as u8 / 3), &Reading::default());
    }
    assert_eq!(names(home.path()), ["000000009.png", "events.jsonl", "settings.toml"]);
    let lines = read_events(home.path()).expect("the events");
    assert!(lines.len() < 10);
    assert_eq!(lines.last().map(|line| &line.event), Some(&Event::LogFull));
}

#[test]
fn without_pictures_there_are_names_but_no_files() {
    let home = tempfile::tempdir().expect("a folder");
    let mut recorder = start(home.path(), Limits { pictures: false, ..ALL });
    recorder.reading(&frame(7, 0), &reading());
    assert_eq!(names(home.path()), ["events.jsonl", "settings.toml"]);
}

#[test]
fn a_folder_that_holds_a_run_is_not_written_over() {
    let home = tempfile::tempdir().expect("a folder");
    start(home.path(), ALL).event(Duration::ZERO, None, Event::Resumed);
    let again = Recorder::start(&Target::Folder(home.path().to_path_buf()), ALL, "");
    assert!(matches!(again, Err(RecordError::Occupied { .. })));
    assert_eq!(read_events(home.path()).expect("the events").len(), 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("file");
    fs::write(&file, "").expect("a file");
    let target = Target::Folder(file.join("run"));
    assert!(matches!(Recorder::start(&target, ALL, ""), Err(RecordError::Write { .. })));
}

#[test]
fn a_picture_that_cannot_be_written_is_the_last_and_the_run_is_written_down_without() {
    let home = tempfile::tempdir().expect("a folder");
    let mut recorder = start(home.path(), ALL);
    recorder.reading(&frame(1, 0), &Reading::default());
    // A folder in its way stands for a full disk.
    fs::create_dir(home.path().join("000000002.png.part")).expect("a folder");
    for ms in [2, 3] {
        recorder.reading(&frame(ms, ms as u8), &Reading::default());
    }
    recorder.event(Duration::from_millis(4), None, Event::Resumed);
    recorder.finish(&serde_json::json!({ "wins": 1 }));
    let pictures: Vec<_> = names(home.path()).into_iter().filter(|name| name.ends_with(".png")).collect();
    assert_eq!(pictures, ["000000001.png"]);
    assert_eq!(read_events(home.path()).expect("the events").len(), 4);
    assert!(home.path().join("result.json").exists());
}

#[test]
fn a_folder_that_is_taken_away_does_not_stop_the_run() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("run");
    let mut recorder = start(&folder, ALL);
    fs::remove_dir_all(&folder).expect("somebody removes it");
    recorder.reading(&frame(1, 0), &reading());
    recorder.event(Duration::ZERO, None, Event::Resumed);
    recorder.finish(&serde_json::json!({ "wins": 1 }));
    assert!(!folder.exists());
}

#[test]
fn no_run_is_kept_where_none_is_wanted() {
    let home = tempfile::tempdir().expect("a folder");
    let runs = home.path().join("runs");
    let recorder = Recorder::start(&Target::Kept { runs: runs.clone(), keep: 0 }, ALL, "").expect("off");
    assert_eq!(recorder.folder(), None);
    let recorder = Recorder::start(&Target::Kept { runs: runs.clone(), keep: 1 }, ALL, "").expect("on");
    assert_eq!(recorder.folder().and_then(Path::parent), Some(runs.as_path()));
}

#[test]
fn what_is_no_event_is_named_by_file_and_line() {
    let good = r#"{"at_ms":1,"event":"resumed"}"#;
    let error = |text: &str| parse_events("events.jsonl", text).expect_err(text).to_string();
    assert!(error(&format!("{good}\nnonsense\n")).starts_with("events.jsonl:2: is no event: "));
    assert!(error("{\"at_ms\":1,\"event\":\"dance\"}\n").contains("unknown variant `dance`"));
    let place = r#"{"at_ms":1,"event":"reading","frame":1,"tables":[{"state":"won","board":null,"unreadable":[[10,0]],"wins":null,"origin":[0,0],"scale":1}]}"#;
    assert!(error(&format!("{place}\n")).contains("\"10\" is no place: expected a column from 1 to 9 or \"cell\""));
    let cut = parse_events("events.jsonl", &format!("{good}\n{{\"at_")).expect("the last line was cut off");
    assert_eq!(cut.len(), 1);
    assert!(read_events(Path::new("no/such")).expect_err("no folder").to_string().starts_with("no/such"));
}
