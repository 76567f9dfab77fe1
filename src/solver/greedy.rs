//! The older bot's search, kept as a baseline: best first by a score of the state alone, whatever the way there cost.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::{Budget, End, Limit, Limits, Observer, Report, Stop};
use crate::game::Scored;

/// Takes up the state with the best score (of equal ones the one seen first) and looks at every state behind it that
/// was not seen before, until one is won. No way of more than `longest` moves is followed, and the older bot leaves moves
/// out; so to run out of states proves nothing, and is reported as a limit.
pub fn search<G: Scored>(
    game: &G,
    root: &G::State,
    longest: u32,
    limits: Limits,
    observer: &mut Observer<'_, G::Move>,
) -> Report<G::Move> {
    let mut budget = Budget::new(limits, game.lower_bound(root), observer);
    let mut bytes = 0;
    let end = best_first(game, root, longest, &mut budget, &mut bytes);
    let end = end.unwrap_or_else(|stop| stop.end(None, budget.at_least));
    Report { end, nodes: budget.nodes, bytes: budget.bytes.max(bytes) }
}

struct Node<S, M> {
    state: S,
    parent: Option<(usize, M)>,
    depth: u32,
}

fn best_first<G: Scored>(
    game: &G,
    root: &G::State,
    longest: u32,
    budget: &mut Budget<'_, '_, G::Move>,
    bytes: &mut usize,
) -> Result<End<G::Move>, Stop> {
    let mut nodes = vec![Node { state: root.clone(), parent: None, depth: 0 }];
    let mut seen = HashSet::from([game.key(root)]);
    // The highest score first, then the smallest index.
    let mut open = BinaryHeap::from([(game.score(root), Reverse(0_usize))]);
    let mut moves = Vec::new();
    while let Some((_, Reverse(at))) = open.pop() {
        let bytes_for = |more| {
            room(nodes.len(), nodes.capacity(), more) * size_of::<Node<G::State, G::Move>>()
                + room(seen.len(), seen.capacity(), more) * (size_of::<G::Key>() + 1)
                + room(open.len(), open.capacity(), more) * size_of::<(i64, Reverse<usize>)>()
        };
        *bytes = bytes_for(0);
        budget.spend(bytes_for)?;
        if game.is_won(&nodes[at].state) {
            let moves = path(&nodes, at);
            return Ok(End::Solved { moves, at_least: budget.at_least });
        }
        if nodes[at].depth == longest {
            continue;
        }
        moves.clear();
        game.moves(&nodes[at].state, &mut moves);
        for &mv in &moves {
            let mut state = nodes[at].state.clone();
            game.play(&mut state, mv);
            if seen.insert(game.key(&state)) {
                open.push((game.score(&state), Reverse(nodes.len())));
                nodes.push(Node { state, parent: Some((at, mv)), depth: nodes[at].depth + 1 });
            }
        }
    }
    Err(Stop::Limit(Limit::Depth))
}

/// The entries that a buffer has room for while so many more come in: while it grows, the old and the new one, which is
/// twice as large, stand side by side.
fn room(len: usize, capacity: usize, more: usize) -> usize {
    if len + more > capacity { 3 * capacity.max(more) } else { capacity }
}

fn path<S, M: Copy>(nodes: &[Node<S, M>], mut at: usize) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some((parent, mv)) = nodes[at].parent {
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    moves
}
