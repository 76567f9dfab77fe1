//! The shortest plan: A* in levels of waste.
//!
//! The waste of a way is its length plus the bound at its end, less the bound of the root. A level holds the ways of
//! one waste; the levels are worked off in rising order, so the first win met is a shortest one. A node is expanded a
//! tier at a time (the literature calls it enhanced partial expansion): first the moves of tier 0, on the level of the
//! node itself and deepest node first; the moves of tier 1 only when the next level comes, and so on. Ways that waste
//! more than the shortest win are never followed, so the table holds little that is not expanded, and a quick plan as
//! good as the optimum spares the whole last level.

use super::table::{Node, NodeId, NodeOf, Offer, Table};
use super::{Budget, End, Stop};
use crate::game::Graded;

/// A node that waits for its moves of that tier to be made.
#[derive(Clone, Copy)]
struct Task {
    node: NodeId,
    tier: u32,
    /// Ask whether it can be won without waste? Only for tier 0, and not behind a free move that was the only one: that
    /// seldom changes the answer.
    check: bool,
}

/// Finds the shortest win, given a plan to beat if there is one.
pub(super) fn search<G: Graded>(
    game: &G,
    table: &mut Table<G>,
    root: &G::State,
    plan: Option<Vec<G::Move>>,
    budget: &mut Budget<'_, '_, G::Move>,
) -> End<G::Move> {
    if game.is_won(root) {
        return End::Optimal(Vec::new());
    }
    table.clear();
    let base = game.lower_bound(root);
    let beat = plan.as_ref().map_or(usize::MAX, |moves| (moves.len() as u32 - base) as usize);
    let mut levels = Levels { game, table, tasks: Vec::new(), base, beat };
    levels.offer(0, Node { state: *root, parent: None, depth: 0 }, true);
    let mut level = 0;
    // Every win has a way on some level, and each level ends, as a state is expanded again only for a shorter way.
    while level < levels.tasks.len() && level < beat {
        budget.at_least = base + level as u32;
        match levels.work_off(level, budget) {
            Ok(Some(won)) => return End::Optimal(table.path(game, won)),
            Ok(None) => level += 1,
            Err(stop) => return stop.end(plan, base + level as u32),
        }
    }
    match plan {
        Some(moves) => End::Optimal(moves),
        None => End::Unwinnable,
    }
}

/// The levels, each with its open tasks.
struct Levels<'a, G: Graded> {
    game: &'a G,
    table: &'a mut Table<G>,
    tasks: Vec<Vec<Task>>,
    /// The bound of the root.
    base: u32,
    /// The first level that need not be worked off.
    beat: usize,
}

impl<G: Graded> Levels<'_, G> {
    /// Does every task of the level, and those it makes on the same level. Gives the won node as soon as there is one.
    fn work_off(&mut self, level: usize, budget: &mut Budget<'_, '_, G::Move>) -> Result<Option<NodeId>, Stop> {
        let mut moves = Vec::new();
        while let Some(Task { node: id, tier, check }) = self.tasks[level].pop() {
            budget.spend(|more| self.bytes_for(more))?;
            let Node { state, depth, .. } = *self.table.node(id);
            let spent = (depth + self.game.lower_bound(&state) - self.base) as usize;
            moves.clear();
            if !check || spent < level {
                self.game.moves_of_tier(&state, tier, &mut moves);
            } else if !self.game.free_moves_unless_deadlocked(&state, &mut moves) {
                self.push(level + 1, Task { node: id, tier, check: false });
                continue;
            }
            self.push(level.max(spent + tier as usize + 1), Task { node: id, tier: tier + 1, check: false });
            for &wasting in &moves {
                let mut state = state;
                self.game.play_wasting(&mut state, wasting);
                let node = Node { state, parent: Some((id, wasting.mv)), depth: depth + 1 };
                let won = self.offer(level, node, wasting.waste > 0 || moves.len() > 1);
                if won.is_some() {
                    return Ok(won);
                }
            }
        }
        Ok(None)
    }

    /// Takes a node up on the level, unless it is known by a way as short. Gives it if it is won.
    fn offer(&mut self, level: usize, node: NodeOf<G>, check: bool) -> Option<NodeId> {
        let (Offer::New(id) | Offer::Shorter(id)) = self.table.offer(self.game, node) else { return None };
        if self.game.is_won(&node.state) {
            return Some(id);
        }
        self.push(level, Task { node: id, tier: 0, check });
        None
    }

    fn push(&mut self, level: usize, task: Task) {
        if level >= self.beat || task.tier > G::LAST_TIER {
            return;
        }
        if self.tasks.len() <= level {
            self.tasks.resize_with(level + 1, Vec::new);
        }
        self.tasks[level].push(task);
    }

    fn bytes_for(&self, more: usize) -> usize {
        let tasks: usize = self.tasks.iter().map(|tasks| tasks.capacity() * size_of::<Task>()).sum();
        self.table.bytes_for(more) + tasks
    }
}
