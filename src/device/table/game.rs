//! The simulated game: it looks at the mouse once per poll and behaves as the real one does. No pixels, no desktop.

use std::time::Duration;

use super::card::{Card, Layout};
use super::dealer::Dealer;
use super::event::Event;
use super::layout;
use super::random::Random;
use super::view::{Airborne, CellView, PileView, TableView};
use crate::frame::{LayoutPx, Point};
use crate::game::pasyans::{Board, BoardBuilder, COLUMNS, Move, Place};

/// Polls of the mouse in a second.
pub const POLLS_PER_SECOND: u32 = 60;
/// At first the deck lies in the free cell over nine empty columns.
const DEAL_PAUSE: Duration = Duration::from_millis(500);
/// Then its cards fly to their places, from the first one's start to the last one's landing.
const DEAL_FLIGHT: Duration = Duration::from_millis(1900);
/// One card's flight; three are in the air at a time.
const CARD_FLIGHT: Duration = Duration::from_millis(160);
/// A dropped card takes so long to its place.
const SETTLE: Duration = Duration::from_millis(120);
/// NEW GAME does nothing so long after a win.
const NEW_GAME_REST: Duration = Duration::from_millis(1100);

/// The mouse as one poll sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mouse {
    /// The pointer's place on the table.
    pub at: Point<LayoutPx>,
    /// Is the left button down?
    pub down: bool,
}

/// How often the game does not do as it is told. Chances, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// A press is not noticed.
    pub lose: f64,
    /// A legal drop snaps back all the same.
    pub slip: f64,
}

/// A table with a game on it.
#[derive(Clone, Debug)]
pub struct Table {
    dealer: Dealer,
    faults: Faults,
    chaos: Random,
    columns: [Vec<Card>; COLUMNS],
    cell: Option<Card>,
    locked: [bool; COLUMNS],
    wins: u32,
    now: Duration,
    was_down: bool,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Cards are dealt to the columns in turn.
    Dealing { since: Duration, seed: u64, board: Board, deck: Vec<Card> },
    /// Nothing is in the air.
    Still,
    /// Cards hang on the pointer, grabbed this far from their corner.
    Held { source: Place, before: Board, cards: Vec<Card>, grip: (f64, f64), at: Point<LayoutPx> },
    /// Let go, on the way to their place.
    Settling { since: Duration, cards: Vec<Card>, from: Point<LayoutPx>, to: Place },
    /// The banner is up.
    Won { since: Duration },
}

impl Table {
    /// A table that begins to deal at time zero.
    pub fn new(mut dealer: Dealer, faults: Faults, chaos: Random) -> Table {
        let stage = Table::begin_deal(&mut dealer, Duration::ZERO);
        Table {
            dealer,
            faults,
            chaos,
            columns: Default::default(),
            cell: None,
            locked: [false; COLUMNS],
            wins: 0,
            now: Duration::ZERO,
            was_down: false,
            stage,
        }
    }

    /// Goes on to `now` and looks at the mouse; appends what happened to `events`.
    pub fn poll(&mut self, now: Duration, mouse: Mouse, events: &mut Vec<Event>) {
        self.now = now;
        let pressed = mouse.down && !self.was_down;
        let released = !mouse.down && self.was_down;
        self.was_down = mouse.down;
        if pressed && self.chaos.chance(self.faults.lose) {
            events.push(Event::PressLost);
        } else if pressed {
            self.press(mouse.at, events);
        }
        if let Stage::Held { at, .. } = &mut self.stage {
            *at = mouse.at;
        }
        if released {
            self.release(events);
        }
        self.go_on(events);
    }

    /// Throws the game away and deals anew, as after NEW GAME.
    pub fn new_game(&mut self) {
        self.columns = Default::default();
        self.cell = None;
        self.locked = [false; COLUMNS];
        self.stage = Table::begin_deal(&mut self.dealer, self.now);
    }

    /// The board, if every card lies in its place.
    pub fn board(&self) -> Option<Board> {
        match self.stage {
            Stage::Still | Stage::Won { .. } => Some(self.lying()),
            _ => None,
        }
    }

    /// Plays a move at once, as a stranger's hand would; does nothing while cards are in the air.
    ///
    /// The move must be legal on [`Table::board`].
    pub fn play_by_another(&mut self, mv: Move) {
        if self.board().is_some_and(|board| board.check(mv).is_ok()) {
            let cards = self.take(mv.from, usize::from(mv.count));
            self.put(mv.to, cards);
        }
    }

    /// Games won so far.
    pub fn wins(&self) -> u32 {
        self.wins
    }

    /// What can be seen now, without a cursor.
    pub fn view(&self) -> TableView {
        let mut view = TableView {
            columns: self.columns.clone().map(PileView::Cards),
            cell: self.cell.map_or(CellView::Empty, CellView::Card),
            air: Vec::new(),
            won: matches!(self.stage, Stage::Won { .. }),
            wins: self.wins,
            cursor: None,
        };
        for (column, pile) in view.columns.iter_mut().enumerate() {
            if self.locked[column] {
                *pile = PileView::Locked(self.columns[column][0].suit);
            }
        }
        match &self.stage {
            Stage::Dealing { since, deck, .. } => {
                view.cell = CellView::Deck;
                view.air = flying(deck, self.now - *since);
            }
            Stage::Held { cards, grip, at, .. } => {
                view.air.push(Airborne { cards: cards.clone(), at: Point::new(at.x - grip.0, at.y - grip.1) });
            }
            Stage::Settling { since, cards, from, to } => {
                let goal = layout::slot(*to, self.depth(*to));
                let part = (self.now - *since).div_duration_f64(SETTLE).min(1.0);
                view.air.push(Airborne { cards: cards.clone(), at: between(*from, goal, part) });
            }
            Stage::Still | Stage::Won { .. } => {}
        }
        view
    }

    fn begin_deal(dealer: &mut Dealer, now: Duration) -> Stage {
        let (seed, board) = dealer.deal();
        let Layout { columns, .. } = Layout::of(&board, seed);
        let deck = (0..36).map(|card| columns[card % COLUMNS][card / COLUMNS]).collect();
        Stage::Dealing { since: now, seed, board, deck }
    }

    fn press(&mut self, at: Point<LayoutPx>, events: &mut Vec<Event>) {
        let won = match self.stage {
            Stage::Still => false,
            Stage::Won { since } if self.now - since >= NEW_GAME_REST => true,
            _ => return,
        };
        if layout::NEW_GAME.contains(at) {
            events.push(Event::NewGame { after_win: won });
            self.new_game();
        } else if !won {
            self.grab(at, events);
        }
    }

    fn grab(&mut self, at: Point<LayoutPx>, events: &mut Vec<Event>) {
        let lens = self.columns.each_ref().map(Vec::len);
        let Some((source, depth)) = layout::touched(at, &lens, self.cell.is_some()) else { return };
        let before = self.lying();
        let count = self.depth(source) - depth;
        if let Place::Column(column) = source {
            let index = usize::from(column);
            if self.locked[index] || before.columns()[index].run_len() < count {
                events.push(Event::Refused { column, depth });
                return;
            }
        }
        let corner = layout::slot(source, depth);
        let cards = self.take(source, count);
        self.stage = Stage::Held { source, before, cards, grip: (at.x - corner.x, at.y - corner.y), at };
    }

    fn release(&mut self, events: &mut Vec<Event>) {
        let (source, before, cards, grip, at) = match std::mem::replace(&mut self.stage, Stage::Still) {
            Stage::Held { source, before, cards, grip, at } => (source, before, cards, grip, at),
            other => {
                self.stage = other;
                return;
            }
        };
        let target = layout::drop_target(at, &self.columns.each_ref().map(Vec::len));
        let legal = target.filter(|&to| before.check(Move { from: source, to, count: cards.len() as u8 }).is_ok());
        let slipped = legal.is_some() && self.chaos.chance(self.faults.slip);
        let to = match legal {
            Some(target) if !slipped => {
                events.push(Event::Move { source, target, cards: cards.clone() });
                target
            }
            _ => {
                events.push(Event::Illegal { source, target, cards: cards.clone(), slipped });
                source
            }
        };
        let from = Point::new(at.x - grip.0, at.y - grip.1);
        self.stage = Stage::Settling { since: self.now, cards, from, to };
    }

    /// What happens by itself: cards land, columns lock, the game is won.
    fn go_on(&mut self, events: &mut Vec<Event>) {
        match &mut self.stage {
            Stage::Settling { since, cards, to, .. } if self.now - *since >= SETTLE => {
                let (to, cards) = (*to, std::mem::take(cards));
                self.put(to, cards);
                self.stage = Stage::Still;
            }
            Stage::Dealing { since, seed, board, deck } => {
                let landed = landed(self.now - *since);
                for (column, cards) in self.columns.iter_mut().enumerate() {
                    let mine = deck[..landed].iter().skip(column).step_by(COLUMNS);
                    cards.extend(mine.skip(cards.len()));
                }
                if landed == deck.len() {
                    events.push(Event::Deal { wins: self.wins, seed: *seed, cards: *board });
                    self.stage = Stage::Still;
                }
            }
            _ => {}
        }
        if matches!(self.stage, Stage::Still) {
            self.look_for_locks_and_win(events);
        }
    }

    fn look_for_locks_and_win(&mut self, events: &mut Vec<Event>) {
        let board = self.lying();
        for (column, cards) in board.columns().iter().enumerate() {
            if let (false, Some(suit)) = (self.locked[column], cards.locks()) {
                self.locked[column] = true;
                events.push(Event::Lock { column: column as u8, suit });
            }
        }
        if board.is_won() {
            self.wins += 1;
            self.stage = Stage::Won { since: self.now };
            events.push(Event::Win { wins: self.wins });
        }
    }

    /// The board of the cards that lie; only while none is in the air.
    fn lying(&self) -> Board {
        let columns = self.columns.each_ref().map(|cards| cards.iter().map(|card| card.kind()).collect());
        let builder = BoardBuilder { columns, cell: self.cell.map(Card::kind) };
        builder.build().expect("with none in the air every card of the deck lies somewhere")
    }

    fn depth(&self, place: Place) -> usize {
        match place {
            Place::Column(column) => self.columns[usize::from(column)].len(),
            Place::Cell => usize::from(self.cell.is_some()),
        }
    }

    fn take(&mut self, place: Place, count: usize) -> Vec<Card> {
        match place {
            Place::Column(column) => {
                let cards = &mut self.columns[usize::from(column)];
                cards.split_off(cards.len() - count)
            }
            Place::Cell => self.cell.take().into_iter().collect(),
        }
    }

    fn put(&mut self, place: Place, cards: Vec<Card>) {
        match place {
            Place::Column(column) => self.columns[usize::from(column)].extend(cards),
            Place::Cell => self.cell = cards.first().copied(),
        }
    }
}

/// When the card lands, counted from the deal's begin.
fn landing(card: usize) -> Duration {
    DEAL_PAUSE + DEAL_FLIGHT * (card as u32 + 1) / 36
}

/// How many cards have landed so long after the deal's begin.
fn landed(passed: Duration) -> usize {
    (0..36).take_while(|&card| landing(card) <= passed).count()
}

fn flying(deck: &[Card], passed: Duration) -> Vec<Airborne> {
    let in_air = |&card: &usize| (landing(card) - CARD_FLIGHT..landing(card)).contains(&passed);
    let fly = |card: usize| {
        let goal = layout::slot(Place::Column((card % COLUMNS) as u8), card / COLUMNS);
        let part = 1.0 - (landing(card) - passed).div_duration_f64(CARD_FLIGHT);
        Airborne { cards: vec![deck[card]], at: between(layout::slot(Place::Cell, 0), goal, part) }
    };
    (0..36).filter(in_air).map(fly).collect()
}

fn between(from: Point<LayoutPx>, to: Point<LayoutPx>, part: f64) -> Point<LayoutPx> {
    Point::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
}
