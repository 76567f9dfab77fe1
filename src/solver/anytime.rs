//! A win soon, then shorter ones: passes of the beam, wider until one wins, thriftier afterwards.

use std::ops::ControlFlow;

use super::beam::{Beam, Plan, Shape, Spent};
use super::dfs;
use super::{End, Limit, Limits, Report};
use crate::game::Guided;

/// The passes of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The width of the first pass; each further one that is needed for a win is twice as wide.
    pub width: usize,
    /// The passes for a shorter win, once there is one: their widths, and their thrift in percent.
    pub shorten: &'static [(usize, i32)],
}

/// What an observer is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a, M> {
    /// A win with fewer moves than any before.
    Plan(&'a Plan<M>),
    /// The search goes on, after so many nodes; told every few hundred.
    Searching(u64),
}

/// Told the progress of a solve; breaks it off.
pub type Observer<'a, M> = dyn FnMut(Progress<'_, M>) -> ControlFlow<()> + 'a;

/// Searches for a short win from `root` within the limits. The same input gives the same report, unless the observer
/// breaks it off.
///
/// That no win exists is said only after a search of every position; that no pass found one proves nothing.
pub fn solve<G: Guided>(
    game: &G,
    root: &G::State,
    schedule: &Schedule,
    limits: Limits,
    observer: &mut Observer<'_, G::Move>,
) -> Report<G::Move> {
    let mut beam = Beam::new(game);
    let mut best: Option<Plan<G::Move>> = None;
    // Why to stop: a limit, or the observer.
    let mut stop: Option<Option<Limit>> = None;
    // Passes vary in thrift, as a wider beam of the same kind often fails in the same way.
    let widening = (0..).map(|step| (schedule.width << (step / 2), if step % 2 == 0 { 100 } else { 60 }));
    let mut failing = widening.take_while(|(width, _)| *width <= WIDEST);
    let mut shortening = schedule.shorten.iter().copied();
    while stop.is_none() {
        let Some((width, thrift)) = (if best.is_none() { failing.next() } else { shortening.next() }) else { break };
        let shape = Shape { thrift, ..Shape::of_width(width) };
        let below = best.as_ref().map_or(u32::MAX, |plan| plan.length);
        let pass = beam.pass(root, shape, below, &mut |spent| {
            stop = match limits.reached(spent) {
                Some(limit) => Some(Some(limit)),
                None => observer(Progress::Searching(spent.nodes)).is_break().then_some(None),
            };
            if stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(plan) = pass.plan {
            if observer(Progress::Plan(&plan)).is_break() {
                stop = Some(None);
            }
            best = Some(plan);
        } else if best.is_none() && pass.complete {
            break;
        }
    }
    let Spent { nodes, bytes } = beam.spent;
    drop(beam);
    let end = match (best, stop) {
        (Some(plan), _) => {
            let at_least = game.lower_bound(root);
            match plan.length == at_least {
                true => End::Optimal(plan.moves),
                false => End::Solved { moves: plan.moves, at_least },
            }
        }
        (None, Some(None)) => End::Cancelled,
        (None, Some(Some(limit))) => End::Limit(limit),
        // A beam that ran dry hints at a deal with few positions: all of them are searched.
        (None, None) => {
            let rest = Limits { nodes: limits.nodes.saturating_sub(nodes), ..limits };
            let watch = &mut |count| observer(Progress::Searching(nodes + count));
            let all = dfs::search(game, root, usize::MAX, |_, _| 0, rest, watch);
            return Report { nodes: nodes + all.nodes, bytes: bytes.max(all.bytes), end: all.end };
        }
    };
    Report { end, nodes, bytes }
}

/// The widest beam that stays within 300 MB.
const WIDEST: usize = 1 << 15;

impl Limits {
    /// The limit that so many nodes and bytes reach, if any.
    fn reached(&self, spent: Spent) -> Option<Limit> {
        match () {
            () if spent.nodes >= self.nodes => Some(Limit::Nodes),
            () if spent.bytes > self.bytes => Some(Limit::Memory),
            () => None,
        }
    }
}
