//! Solving turns boards into plans.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

use super::message::{Answer, Plan, SolveRequest, Step, Thought};
use crate::device::Clock;
use crate::game::pasyans::{Board, Move, OnScreen, Pasyans, Position};
use crate::solver::travel::least_travel;
use crate::solver::{End, Goal, Limits, Progress, Solver};

/// How long solving thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thoroughness {
    /// What a search may cost at most.
    pub limits: Limits,
    /// After that time the quick plan is played rather than wait for the proof.
    pub quick_after: Duration,
}

/// The thread's body: ends when nobody asks or nobody listens any more.
pub fn run(
    thoroughness: Thoroughness,
    clock: &dyn Clock,
    requests: &Receiver<SolveRequest>,
    thoughts: &Sender<Thought>,
) {
    let mut solver = Solver::new(Pasyans);
    while let Ok(request) = requests.recv() {
        let started = clock.now();
        let mut has_plan = false;
        let mut watch = |progress: Progress<'_, Move>| {
            has_plan |= matches!(progress, Progress::Plan(_));
            let enough = has_plan && clock.now().saturating_sub(started) >= thoroughness.quick_after;
            if enough || request.cancel.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let root = Position::from(request.board);
        let report = solver.solve(&root, Goal::Shortest, thoroughness.limits, &mut watch);
        let nodes = report.nodes;
        let answer = match report.end {
            End::Optimal(moves) => Answer::Plan(plan(&request.board, &moves, true, nodes)),
            End::Solved { moves, .. } => Answer::Plan(plan(&request.board, &moves, false, nodes)),
            End::Unwinnable => Answer::Unwinnable { nodes },
            End::Limit(_) | End::Cancelled => Answer::Nothing { nodes },
        };
        if thoughts.send(Thought { id: request.id, answer, at: clock.now() }).is_err() {
            return;
        }
    }
}

/// The moves with the board after each, in the order that has the pointer travel least on a board of the usual measures.
fn plan(board: &Board, moves: &[Move], optimal: bool, nodes: u64) -> Plan {
    let moves = least_travel(&OnScreen::default(), &Position::from(*board), moves);
    let mut after = *board;
    let steps = moves.into_iter().map(|mv| {
        after.play_unchecked(mv);
        Step { mv, after }
    });
    Plan { steps: steps.collect(), optimal, nodes }
}
