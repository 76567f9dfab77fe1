//! The desktop's devices against the table in a real window, on an X server of the test's own: real capture, real mouse.
//!
//! The display is a matter of the environment, so the test starts itself again inside of it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use exa_pipeline::device::desktop::{self, Backend, PointerScale, View, WallClock, open_screen};
use exa_pipeline::device::table::layout;
use exa_pipeline::device::{Devices, Grab};
use exa_pipeline::frame::{Frame, LayoutPx, Point};
use exa_pipeline::game::pasyans::{Place, deal};
use image::RgbaImage;

/// Set inside the display: where the table writes its log.
const LOG: &str = "EXA_PIPELINE_TEST_TABLE_LOG";
/// The table's window: place and size.
const WINDOW: (f64, f64, f64, f64) = (200.0, 100.0, 1280.0, 720.0);
/// Long enough for a busy machine; a test that works never waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends its process when the test is over, however it ends.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_drag_on_a_real_window_moves_the_card_and_is_seen() {
    if let Some(log) = std::env::var_os(LOG) {
        return drag_inside(Path::new(&log));
    }
    let Some(table) = table_program() else {
        println!("skipped: the example \"table\" is not built");
        return;
    };
    let Some((_server, display)) = start_server() else {
        println!("skipped: Xvfb is not installed");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder for the log");
    let log = folder.path().join("table.jsonl");
    let window = Command::new(table)
        .args(["--seed", "7", "--size", "1280x720", "--at", "200,100", "--bare", "--log"])
        .arg(&log)
        .env("DISPLAY", &display)
        .env_remove("WAYLAND_DISPLAY")
        .spawn();
    let _window = Guard(window.expect("the table opens"));
    let inside = Command::new(std::env::current_exe().expect("this test's program"))
        .args(["--exact", "a_drag_on_a_real_window_moves_the_card_and_is_seen", "--nocapture"])
        .env("DISPLAY", &display)
        .env_remove("WAYLAND_DISPLAY")
        .env(LOG, &log)
        .status();
    assert!(inside.expect("this test runs").success());
}

fn drag_inside(log: &Path) {
    wait_for(log, "\"event\":\"deal\"");
    let clock = Arc::new(WallClock::default());
    let mut pictures = [Backend::Shm, Backend::Xcap].map(|backend| {
        let mut screen = open_screen(backend, View::All, &clock).expect("a screen");
        let mut frame = Frame::still(RgbaImage::new(0, 0));
        assert_eq!(screen.grab(&mut frame).expect("a picture"), Grab::Picture);
        frame.pixels
    });
    for picture in &mut pictures {
        picture.pixels_mut().for_each(|pixel| pixel.0[3] = 255);
    }
    assert!(pictures[0] == pictures[1], "MIT-SHM and xcap show the same");

    let Devices { mut screen, mut pointer, clock } = desktop::open(View::All, PointerScale::Auto).expect("a desktop");
    let mut frame = Frame::still(RgbaImage::new(0, 0));
    screen.grab(&mut frame).expect("a picture");
    let cell = on_screen(layout::CELL_FRAME.center());
    let empty = *frame.pixels.get_pixel(cell.0 as u32, cell.1 as u32 + 40);

    // The front card of the first column goes to the free cell.
    let front = layout::slot(Place::Column(0), 3);
    for (at, press) in [(Point::new(front.x + 60.0, front.y + 90.0), true), (layout::CELL_FRAME.center(), false)] {
        let (x, y) = on_screen(at);
        let unit = pointer.map(Point::new(x, y));
        pointer.move_to(unit).expect("the mouse moves");
        assert_eq!(pointer.position().expect("the mouse tells"), Some(Point::new(unit.x.round(), unit.y.round())));
        clock.sleep(Duration::from_millis(100));
        if press { pointer.press() } else { pointer.release() }.expect("the button obeys");
        clock.sleep(Duration::from_millis(100));
    }
    let card = deal(7).columns()[0].front().expect("a dealt column");
    wait_for(log, &format!("\"event\":\"move\",\"source\":0,\"target\":\"cell\",\"cards\":[\"{card}\"]"));
    let begun = Instant::now();
    loop {
        screen.grab(&mut frame).expect("a picture");
        if *frame.pixels.get_pixel(cell.0 as u32, cell.1 as u32 + 40) != empty {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "the card is never seen in the free cell");
        clock.sleep(Duration::from_millis(20));
    }
    drop((screen, pointer));
    drop_releases_the_button(log);
}

/// A pointer that is dropped with the button down, as by a panic, lets the card go.
fn drop_releases_the_button(log: &Path) {
    let Devices { mut pointer, clock, .. } = desktop::open(View::All, PointerScale::Auto).expect("a desktop");
    let front = layout::slot(Place::Column(1), 3);
    let (x, y) = on_screen(Point::new(front.x + 60.0, front.y + 90.0));
    let unit = pointer.map(Point::new(x, y));
    pointer.move_to(unit).expect("the mouse moves");
    pointer.press().expect("the button obeys");
    clock.sleep(Duration::from_millis(200));
    drop(pointer);
    wait_for(log, "\"event\":\"illegal\",\"source\":1,\"target\":1");
}

fn on_screen(at: Point<LayoutPx>) -> (f64, f64) {
    let scale = WINDOW.2 / layout::SIZE.0;
    ((WINDOW.0 + scale * at.x).round(), (WINDOW.1 + scale * at.y).round())
}

fn wait_for(log: &Path, text: &str) {
    let begun = Instant::now();
    while !std::fs::read_to_string(log).unwrap_or_default().contains(text) {
        assert!(begun.elapsed() < PATIENCE, "{text} never appears in the table's log");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The example built beside this test.
fn table_program() -> Option<PathBuf> {
    let deps = std::env::current_exe().ok()?;
    let table = deps.parent()?.parent()?.join("examples").join("table");
    table.exists().then_some(table)
}

/// An X server on a display of its own, which it names itself.
fn start_server() -> Option<(Guard, String)> {
    let server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-noreset", "-screen", "0", "1920x1080x24"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut server = Guard(server.ok()?);
    let mut line = String::new();
    BufReader::new(server.0.stdout.take()?).read_line(&mut line).ok()?;
    Some((server, format!(":{}", line.trim())))
}
