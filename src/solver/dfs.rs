//! Depth-first search with backtracking: the plain method that others are measured against, and the proof that a deal
//! with few positions cannot be won.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{End, Limit, Limits, Report};
use crate::game::Game;

/// Searches for a win from `root`: from each position the move that `order` puts highest first, equal ones in the game's
/// order, no position twice, no way deeper than `depth` moves. `watch` is told the nodes so far and may break it off.
///
/// Iterative: the way down lies on the heap, whatever its depth. That no win exists is said if every position was
/// searched and none lay too deep.
pub fn search<G: Game>(
    game: &G,
    root: &G::State,
    depth: usize,
    order: impl Fn(&G::State, G::Move) -> i32,
    limits: Limits,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Report<G::Move> {
    /// Nodes from one look at the watch to the next: well within a millisecond.
    const GLANCE: u64 = 256;
    let mut seen = HashSet::from([game.key(root)]);
    let mut way = vec![Level::new(game, root.clone(), None, &order)];
    let mut nodes = 1;
    let mut cut = false;
    let report = |end, nodes, seen: &HashSet<G::Key>| {
        // The standard table has a byte of its own for each place and fills seven of eight.
        Report { end, nodes, bytes: seen.capacity() * 8 / 7 * (size_of::<G::Key>() + 1) }
    };
    if game.is_won(root) {
        return report(End::Optimal(Vec::new()), nodes, &seen);
    }
    while let Some(level) = way.last_mut() {
        let Some(mv) = level.moves.pop() else {
            way.pop();
            continue;
        };
        let mut state = level.state.clone();
        game.play(&mut state, mv);
        if game.is_won(&state) {
            let moves = way.iter().filter_map(|level| level.came_by).chain([mv]).collect();
            return report(End::Solved { moves, at_least: game.lower_bound(root) }, nodes, &seen);
        }
        if way.len() >= depth {
            cut = true;
            continue;
        }
        if !seen.insert(game.key(&state)) {
            continue;
        }
        nodes += 1;
        if nodes >= limits.nodes {
            return report(End::Limit(Limit::Nodes), nodes, &seen);
        }
        if seen.capacity() * size_of::<G::Key>() > limits.bytes {
            return report(End::Limit(Limit::Memory), nodes, &seen);
        }
        if nodes.is_multiple_of(GLANCE) && watch(nodes).is_break() {
            return report(End::Cancelled, nodes, &seen);
        }
        way.push(Level::new(game, state, Some(mv), &order));
    }
    report(if cut { End::Limit(Limit::Depth) } else { End::Unwinnable }, nodes, &seen)
}

/// A position on the way down, with the moves from it that are still to be tried, the best last.
struct Level<G: Game> {
    state: G::State,
    came_by: Option<G::Move>,
    moves: Vec<G::Move>,
}

impl<G: Game> Level<G> {
    fn new(game: &G, state: G::State, came_by: Option<G::Move>, order: impl Fn(&G::State, G::Move) -> i32) -> Level<G> {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        moves.reverse();
        moves.sort_by_cached_key(|mv| order(&state, *mv));
        Level { state, came_by, moves }
    }
}
