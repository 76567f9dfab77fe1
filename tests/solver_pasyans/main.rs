//! The solver of ПАСЬЯНС against the plain referee.

mod limits;
mod moves;
mod optimum;
mod plain;
mod referee;
mod travel;

use std::ops::ControlFlow;

use exa_pipeline::game::pasyans::{Board, Move, Place};
use exa_pipeline::solver::{Limits, Progress};
use referee::{CELL, Drag};

const LIMITS: Limits = Limits { nodes: 10_000_000, bytes: 1 << 28 };

fn go_on(_: Progress<'_, Move>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn drag(mv: Move) -> Drag {
    let place = |place| match place {
        Place::Column(column) => usize::from(column),
        Place::Cell => CELL,
    };
    Drag { from: place(mv.from), to: place(mv.to), count: usize::from(mv.count) }
}

fn assert_wins(board: &Board, plan: &[Move]) {
    let end = referee::replay(&referee::read(&board.to_string()), plan.iter().map(|&mv| drag(mv)));
    assert!(end.is_won(), "the plan ends in {end:?}");
}

/// How many cases, unless `EXA_TEST_CASES` asks for a longer run.
fn cases(usual: u64) -> u64 {
    std::env::var("EXA_TEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}
