//! Reading the real captures: every still gives exactly the board beside it; in the runs no card is ever read wrong, and
//! every settled board follows from the one before by legal moves.

mod sight;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use exa_pipeline::frame::Frame;
use exa_pipeline::game::pasyans::{Board, Move};
use exa_pipeline::vision::{Reader, Reading, Sighting, Skin, TableState};
use sight::{open, shared};

#[test]
fn stills_give_exactly_the_text_beside_them() {
    let Some(folder) = shared("real/stills") else { return };
    let mut read = 0;
    for text_file in files(&folder, "txt") {
        let picture = ["png", "jpg"].map(|ending| text_file.with_extension(ending)).into_iter().find(|p| p.exists());
        let frame = open(&picture.expect("each board has its picture"));
        let mut reading = Reading::default();
        Reader::new(Skin::shipped()).read(&frame, None, &mut reading);
        let [sighting] = reading.sightings.as_slice() else { panic!("{}: not one board", text_file.display()) };
        let text = fs::read_to_string(&text_file).expect("a board");
        assert_eq!(sighting.to_string(), text.trim_end(), "{}", text_file.display());
        assert_eq!(sighting.state, TableState::Playing);
        read += 1;
    }
    assert!(read > 0, "{}: no board texts", folder.display());
}

/// The whole game, at 600x338: first another window covers the free cell, then the deal is read, every board follows
/// from the one before, and the banner is seen.
#[test]
fn the_run_under_a_terminal_is_followed_from_the_deal_to_the_banner() {
    let Some(folder) = shared("real/runs/terminal-over-cell") else { return };
    let deal = fs::read_to_string(folder.with_extension("deal.txt")).expect("the deal");
    let deal: Board = format!("{}\ncell: -", deal.trim_end()).parse().expect("the deal is a board");
    let run = follow(&files(&folder, "png"));
    assert_eq!(run.states.first(), Some(&TableState::Covered), "a window covers the free cell");
    assert_eq!(run.boards.first(), Some(&deal));
    assert_eq!(run.states.last(), Some(&TableState::Won));
    assert!(run.boards.len() > 30, "only {} settled boards", run.boards.len());
}

/// Bleached video on two monitors: much of the red print is lost. What a frame leaves open is told by the frames before,
/// by the deck, and by what the rules allow; the next game is followed from its deal to the end of the recording.
#[test]
fn the_run_on_two_monitors_has_every_state_and_no_wrong_board() {
    let Some(folder) = shared("real/runs/two-monitors") else { return };
    let run = follow(&files(&folder, "jpg"));
    for state in [TableState::Playing, TableState::Moving, TableState::Won, TableState::Dealing] {
        assert!(run.states.contains(&state), "{state:?} was not seen");
    }
    println!("two-monitors: {} settled boards of {} frames", run.boards.len(), run.states.len());
    assert!(run.boards.len() >= 8, "only {} settled boards", run.boards.len());
    let dealt = |board: &Board| board.columns().iter().all(|column| column.len() == 4);
    assert!(run.boards.iter().any(dealt), "the deal was not read");
}

struct Run {
    states: Vec<TableState>,
    /// Boards that two frames in a row agreed on, each different from the one before.
    boards: Vec<Board>,
}

/// Reads the frames in order, as a player would; checks that each settled board can be reached from the one before.
fn follow(frames: &[PathBuf]) -> Run {
    let mut reader = Reader::new(Skin::shipped());
    let mut reading = Reading::default();
    let mut before: Option<Sighting> = None;
    let mut run = Run { states: Vec::new(), boards: Vec::new() };
    for path in frames {
        let frame = Frame { taken: taken(path), ..open(path) };
        reader.read(&frame, run.boards.last(), &mut reading);
        let [sighting] = reading.sightings.as_slice() else { panic!("{}: not one board", path.display()) };
        run.states.push(sighting.state);
        let settled = before.as_ref().is_some_and(|before| before.agrees(sighting));
        if let (true, Some(board)) = (settled, sighting.board) {
            match run.boards.last() {
                Some(last) if *last == board => {}
                Some(last) => {
                    let dealt = board.columns().iter().all(|column| column.len() == 4);
                    assert!(dealt || reaches(last, &board, 3), "{}: {last}\n cannot become\n{board}", path.display());
                    run.boards.push(board);
                }
                None => run.boards.push(board),
            }
        }
        before = Some(sighting.clone());
    }
    run
}

/// The recordings' names are milliseconds.
fn taken(path: &Path) -> Duration {
    let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    Duration::from_millis(name.parse().expect("milliseconds"))
}

/// Can `to` be reached in at most so many legal moves?
fn reaches(from: &Board, to: &Board, moves: u32) -> bool {
    if from == to {
        return true;
    }
    let mut legal: Vec<Move> = Vec::new();
    from.legal_moves(&mut legal);
    moves > 0 && legal.into_iter().any(|mv| from.try_play(mv).is_ok_and(|next| reaches(&next, to, moves - 1)))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == ending)).collect();
    files.sort();
    files
}
