//! The whole pipeline on the built-in table in virtual time: nothing sleeps, and the same seed gives the same run.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use exa_pipeline::actors::director::{Mode, Stop};
use exa_pipeline::actors::message::Alarm;
use exa_pipeline::actors::{News, Outcome, Pipeline, Setup};
use exa_pipeline::device::table::desk::Harm;
use exa_pipeline::device::table::disturb::DEAF;
use exa_pipeline::device::table::event::{Entry, Event as TableEvent};
use exa_pipeline::device::table::{Disturbances, SharedPainter, TableDevices, TableOptions};
use exa_pipeline::device::{Clock, Devices};
use exa_pipeline::game::pasyans::deal;
use exa_pipeline::record::{Event, Recorder};
use exa_pipeline::settings::Settings;
use exa_pipeline::vision::Skin;

/// Plays `games` on that table; what the table saw stays in `table`.
fn play(table: &TableDevices, games: u32) -> Outcome {
    let (_alarms_out, alarms) = bounded(1);
    run(table.devices(), games, &Settings::default(), alarms, &mut |_| {})
}

fn run(
    devices: Devices,
    games: u32,
    settings: &Settings,
    alarms: Receiver<Alarm>,
    observer: &mut dyn FnMut(News<'_>),
) -> Outcome {
    let setup = Setup {
        mode: Mode::Play,
        header: Event::Resumed,
        games: Some(games),
        skin: Skin::shipped(),
        devices,
        real_time: false,
        recorder: Recorder::off(),
        user_moved: BTreeSet::new(),
        alarms,
    };
    Pipeline::new(settings, setup).run(observer).expect("the threads start")
}

#[test]
fn quiet_games_are_won_without_a_single_drift() {
    let table = TableDevices::open(TableOptions::new(7));
    let outcome = play(&table, 5);
    assert_eq!(outcome.stop, Stop::Wins(5));
    assert_eq!(table.wins(), 5);
    assert_eq!(outcome.tally.drifts, 0, "{:?}", outcome.tally);
    assert_eq!(outcome.tally.games, 5, "{:?}", outcome.tally);
    assert!(!table.button_is_down());
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = || play(&TableDevices::open(TableOptions::new(3)), 2).tally;
    assert_eq!(run(), run());
}

/// Every disturbance alone: the games are won all the same, and nothing is clicked that must not be.
#[test]
fn each_disturbance_alone_is_borne() {
    let alone = |name: &'static str| [1, 2].map(|seed| (seed, name, Disturbances::only(name).expect("a known name")));
    all_are_won(exa_pipeline::device::table::disturb::NAMES.into_iter().flat_map(alone), 2);
}

/// Random mixes: a few, or as many as [`SEEDS`] says.
#[test]
fn random_mixes_are_borne() {
    all_are_won(seeds().map(|seed| (seed, "mix", Disturbances::mix(seed))), 1);
}

/// A picture that stands is read once, so a board that was hidden must be searched on it: in the third game a window showed a
/// larger board for a moment, and the board behind was not found any more.
#[test]
fn a_board_that_stands_in_full_view_again_is_found() {
    all_are_won(std::iter::once((106, "mix", Disturbances::mix(106))), 3);
}

/// A variable of the environment that names the seeds of the mixes, as in `0..10000`.
const SEEDS: &str = "PIPELINE_TEST_SEEDS";

fn seeds() -> std::ops::Range<u64> {
    let Ok(text) = std::env::var(SEEDS) else { return 0..20 };
    let ends = text.split_once("..").map(|(from, to)| (from.parse(), to.parse()));
    match ends {
        Some((Ok(from), Ok(to))) => from..to,
        _ => panic!("{SEEDS}={text}: expected FROM..TO"),
    }
}

/// Plays every table and names all that went wrong. `exa-pipeline --demo --seed N --disturb NAME` plays one again.
fn all_are_won(tables: impl Iterator<Item = (u64, &'static str, Disturbances)>, games: u32) {
    let painter = SharedPainter::default();
    let (mut played, mut wrong) = (0, Vec::new());
    for (seed, name, disturbances) in tables {
        played += 1;
        if let Err(what) = is_won(&painter, seed, disturbances, games) {
            println!("--seed {seed} --disturb {name}: {what}");
            wrong.push((seed, name));
        }
    }
    println!("{played} tables, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "of {played} tables went wrong: {wrong:?}");
}

fn is_won(painter: &SharedPainter, seed: u64, disturbances: Disturbances, games: u32) -> Result<(), String> {
    let lag = disturbances.lag;
    let table = TableDevices::open_with(Arc::clone(painter), TableOptions::disturbed(seed, disturbances));
    let outcome = play(&table, games);
    let harm = table.harm();
    let given_up = |entry: &Entry| matches!(entry.event, TableEvent::NewGame { after_win: false });
    let given_up = table.log().iter().filter(|entry| given_up(entry)).count() as u64;
    match () {
        () if outcome.stop != Stop::Wins(games) => Err(format!("{}: {:?}", outcome.stop, outcome.tally)),
        // NEW GAME in the middle of a game is for deals that cannot be won, and for nothing else.
        () if given_up > outcome.tally.skipped => {
            Err(format!("{given_up} games given up, but {} skipped: {:?}", outcome.tally.skipped, outcome.tally))
        }
        () if table.wins() != games => Err(format!("{} wins", table.wins())),
        () if table.button_is_down() => Err("the button is left pressed".to_string()),
        // Nobody can know what lies over a game whose picture comes late.
        () if lag == 0.0 && harm != Harm::default() => Err(format!("{harm:?}")),
        () => Ok(()),
    }
}

/// As a game that was started as administrator: it takes no input at all.
#[test]
fn a_game_that_takes_no_input_is_left_alone_after_five_gestures() {
    let deaf = Disturbances::only(DEAF).expect("a known name");
    let table = TableDevices::open(TableOptions::disturbed(4, deaf));
    let outcome = play(&table, 1);
    assert_eq!(outcome.stop, Stop::GestureFails { times: 5, obeyed: false });
    assert!(outcome.stop.to_string().contains("administrator"), "{}", outcome.stop);
    assert_eq!(outcome.tally.gestures, 5);
    assert_eq!(table.harm(), Harm::default());
    assert!(!table.button_is_down());
}

#[test]
fn every_method_wins() {
    for method in ["optimal", "quick", "greedy"] {
        let text = format!("[solver]\nmethod = \"{method}\"\n");
        let settings = exa_pipeline::settings::from_text("test.toml", &text).expect("a known method").settings;
        let table = TableDevices::open(TableOptions::new(7));
        let (_alarms_out, alarms) = bounded(1);
        let outcome = run(table.devices(), 1, &settings, alarms, &mut |_| {});
        assert_eq!(outcome.stop, Stop::Wins(1), "{method}");
        assert_eq!(outcome.tally.drifts, 0, "{method}");
    }
}

/// A plan that was broken off at once is still followed to the win, and bettered on the way.
#[test]
fn a_search_without_time_wins_too() {
    let text = "[solver]\nquick_after_nodes = 1\n";
    let settings = exa_pipeline::settings::from_text("test.toml", text).expect("in range").settings;
    let table = TableDevices::open(TableOptions::new(7));
    let (_alarms_out, alarms) = bounded(1);
    let outcome = run(table.devices(), 3, &settings, alarms, &mut |_| {});
    assert_eq!(outcome.stop, Stop::Wins(3));
    assert_eq!(outcome.tally.drifts, 0);
}

/// Time that stands still while the button is down, until the other end of `go_on` is dropped; then it may fail.
struct HeldClock {
    time: Arc<dyn Clock>,
    table: TableDevices,
    held: Sender<()>,
    go_on: Receiver<()>,
    fails: bool,
}

impl Clock for HeldClock {
    fn now(&self) -> Duration {
        self.time.now()
    }

    fn sleep(&self, span: Duration) {
        if !self.table.button_is_down() {
            return self.time.sleep(span);
        }
        // Both ends may be gone: the test has what it waited for.
        let _ = self.held.try_send(());
        let _ = self.go_on.recv();
        assert!(!self.fails, "the clock has stopped");
    }
}

/// What ends a run while a card is held.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Blow {
    Signal,
    DirectorPanics,
    HandPanics,
}

#[test]
fn whatever_ends_the_run_in_the_middle_of_a_drag_the_card_goes_back_and_the_button_comes_up() {
    for blow in [Blow::Signal, Blow::DirectorPanics, Blow::HandPanics] {
        let table = TableDevices::open(TableOptions::new(7));
        let devices = table.devices();
        let time = Arc::clone(&devices.clock);
        let (held_out, held) = bounded(1);
        let (go_on_out, go_on) = bounded(1);
        let (alarms_out, alarms) = bounded(1);
        let fails = blow == Blow::HandPanics;
        let clock = HeldClock { time: Arc::clone(&time), table: table.clone(), held: held_out, go_on, fails };
        let mut go_on_out = Some(go_on_out);
        let mut observer = |news: News<'_>| {
            let News::Noted(Event::Gesture { .. }) = news else { return };
            held.recv().expect("the button goes down");
            if blow == Blow::Signal {
                alarms_out.send(Alarm::Stop).expect("the run listens");
            }
            go_on_out = None;
            assert!(blow != Blow::DirectorPanics, "the observer fails");
        };
        let devices = Devices { clock: Arc::new(clock), ..devices };
        let outcome = run(devices, 1, &Settings::default(), alarms, &mut observer);
        match (blow, outcome.stop) {
            (Blow::Signal, Stop::Interrupted) => {}
            (Blow::DirectorPanics, Stop::Died { thread: "director", message }) => {
                assert!(message.contains("the observer fails"), "{message}");
            }
            (Blow::HandPanics, Stop::Died { thread: "actuation", message }) => {
                assert!(message.contains("the clock has stopped"), "{message}");
            }
            (_, stop) => panic!("{blow:?}: {stop}"),
        }
        assert!(!table.button_is_down(), "{blow:?}");
        time.sleep(Duration::from_secs(1));
        assert_eq!(table.board(), Some(deal(7)), "{blow:?}");
    }
}
