//! What is asked of a search while it runs, and what it says when it is broken off.

use std::ops::ControlFlow;

use exa_pipeline::game::pasyans::{Pasyans, Position, deal};
use exa_pipeline::solver::{self, End, Goal, Limit, Limits, Progress, Solver};

use super::{LIMITS, assert_wins, go_on};

/// A node costs a few microseconds at worst; so few between two calls are well below 5 ms.
#[test]
fn the_observer_is_asked_often_and_obeyed_at_once() {
    let position = Position::from(deal(355));
    let mut last = 0;
    let mut plans = 0;
    let report = solver::solve(Pasyans, &position, LIMITS, &mut |progress| {
        match progress {
            Progress::Plan(plan) => {
                assert_wins(position.board(), plan);
                plans += 1;
            }
            Progress::Searching { nodes, .. } => {
                assert!(nodes - last <= 256);
                last = nodes;
            }
        }
        if last >= 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(report.nodes, last);
    assert!(plans == 1 && matches!(report.end, End::Solved { .. }), "{:?}", report.end);

    let at_once = solver::solve(Pasyans, &position, LIMITS, &mut |_| ControlFlow::Break(()));
    assert!(at_once.nodes <= 256 && matches!(at_once.end, End::Cancelled | End::Solved { .. }));
}

#[test]
fn limits_end_a_search_with_what_is_known() {
    let position = Position::from(deal(355));
    let few = solver::solve(Pasyans, &position, Limits { nodes: 20, bytes: 1 << 28 }, &mut go_on);
    assert_eq!((few.end, few.nodes), (End::Limit(Limit::Nodes), 20));
    let some = solver::solve(Pasyans, &position, Limits { nodes: 20_000, bytes: 1 << 28 }, &mut go_on);
    assert!(matches!(some.end, End::Solved { at_least, ref moves } if moves.len() as u32 > at_least));
    let small = solver::solve(Pasyans, &position, Limits { nodes: 1 << 40, bytes: 1 << 22 }, &mut go_on);
    assert!(matches!(small.end, End::Solved { .. }) && small.bytes <= 1 << 22, "{small:?}");
}

#[test]
fn a_search_that_runs_out_of_memory_without_a_plan_says_so() {
    let unwinnable = Position::from(deal(4989));
    let report = solver::solve(Pasyans, &unwinnable, Limits { nodes: 1 << 40, bytes: 1 << 21 }, &mut go_on);
    assert!(report.end == End::Limit(Limit::Memory) && report.bytes <= 1 << 21, "{report:?}");
}

/// Who waits for the optimum only so long gets the quick plan if it takes longer, and loses nothing by its first move that
/// the search from the next board does not make good as far as can be.
#[test]
fn the_quick_plan_stands_in_while_the_optimum_is_not_proved() {
    let mut solver = Solver::new(Pasyans);
    let mut stood_in = 0;
    for seed in 0..40 {
        let board = deal(seed);
        let position = Position::from(board);
        let mut solve_within = |patience: u64| {
            let mut has_plan = false;
            let report = solver.solve(&position, Goal::Shortest, LIMITS, &mut |progress| {
                has_plan |= matches!(progress, Progress::Plan(_));
                let waited = matches!(progress, Progress::Searching { nodes, .. } if nodes >= patience);
                if has_plan && waited { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            report.end
        };
        assert!(matches!(solve_within(u64::MAX), End::Optimal(_)), "deal {seed}");
        let End::Solved { moves: quick, .. } = solve_within(0) else { continue };
        assert_wins(&board, &quick);
        let next = Position::from(board.try_play(quick[0]).expect("legal"));
        let End::Optimal(better) = solver.solve(&next, Goal::Shortest, LIMITS, &mut go_on).end else {
            panic!("deal {seed}")
        };
        assert!(better.len() < quick.len(), "deal {seed}");
        stood_in += 1;
    }
    println!("the quick plan stood in for {stood_in} of 40 deals");
    assert!(stood_in > 0);
}
