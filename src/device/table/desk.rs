//! The desktop a table's window stands on: other windows, notices, the focus, the mouse, and all that goes wrong.

use std::collections::VecDeque;
use std::time::Duration;

use super::area::Area;
use super::dealer::{Dealer, OddDeals};
use super::disturb::{Disturbances, Spell, SpellKind};
use super::event::{Entry, Event};
use super::game::{Faults, Mouse, POLLS_PER_SECOND, Table};
use super::layout;
use super::random::Random;
use super::sheet::to_layout;
use super::view::TableView;
use crate::frame::{LayoutPx, Point};

/// A desktop with one table's window on it. Its own pixels are whole screen pixels from its top left corner.
pub struct Desk {
    size: (u32, u32),
    /// Where the window belongs; it wanders around this.
    home: Area,
    window: Area,
    table: Table,
    disturbances: Disturbances,
    spells: Vec<(SpellKind, Spell, Duration)>,
    chaos: Random,
    now: Duration,
    polls: u64,
    pointer: (f64, f64),
    /// Where the game has drawn its arrow: where it saw the pointer at its last poll.
    arrow: Point<LayoutPx>,
    down: bool,
    /// What the game will see of the button: presses elsewhere are not its own.
    down_on_table: bool,
    bounce: Bounce,
    focused: bool,
    away: Away,
    covers: Vec<(Cover, Duration)>,
    frozen_until: Duration,
    wrong_monitor_until: Duration,
    person_until: Duration,
    /// The last things that happened.
    log: VecDeque<Entry>,
    harm: Harm,
}

/// What lies over the game, or instead of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The pixels of the desktop it takes.
    pub area: Area,
    /// Its colour.
    pub colour: [u8; 3],
}

/// All that can be seen of a desktop.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The window and what it shows; `None` while it is minimised or closed.
    pub table: Option<(Area, TableView)>,
    /// Upon it, from bottom to top.
    pub covers: Vec<Cover>,
}

/// What a player must never do, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harm {
    /// Presses on the game's window beside the columns, the free cell and NEW GAME, and presses beside the window.
    pub outside: u32,
    /// Presses on something that lay over the game.
    pub covered: u32,
}

/// Where a bouncing press stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bounce {
    None,
    /// Polls passed since the press.
    Polls(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Away {
    No,
    Minimised { until: Duration },
    Closed { until: Duration },
}

/// Some fifty games: enough to look back on, and no more memory after thousands of them.
pub const KEPT_EVENTS: usize = 4_096;
/// The desktop behind everything.
pub const WALLPAPER: [u8; 3] = [38, 44, 58];
/// How far a window wanders from its home, each way.
const WANDER: f64 = 60.0;
/// The sizes a window takes, in parts of its first one.
const SIZES: [f64; 4] = [1.0, 0.9, 0.8, 0.7];

impl Desk {
    /// A desktop of `size` with the game's window at `home`, which begins to deal.
    pub fn new(seed: u64, size: (u32, u32), home: Area, disturbances: Disturbances) -> Desk {
        let odd = OddDeals { locked: disturbances.locked_deals, unwinnable: disturbances.unwinnable_deals };
        let faults = Faults { lose: disturbances.lose, slip: disturbances.slip };
        let mut chaos = Random::new(seed ^ 0x63_6861_6f73);
        let table = Table::new(Dealer::new(seed, odd), faults, Random::new(chaos.seed()));
        let spells = disturbances.spells();
        let spells = spells.into_iter().map(|(kind, spell)| (kind, spell, next(&mut chaos, spell, Duration::ZERO)));
        Desk {
            spells: spells.collect(),
            size,
            home,
            window: home,
            table,
            disturbances,
            chaos,
            now: Duration::ZERO,
            polls: 0,
            pointer: (0.0, 0.0),
            arrow: Point::new(0.0, 0.0),
            down: false,
            down_on_table: false,
            bounce: Bounce::None,
            focused: true,
            away: Away::No,
            covers: Vec::new(),
            frozen_until: Duration::ZERO,
            wrong_monitor_until: Duration::ZERO,
            person_until: Duration::ZERO,
            log: VecDeque::new(),
            harm: Harm::default(),
        }
    }

    /// The time up to which everything has happened.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// Lets everything happen up to `now`; `every_poll` is called after each poll of the game.
    pub fn advance(&mut self, now: Duration, mut every_poll: impl FnMut(&Desk)) {
        while let poll = poll_time(self.polls + 1)
            && poll <= now
        {
            self.polls += 1;
            self.now = poll;
            self.poll();
            every_poll(self);
        }
        self.now = self.now.max(now);
    }

    /// Where the pointer is.
    pub fn pointer(&self) -> (f64, f64) {
        self.pointer
    }

    /// Moves the pointer; it stays on the desktop.
    pub fn move_pointer(&mut self, to: (f64, f64)) {
        let (width, height) = (f64::from(self.size.0) - 1.0, f64::from(self.size.1) - 1.0);
        self.pointer = (to.0.clamp(0.0, width), to.1.clamp(0.0, height));
    }

    /// Presses the button where the pointer is.
    pub fn press(&mut self) {
        if std::mem::replace(&mut self.down, true) {
            return;
        }
        let (x, y) = (self.pointer.0 as i32, self.pointer.1 as i32);
        if self.covers.iter().any(|(cover, _)| cover.area.contains(x, y)) {
            self.harm.covered += 1;
            self.say(Event::PressElsewhere);
        } else if self.away != Away::No || !self.window.contains(x, y) {
            self.harm.outside += 1;
            self.say(Event::PressElsewhere);
        } else if !std::mem::replace(&mut self.focused, true) {
            self.say(Event::FocusOnly);
        } else {
            if !layout::is_for_players(self.pointer_on_table()) {
                self.harm.outside += 1;
                self.say(Event::PressOutside);
            }
            self.down_on_table = !self.disturbances.deaf;
            if self.chaos.chance(self.disturbances.double) {
                self.bounce = Bounce::Polls(0);
            }
        }
    }

    /// Lets the button go.
    pub fn release(&mut self) {
        self.down = false;
        self.down_on_table = false;
        self.bounce = Bounce::None;
    }

    /// Is the button down?
    pub fn is_down(&self) -> bool {
        self.down
    }

    /// What can be seen now.
    pub fn scene(&self) -> Scene {
        if self.now < self.wrong_monitor_until {
            return other_monitor(self.size);
        }
        let table = (self.away == Away::No).then(|| {
            let mut view = self.table.view();
            view.cursor = Some(self.arrow);
            (self.window, view)
        });
        Scene { table, covers: self.covers.iter().map(|(cover, _)| *cover).collect() }
    }

    /// The game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Where the game's window is, if it can be seen.
    pub fn window(&self) -> Option<Area> {
        (self.away == Away::No).then_some(self.window)
    }

    /// What really happened, the last [`KEPT_EVENTS`] of it, the oldest first.
    pub fn log(&self) -> impl Iterator<Item = &Entry> {
        self.log.iter()
    }

    /// What a player should not have done.
    pub fn harm(&self) -> Harm {
        self.harm
    }

    fn say(&mut self, event: Event) {
        if self.log.len() == KEPT_EVENTS {
            self.log.pop_front();
        }
        self.log.push_back(Entry { t: self.now, event });
    }

    fn pointer_on_table(&self) -> Point<LayoutPx> {
        let (x, y) = (self.pointer.0 - f64::from(self.window.x), self.pointer.1 - f64::from(self.window.y));
        to_layout((self.window.w as u32, self.window.h as u32), x, y)
    }

    /// One sixtieth of a second.
    fn poll(&mut self) {
        self.begin_spells();
        self.end_spells();
        if self.now < self.person_until {
            let (dx, dy) = (self.chaos.between(-12.0, 12.0), self.chaos.between(-12.0, 12.0));
            self.move_pointer((self.pointer.0 + dx, self.pointer.1 + dy));
        }
        if self.now < self.frozen_until || matches!(self.away, Away::Closed { .. }) {
            return;
        }
        let down = match self.bounce {
            Bounce::None => self.down_on_table,
            Bounce::Polls(passed) => {
                self.bounce = if passed < 2 { Bounce::Polls(passed + 1) } else { Bounce::None };
                passed != 1
            }
        };
        let mut events = Vec::new();
        self.arrow = self.pointer_on_table();
        self.table.poll(self.now, Mouse { at: self.arrow, down }, &mut events);
        for event in events {
            self.say(event);
        }
    }

    fn begin_spells(&mut self) {
        for index in 0..self.spells.len() {
            let (kind, spell, at) = self.spells[index];
            if at <= self.now {
                self.spells[index].2 = next(&mut self.chaos, spell, self.now);
                self.begin(kind, self.now + Duration::from_secs_f64(spell.lasts));
            }
        }
    }

    fn begin(&mut self, kind: SpellKind, until: Duration) {
        self.say(Event::Disturbance { what: kind.name() });
        match kind {
            SpellKind::Freeze => self.frozen_until = until,
            SpellKind::WrongMonitor => self.wrong_monitor_until = until,
            SpellKind::Person => self.person_until = until,
            SpellKind::Unfocus => self.focused = false,
            SpellKind::Minimise => self.away = Away::Minimised { until },
            SpellKind::Close => self.away = Away::Closed { until },
            SpellKind::Redeal => self.table.new_game(),
            SpellKind::Meddle => self.meddle(),
            SpellKind::Wander => self.place_window(self.window.w, self.window.h),
            SpellKind::Resize => {
                let part = SIZES[self.chaos.below(SIZES.len())];
                let size = |full: i32| (f64::from(full) * part).round() as i32;
                self.place_window(size(self.home.w), size(self.home.h));
            }
            SpellKind::Notice => {
                let (width, height) = (self.size.0 as i32, self.size.1 as i32);
                self.cover(Area::new(width - 300, height - 90, 300, 90), [24, 26, 33], until);
            }
            SpellKind::Dialog => {
                let Area { w, h, .. } = self.window;
                self.cover_part(w / 4, h / 5, [228, 228, 232], until);
            }
            SpellKind::OtherWindow => {
                let Area { w, h, .. } = self.window;
                self.cover_part(2 * w / 3, 2 * h / 3, [250, 250, 250], until);
            }
        }
    }

    fn end_spells(&mut self) {
        let now = self.now;
        self.covers.retain(|&(_, until)| until > now);
        match self.away {
            Away::Minimised { until } if until <= now => self.away = Away::No,
            Away::Closed { until } if until <= now => {
                self.away = Away::No;
                self.place_window(self.window.w, self.window.h);
                self.table.restart(now);
            }
            _ => {}
        }
    }

    /// Puts a window of that size somewhere near its home, wholly on the desktop.
    fn place_window(&mut self, w: i32, h: i32) {
        let near = |chaos: &mut Random, home: i32, room: u32, len: i32| {
            let place = home + chaos.between(-WANDER, WANDER) as i32;
            place.clamp(0, (room as i32 - len).max(0))
        };
        let x = near(&mut self.chaos, self.home.x, self.size.0, w);
        let y = near(&mut self.chaos, self.home.y, self.size.1, h);
        self.window = Area::new(x, y, w, h);
    }

    fn cover_part(&mut self, w: i32, h: i32, colour: [u8; 3], until: Duration) {
        let x = self.window.x + self.chaos.between(0.0, f64::from(self.window.w - w)) as i32;
        let y = self.window.y + self.chaos.between(0.0, f64::from(self.window.h - h)) as i32;
        self.cover(Area::new(x, y, w, h), colour, until);
    }

    fn cover(&mut self, area: Area, colour: [u8; 3], until: Duration) {
        self.covers.push((Cover { area, colour }, until));
    }

    fn meddle(&mut self) {
        let mut moves = Vec::new();
        if let Some(board) = self.table.board() {
            board.legal_moves(&mut moves);
        }
        if !moves.is_empty() {
            let mv = moves[self.chaos.below(moves.len())];
            self.table.play_by_another(mv);
        }
    }
}

/// When the game looks at the mouse for the nth time.
fn poll_time(poll: u64) -> Duration {
    Duration::from_nanos(poll * 1_000_000_000 / u64::from(POLLS_PER_SECOND))
}

fn next(chaos: &mut Random, spell: Spell, now: Duration) -> Duration {
    now + Duration::from_secs_f64((spell.every * chaos.between(0.5, 1.5)).max(0.0))
}

/// A desktop without the game: a document and a bar.
fn other_monitor(size: (u32, u32)) -> Scene {
    let (w, h) = (size.0 as i32, size.1 as i32);
    let covers = vec![
        Cover { area: Area::new(w / 8, h / 10, 3 * w / 4, 3 * h / 4), colour: [245, 245, 242] },
        Cover { area: Area::new(w / 8, h / 10, 3 * w / 4, h / 24), colour: [70, 80, 110] },
        Cover { area: Area::new(0, h - h / 24, w, h / 24), colour: [20, 22, 30] },
    ];
    Scene { table: None, covers }
}
