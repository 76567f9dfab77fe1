//! The built-in table in a real window: for people to try, and for the tests to play against with a real capture and a
//! real mouse. It looks at the mouse once a displayed frame, as the game does.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use clap::Parser;
use exa_pipeline::device::table::area::Area;
use exa_pipeline::device::table::dealer::{Dealer, OddDeals};
use exa_pipeline::device::table::desk::{Cover, Scene};
use exa_pipeline::device::table::event::{Entry, Event};
use exa_pipeline::device::table::game::{Faults, Mouse, POLLS_PER_SECOND, Table};
use exa_pipeline::device::table::random::Random;
use exa_pipeline::device::table::{Compositor, to_layout};
use softbuffer::{Context, Surface};
use winit::application::ApplicationHandler;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event::{ElementState, MouseButton, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::window::{Window, WindowId};

/// Play ПАСЬЯНС at the built-in table, with the mouse alone.
#[derive(Debug, Parser)]
struct Args {
    /// The first deal; the next ones are those of the following numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The window's size in pixels
    #[arg(long, default_value = "1280x720", value_name = "WxH", value_parser = pair_of::<u32>('x'))]
    size: (u32, u32),
    /// The window's place on the desktop; without it the window manager chooses
    #[arg(long, value_name = "X,Y", value_parser = pair_of::<i32>(','), allow_hyphen_values = true)]
    at: Option<(i32, i32)>,
    /// Draw no window frame
    #[arg(long)]
    bare: bool,
    /// Append what really happens to this file, one JSON line an event
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Close after so many wins
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Close after so many seconds
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Chance that a press is not noticed
    #[arg(long, value_name = "P", default_value_t = 0.0)]
    lose: f64,
    /// Chance that a legal drop snaps back all the same
    #[arg(long, value_name = "P", default_value_t = 0.0)]
    slip: f64,
    /// Chance per second of standing still for 400 ms
    #[arg(long, value_name = "P", default_value_t = 0.0)]
    stutter: f64,
    /// Every so many seconds a notice covers the lower right corner for 3 s
    #[arg(long, value_name = "S")]
    toast: Option<f64>,
    /// Every so many seconds the window moves by up to 60 pixels
    #[arg(long, value_name = "S")]
    wander: Option<f64>,
}

const FRAME: Duration = Duration::from_nanos(1_000_000_000 / POLLS_PER_SECOND as u64);
const STUTTER: Duration = Duration::from_millis(400);
const TOAST: Duration = Duration::from_secs(3);
/// The banner stays to be seen before the window closes.
const FAREWELL: Duration = Duration::from_millis(1500);

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("table: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args) -> Result<(), Box<dyn Error>> {
    let log = match &args.log {
        Some(path) => {
            let file = File::options().create(true).append(true).open(path);
            Some(file.map_err(|error| format!("{}: {error}", path.display()))?)
        }
        None => None,
    };
    let event_loop = EventLoop::new()?;
    let mut app = App::new(args, log);
    event_loop.run_app(&mut app)?;
    app.failure.map_or(Ok(()), Err)
}

struct App {
    args: Args,
    log: Option<File>,
    started: Instant,
    next_frame: Instant,
    table: Table,
    chaos: Random,
    pointer: (f64, f64),
    down: bool,
    toast: Option<Duration>,
    toasted: Duration,
    wandered: Duration,
    closes: Option<Duration>,
    shown: Option<Shown>,
    failure: Option<Box<dyn Error>>,
}

/// The window and its pixels.
struct Shown {
    window: Rc<Window>,
    surface: Surface<OwnedDisplayHandle, Rc<Window>>,
    size: (u32, u32),
    compositor: Compositor,
    /// What it shows.
    scene: Option<Scene>,
}

impl App {
    fn new(args: Args, log: Option<File>) -> App {
        let now = Instant::now();
        let mut chaos = Random::new(args.seed.wrapping_mul(7919).wrapping_add(1));
        let dealer = Dealer::new(args.seed, OddDeals::default());
        let table = Table::new(dealer, Faults { lose: args.lose, slip: args.slip }, Random::new(chaos.seed()));
        App {
            args,
            log,
            started: now,
            next_frame: now,
            table,
            chaos,
            pointer: (0.0, 0.0),
            down: false,
            toast: None,
            toasted: Duration::ZERO,
            wandered: Duration::ZERO,
            closes: None,
            shown: None,
            failure: None,
        }
    }

    /// One frame: looks at the mouse, lets the game go on, shows it.
    fn frame(&mut self, event_loop: &ActiveEventLoop) -> Result<(), Box<dyn Error>> {
        let Some(size) = self.shown.as_ref().map(|shown| shown.size) else { return Ok(()) };
        if self.chaos.chance(self.args.stutter / f64::from(POLLS_PER_SECOND)) {
            std::thread::sleep(STUTTER);
        }
        let now = self.started.elapsed();
        let at = to_layout(size, self.pointer.0, self.pointer.1);
        let mut events = Vec::new();
        self.table.poll(now, Mouse { at, down: self.down }, &mut events);
        for event in events {
            self.note(now, event)?;
        }
        self.disturb(now);
        let mut view = self.table.view();
        view.cursor = Some(at);
        let (width, height) = (size.0 as i32, size.1 as i32);
        let toast = Cover { area: Area::new(width - 300, height - 90, 300, 90), colour: [24, 26, 33] };
        let covers = self.toast.map(|_| toast).into_iter().collect();
        if let Some(shown) = &mut self.shown {
            shown.show(Scene { table: Some((Area::new(0, 0, width, height), view)), covers })?;
        }
        let over = self.args.seconds.is_some_and(|limit| now.as_secs_f64() > limit);
        if over || self.closes.is_some_and(|at| now >= at) {
            event_loop.exit();
        }
        Ok(())
    }

    fn note(&mut self, t: Duration, event: Event) -> Result<(), Box<dyn Error>> {
        if let (Event::Win { wins }, Some(games)) = (&event, self.args.games)
            && *wins >= games
        {
            self.closes = Some(t + FAREWELL);
        }
        if let Some(log) = &mut self.log {
            let line = serde_json::to_string(&Entry { t, event })?;
            writeln!(log, "{line}")?;
        }
        Ok(())
    }

    fn disturb(&mut self, now: Duration) {
        let due = |every: Option<f64>, last: Duration| every.is_some_and(|every| (now - last).as_secs_f64() > every);
        if due(self.args.toast, self.toasted) {
            self.toasted = now;
            self.toast = Some(now + TOAST);
        }
        self.toast = self.toast.filter(|&until| now < until);
        if due(self.args.wander, self.wandered) {
            self.wandered = now;
            let (x, y) = self.args.at.unwrap_or((0, 0));
            let mut near = |home: i32| (home + self.chaos.between(-60.0, 60.0) as i32).max(0);
            let place = PhysicalPosition::new(near(x), near(y));
            if let Some(shown) = &self.shown {
                shown.window.set_outer_position(place);
            }
        }
    }

    fn open(&self, event_loop: &ActiveEventLoop) -> Result<Shown, Box<dyn Error>> {
        let mut wish = Window::default_attributes()
            .with_title("ПАСЬЯНС")
            .with_inner_size(PhysicalSize::new(self.args.size.0, self.args.size.1))
            .with_decorations(!self.args.bare);
        if let Some((x, y)) = self.args.at {
            wish = wish.with_position(PhysicalPosition::new(x, y));
        }
        let window = Rc::new(event_loop.create_window(wish)?);
        // The table draws its own arrow.
        window.set_cursor_visible(false);
        let context = Context::new(event_loop.owned_display_handle()).map_err(|error| error.to_string())?;
        let surface = Surface::new(&context, Rc::clone(&window)).map_err(|error| error.to_string())?;
        let size = (self.args.size.0, self.args.size.1);
        let mut shown = Shown { window, surface, size, compositor: Compositor::new(size, [1.0; 3]), scene: None };
        shown.resize(size)?;
        Ok(shown)
    }
}

impl Shown {
    fn resize(&mut self, size: (u32, u32)) -> Result<(), Box<dyn Error>> {
        if let (Some(width), Some(height)) = (NonZeroU32::new(size.0), NonZeroU32::new(size.1)) {
            self.surface.resize(width, height).map_err(|error| error.to_string())?;
            self.size = size;
            self.compositor = Compositor::new(size, [1.0; 3]);
            self.scene = None;
        }
        Ok(())
    }

    fn show(&mut self, scene: Scene) -> Result<(), Box<dyn Error>> {
        if self.scene.as_ref() == Some(&scene) {
            return Ok(());
        }
        let picture = self.compositor.update(&scene);
        let mut buffer = self.surface.buffer_mut().map_err(|error| error.to_string())?;
        for (to, from) in buffer.iter_mut().zip(picture.pixels()) {
            *to = u32::from_be_bytes([0, from.0[0], from.0[1], from.0[2]]);
        }
        buffer.present().map_err(|error| error.to_string())?;
        self.scene = Some(scene);
        Ok(())
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        match self.open(event_loop) {
            Ok(shown) => self.shown = Some(shown),
            Err(error) => {
                self.failure = Some(error);
                event_loop.exit();
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let done = match event {
            WindowEvent::CloseRequested => {
                event_loop.exit();
                Ok(())
            }
            WindowEvent::Resized(size) => match &mut self.shown {
                Some(shown) if shown.size != (size.width, size.height) => shown.resize((size.width, size.height)),
                _ => Ok(()),
            },
            WindowEvent::RedrawRequested => {
                if let Some(shown) = &mut self.shown {
                    shown.scene = None;
                }
                Ok(())
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.pointer = (position.x, position.y);
                Ok(())
            }
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                self.down = state == ElementState::Pressed;
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.failure = Some(error);
            event_loop.exit();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        if now >= self.next_frame {
            // A frame that comes late does not make the next ones come faster.
            self.next_frame = (self.next_frame + FRAME).max(now);
            if let Err(error) = self.frame(event_loop) {
                self.failure = Some(error);
                event_loop.exit();
            }
        }
        event_loop.set_control_flow(ControlFlow::WaitUntil(self.next_frame));
    }
}

/// Reads two numbers with a sign between them.
fn pair_of<T: std::str::FromStr>(between: char) -> impl Fn(&str) -> Result<(T, T), String> + Clone + Send + Sync {
    move |text| {
        let pair = text.split_once(between).and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        pair.ok_or_else(|| format!("expected two numbers with \"{between}\" between them"))
    }
}
