//! `read`: prints the boards on screenshots.

mod annotate;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::exit::{ExitCode, Failure};
use super::output::print;
use crate::frame::Frame;
use crate::game::pasyans::Place;
use crate::settings::{CardSet, load_skin};
use crate::vision::{Layout, Reader, Reading, Sighting, TableState};

/// Read the board on a screenshot.
///
/// Prints it in the notation that `solve` reads, `?` for a card that cannot be read. Exit codes: 0 a board was read, 2 a
/// file that is no picture, 4 no game on a picture or a card that cannot be read.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub struct Args {
    /// Screenshots, PNG or JPEG.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object with all that was seen.
    #[arg(long)]
    json: bool,
    /// Write the picture with what was found drawn on it: board, columns, cards with score and runner-up, what is in the
    /// way. For one picture only.
    #[arg(long, value_name = "PNG")]
    annotate: Option<PathBuf>,
    /// The folder of a card set to read with, instead of the built-in one.
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Which board, where a picture shows several: 1 is the largest.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    board: Option<u16>,
}

/// Reads the pictures and prints what is on them.
///
/// # Errors
/// A file that is no picture; a card set that cannot be used; a picture without a game, or without the board asked for.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.annotate.is_some() && args.files.len() > 1 {
        return Err(Failure::usage("--annotate takes one picture at a time; give one FILE"));
    }
    let cards = args.cards.clone().map_or(CardSet::Builtin, CardSet::Folder);
    let mut reader = Reader::new(load_skin(&cards).map_err(Failure::usage)?);
    let mut boards = Vec::new();
    let mut whole = true;
    for file in &args.files {
        let frame = open(file)?;
        let mut reading = Reading::default();
        reader.forget();
        reader.read(&frame, None, &mut reading);
        if let Some(path) = &args.annotate {
            let drawn = annotate::draw(&frame, &reading, reader.skin().layout());
            drawn
                .save(path)
                .map_err(|error| Failure::usage(format!("{}: cannot be written: {error}", path.display())))?;
        }
        let chosen = choose(args, file, &reading)?;
        whole &= !chosen.is_empty() && chosen.iter().all(|(_, sighting)| is_read(sighting));
        for &(number, sighting) in &chosen {
            if args.json {
                boards.push(to_json(file, sighting, reader.skin().layout()));
            } else {
                print_words(args, file, number, sighting, reading.sightings.len())?;
            }
        }
    }
    if args.json {
        print(json!({ "boards": boards }))?;
    }
    Ok(if whole { ExitCode::Done } else { ExitCode::NoGame })
}

/// Opens a picture.
///
/// # Errors
/// A file that is missing or no PNG or JPEG.
pub(crate) fn open(file: &Path) -> Result<Frame, Failure> {
    let picture = image::open(file)
        .map_err(|error| Failure::usage(format!("{}: no picture: {error}; expected PNG or JPEG", file.display())))?;
    Ok(Frame::still(picture.into_rgba8()))
}

/// The boards to report, numbered from 1. Without a game an empty list is the answer in JSON, and a failure in words.
fn choose<'a>(args: &Args, file: &Path, reading: &'a Reading) -> Result<Vec<(usize, &'a Sighting)>, Failure> {
    let found = reading.sightings.len();
    let all = (1..).zip(&reading.sightings);
    match args.board.map(usize::from) {
        Some(number) if number > found => {
            let line = format!("{}: board {number} was asked for, but {found} were found", file.display());
            Err(Failure::new(ExitCode::NoGame, line))
        }
        Some(number) => Ok(all.filter(|&(index, _)| index == number).collect()),
        None if found == 0 && !args.json => {
            let line =
                format!("{}: no game found; expected a screenshot with the whole board in sight", file.display());
            Err(Failure::new(ExitCode::NoGame, line))
        }
        None => Ok(all.collect()),
    }
}

/// Is everything known that this state lets know? A banner and a deal have no board.
fn is_read(sighting: &Sighting) -> bool {
    sighting.board.is_some() || matches!(sighting.state, TableState::Won | TableState::Dealing)
}

fn print_words(args: &Args, file: &Path, number: usize, sighting: &Sighting, found: usize) -> Result<(), Failure> {
    if args.files.len() > 1 {
        print(format_args!("# {}", file.display()))?;
    }
    if found > 1 {
        print(format_args!("# board {number} of {found}"))?;
    }
    match sighting.state {
        TableState::Playing if sighting.board.is_some() => {}
        TableState::Playing => log::warn!("{}: not every card can be read", file.display()),
        state => log::warn!("{}: {}", file.display(), words(state)),
    }
    match sighting.state {
        TableState::Won | TableState::Dealing => print(format_args!("# {}", words(sighting.state))),
        _ => print(sighting),
    }
}

/// The state as a sentence.
fn words(state: TableState) -> &'static str {
    match state {
        TableState::Playing => "cards lie still",
        TableState::Dealing => "a game is being dealt",
        TableState::Won => "the game is won",
        TableState::Moving => "a card is in the air or hidden",
        TableState::Covered => "something covers the board",
    }
}

fn name(state: TableState) -> &'static str {
    match state {
        TableState::Playing => "playing",
        TableState::Dealing => "dealing",
        TableState::Won => "won",
        TableState::Moving => "moving",
        TableState::Covered => "covered",
    }
}

fn to_json(file: &Path, sighting: &Sighting, layout: &Layout) -> Value {
    let card = |card: &crate::vision::CardSighting| {
        let column = match card.place {
            Place::Column(column) => json!(column + 1),
            Place::Cell => json!("cell"),
        };
        let corner = [card.corner.x, card.corner.y, card.corner.w, card.corner.h];
        json!({
            "column": column,
            "row": card.depth + 1,
            "kind": card.kind.map(|kind| kind.to_string()),
            "score": card.score,
            "second": card.second,
            "rect": corner,
        })
    };
    let panel = sighting.placement.rect(layout.panel());
    let covers: Vec<_> = sighting.covers.iter().map(|cover| [cover.x, cover.y, cover.w, cover.h]).collect();
    json!({
        "file": file.display().to_string(),
        "board": sighting.to_string(),
        "rect": [panel.x, panel.y, panel.w, panel.h],
        "scale": sighting.placement.scale,
        "state": name(sighting.state),
        "wins": sighting.wins,
        "covers": covers,
        "cards": sighting.cards.iter().filter(|c| c.kind.is_some()).map(card).collect::<Vec<_>>(),
        "unreadable": sighting.cards.iter().filter(|c| c.kind.is_none()).map(card).collect::<Vec<_>>(),
    })
}
