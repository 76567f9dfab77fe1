//! The shortest plan: A* in levels of waste.
//!
//! The waste of a way is its length plus the bound at its end, less the bound of the root. A level holds the ways of
//! one waste; the levels are worked off in rising order, so the first win met is a shortest one. A node is expanded a
//! tier at a time (the literature calls it enhanced partial expansion): first the moves of tier 0, on the level of the
//! node itself and deepest node first; the moves of tier 1 only when the next level comes, and so on. Ways that waste
//! more than the shortest win are never followed, so the table holds little that is not expanded, and a quick plan as
//! good as the optimum spares the whole last level.

use super::table::{Node, NodeId, Offer, Table};
use super::{Budget, End, Stop};
use crate::game::Graded;

/// A node that waits for its moves of that tier to be made.
#[derive(Clone, Copy)]
struct Task {
    node: NodeId,
    tier: u32,
    /// Ask whether it can be won without waste? Only for tier 0, and not behind a free move: that seldom changes the
    /// answer.
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
    table.clear();
    let mut levels = Levels { tasks: Vec::new() };
    let base = game.lower_bound(root);
    let beat = plan.as_ref().map_or(usize::MAX, |moves| (moves.len() as u32 - base) as usize);
    if let Offer::New(node) = table.offer(game, Node { state: *root, parent: None, depth: 0 }) {
        if game.is_won(root) {
            return End::Optimal(Vec::new());
        }
        levels.push(0, Task { node, tier: 0, check: true });
    }
    let mut level = 0;
    // Every win has a way on some level, and each level ends, as a state is expanded again only for a shorter way.
    while level < levels.tasks.len() && level < beat {
        budget.at_least = base + level as u32;
        match work_off(game, table, &mut levels, level, base, beat, budget) {
            Ok(Some(won)) => return End::Optimal(table.path(won)),
            Ok(None) => level += 1,
            Err(stop) => return stop.end(plan, base + level as u32),
        }
    }
    match plan {
        Some(moves) => End::Optimal(moves),
        None => End::Unwinnable,
    }
}

/// The open tasks of each level.
struct Levels {
    tasks: Vec<Vec<Task>>,
}

impl Levels {
    fn push(&mut self, level: usize, task: Task) {
        if self.tasks.len() <= level {
            self.tasks.resize_with(level + 1, Vec::new);
        }
        self.tasks[level].push(task);
    }

    fn bytes(&self) -> usize {
        self.tasks.iter().map(|tasks| tasks.capacity() * size_of::<Task>()).sum()
    }
}

/// Does every task of the level, and those it makes on the same level. Gives the won node as soon as there is one.
fn work_off<G: Graded>(
    game: &G,
    table: &mut Table<G>,
    levels: &mut Levels,
    level: usize,
    base: u32,
    beat: usize,
    budget: &mut Budget<'_, '_, G::Move>,
) -> Result<Option<NodeId>, Stop> {
    let mut moves = Vec::new();
    while let Some(Task { node: id, tier, check }) = levels.tasks[level].pop() {
        budget.spend(|more| table.bytes_for(more) + levels.bytes())?;
        let node = *table.node(id);
        let spent = (node.depth + game.lower_bound(&node.state) - base) as usize;
        moves.clear();
        if !check || spent < level {
            game.moves_of_tier(&node.state, tier, &mut moves);
        } else if !game.free_moves_unless_deadlocked(&node.state, &mut moves) {
            if level + 1 < beat {
                levels.push(level + 1, Task { node: id, tier, check: false });
            }
            continue;
        }
        let next = level.max(spent + tier as usize + 1);
        if tier < G::LAST_TIER && next < beat {
            levels.push(next, Task { node: id, tier: tier + 1, check: false });
        }
        for &wasting in &moves {
            let mut state = node.state;
            game.play_wasting(&mut state, wasting);
            let child = Node { state, parent: Some((id, wasting.mv)), depth: node.depth + 1 };
            if let Offer::New(child) | Offer::Shorter(child) = table.offer(game, child) {
                if game.is_won(&state) {
                    return Ok(Some(child));
                }
                levels.push(level, Task { node: child, tier: 0, check: wasting.waste > 0 });
            }
        }
    }
    Ok(None)
}
