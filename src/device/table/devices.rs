//! The table as devices: a screen that shows it, a pointer that plays on it, and the clock it runs by.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::area::Area;
use super::compositor::{Compositor, SharedPainter};
use super::desk::{Desk, Harm, Scene};
use super::disturb::Disturbances;
use super::event::Entry;
use crate::device::{Clock, Devices, Grab, GrabError, Pointer, PointerError, Screen};
use crate::frame::{Frame, Point, PointerUnit, ScreenPx};
use crate::game::pasyans::Board;

/// What table to open, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct TableOptions {
    /// The first deal's seed; the others follow from it, and so do the disturbances.
    pub seed: u64,
    /// The desktop's size in pixels.
    pub desktop: (u32, u32),
    /// The desktop's top left corner on the screen: left of and above the primary monitor it is negative.
    pub origin: (i32, i32),
    /// The game's window on the desktop.
    pub window: Area,
    /// Screen pixels for one unit of the pointer: 1.25 where the desktop is scaled to 125 %.
    pub pixels_per_unit: f64,
    /// How time passes.
    pub time: Time,
    /// What goes wrong.
    pub disturbances: Disturbances,
}

/// How time passes at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// Only when somebody sleeps, and then at once.
    Virtual,
    /// As everywhere.
    Real,
}

/// The demo's window: two thirds of a common screen each way, so that a picture is copied quickly and read surely.
const DEMO_WINDOW: (u32, u32) = (1280, 720);

impl TableOptions {
    /// The table of `--demo`: its window fills the desktop and nothing goes wrong.
    pub fn new(seed: u64) -> TableOptions {
        TableOptions::sized(seed, DEMO_WINDOW)
    }

    /// The same with a window of that size.
    pub fn sized(seed: u64, size: (u32, u32)) -> TableOptions {
        TableOptions {
            seed,
            desktop: size,
            origin: (0, 0),
            window: Area::new(0, 0, size.0 as i32, size.1 as i32),
            pixels_per_unit: 1.0,
            time: Time::Virtual,
            disturbances: Disturbances::default(),
        }
    }

    /// The same with these disturbances, and room around the window to wander in.
    pub fn disturbed(seed: u64, disturbances: Disturbances) -> TableOptions {
        let (width, height) = DEMO_WINDOW;
        TableOptions {
            desktop: (width + 160, height + 160),
            window: Area::new(80, 80, width as i32, height as i32),
            disturbances,
            ..TableOptions::new(seed)
        }
    }
}

/// An open table. Its devices play on it; this looks behind the scenes.
#[derive(Clone)]
pub struct TableDevices(Arc<Shared>);

struct Shared {
    options: TableOptions,
    opened: Instant,
    state: Mutex<State>,
}

struct State {
    desk: Desk,
    compositor: Compositor,
    /// Former scenes, the oldest first, while the picture lags.
    past: VecDeque<(Duration, Scene)>,
}

impl TableDevices {
    /// Opens a table, which begins to deal.
    pub fn open(options: TableOptions) -> TableDevices {
        TableDevices::open_with(SharedPainter::default(), options)
    }

    /// The same with a painter that other tables use as well: drawing the cards takes longer than a game.
    pub fn open_with(painter: SharedPainter, options: TableOptions) -> TableDevices {
        let desk = Desk::new(options.seed, options.desktop, options.window, options.disturbances.clone());
        let compositor = Compositor::sharing(painter, options.desktop, options.disturbances.gain);
        let state = Mutex::new(State { desk, compositor, past: VecDeque::new() });
        TableDevices(Arc::new(Shared { options, opened: Instant::now(), state }))
    }

    /// The table's screen, pointer and clock.
    pub fn devices(&self) -> Devices {
        Devices {
            screen: Box::new(TableScreen(Arc::clone(&self.0))),
            pointer: Box::new(TablePointer(Arc::clone(&self.0))),
            clock: Arc::new(TableClock(Arc::clone(&self.0))),
        }
    }

    /// What really happened, the oldest first; of very long runs the last few hundred games.
    pub fn log(&self) -> Vec<Entry> {
        self.0.state().desk.log().cloned().collect()
    }

    /// What the player should not have done.
    pub fn harm(&self) -> Harm {
        self.0.state().desk.harm()
    }

    /// Games won.
    pub fn wins(&self) -> u32 {
        self.0.state().desk.table().wins()
    }

    /// The board, if every card lies in its place.
    pub fn board(&self) -> Option<Board> {
        self.0.state().desk.table().board()
    }

    /// Is the mouse button down?
    pub fn button_is_down(&self) -> bool {
        self.0.state().desk.is_down()
    }
}

impl Shared {
    /// The state, brought up to now where time passes by itself.
    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere must not keep the pointer from releasing its button.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if self.options.time == Time::Real {
            state.advance(self.opened.elapsed(), self.lag());
        }
        state
    }

    fn lag(&self) -> Duration {
        Duration::from_secs_f64(self.options.disturbances.lag.max(0.0))
    }
}

impl State {
    fn advance(&mut self, now: Duration, lag: Duration) {
        let past = &mut self.past;
        self.desk.advance(now, |desk| {
            if !lag.is_zero() {
                past.push_back((desk.now(), desk.scene()));
                while past.get(1).is_some_and(|(shown, _)| *shown + lag <= desk.now()) {
                    past.pop_front();
                }
            }
        });
    }
}

struct TableScreen(Arc<Shared>);

impl Screen for TableScreen {
    fn grab(&mut self, frame: &mut Frame) -> Result<Grab, GrabError> {
        let mut state = self.0.state();
        let State { desk, compositor, past } = &mut *state;
        let scene = past.front().map_or_else(|| desk.scene(), |(_, scene)| scene.clone());
        compositor.grab(&scene, desk.now(), frame);
        let (x, y) = self.0.options.origin;
        frame.origin = Point::new(f64::from(x), f64::from(y));
        Ok(Grab::Picture)
    }

    fn name(&self) -> &str {
        "built-in table"
    }
}

struct TablePointer(Arc<Shared>);

impl Pointer for TablePointer {
    fn position(&mut self) -> Result<Option<Point<PointerUnit>>, PointerError> {
        let (x, y) = self.0.state().desk.pointer();
        let (left, top) = self.0.options.origin;
        Ok(Some(self.map(Point::new(x + f64::from(left), y + f64::from(top)))))
    }

    fn move_to(&mut self, to: Point<PointerUnit>) -> Result<(), PointerError> {
        let TableOptions { origin, pixels_per_unit, .. } = self.0.options;
        let pixel = |unit: f64, from: i32| unit * pixels_per_unit - f64::from(from);
        self.0.state().desk.move_pointer((pixel(to.x, origin.0), pixel(to.y, origin.1)));
        Ok(())
    }

    fn press(&mut self) -> Result<(), PointerError> {
        self.0.state().desk.press();
        Ok(())
    }

    fn release(&mut self) -> Result<(), PointerError> {
        self.0.state().desk.release();
        Ok(())
    }

    fn map(&self, point: Point<ScreenPx>) -> Point<PointerUnit> {
        let unit = self.0.options.pixels_per_unit;
        Point::new(point.x / unit, point.y / unit)
    }
}

struct TableClock(Arc<Shared>);

impl Clock for TableClock {
    fn now(&self) -> Duration {
        self.0.state().desk.now()
    }

    fn sleep(&self, span: Duration) {
        match self.0.options.time {
            Time::Real => std::thread::sleep(span),
            Time::Virtual => {
                let mut state = self.0.state();
                let now = state.desk.now() + span;
                state.advance(now, self.0.lag());
            }
        }
    }
}
