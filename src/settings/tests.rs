//! Every layer, every kind of mistake, and the older bot's file.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use super::*;

/// Loads a text as the file `name` in a folder of its own.
fn load_text(name: &str, text: &str) -> Result<Loaded, SettingsError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    load(Some(&path), [], &[])
}

/// The message for such a file, without the folder.
fn message(name: &str, text: &str) -> String {
    let message = load_text(name, text).expect_err(text).to_string();
    message[message.find(name).expect("the file's name stands in the message")..].to_string()
}

fn variable(name: &str, value: &str) -> [(String, String); 1] {
    [(name.to_string(), value.to_string())]
}

#[test]
fn the_defaults_load_and_round_trip() {
    let settings = Settings::default();
    assert_eq!(settings.run.games, 1);
    assert_eq!(settings.run.until_wins, None);
    assert_eq!(load_text("used.toml", &settings.to_toml()).expect("our own text").settings, settings);
}

#[test]
fn later_layers_win() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.toml");
    fs::write(&path, "[run]\ngames = 5\nmonitor = 2\n[pace]\npress_ms = 80\nmove_ms = 90").expect("a file");
    let environment = [
        ("EXA_PACE__PRESS_MS".to_string(), "60".to_string()),
        ("EXA_CLICK__GRAB".to_string(), "[30, 20.5]".to_string()),
        ("EXA_RUN__ON_USER".to_string(), "stop".to_string()),
        ("PATH".to_string(), "/bin".to_string()),
    ];
    let choices = [Choice { option: "--games", key: "run.games", value: "7".to_string() }];
    let settings = load(Some(&path), environment, &choices).expect("all layers").settings;
    assert_eq!(settings.run.games, 7);
    assert_eq!(settings.run.monitor, WhichMonitor::Number(2.try_into().expect("two")));
    assert_eq!(settings.pace.press, Duration::from_millis(60));
    assert_eq!(settings.pace.travel, Duration::from_millis(90));
    assert_eq!((settings.click.grab.x, settings.click.grab.y), (30.0, 20.5));
    assert_eq!(settings.run.on_user, OnUser::Stop);
    assert_eq!(settings.verify, Settings::default().verify);
}

#[test]
fn json_is_read_by_extension_and_by_content() {
    let text =
        "{\n // as many as can be\n \"run\": {\"games\": 50, \"minutes\": 480}, \"record\": {\"runs_dir\": \"//a/b\"}}";
    for name in ["mine.json", "mine"] {
        let settings = load_text(name, text).expect("JSON").settings;
        assert_eq!(settings.run.games, 50);
        assert_eq!(settings.run.minutes.map(u32::from), Some(480));
        assert_eq!(settings.record.runs_dir, Some(PathBuf::from("//a/b")));
    }
}

#[test]
fn an_unknown_key_is_named_with_its_place_and_the_allowed_ones() {
    assert_eq!(
        message("mine.toml", "[pace.fast]\nturbo = 1"),
        "mine.toml: unknown key \"pace.fast.turbo\"; [pace.fast] has the keys fastest, slowest, start"
    );
    assert_eq!(
        message("mine.json", "{\"gmaes\": 3}"),
        "mine.json: unknown key \"gmaes\"; the top level has the keys click, demo, pace, record, run, solver, verify, vision"
    );
    let wrong = load(None, variable("EXA_RUN__GAMSE", "3"), &[]).expect_err("a mistyped variable").to_string();
    assert!(
        wrong.starts_with("EXA_RUN__GAMSE: unknown key \"run.gamse\"; [run] has the keys board, games,"),
        "{wrong}"
    );
}

#[test]
fn a_bad_value_is_named_with_its_key_and_what_was_expected() {
    for (text, expected) in [
        ("run.games = 0", "run.games = 0: expected 1 to 1000000"),
        ("run.games = -1", "run.games = -1: expected an unsigned"),
        ("run.games = 1.5", "run.games = 1.5: expected a whole number"),
        ("run.games = true", "run.games = true: expected a whole number"),
        ("run.minutes = \"on\"", "run.minutes = \"on\": expected \"off\" or a whole number from 1 up"),
        ("run.monitor = 0", "run.monitor = 0: expected \"all\" or a monitor's number"),
        ("run.board = 0", "run.board = 0: "),
        ("run = 3", "run = 3: expected a section with keys"),
        ("pace.profile = \"turbo\"", "pace.profile = \"turbo\": expected one of \"normal\", \"fast\", \"careful\""),
        ("pace.press_ms = 20", "pace.press_ms = 20: expected 34 to 5000"),
        ("pace.normal.start = 50", "pace.normal.start = 50: expected 1 to 4"),
        ("verify.same_gesture_end = 2", "verify.same_gesture_end = 2: expected 3 to 100"),
        ("click.grab = [60]", "click.grab = [60]: "),
        ("click.grab = 60", "click.grab = 60: expected two numbers"),
        ("click.grab = [60, 30]", "click.grab = [60, 30]: expected [right, down] inside"),
        ("click.drop = [0, 15]", "click.drop = [0, 15]: expected less than"),
        ("click.pointer_scale = 0", "click.pointer_scale = 0: expected 0.125 to 8"),
        ("record.pictures = \"yes\"", "record.pictures = \"yes\": expected true or false"),
        ("demo.width = 10", "demo.width = 10: expected 640 to 7680"),
    ] {
        let message = message("mine.toml", text);
        assert!(message.starts_with(&format!("mine.toml: {expected}")), "{text}: {message}");
    }
    let wrong = message("mine.json", "{\"demo\": {\"seed\": 18446744073709551615}}");
    assert_eq!(wrong, "mine.json: demo.seed = 18446744073709551615: expected 0 to 9223372036854775807");
    let wrong = load(None, variable("EXA_RUN__GAMES", "many"), &[]).expect_err("a word").to_string();
    assert_eq!(wrong, "EXA_RUN__GAMES: run.games = \"many\": expected a whole number");
    let choice = Choice { option: "--games", key: "run.games", value: "0".to_string() };
    let wrong = load(None, [], &[choice]).expect_err("no games").to_string();
    assert_eq!(wrong, "--games: run.games = 0: expected 1 to 1000000");
}

#[test]
fn a_file_that_is_no_file_or_has_no_syntax_is_one_line() {
    let missing = load(Some(Path::new("no/such.toml")), [], &[]).expect_err("no file").to_string();
    assert!(missing.starts_with("no/such.toml: cannot be read: "), "{missing}");
    for (name, text) in [
        ("mine.toml", "[run]\ngames = "),
        ("mine.json", "{\"run\": {"),
        ("mine.json", "[1]"),
        ("mine.toml", "a = 1\na = 2"),
    ] {
        let message = message(name, text);
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

/// The older bot's own description of its file, with a comment on every line.
const OLDER: &str = r#"{
	"resolution_scale_click": 0.5, // DPI scaling: 0.5 for 2x DPI, 1 for standard monitors
	"max_window_x": 1316, // How wide the game is in the window
	"max_window_y": 822,
	"stack_width": 134, // How many pixels "horizontally" from stack to stack
	"stack_height": 30,
	"base_stack_offset_x": 55,
	"base_stack_offset_y": 332,
	"freecell_offset_x": 1046,
	"freecell_offset_y": 89,
	"card_sprite_x": 22,
	"card_sprite_y": 23,
	"number_stacks": 9, // this should be left alone
	"cards_per_stack_base": 4,
	"anchor_filename": "card_back/anchor/anchor.png",
	"card_filename": "card_back/cards/*.png", // Location of the card images
	"click_offset_x": 40,
	"click_offset_y": 21,
	"base_delay": 0.4,
	"window_click_offset_x": 100,
	"window_click_offset_y": 100,
	"new_game_offset_x": 1064,
	"new_game_offset_y": 780
}"#;

#[test]
fn the_older_bots_file_is_taken_over() {
    let Loaded { settings, notes } = load_text("config.json", OLDER).expect("the older file");
    assert_eq!(settings.click.pointer_scale, Automatic::Given(0.5));
    assert_eq!((settings.click.grab.x, settings.click.grab.y), (40.0, 21.0));
    assert_eq!(settings.pace.normal.start, 2.0);
    assert_eq!(settings.vision.cards, CardSet::Builtin);
    let silent = notes.iter().find(|note| note.starts_with("no effect")).expect("keys without effect are named");
    assert!(silent.contains("freecell_offset_x") && !silent.contains("base_delay"), "{silent}");
}

#[test]
fn an_older_file_for_another_size_or_card_set_is_scaled_and_found() {
    let twice = OLDER
        .replace("\"stack_width\": 134", "\"stack_width\": 268")
        .replace("\"stack_height\": 30", "\"stack_height\": 60")
        .replace("card_back/cards/*.png", "mine/cards/*.png");
    let Loaded { settings, notes } = load_text("config.json", &twice).expect("the older file");
    assert_eq!((settings.click.grab.x, settings.click.grab.y), (20.0, 10.5));
    let CardSet::Folder(folder) = settings.vision.cards else { panic!("a folder") };
    assert!(folder.ends_with("mine"), "{}", folder.display());
    assert!(!notes.iter().any(|note| note.contains("does not fit")));
    let bent = twice.replace("\"stack_height\": 60", "\"stack_height\": 30");
    assert!(load_text("config.json", &bent).expect("bent").notes.iter().any(|note| note.contains("does not fit")));
}

#[test]
fn mistakes_in_an_older_file_name_its_own_keys() {
    let unknown = message("config.json", &OLDER.replace("base_delay", "basic_delay"));
    assert!(unknown.starts_with(
        "config.json: unknown key \"basic_delay\"; the older bot's file has the keys resolution_scale_click, "
    ));
    for (right, wrong, expected) in [
        ("\"number_stacks\": 9", "\"number_stacks\": 8", "number_stacks = 8: expected 9, which the rules fix"),
        ("\"base_delay\": 0.4", "\"base_delay\": \"slow\"", "base_delay = \"slow\": expected 0.01 to 5 seconds"),
        ("\"click_offset_y\": 21", "\"click_offset_y\": 150", "click_offset_y = 150: expected a point inside"),
        ("\"stack_width\": 134", "\"stack_width\": 0", "stack_width = 0: expected a number above 0"),
        ("\"max_window_x\": 1316", "\"max_window_x\": null", "max_window_x = null: expected a number"),
        ("\"card_back/cards/*.png\"", "7", "card_filename = 7: expected a file name"),
    ] {
        let message = message("config.json", &OLDER.replace(right, wrong));
        assert!(message.starts_with(&format!("config.json: {expected}")), "{message}");
    }
}

#[test]
fn the_file_the_older_bot_ships_loads() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/older-bot/config.json");
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return;
    }
    let settings = load(Some(&path), [], &[]).expect("the older bot's file").settings;
    assert_eq!(settings.click.pointer_scale, Automatic::Given(0.5));
    // Its delay stands for the factor 1; all else of the pace is ours.
    let mut pace = Settings::default().pace;
    pace.normal.start = 1.0;
    assert_eq!(settings.pace, pace);
}
