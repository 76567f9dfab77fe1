//! The quick plan: a best-first search that goes where most of the work is done, and gives up early.

use super::buckets::Buckets;
use super::table::{Node, NodeId, NodeOf, Offer, Table};
use super::{Budget, Stop};
use crate::game::{Graded, Wasting};

/// How the quick search ended.
pub(super) enum Quick<M> {
    /// With a plan.
    Plan(Vec<M>),
    /// There is no win, proved: every state that can be reached was taken up, with all its moves.
    NoWin,
    /// With nothing; another search does better.
    NotYet,
}

/// What a move made weighs. Tried on 1,000 deals of ПАСЬЯНС: with 5 : 4 a plan takes 55 nodes in the median and 2,243 at
/// the 99th percentile and is 32.35 moves long in the mean; with 4 : 1, as greedy as that, 50, 6,596 and 33.7.
pub(super) const MADE: u32 = 4;
/// What a move still to make weighs, by the lower bound.
pub(super) const AHEAD: u32 = 5;

/// What may be done next.
#[derive(Clone, Copy)]
pub(super) enum Step<M> {
    /// Make a move from a node.
    Make(NodeId, Wasting<M>),
    /// See which wasting moves the node has. Of 300 deals one node in six comes to that.
    SeeWasting(NodeId),
}

/// Searches until there is a plan, every state was taken up, or `most` nodes were.
///
/// What a state is worth is known before it is made, from the move that leads there; so only those states are made that
/// the search comes to. Where a state has a safe move, its others wait until nothing else is left.
pub(super) fn search<G: Graded>(
    game: &G,
    table: &mut Table<G>,
    open: &mut Buckets<Step<G::Move>>,
    root: &G::State,
    most: u64,
    budget: &mut Budget<'_, '_, G::Move>,
) -> Result<Quick<G::Move>, Stop> {
    table.clear();
    open.clear();
    if game.is_won(root) {
        return Ok(Quick::Plan(Vec::new()));
    }
    let mut moves = Vec::new();
    // States with moves that were not tried.
    let mut held_back = Vec::new();
    let until = budget.nodes + most;
    let mut node = Node { state: *root, parent: None, depth: 0 };
    loop {
        if let Offer::New(id) | Offer::Shorter(id) = table.offer(game, node) {
            if game.is_won(&node.state) {
                return Ok(Quick::Plan(table.path(game, id)));
            }
            if budget.nodes >= until {
                return Ok(Quick::NotYet);
            }
            budget.spend(|more| table.bytes_for(more) + open.bytes())?;
            // Its state may be another than the one offered, by the order of columns.
            let here = table.node(id);
            moves.clear();
            if game.moves_to_try(&here.state, &mut moves) {
                open.push(priority(game, here, 1), Step::SeeWasting(id));
            } else {
                held_back.push(id);
            }
            // No step that waits can be better than a free move from here.
            if let Some((&first, others)) = moves.split_first() {
                push_all(open, game, id, here, others);
                node = here.child(game, id, first);
                continue;
            }
        }
        node = loop {
            if open.is_empty() {
                for id in held_back.drain(..) {
                    moves.clear();
                    game.wasting_moves(&table.node(id).state, &mut moves);
                    push_all(open, game, id, table.node(id), &moves);
                }
            }
            // Where nearly all steps lead to known states, those are no nodes.
            budget.go_on(|more| table.bytes_for(more) + open.bytes())?;
            match open.pop() {
                Some(Step::Make(parent, wasting)) => break table.node(parent).child(game, parent, wasting),
                Some(Step::SeeWasting(id)) => {
                    moves.clear();
                    game.wasting_moves(&table.node(id).state, &mut moves);
                    moves.retain(|mv| mv.waste > 0);
                    push_all(open, game, id, table.node(id), &moves);
                }
                None => return Ok(Quick::NoWin),
            }
        };
    }
}

fn push_all<G: Graded>(
    open: &mut Buckets<Step<G::Move>>,
    game: &G,
    id: NodeId,
    node: &NodeOf<G>,
    moves: &[Wasting<G::Move>],
) {
    for &mv in moves.iter().rev() {
        open.push(priority(game, node, mv.waste), Step::Make(id, mv));
    }
}

/// The priority of what a move from there that wastes so much leads to.
fn priority<G: Graded>(game: &G, node: &NodeOf<G>, waste: u32) -> u32 {
    MADE * (node.depth + 1) + AHEAD * (game.lower_bound(&node.state) + waste - 1)
}
