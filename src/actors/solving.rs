//! Solving turns boards into plans.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crossbeam_channel::{Receiver, Sender};

use super::message::{Answer, Plan, SolveRequest, Step, Thought};
use crate::device::Clock;
use crate::game::pasyans::{Board, Move, OlderBot, OnScreen, Pasyans, Position};
use crate::solver::travel::least_travel;
use crate::solver::{End, Goal, Limits, Progress, Solver, greedy};

/// How solving thinks.
#[derive(Clone, Debug)]
pub struct Thoroughness {
    /// What is looked for.
    pub way: Way,
    /// What a search may cost at most.
    pub limits: Limits,
    /// After so many nodes the quick plan is played rather than wait for the proof. Nodes and not a time, so that the
    /// same board is answered in the same way on every machine, and when the run is replayed.
    pub quick_after_nodes: u64,
}

/// What a search looks for, and how.
#[derive(Clone, Debug)]
pub enum Way {
    /// A shortest win, proved.
    Shortest,
    /// The first good win.
    Quick,
    /// A win by the older bots' search.
    #[allow(missing_docs)]
    Greedy { bot: OlderBot, longest: u32 },
}

/// The thread's body: ends when nobody asks or nobody listens any more.
pub fn run(
    thoroughness: &Thoroughness,
    clock: &dyn Clock,
    requests: &Receiver<SolveRequest>,
    thoughts: &Sender<Thought>,
) {
    let mut solver = Solver::new(Pasyans);
    while let Ok(request) = requests.recv() {
        let answer = answer(&mut solver, thoroughness, &request);
        if thoughts.send(Thought { id: request.id, answer, at: clock.now() }).is_err() {
            return;
        }
    }
}

fn answer(solver: &mut Solver<Pasyans>, thoroughness: &Thoroughness, request: &SolveRequest) -> Answer {
    if let Some(avoid) = request.avoid {
        return detour(solver, thoroughness.limits, request, avoid);
    }
    let limits = thoroughness.limits;
    let mut has_plan = false;
    let mut observer = |progress: Progress<'_, Move>| {
        let enough = match progress {
            Progress::Plan(_) => {
                has_plan = true;
                false
            }
            Progress::Searching { nodes, .. } => has_plan && nodes >= thoroughness.quick_after_nodes,
        };
        if enough || request.cancel.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let root = Position::from(request.board);
    let report = match &thoroughness.way {
        Way::Shortest => solver.solve(&root, Goal::Shortest, limits, &mut observer),
        Way::Quick => solver.solve(&root, Goal::Quick, limits, &mut observer),
        Way::Greedy { bot, longest } => greedy::search(bot, &root, *longest, limits, &mut observer),
    };
    let nodes = report.nodes;
    let plan = |moves: &[Move], optimal: bool| {
        let unfinished = !optimal && matches!(thoroughness.way, Way::Shortest);
        Answer::Plan(Plan { steps: steps(&request.board, moves), optimal, unfinished, nodes })
    };
    match report.end {
        End::Optimal(moves) => plan(&moves, true),
        End::Solved { moves, .. } => plan(&moves, false),
        End::Unwinnable => Answer::Unwinnable { nodes },
        End::Limit(_) | End::Cancelled => Answer::Nothing { nodes },
    }
}

/// The shortest of the quick wins that begin with another move than `avoid`.
fn detour(solver: &mut Solver<Pasyans>, limits: Limits, request: &SolveRequest, avoid: Move) -> Answer {
    let board = request.board;
    let mut others = Vec::new();
    board.legal_moves(&mut others);
    others.retain(|&mv| mv != avoid);
    let mut observer = |_: Progress<'_, Move>| match request.cancel.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut nodes = 0;
    let mut wins = Vec::new();
    for mv in others {
        let mut after = board;
        after.play_unchecked(mv);
        let report = solver.solve(&Position::from(after), Goal::Quick, limits, &mut observer);
        nodes += report.nodes;
        if let Some(rest) = report.end.moves() {
            wins.push([&[mv], rest].concat());
        }
    }
    // Played as it is: another order of the moves might begin with the one to avoid.
    match wins.into_iter().min_by_key(Vec::len) {
        Some(moves) => Answer::Plan(Plan { steps: played(&board, &moves), optimal: false, unfinished: false, nodes }),
        None => Answer::Nothing { nodes },
    }
}

/// The moves with the board after each, in the order that has the pointer travel least on a board of the usual measures.
fn steps(board: &Board, moves: &[Move]) -> Vec<Step> {
    played(board, &least_travel(&OnScreen::default(), &Position::from(*board), moves))
}

/// The moves with the board after each.
fn played(board: &Board, moves: &[Move]) -> Vec<Step> {
    let mut after = *board;
    let steps = moves.iter().map(|&mv| {
        after.play_unchecked(mv);
        Step { mv, after }
    });
    steps.collect()
}
