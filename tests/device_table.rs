//! The built-in table, played through its devices alone in virtual time.

use std::ops::ControlFlow;
use std::time::Duration;

use exa_pipeline::device::Devices;
use exa_pipeline::device::table::desk::Harm;
use exa_pipeline::device::table::disturb::{NAMES, Spell};
use exa_pipeline::device::table::event::Event;
use exa_pipeline::device::table::{Disturbances, TableDevices, TableOptions, layout};
use exa_pipeline::frame::{Frame, LayoutPx, Point, ScreenPx};
use exa_pipeline::game::pasyans::{Board, Move, Pasyans, Place, deal};
use exa_pipeline::solver::{Goal, Limits, Solver};
use image::RgbaImage;

const POLL: Duration = Duration::from_micros(16_700);
const DEAL: Duration = Duration::from_millis(2420);

/// Somebody at the table who looks at nothing.
struct Player {
    table: TableDevices,
    devices: Devices,
    options: TableOptions,
}

impl Player {
    fn new(options: TableOptions) -> Player {
        let table = TableDevices::open(options.clone());
        Player { devices: table.devices(), table, options }
    }

    fn wait(&self, span: Duration) {
        self.devices.clock.sleep(span);
    }

    fn move_to(&mut self, at: Point<LayoutPx>) {
        let window = self.options.window;
        let scale = f64::from(window.w) / layout::SIZE.0;
        let pixel = |window: i32, origin: i32, at: f64| f64::from(window + origin) + at * scale;
        let (x, y) = self.options.origin;
        let at: Point<ScreenPx> = Point::new(pixel(window.x, x, at.x), pixel(window.y, y, at.y));
        let unit = self.devices.pointer.map(at);
        self.devices.pointer.move_to(unit).expect("a virtual mouse obeys");
    }

    /// A card's upper left part, by which it can be held.
    fn grip(place: Place, depth: usize) -> Point<LayoutPx> {
        let corner = layout::slot(place, depth);
        Point::new(corner.x + 40.0, corner.y + 15.0)
    }

    fn press_at(&mut self, at: Point<LayoutPx>) {
        self.move_to(at);
        self.wait(POLL);
        self.devices.pointer.press().expect("a virtual mouse obeys");
        self.wait(3 * POLL);
    }

    fn release_at(&mut self, at: Point<LayoutPx>) {
        self.move_to(at);
        self.wait(POLL);
        self.devices.pointer.release().expect("a virtual mouse obeys");
        self.wait(POLL);
    }

    fn drag(&mut self, board: &Board, mv: Move) {
        let depth = |place: Place| match place {
            Place::Cell => 0,
            Place::Column(column) => board.columns()[usize::from(column)].len(),
        };
        let from = depth(mv.from).saturating_sub(usize::from(mv.count));
        self.press_at(Player::grip(mv.from, from));
        self.release_at(Player::grip(mv.to, depth(mv.to).saturating_sub(1)));
        self.wait(Duration::from_millis(150));
    }

    fn events(&self) -> Vec<Event> {
        self.table.log().into_iter().map(|entry| entry.event).collect()
    }
}

/// Plays up to `count` legal moves, never the last one back, and holds the table to the rules.
fn walk(player: &mut Player, count: usize) {
    let mut board = player.table.board().expect("dealt");
    let mut back = None;
    for step in 0..count {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        moves.retain(|mv| Some((mv.from, mv.to)) != back);
        let Some(&mv) = moves.get(step * 7 % moves.len().max(1)) else { return };
        player.drag(&board, mv);
        board = board.try_play(mv).expect("a legal move");
        assert_eq!(player.table.board(), Some(board), "step {step}: {mv:?}");
        back = Some((mv.to, mv.from));
    }
}

#[test]
fn a_deal_is_over_2400_ms_after_it_began() {
    let player = Player::new(TableOptions::new(7));
    player.wait(Duration::from_millis(2390));
    assert_eq!(player.table.board(), None);
    player.wait(Duration::from_millis(30));
    assert_eq!(player.table.board(), Some(deal(7)));
    assert_eq!(player.events(), [Event::Deal { wins: 0, seed: 7, cards: deal(7) }]);
}

#[test]
fn legal_drags_do_what_the_rules_say() {
    for seed in 0..40 {
        let mut player = Player::new(TableOptions::new(seed));
        player.wait(DEAL);
        walk(&mut player, 40);
        assert!(player.events().iter().all(|e| !matches!(e, Event::Illegal { .. } | Event::Refused { .. })));
        assert_eq!(player.table.harm(), Harm::default());
    }
}

#[test]
fn an_illegal_drop_snaps_back_and_a_press_on_no_run_is_refused() {
    let mut player = Player::new(TableOptions::new(7));
    player.wait(DEAL);
    let board = deal(7);
    // The front 9B of the first column does not go on the front 8R of the second.
    player.drag(&board, Move { from: Place::Column(0), to: Place::Column(1), count: 1 });
    assert_eq!(player.table.board(), Some(board));
    player.drag(&board, Move { from: Place::Column(0), to: Place::Cell, count: 4 });
    assert_eq!(player.table.board(), Some(board));
    let events = player.events();
    assert!(matches!(events[1], Event::Illegal { target: Some(Place::Column(1)), slipped: false, .. }), "{events:?}");
    assert_eq!(events[2..], [Event::Refused { column: 0, depth: 0 }]);
}

#[test]
fn a_click_between_two_polls_is_never_seen() {
    let mut player = Player::new(TableOptions::new(7));
    player.wait(Duration::from_secs(3));
    player.move_to(layout::NEW_GAME.center());
    for _ in 0..50 {
        // Just after a poll: 3 s is one.
        player.wait(Duration::from_millis(1));
        player.devices.pointer.press().expect("a virtual mouse obeys");
        player.wait(Duration::from_millis(14));
        player.devices.pointer.release().expect("a virtual mouse obeys");
        let to_next = Duration::from_nanos(16_666_667).saturating_sub(Duration::from_millis(15));
        player.wait(to_next);
    }
    assert_eq!(player.events().len(), 1, "only the deal");
}

#[test]
fn new_game_deals_the_next_seed() {
    let mut player = Player::new(TableOptions::new(7));
    player.wait(DEAL);
    player.press_at(layout::NEW_GAME.center());
    player.release_at(layout::NEW_GAME.center());
    assert_eq!(player.table.board(), None);
    player.wait(DEAL);
    assert_eq!(player.table.board(), Some(deal(8)));
    assert_eq!(player.events()[1], Event::NewGame { after_win: false });
}

/// Won by hand: the banner is up with the last move, the counter counts, and NEW GAME rests for 1.1 s.
#[test]
fn a_won_game_shows_the_banner_and_rests_before_new_game() {
    let mut player = Player::new(TableOptions::new(7));
    player.wait(DEAL);
    let mut board = deal(7);
    let limits = Limits { nodes: 1_000_000, bytes: 1 << 28 };
    let report = Solver::new(Pasyans).solve(&board.into(), Goal::Quick, limits, &mut |_| ControlFlow::Continue(()));
    for &mv in report.end.moves().expect("deal 7 can be won") {
        player.drag(&board, mv);
        board = board.try_play(mv).expect("a plan is legal");
        assert_eq!(player.table.board(), Some(board));
    }
    assert!(board.is_won());
    assert_eq!(player.table.wins(), 1);
    let locks = player.events().iter().filter(|event| matches!(event, Event::Lock { .. })).count();
    assert_eq!((locks, player.events().last()), (4, Some(&Event::Win { wins: 1 })));

    for (wait, works) in [(0, false), (1100, true)] {
        player.wait(Duration::from_millis(wait));
        player.press_at(layout::NEW_GAME.center());
        player.release_at(layout::NEW_GAME.center());
        assert_eq!(player.events().last() == Some(&Event::NewGame { after_win: true }), works);
    }
    player.wait(DEAL);
    assert_eq!((player.table.board(), player.table.wins()), (Some(deal(8)), 1));
    assert_eq!(player.table.harm(), Harm::default());
}

#[test]
fn a_frame_used_again_holds_the_same_picture_as_a_new_one() {
    let mut options = TableOptions::disturbed(3, Disturbances::mix(5));
    options.disturbances.gain = [0.9, 1.0, 0.7];
    let mut player = Player::new(options);
    let empty = || Frame::still(RgbaImage::new(0, 0));
    let mut used = [empty(), empty(), empty()];
    for step in 0..240_usize {
        player.wait(Duration::from_millis(40));
        player.move_to(Point::new(400.0 + 3.0 * step as f64, 480.0));
        match step % 24 {
            8 => player.devices.pointer.press().expect("a virtual mouse obeys"),
            16 => player.devices.pointer.release().expect("a virtual mouse obeys"),
            _ => {}
        }
        // In no even order, as a pool gives them out.
        let frame = &mut used[step * step % 3];
        player.devices.screen.grab(frame).expect("a table can be seen");
        let mut fresh = empty();
        player.devices.screen.grab(&mut fresh).expect("a table can be seen");
        assert!(frame.pixels == fresh.pixels, "step {step}");
    }
}

#[test]
fn the_same_seed_and_the_same_hand_give_the_same_game() {
    let play = || {
        let mut player = Player::new(TableOptions::disturbed(11, Disturbances::mix(11)));
        for step in 0..200_u32 {
            player.press_at(Player::grip(Place::Column((step % 9) as u8), 3));
            player.release_at(Player::grip(Place::Column(((step * 5 + 1) % 9) as u8), 3));
        }
        player.table.log()
    };
    let first = play();
    assert!(first.len() > 20);
    assert_eq!(first, play());
}

#[test]
fn presses_where_a_player_has_no_business_are_counted() {
    let mut options = TableOptions::disturbed(1, Disturbances::default());
    options.disturbances.notice = Some(Spell { every: 1e-3, lasts: 1e6 });
    let mut player = Player::new(options);
    player.wait(DEAL);
    player.press_at(layout::INSTRUCTIONS.center());
    assert!(player.table.button_is_down());
    player.release_at(layout::INSTRUCTIONS.center());
    assert_eq!(player.table.harm(), Harm { outside: 1, covered: 0 });
    player.press_at(Point::new(-50.0, -50.0));
    player.release_at(Point::new(-50.0, -50.0));
    assert_eq!(player.table.harm(), Harm { outside: 2, covered: 0 });
    player.press_at(Point::new(1900.0, 1070.0));
    player.release_at(Point::new(1900.0, 1070.0));
    assert_eq!(player.table.harm(), Harm { outside: 2, covered: 1 });
    assert!(!player.table.button_is_down());
}

#[test]
fn scaled_and_shifted_desktops_map_the_pointer_back() {
    for (pixels_per_unit, origin) in [(1.0, (0, 0)), (1.25, (-1280, 0)), (1.5, (0, -720)), (2.0, (-300, 40))] {
        let options = TableOptions { pixels_per_unit, origin, ..TableOptions::new(5) };
        let mut player = Player::new(options);
        player.wait(DEAL);
        walk(&mut player, 3);
        let mut frame = Frame::still(RgbaImage::new(0, 0));
        player.devices.screen.grab(&mut frame).expect("a table can be seen");
        assert_eq!(frame.origin, Point::new(f64::from(origin.0), f64::from(origin.1)));
    }
}

/// Each disturbance alone leaves its trace in the log, in the picture or on the board.
#[test]
fn every_disturbance_can_be_noticed() {
    for name in NAMES {
        let quiet = trace(Disturbances::default());
        let mut disturbances = Disturbances::only(name).expect("a known name");
        // These are so rare that half a minute may pass without one.
        for spell in [&mut disturbances.close, &mut disturbances.redeal].into_iter().flatten() {
            spell.every = 10.0;
        }
        let disturbed = trace(disturbances);
        assert!(quiet != disturbed, "{name}");
    }
}

/// Half a minute of legal drags on one table, with a new game now and then: what happened, and what it looked like.
fn trace(disturbances: Disturbances) -> (Vec<Event>, Vec<u64>) {
    let mut player = Player::new(TableOptions::disturbed(2, disturbances));
    let mut frame = Frame::still(RgbaImage::new(0, 0));
    let mut looks = Vec::new();
    player.wait(DEAL);
    for step in 0..90 {
        let mut moves = Vec::new();
        let board = player.table.board();
        board.inspect(|board| board.legal_moves(&mut moves));
        match (board, moves.get(step * 7 % moves.len().max(1))) {
            (Some(board), Some(&mv)) if step % 30 != 29 => player.drag(&board, mv),
            _ => {
                player.press_at(layout::NEW_GAME.center());
                player.release_at(layout::NEW_GAME.center());
                player.wait(DEAL);
            }
        }
        player.devices.screen.grab(&mut frame).expect("a table can be seen");
        player.wait(Duration::from_millis(150));
        looks.push(frame.pixels.as_raw().iter().step_by(997).map(|&value| u64::from(value)).sum());
    }
    (player.events(), looks)
}
