//! Of plans equally short the one with the least pointer travel.

use std::collections::HashMap;

use exa_pipeline::game::pasyans::{Move, OnScreen, Pasyans, Position, deal};
use exa_pipeline::game::{Dragged, Game};
use exa_pipeline::solver::{self, End, travel};

use super::{LIMITS, cases, go_on};

/// The least travel of all plans of that length, by going through every board that so many moves can lead to; `None` if
/// those are too many.
fn least_travel_by_force(start: Position, length: usize, most: usize) -> Option<u32> {
    let screen = OnScreen::default();
    let mut ways = HashMap::from([((*start.board(), None), (start, 0))]);
    let mut moves = Vec::new();
    for _ in 0..length {
        let mut next = HashMap::new();
        for ((_, hand), (position, travelled)) in &ways {
            moves.clear();
            Pasyans.moves(position, &mut moves);
            for &mv in &moves {
                let (grab, drop) = screen.drag(position, mv);
                let reach = hand.map_or(0, |hand| screen.distance(hand, grab));
                let travelled = travelled + reach + screen.distance(grab, drop);
                let after = Position::from(position.board().try_play(mv).expect("legal"));
                let known = next.entry((*after.board(), Some(drop))).or_insert((after, travelled));
                known.1 = known.1.min(travelled);
            }
        }
        if next.len() > most {
            return None;
        }
        ways = next;
    }
    ways.into_values().filter(|(position, _)| position.board().is_won()).map(|(_, travelled)| travelled).min()
}

#[test]
fn of_all_shortest_plans_the_one_with_least_travel_is_taken() {
    let screen = OnScreen::default();
    let (mut compared, mut improved) = (0, 0);
    for seed in 0..cases(30) {
        // The last moves of a shortest plan are a shortest plan from there, and few enough to try all others.
        let board = deal(seed);
        let End::Optimal(plan) = solver::solve(Pasyans, &Position::from(board), LIMITS, &mut go_on).end else {
            continue;
        };
        let (first, last) = plan.split_at(plan.len() - 4);
        let board = first.iter().fold(board, |board, &mv| board.try_play(mv).expect("legal"));
        let position = Position::from(board);
        let Some(least) = least_travel_by_force(position, last.len(), 10_000) else { continue };
        let way = |plan: &[Move]| travel::travel(&screen, &position, plan);
        let best = travel::least_travel_of(&screen, &position, last, usize::MAX);
        assert_eq!((best.len(), way(&best)), (last.len(), least), "deal {seed}\n{board}");
        compared += 1;
        improved += usize::from(way(&best) < way(last));
    }
    println!("{compared} boards compared, {improved} plans improved");
    assert!(compared > 0);
}
