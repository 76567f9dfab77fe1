//! Every state that can be reached, each once: a win however long, or the proof that there is none.

use super::buckets::Buckets;
use super::quick::{AHEAD, MADE};
use super::table::{Node, NodeOf, Offer, Table};
use super::{Budget, Stop};
use crate::game::Graded;

/// So many states are expanded at once, that the processor may wait for many places in memory at the same time: deal 4989 is
/// proved unwinnable in about 0.7 of the time that one by one takes.
const AT_ONCE: usize = 16;

/// Searches until there is a plan or every state was expanded: then `None`, and no win exists. `beside` says how much
/// memory is in use elsewhere, in bytes.
pub(super) fn search<G: Graded>(
    game: &G,
    table: &mut Table<G>,
    root: &G::State,
    beside: usize,
    budget: &mut Budget<'_, '_, G::Move>,
) -> Result<Option<Vec<G::Move>>, Stop> {
    table.clear();
    let mut open = Buckets::new();
    let priority = |node: &NodeOf<G>| MADE * node.depth + AHEAD * game.lower_bound(&node.state);
    let mut moves = Vec::new();
    let mut offered = vec![Node { state: *root, parent: None, depth: 0 }];
    loop {
        for node in offered.drain(..) {
            // A shorter way to a state does not make it worth a second look.
            let Offer::New(id) = table.offer(game, node) else { continue };
            if game.is_won(&node.state) {
                return Ok(Some(table.path(game, id)));
            }
            open.push(priority(&node), id);
        }
        let next: [_; AT_ONCE] = std::array::from_fn(|_| open.pop());
        if next[0].is_none() {
            return Ok(None);
        }
        for id in next.into_iter().flatten() {
            budget.spend(|more| table.bytes_for(more) + open.bytes() + beside)?;
            let node = *table.node(id);
            moves.clear();
            game.wasting_moves(&node.state, &mut moves);
            offered.extend(moves.iter().map(|&wasting| node.child(game, id, wasting)));
        }
        table.drop_known(game, &mut offered);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::game::Game;
    use crate::game::pasyans::{Pasyans, Position, deal};
    use crate::solver::Limits;

    fn search_all(seed: u64) -> Option<Vec<<Pasyans as Game>::Move>> {
        let root = Position::from(deal(seed));
        let mut go_on = |_: crate::solver::Progress<'_, _>| ControlFlow::Continue(());
        let limits = Limits { nodes: 1 << 20, bytes: 1 << 28 };
        let mut budget = Budget::new(limits, root.lower_bound(), &mut go_on);
        search(&Pasyans, &mut Table::new(), &root, 0, &mut budget).expect("within the limits")
    }

    #[test]
    fn wins_what_can_be_won() {
        for seed in 0..20 {
            let mut position = Position::from(deal(seed));
            let plan = search_all(seed).expect("a plan");
            plan.iter().for_each(|&mv| Pasyans.play(&mut position, mv));
            assert!(Pasyans.is_won(&position), "deal {seed}");
        }
    }

    #[test]
    fn proves_that_the_rest_cannot() {
        // Of the first 10,000 deals those with the fewest states.
        for seed in [9108, 8831, 9810, 3945, 8720, 2870, 9990] {
            assert_eq!(search_all(seed), None, "deal {seed}");
        }
    }
}
