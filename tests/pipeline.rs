//! The whole pipeline on the built-in table in virtual time: nothing sleeps, and the same seed gives the same run.

use crossbeam_channel::bounded;
use exa_pipeline::actors::director::{Mode, Stop};
use exa_pipeline::actors::{Outcome, Pipeline, Setup};
use exa_pipeline::device::table::desk::Harm;
use exa_pipeline::device::table::{Disturbances, TableDevices, TableOptions};
use exa_pipeline::record::{Event, Recorder};
use exa_pipeline::settings::Settings;
use exa_pipeline::vision::Skin;

/// Plays `games` on that table; what the table saw stays in `table`.
fn play(table: &TableDevices, games: u32) -> Outcome {
    let (_alarms_out, alarms) = bounded(1);
    let setup = Setup {
        mode: Mode::Play,
        header: Event::Resumed,
        games: Some(games),
        skin: Skin::shipped(),
        devices: table.devices(),
        real_time: false,
        recorder: Recorder::off(),
        alarms,
    };
    Pipeline::new(&Settings::default(), setup).run(&mut |_| {}).expect("the threads start")
}

#[test]
fn quiet_games_are_won_without_a_single_drift() {
    let table = TableDevices::open(TableOptions::new(7));
    let outcome = play(&table, 5);
    assert_eq!(outcome.stop, Stop::Wins(5));
    assert_eq!(table.wins(), 5);
    assert_eq!(outcome.tally.drifts, 0, "{:?}", outcome.tally);
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
    for name in exa_pipeline::device::table::disturb::NAMES {
        for seed in [1, 2] {
            let disturbances = Disturbances::only(name).expect("a known name");
            disturbed_games_are_won(seed, disturbances, 2, name);
        }
    }
}

/// Random mixes. Every failure names its seed: `exa-pipeline --demo --seed N --disturb mix` plays it again.
#[test]
fn random_mixes_are_borne() {
    for seed in 0..20 {
        disturbed_games_are_won(seed, Disturbances::mix(seed), 1, "mix");
    }
}

fn disturbed_games_are_won(seed: u64, disturbances: Disturbances, games: u32, name: &str) {
    let table = TableDevices::open(TableOptions::disturbed(seed, disturbances));
    let outcome = play(&table, games);
    let harm = table.harm();
    println!("{name}, seed {seed}: {}, {} drifts, {harm:?}", outcome.stop, outcome.tally.drifts);
    assert_eq!(outcome.stop, Stop::Wins(games), "{name}, seed {seed}: {:?}", outcome.tally);
    assert!(!table.button_is_down(), "{name}, seed {seed}: the button is left pressed");
    assert_eq!(harm, Harm::default(), "{name}, seed {seed}");
}
