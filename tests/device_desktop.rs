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
use exa_pipeline::device::{Devices, Grab, Pointer};
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
    let Some(desk) = Desk::open() else { return };
    let folder = tempfile::tempdir().expect("a folder for the log");
    let log = folder.path().join("table.jsonl");
    let _window = desk.table(7, &[], &log);
    let inside = Command::new(std::env::current_exe().expect("this test's program"))
        .args(["--exact", "a_drag_on_a_real_window_moves_the_card_and_is_seen", "--nocapture"])
        .env("DISPLAY", &desk.display)
        .env_remove("WAYLAND_DISPLAY")
        .env(LOG, &log)
        .status();
    assert!(inside.expect("this test runs").success());
}

/// The whole program on a real window that loses presses and lets drops slip: it wins, and the window's own log agrees.
#[test]
fn a_game_is_won_in_a_real_window() {
    let Some(desk) = Desk::open() else { return };
    let folder = tempfile::tempdir().expect("a folder for the log");
    let log = folder.path().join("table.jsonl");
    let _window = desk.table(3, &["--lose", "0.05", "--slip", "0.05"], &log);
    wait_for(&log, "\"event\":\"deal\"");
    let player = desk.player(&folder.path().join("run")).stderr(Stdio::piped()).spawn().expect("the program starts");
    let played = player.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&played.stderr);
    assert_eq!(played.status.code(), Some(0), "{said}");
    let answer: serde_json::Value = serde_json::from_slice(&played.stdout).expect("one JSON object");
    assert_eq!(answer["wins"], 1, "{said}");
    wait_for(&log, "\"event\":\"win\"");
}

/// Ctrl-C and SIGTERM while a card hangs on the pointer: it goes back, the button comes up, and the run is summed up.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn a_signal_in_the_middle_of_a_drag_puts_the_card_back() {
    let Some(desk) = Desk::open() else { return };
    let mouse = XMouse::on(&desk.display);
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("table.jsonl");
        let _window = desk.table(3, &[], &log);
        wait_for(&log, "\"event\":\"deal\"");
        // The card is held still long enough at both ends of its way to be seen there.
        let player = desk
            .player(&folder.path().join("run"))
            .envs([("EXA_PACE__PRESS_MS", "1000"), ("EXA_PACE__DROP_MS", "5000")])
            .spawn()
            .expect("the program starts");
        let taken = mouse.until(|at, down| down.then_some(at));
        mouse.until(|at, down| (down && at != taken).then_some(()));
        let (code, answer) = end_by(signal, player);
        assert_eq!(code, Some(130), "{signal}");
        assert_eq!(answer["stopped"], "stopped by the user", "{signal}");
        mouse.until(|_, down| (!down).then_some(()));
        wait_for(&log, "\"event\":\"illegal\",\"source\":");
        let happened = std::fs::read_to_string(&log).expect("the table's log");
        assert!(!happened.contains("\"event\":\"move\""), "{signal}: the card was let go elsewhere: {happened}");
        assert!(folder.path().join("run/result.json").exists());
    }
}

/// Stopped at any moment of a game, the button is up and the run's folder is whole.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn stopped_at_a_random_moment_it_leaves_the_button_up_and_a_whole_folder() {
    let Some(desk) = Desk::open() else { return };
    let mouse = XMouse::on(&desk.display);
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("table.jsonl");
    let _window = desk.table(5, &[], &log);
    wait_for(&log, "\"event\":\"deal\"");
    for round in 0..3 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
        let (lines, span) =
            (now.subsec_nanos() as usize % 8, Duration::from_micros(u64::from(now.subsec_micros()) / 8));
        println!("round {round}: stopped {span:?} after line {lines}");
        let run = folder.path().join(format!("run{round}"));
        let mut player = desk.player(&run).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut said = BufReader::new(player.stderr.take().expect("piped")).lines();
        said.nth(lines).expect("the game is not over yet").expect("text");
        std::thread::sleep(span);
        let (code, answer) = end_by("-TERM", player);
        drop(said);
        assert_eq!(code, Some(130));
        assert_eq!(answer["stopped"], "stopped by the user");
        mouse.until(|_, down| (!down).then_some(()));
        let lines = exa_pipeline::record::read_events(&run).expect("whole lines");
        assert!(matches!(lines.last().map(|line| &line.event), Some(exa_pipeline::record::Event::Stopped { .. })));
        assert!(run.join("result.json").exists());
    }
}

/// Sends a signal; the exit code, and the summary that is printed all the same.
fn end_by(signal: &str, player: Child) -> (Option<i32>, serde_json::Value) {
    // The shell has its own kill; the program of that name is not on every machine.
    let sent = Command::new("sh").args(["-c", &format!("kill {signal} {}", player.id())]).status().expect("a shell");
    assert!(sent.success());
    let output = player.wait_with_output().expect("it ends");
    (output.status.code(), serde_json::from_slice(&output.stdout).expect("one JSON object"))
}

/// The mouse as the X server sees it.
#[cfg(all(unix, not(target_os = "macos")))]
struct XMouse(x11rb::rust_connection::RustConnection);

#[cfg(all(unix, not(target_os = "macos")))]
impl XMouse {
    fn on(display: &str) -> XMouse {
        XMouse(x11rb::connect(Some(display)).expect("the server answers").0)
    }

    /// Asks for its place and its button until that is what the test waits for.
    fn until<T>(&self, mut wanted: impl FnMut((i16, i16), bool) -> Option<T>) -> T {
        use x11rb::connection::Connection;
        use x11rb::protocol::xproto::{ConnectionExt, KeyButMask};
        let begun = Instant::now();
        loop {
            let root = self.0.setup().roots[0].root;
            let mouse = self.0.query_pointer(root).expect("sent").reply().expect("an answer");
            let down = mouse.mask.contains(KeyButMask::BUTTON1);
            if let Some(found) = wanted((mouse.root_x, mouse.root_y), down) {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "the mouse is never as it should be");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn drag_inside(log: &Path) {
    wait_for(log, "\"event\":\"deal\"");
    the_backends_agree();
    let Devices { mut screen, mut pointer, clock } = desktop::open(View::All, PointerScale::Auto).expect("a desktop");
    let mut frame = Frame::still(RgbaImage::new(0, 0));
    screen.grab(&mut frame).expect("a picture");
    let empty = cell_of(&frame);
    // The front card of the first column goes to the free cell.
    let card = deal(7).columns()[0].front().expect("a dealt column");
    until_logged(log, &format!("\"event\":\"move\",\"source\":0,\"target\":\"cell\",\"cards\":[\"{card}\"]"), |span| {
        for (at, press) in [(front_card(0), true), (layout::CELL_FRAME.center(), false)] {
            go(&mut *pointer, at);
            clock.sleep(span);
            if press { pointer.press() } else { pointer.release() }.expect("the button obeys");
            clock.sleep(span);
        }
    });
    let begun = Instant::now();
    while cell_of(&frame) == empty {
        assert!(begun.elapsed() < PATIENCE, "the card is never seen in the free cell");
        screen.grab(&mut frame).expect("a picture");
    }
    drop(pointer);
    // A pointer that is dropped with the button down, as by a panic, lets the card go.
    until_logged(log, "\"event\":\"illegal\",\"source\":1,\"target\":1", |span| {
        let mut pointer = desktop::open(View::All, PointerScale::Auto).expect("a desktop").pointer;
        go(&mut *pointer, front_card(1));
        clock.sleep(span);
        pointer.press().expect("the button obeys");
        clock.sleep(span);
    });
}

/// Moves the mouse there and asks whether it is there.
fn go(pointer: &mut dyn Pointer, at: Point<LayoutPx>) {
    let (x, y) = on_screen(at);
    let unit = pointer.map(Point::new(x, y));
    pointer.move_to(unit).expect("the mouse moves");
    assert_eq!(pointer.position().expect("the mouse tells"), Some(Point::new(unit.x.round(), unit.y.round())));
}

/// Tries with ever more patience between the steps, since on a busy machine the window may show few frames a second.
fn until_logged(log: &Path, text: &str, mut attempt: impl FnMut(Duration)) {
    let logged = || std::fs::read_to_string(log).unwrap_or_default().contains(text);
    for span in [50, 200, 800, 3200, 12800].map(Duration::from_millis) {
        attempt(span);
        let begun = Instant::now();
        while begun.elapsed() < 2 * span {
            if logged() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    panic!("{text} never appears in the table's log");
}

fn front_card(column: u8) -> Point<LayoutPx> {
    let corner = layout::slot(Place::Column(column), 3);
    Point::new(corner.x + 60.0, corner.y + 90.0)
}

/// A pixel of the free cell beside its word.
fn cell_of(frame: &Frame) -> image::Rgba<u8> {
    let (x, y) = on_screen(layout::CELL_FRAME.center());
    *frame.pixels.get_pixel(x as u32, y as u32 + 40)
}

/// MIT-SHM and xcap show the same, once the window has drawn what its log says.
fn the_backends_agree() {
    let clock = Arc::new(WallClock::default());
    let mut screens = [Backend::Shm, Backend::Xcap].map(|way| open_screen(way, View::All, &clock).expect("a screen"));
    let mut frames = [(); 2].map(|()| Frame::still(RgbaImage::new(0, 0)));
    let begun = Instant::now();
    loop {
        for (screen, frame) in screens.iter_mut().zip(&mut frames) {
            assert_eq!(screen.grab(frame).expect("a picture"), Grab::Picture);
            frame.pixels.pixels_mut().for_each(|pixel| pixel.0[3] = 255);
        }
        let lit = frames[0].pixels.pixels().any(|pixel| pixel.0[..3] != [0, 0, 0]);
        if lit && frames[0].pixels == frames[1].pixels && frames[0].origin == frames[1].origin {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "the pictures of MIT-SHM and xcap differ");
        std::thread::sleep(Duration::from_millis(50));
    }
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

/// An X server of the test's own, and the program that shows the table on it.
struct Desk {
    display: String,
    program: PathBuf,
    _server: Guard,
}

impl Desk {
    /// `None`, with a printed notice, where something is missing.
    fn open() -> Option<Desk> {
        let deps = std::env::current_exe().ok()?;
        let program = deps.parent()?.parent()?.join("examples").join("table");
        if !program.exists() {
            println!("skipped: the example \"table\" is not built");
            return None;
        }
        let Some((_server, display)) = start_server() else {
            println!("skipped: Xvfb is not installed");
            return None;
        };
        Some(Desk { display, program, _server })
    }

    /// The table's window.
    fn table(&self, seed: u32, disturbances: &[&str], log: &Path) -> Guard {
        let window = Command::new(&self.program)
            .args(["--seed", &seed.to_string(), "--size", "1280x720", "--at", "200,100", "--bare"])
            .args(disturbances)
            .arg("--log")
            .arg(log)
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .spawn();
        Guard(window.expect("the table opens"))
    }

    /// The program, playing one game and writing it down.
    fn player(&self, run: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_exa-pipeline"));
        command.args(["--games", "1", "--json", "--record"]).arg(run);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY");
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }
}

/// A server on a display that it names itself.
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
