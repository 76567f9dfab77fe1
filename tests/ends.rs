//! How the program ends: exit codes, one clear line, and a run's folder that tells its story. The real binary is run.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use exa_pipeline::record::without_times;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exa-pipeline"));
    // No display, and no settings or state of whoever runs the tests.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

/// The code it ended with, and the one line it said.
fn end_of(args: &[&str]) -> (i32, String) {
    let output = run(args);
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().rfind(|line| line.starts_with("exa-pipeline: ") || line.starts_with("error: "));
    (output.status.code().expect("no signal"), line.unwrap_or_default().to_string())
}

#[test]
fn bad_input_gets_one_clear_line_and_the_right_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("a folder");
    let empty = empty.display().to_string();
    let frames = folder.path().join("frames");
    std::fs::create_dir(&frames).expect("a folder");
    std::fs::write(frames.join("000.png"), b"no picture").expect("a file");
    let frames = frames.display().to_string();
    let board = file("board.txt", b"6R 6R\n-\n-\n-\n-\n-\n-\n-\n-\ncell: -\n");
    // Once "won" in 20 moves, some of which lost cards.
    let column_7 = "9B 10B 7R 9R 7R 10R 6B 8B";
    let others = "10R 9B 8R 7B 6R\n8B 10B 6B 8R 7B 9R 6R";
    let unordered =
        file("unordered.txt", format!("-\n-\n[H]\n[S]\n[C]\n[D]\n{column_7}\n{others}\ncell: -\n").as_bytes());
    let survey = folder.path().join("survey.csv").display().to_string();
    let settings = file("settings.toml", b"[pace]\nprss_ms = 3\n");
    let cases: [(&[&str], i32, &str); 16] = [
        (&["--games", "0"], 2, "0"),
        (&["--games", "-1"], 2, "--games <N>"),
        (&["--demo", "--disturb", "mix,lose"], 2, "\"mix\" stands alone"),
        (&["--demo", "--board", "5"], 4, "only one board"),
        (&["--games", "3"], 4, "DISPLAY"),
        (&["--replay", "/no/such/folder"], 2, "/no/such/folder"),
        (&["--replay", &empty], 2, "no frames"),
        (&["--replay", &frames], 2, "000.png"),
        (&["--demo", "--settings", &settings], 2, "prss_ms"),
        (&["--demo", "--disturb", "sloth"], 2, "sloth"),
        (&["--demo", "--disturb", "deaf"], 5, "administrator"),
        (&["solve", &board], 2, "the deck has 36"),
        (&["solve", &unordered], 2, "column 7: 7R, card 5 from the back"),
        (&["solve", "--seed", "0", "--closed"], 2, "--closed: only with --game spider"),
        (&["survey", "--to", "3", "--csv", &survey, "--plot", &survey], 2, "would write over the answers"),
        (&["read", &board], 2, "board.txt"),
    ];
    for (args, code, word) in cases {
        let (ended, line) = end_of(args);
        assert_eq!(ended, code, "{args:?}: {line}");
        assert!(line.contains(word), "{args:?}: {line:?} does not name {word}");
    }
}

#[test]
fn the_demo_wins_and_says_so_in_one_json_object() {
    let output = run(&["--demo", "--games", "2", "--seed", "5", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["wins"], 2);
    assert_eq!(answer["game_seconds"].as_array().map(Vec::len), Some(2));
    for key in ["games", "skipped", "gestures", "drifts", "repairs", "stopped"] {
        assert!(!answer[key].is_null(), "{key}");
    }
    for key in ["total", "deal", "think", "gesture", "wait"] {
        assert!(answer["seconds"][key].is_number(), "{key}");
    }
}

#[test]
fn a_dry_run_shows_the_plan_and_touches_nothing() {
    let output = run(&["--demo", "--dry-run", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let announced = String::from_utf8_lossy(&output.stderr).matches("would press").count();
    assert_eq!(answer["gestures"].as_u64(), Some(announced as u64));
    assert!(announced > 20);
    assert_eq!(answer["wins"], 0);
}

/// Lost presses, slipped drops and all: what was recorded is read, planned and judged again in the same way.
#[test]
fn a_recorded_run_replays_event_for_event() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (first, second) = (path("first"), path("second"));
    let played = ["--demo", "--games", "1", "--seed", "6", "--disturb", "lose,slip,freeze", "--record", &first];
    assert_eq!(run(&played).status.code(), Some(0));
    assert_eq!(run(&["--replay", &first, "--record", &second]).status.code(), Some(0));
    let events = |folder: &str| {
        let text = std::fs::read_to_string(Path::new(folder).join("events.jsonl")).expect("an event log");
        text.lines().map(|line| without_times(line).expect("JSON")).collect::<Vec<_>>()
    };
    let (then, now) = (events(&first), events(&second));
    assert!(then.iter().any(|line| line.contains("\"repair\"")), "nothing went wrong in this run");
    for (number, (then, now)) in then.iter().zip(&now).enumerate() {
        assert_eq!(then, now, "line {}", number + 1);
    }
    assert_eq!(then.len(), now.len());
    assert!(Path::new(&first).join("result.json").exists() && Path::new(&first).join("settings.toml").exists());
}

/// Killed at any moment, the folder holds whole lines only, and pictures that open.
#[cfg(unix)]
#[test]
fn a_recording_whose_first_pictures_are_gone_is_still_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let recorded = folder.path().join("run").display().to_string();
    let mut play = program();
    play.env("EXA_RECORD__PICTURES_MIB", "2").args(["--demo", "--seed", "7", "--record", &recorded]);
    let said = String::from_utf8(play.output().expect("the program starts").stderr).expect("text");
    assert!(said.contains("the pictures of this run have reached their bound, record.pictures_mib"), "{said}");
    let output = run(&["--replay", &recorded, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!((&answer["no_game"], &answer["unexplained"]), (&0.into(), &0.into()));
    assert!(answer["settled"].as_u64() >= Some(1), "{answer}");
}

#[test]
fn a_folder_that_cannot_be_written_does_not_stop_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let record = file.join("run").display().to_string();
    let output = run(&["--demo", "--seed", "7", "--record", &record]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.lines().any(|line| line.contains(&record) && line.contains("not written down")), "{said}");
}

#[test]
fn a_killed_run_leaves_a_folder_that_can_be_read() {
    for lines_before in [3, 40] {
        let folder = tempfile::tempdir().expect("a folder");
        let run = folder.path().join("run");
        let mut child = program()
            .args(["--demo", "--real-time", "--games", "9", "--record"])
            .arg(&run)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Its own log says how far it is: no time is waited for.
        let log = std::io::BufReader::new(child.stderr.take().expect("piped"));
        let _ = std::io::BufRead::lines(log).nth(lines_before);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let lines = exa_pipeline::record::read_events(&run).expect("whole lines");
        assert!(!lines.is_empty());
        assert!(!run.join("result.json").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_signal_stops_in_order() {
    for signal in ["-INT", "-TERM"] {
        let mut child = program()
            .args(["--demo", "--real-time", "--games", "9", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let log = std::io::BufReader::new(child.stderr.take().expect("piped"));
        let _ = std::io::BufRead::lines(log).nth(5);
        // The shell has its own kill; the program of that name is not on every machine.
        let sent = Command::new("sh").args(["-c", &format!("kill {signal} {}", child.id())]).status().expect("a shell");
        assert!(sent.success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{signal}");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the summary all the same");
        assert_eq!(answer["stopped"], "stopped by the user");
    }
}
