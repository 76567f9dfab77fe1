//! Looks at the system.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::device::Pointer;
use crate::device::desktop::{
    self, Backend, MonitorFacts, PointerScale, Session, View, WallClock, monitors, open_screen, session,
};
use crate::frame::{Frame, Point, Rect, ScreenPx};
use crate::vision::{Reader, Reading, Sighting, Skin, TableState};

/// All that was found.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// The display server.
    pub display: Session,
    /// The monitors, or why they are not known.
    pub monitors: Vec<MonitorFacts>,
    /// Each way to capture the screen.
    pub captures: Vec<Capture>,
    /// The boards on the screen, the most likely live one first.
    pub boards: Vec<BoardFacts>,
    /// Whether the mouse goes where it is sent.
    pub pointer: Option<PointerFacts>,
    /// Would a run begin?
    pub would_play: bool,
    /// What stands in the way and what to change, one line each.
    pub advice: Vec<String>,
}

/// One way to capture the screen.
#[derive(Debug, Serialize)]
pub struct Capture {
    /// `MIT-SHM` or `xcap`.
    pub backend: &'static str,
    /// Width and height of the picture.
    pub size: Option<[u32; 2]>,
    /// The median time of a few grabs.
    pub ms: Option<f64>,
    /// Why there is no picture.
    pub failed: Option<String>,
}

/// One board on the screen.
#[derive(Debug, Serialize)]
pub struct BoardFacts {
    /// Its panel on the desktop: left, top, width, height in pixels.
    pub rect: [f64; 4],
    /// Its size against a 1920x1080 screen.
    pub scale: f64,
    /// What is going on there.
    pub state: &'static str,
    /// The board, if all of it was read.
    pub board: Option<String>,
    /// Cards that could not be read.
    pub unreadable: usize,
}

/// Where the mouse was sent and where it went, in its own units.
#[derive(Debug, Serialize)]
pub struct PointerFacts {
    /// Where it was sent.
    pub sent: [f64; 2],
    /// Where it was afterwards; unknown where the system does not tell.
    pub found: Option<[f64; 2]>,
    /// Pointer units for one captured pixel.
    pub units_per_pixel: f64,
}

/// Grabs to take the median of; the first one, which sets things up, is not counted.
const GRABS: usize = 5;
/// The mouse goes to whole units; a system may round either way.
const POINTER_TOLERANCE: f64 = 1.5;

/// Looks at everything.
pub fn examine() -> Findings {
    let mut findings = Findings {
        display: session(),
        monitors: Vec::new(),
        captures: Vec::new(),
        boards: Vec::new(),
        pointer: None,
        would_play: false,
        advice: Vec::new(),
    };
    match monitors() {
        Ok(monitors) => findings.monitors = monitors,
        Err(error) => findings.advice.push(error.to_string()),
    }
    if findings.display == Session::None {
        return findings;
    }
    let mut frames = Vec::new();
    for (backend, name) in [(Backend::Shm, "MIT-SHM"), (Backend::Xcap, "xcap")] {
        let (capture, frame) = try_capture(backend, name);
        findings.captures.push(capture);
        frames.extend(frame);
    }
    let Some(frame) = frames.first() else {
        findings.advice.push("no way to capture the screen works; allow this program to record the screen".to_string());
        return findings;
    };
    let sightings = look(frame, &mut findings);
    check_pointer(sightings.as_ref(), &mut findings);
    findings.would_play = findings.boards.iter().any(|board| board.board.is_some() || board.state == "dealing")
        && findings.pointer.as_ref().is_some_and(PointerFacts::obeys);
    findings
}

fn try_capture(backend: Backend, name: &'static str) -> (Capture, Option<Frame>) {
    let clock = Arc::new(WallClock::default());
    let failed = |reason: String| (Capture { backend: name, size: None, ms: None, failed: Some(reason) }, None);
    let mut screen = match open_screen(backend, View::All, &clock) {
        Ok(screen) => screen,
        Err(error) => return failed(error.to_string()),
    };
    let mut frame = Frame::still(image::RgbaImage::new(0, 0));
    let mut times = Vec::new();
    for _ in 0..=GRABS {
        let begun = Instant::now();
        if let Err(error) = screen.grab(&mut frame) {
            return failed(error.to_string());
        }
        times.push(begun.elapsed());
    }
    times.remove(0);
    times.sort();
    let ms = times.get(GRABS / 2).map(|median: &Duration| median.as_secs_f64() * 1000.0);
    let (width, height) = frame.pixels.dimensions();
    (Capture { backend: name, size: Some([width, height]), ms, failed: None }, Some(frame))
}

/// Reads the frame; gives the middle of the first board on the desktop.
fn look(frame: &Frame, findings: &mut Findings) -> Option<Point<ScreenPx>> {
    let mut reader = Reader::new(Skin::shipped());
    let mut reading = Reading::default();
    reader.read(frame, None, &mut reading);
    let panel = reader.skin().layout().panel();
    let on_screen = |sighting: &Sighting| {
        let rect = sighting.placement.rect(panel);
        let corner = frame.to_screen(Point::new(rect.x, rect.y));
        Rect::<ScreenPx>::new(corner.x, corner.y, rect.w, rect.h)
    };
    for sighting in &reading.sightings {
        let rect = on_screen(sighting);
        findings.boards.push(BoardFacts {
            rect: [rect.x, rect.y, rect.w, rect.h],
            scale: sighting.placement.scale,
            state: state_name(sighting.state),
            board: sighting.board.map(|board| board.to_string()),
            unreadable: sighting.cards.iter().filter(|card| card.kind.is_none()).count(),
        });
    }
    if frame.pixels.pixels().all(|pixel| pixel.0[..3].iter().all(|&value| value < 8)) {
        findings.advice.push("the captured screen is all black; allow this program to record the screen".to_string());
    } else if reading.sightings.is_empty() {
        findings.advice.push("no game on the screen; open ПАСЬЯНС, wholly visible, and ask again".to_string());
    } else if reading.sightings.len() > 1 {
        findings.advice.push("several boards; the first is taken unless --board says otherwise".to_string());
    }
    if let Some(board) = findings.boards.first().filter(|board| board.board.is_none() && board.state != "dealing") {
        let line = format!(
            "the board is {} with {} unreadable cards; move away what lies on it",
            board.state, board.unreadable
        );
        findings.advice.push(line);
    }
    reading.sightings.first().map(|sighting| on_screen(sighting).center())
}

/// Sends the mouse into the board (or near where it is, if there is none), asks where it is, and brings it back.
fn check_pointer(board: Option<&Point<ScreenPx>>, findings: &mut Findings) {
    match try_pointer(board) {
        Ok(facts) => {
            if !facts.obeys() {
                findings.advice.push(format!(
                    "the mouse was sent to {:?} and went to {:?}; is the desktop scaled, or the mouse held by another program?",
                    facts.sent, facts.found
                ));
            }
            findings.pointer = Some(facts);
        }
        Err(reason) => findings.advice.push(reason),
    }
}

fn try_pointer(board: Option<&Point<ScreenPx>>) -> Result<PointerFacts, String> {
    let mut pointer = desktop::open(View::All, PointerScale::Auto).map_err(|error| error.to_string())?.pointer;
    let ask = |pointer: &mut Box<dyn Pointer>| pointer.position().map_err(|error| error.to_string());
    let before = ask(&mut pointer)?;
    let unit = pointer.map(Point::new(1.0, 0.0)).x - pointer.map(Point::new(0.0, 0.0)).x;
    let sent = match (board, before) {
        (Some(&middle), _) => pointer.map(middle),
        (None, Some(here)) => Point::new(here.x + if here.x > 100.0 { -20.0 } else { 20.0 }, here.y),
        (None, None) => pointer.map(Point::new(100.0, 100.0)),
    };
    pointer.move_to(sent).map_err(|error| error.to_string())?;
    let found = ask(&mut pointer)?;
    if let Some(before) = before {
        pointer.move_to(before).map_err(|error| error.to_string())?;
    }
    Ok(PointerFacts { sent: [sent.x, sent.y], found: found.map(|at| [at.x, at.y]), units_per_pixel: unit })
}

impl PointerFacts {
    /// Did it go there? A system that does not tell gets the benefit of the doubt.
    pub fn obeys(&self) -> bool {
        self.found.is_none_or(|found| {
            (found[0] - self.sent[0]).abs() <= POINTER_TOLERANCE && (found[1] - self.sent[1]).abs() <= POINTER_TOLERANCE
        })
    }
}

fn state_name(state: TableState) -> &'static str {
    match state {
        TableState::Playing => "playing",
        TableState::Dealing => "dealing",
        TableState::Won => "won",
        TableState::Moving => "moving",
        TableState::Covered => "covered",
    }
}
