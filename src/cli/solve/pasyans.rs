//! `solve` for ПАСЬЯНС: boards in, moves in words out.

use serde_json::{Value, json};

use super::{Answer, Args, limits, name, read_board};
use crate::cli::exit::Failure;
use crate::cli::interrupt::Interrupt;
use crate::game::pasyans::{Board, Column, Kind, Move, OlderBot, OnScreen, Pasyans, Place, Position, deal};
use crate::settings::{Method, Settings};
use crate::solver::{End, Goal, Progress, Report, Solver, greedy, travel};

/// The answer for the deal that the arguments name.
pub fn answer(args: &Args, settings: &Settings) -> Result<Answer, Failure> {
    let board = match (&args.board, args.seed) {
        (Some(path), _) => {
            read_board(path)?.parse().map_err(|error| Failure::usage(format!("{}: {error}", name(path))))?
        }
        (None, Some(seed)) => deal(seed),
        (None, None) => return Err(Failure::usage("name a board file, \"-\" for standard input, or --seed N")),
    };
    let position = Position::from(board);
    let interrupt = Interrupt::catch()?;
    Ok(Answer::time(|| search(&position, settings, &interrupt), |moves| tell(board, moves)))
}

fn search(position: &Position, settings: &Settings, interrupt: &Interrupt) -> Report<Move> {
    let observer = &mut |_: Progress<'_, Move>| interrupt.look();
    let goal = match settings.solver.method {
        Method::Greedy => {
            let weights = settings.solver.greedy;
            let older = OlderBot { stack: weights.stack, empty: weights.empty, column: weights.column };
            return greedy::search(&older, position, weights.max_path, limits(settings), observer);
        }
        Method::Quick => Goal::Quick,
        Method::Optimal => Goal::Shortest,
    };
    let mut report = Solver::new(Pasyans).solve(position, goal, limits(settings), observer);
    if let End::Optimal(moves) = &mut report.end {
        *moves = travel::least_travel(&OnScreen::default(), position, moves);
    }
    report
}

/// Every move in words and as JSON.
fn tell(mut board: Board, moves: &[Move]) -> Vec<(String, Value)> {
    let mut told = Vec::new();
    for &mv in moves {
        let cards = carried(&board, mv);
        let names: Vec<String> = cards.iter().map(Kind::to_string).collect();
        let target = match mv.to {
            Place::Cell => "to the free cell".to_string(),
            Place::Column(to) => match board.columns()[usize::from(to)].front() {
                Some(front) => format!("onto the {front} of {}", mv.to),
                None => format!("to the empty {}", mv.to),
            },
        };
        board.play_unchecked(mv);
        let locks = match mv.to {
            Place::Column(to) if board.is_locked(usize::from(to)) => "; the pile locks",
            _ => "",
        };
        let words = format!("{} from {} {target}{locks}", names.join(" "), mv.from);
        let json = json!({ "from": place(mv.from), "to": place(mv.to), "count": mv.count, "cards": names });
        told.push((words, json));
    }
    told
}

/// The cards that a legal move carries, back card first.
fn carried(board: &Board, mv: Move) -> Vec<Kind> {
    match mv.from {
        Place::Cell => board.cell().into_iter().collect(),
        Place::Column(from) => {
            let column: Column = board.columns()[usize::from(from)];
            column.iter().skip(column.len() - usize::from(mv.count)).collect()
        }
    }
}

fn place(place: Place) -> Value {
    match place {
        Place::Column(column) => (column + 1).into(),
        Place::Cell => "cell".into(),
    }
}
