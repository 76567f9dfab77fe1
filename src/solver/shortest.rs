//! The shortest plan: A* in levels of waste.
//!
//! The waste of a way is its length plus the bound at its end, less the bound of the root. A level holds the ways of
//! one waste; the levels are worked off in rising order, so the first win met is a shortest one. A node is expanded a
//! tier at a time (the literature calls it enhanced partial expansion): first the moves of tier 0, on the level of the
//! node itself; the moves of tier 1 only when the next level comes, and so on. On a level the node nearest to a win comes
//! first. Ways that waste more than the shortest win are never followed, so the table holds little that is not expanded,
//! and a quick plan as good as the optimum spares the whole last level.

use std::cmp::Reverse;

use super::table::{Node, NodeId, NodeOf, Offer, Table};
use super::{Budget, Stop};
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

/// How far the levels have come.
pub(super) enum Found<M> {
    /// A shortest win.
    Win(Vec<M>),
    /// None that is shorter than the plan to beat; without such a plan, none at all.
    NoShorter,
    /// Nothing yet.
    NotYet,
}

/// The levels, each with its open tasks.
pub(super) struct Levels<'a, G: Graded> {
    game: &'a G,
    table: &'a mut Table<G>,
    tasks: Vec<Vec<Task>>,
    /// The bound of the root.
    base: u32,
    /// The level that is worked on.
    level: usize,
    /// The first level that need not be worked off.
    beat: usize,
}

impl<'a, G: Graded> Levels<'a, G> {
    /// The levels of a state that is not won.
    pub fn new(game: &'a G, table: &'a mut Table<G>, root: &G::State) -> Levels<'a, G> {
        table.clear();
        let base = game.lower_bound(root);
        let mut levels = Levels { game, table, tasks: Vec::new(), base, level: 0, beat: usize::MAX };
        levels.offer(0, Node { state: *root, parent: None, depth: 0 }, true);
        levels
    }

    /// Works off level after level, until a win is found, none can be shorter than `length`, or `most` nodes are spent.
    pub fn go_on(
        &mut self,
        length: usize,
        most: u64,
        budget: &mut Budget<'_, '_, G::Move>,
    ) -> Result<Found<G::Move>, Stop> {
        self.beat = length.saturating_sub(self.base as usize);
        let until = budget.nodes.saturating_add(most);
        // Every win has a way on some level, and each level ends, as a state is expanded again only for a shorter way.
        while self.level < self.tasks.len() && self.level < self.beat {
            budget.at_least = self.base + self.level as u32;
            if let Some(won) = self.work_off(self.level, until, budget)? {
                return Ok(Found::Win(self.table.path(self.game, won)));
            }
            if !self.tasks[self.level].is_empty() {
                return Ok(Found::NotYet);
            }
            self.level += 1;
            self.begin(self.level);
        }
        Ok(Found::NoShorter)
    }

    /// Puts the tasks that wait for a level in order: those nearest to a win first. On the level of the win that is half
    /// of the way there: over the first 4,000 deals of ПАСЬЯНС it takes 654,000 nodes, in the order noted 1,779,000.
    fn begin(&mut self, level: usize) {
        let Some(tasks) = self.tasks.get_mut(level) else { return };
        let bound = |task: &Task| self.game.lower_bound(&self.table.node(task.node).state);
        tasks.sort_by_key(|task| Reverse((bound(task), task.tier)));
    }

    /// Does every task of the level, and those it makes on the same level, until so many nodes are spent. Gives the won
    /// node as soon as there is one.
    fn work_off(
        &mut self,
        level: usize,
        until: u64,
        budget: &mut Budget<'_, '_, G::Move>,
    ) -> Result<Option<NodeId>, Stop> {
        let mut moves = Vec::new();
        while budget.nodes < until
            && let Some(Task { node: id, tier, check }) = self.tasks[level].pop()
        {
            budget.spend(|more| self.bytes_for(more))?;
            let node = *self.table.node(id);
            let Node { state, depth, .. } = node;
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
                let child = node.child(self.game, id, wasting);
                let won = self.offer(level, child, wasting.waste > 0 || moves.len() > 1);
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
        let tasks = &mut self.tasks[level];
        if tasks.len() == tasks.capacity() {
            tasks.reserve_exact(tasks.len() / 4 + FEW);
        }
        tasks.push(task);
    }

    /// The most that the levels take while so many more states come in.
    pub fn bytes_for(&self, more: usize) -> usize {
        let room: usize = self.tasks.iter().map(Vec::capacity).sum();
        // Each state makes a task, and each node that is expanded one more.
        let growth = if more > 0 { room / 4 + 2 * more } else { 0 };
        self.table.bytes_for(more) + (room + growth) * size_of::<Task>()
    }
}

/// Tasks that a level begins with room for.
const FEW: usize = 16;
