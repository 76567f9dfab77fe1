//! Card sets: cut by `calibrate` from screenshots, used with `--cards`, and those of an older bot. The real binary is run.

mod sight;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use exa_pipeline::device::table::Painter;
use exa_pipeline::device::table::view::TableView;
use exa_pipeline::game::pasyans::deal;
use image::{Rgba, RgbaImage};
use sight::shared;

fn run(args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_exa-pipeline"));
    program.args(args).stdin(Stdio::null()).output().expect("the program starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

/// A screenshot of a deal.
fn shot(folder: &Path, seed: u64) -> String {
    let mut picture = RgbaImage::new(1600, 900);
    Painter::new().draw(&TableView::of(&deal(seed), seed), &mut picture);
    let path = folder.join(format!("deal-{seed}.png"));
    picture.save(&path).expect("a folder that can be written");
    path.display().to_string()
}

#[test]
fn a_set_cut_from_screenshots_reads_other_boards_and_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = folder.path().join("set").display().to_string();
    let shots = [1, 2].map(|seed| shot(folder.path(), seed));
    let cut = run(&["calibrate", &shots[0], &shots[1], "--out", &set]);
    assert_eq!(code(&cut), 0, "{}", String::from_utf8_lossy(&cut.stderr));
    assert!(String::from_utf8_lossy(&cut.stdout).contains("14 of 14"));
    let other = shot(folder.path(), 3);
    let read = run(&["read", "--cards", &set, &other]);
    assert_eq!(String::from_utf8_lossy(&read.stdout).trim_end(), deal(3).to_string());
    let again = run(&["calibrate", &shots[0], "--out", &set]);
    assert_eq!(code(&again), 2);
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force"));
    assert_eq!(code(&run(&["calibrate", &shots[0], "--out", &set, "--force"])), 0);
}

#[test]
fn a_picture_without_a_game_cuts_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let blank = folder.path().join("blank.png");
    RgbaImage::from_pixel(800, 600, Rgba([90, 90, 90, 255])).save(&blank).expect("a folder that can be written");
    let set = folder.path().join("set");
    let cut = run(&["calibrate", &blank.display().to_string(), "--out", &set.display().to_string()]);
    assert_eq!(code(&cut), 4);
    assert!(String::from_utf8_lossy(&cut.stderr).contains("blank.png"));
    assert!(!set.exists());
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing").display().to_string();
    let read = run(&["read", "--cards", &missing, &shot(folder.path(), 1)]);
    assert_eq!(code(&read), 2);
    assert!(String::from_utf8_lossy(&read.stderr).contains("no such folder"));
}

#[test]
fn an_older_bot_s_set_reads_the_real_game() {
    let (Some(set), Some(stills)) = (shared("older-bot/card_back"), shared("real/stills")) else { return };
    let still = stills.join("fresh-1920x1080.png");
    let read = run(&["read", "--cards", &set.display().to_string(), &still.display().to_string()]);
    let board = std::fs::read_to_string(still.with_extension("txt")).expect("its board");
    assert_eq!(String::from_utf8_lossy(&read.stdout).trim_end(), board.trim_end());
}
