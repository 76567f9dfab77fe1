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
    let mut met = Met::from(game, root);
    let end = met.best_first(game, longest, &mut budget).unwrap_or_else(|stop| stop.end(None, budget.at_least));
    Report { end, nodes: budget.nodes, bytes: budget.bytes.max(met.bytes_for(0)) }
}

/// The states that were met.
struct Met<G: Scored> {
    nodes: Vec<Node<G::State, G::Move>>,
    seen: HashSet<G::Key>,
    /// Those to take up: the highest score first, then the smallest index.
    open: BinaryHeap<(i64, Reverse<usize>)>,
}

struct Node<S, M> {
    state: S,
    parent: Option<(usize, M)>,
    depth: u32,
}

impl<G: Scored> Met<G> {
    fn from(game: &G, root: &G::State) -> Met<G> {
        Met {
            nodes: vec![Node { state: root.clone(), parent: None, depth: 0 }],
            seen: HashSet::from([game.key(root)]),
            open: BinaryHeap::from([(game.score(root), Reverse(0))]),
        }
    }

    fn best_first(
        &mut self,
        game: &G,
        longest: u32,
        budget: &mut Budget<'_, '_, G::Move>,
    ) -> Result<End<G::Move>, Stop> {
        let mut moves = Vec::new();
        while let Some((_, Reverse(at))) = self.open.pop() {
            budget.spend(|more| self.bytes_for(more))?;
            if game.is_won(&self.nodes[at].state) {
                let moves = path(&self.nodes, at);
                return Ok(End::Solved { moves, at_least: budget.at_least });
            }
            if self.nodes[at].depth == longest {
                continue;
            }
            moves.clear();
            game.moves(&self.nodes[at].state, &mut moves);
            for &mv in &moves {
                let mut state = self.nodes[at].state.clone();
                game.play(&mut state, mv);
                if self.seen.insert(game.key(&state)) {
                    self.open.push((game.score(&state), Reverse(self.nodes.len())));
                    self.nodes.push(Node { state, parent: Some((at, mv)), depth: self.nodes[at].depth + 1 });
                }
            }
        }
        Err(Stop::Limit(Limit::Depth))
    }

    /// The most it takes while so many more states come in.
    fn bytes_for(&self, more: usize) -> usize {
        room(self.nodes.len(), self.nodes.capacity(), more) * size_of::<Node<G::State, G::Move>>()
            + room(self.seen.len(), self.seen.capacity(), more) * (size_of::<G::Key>() + 1)
            + room(self.open.len(), self.open.capacity(), more) * size_of::<(i64, Reverse<usize>)>()
    }
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
