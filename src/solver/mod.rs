//! Searching: a state becomes a plan. Generic over [`crate::game::Game`]; knows no game, I/O, clock, thread or log.
//!
//! [`Solver::solve`] first makes a quick plan, then proves the shortest one; for a deal that gives no quick plan it looks
//! for the shortest at once, and at everything that can be reached if that takes long. It tells its [`Progress`] to an
//! observer, which may stop it at any time; whatever is known by then is in the [`Report`].

pub mod anytime;
pub mod beam;
mod buckets;
pub mod closed;
pub mod dfs;
mod exhaust;
pub mod greedy;
mod quick;
mod seen;
mod shortest;
mod table;
pub mod travel;

use std::ops::ControlFlow;

use crate::game::Graded;
use buckets::Buckets;
use quick::{Quick, Step};
use shortest::{Found, Levels};
use table::Table;

/// How a search ended, with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The end.
    pub end: End<M>,
    /// States taken up and expanded.
    pub nodes: u64,
    /// The most memory the tables took, in bytes.
    pub bytes: usize,
}

/// The ends of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<M> {
    /// A shortest win, proved.
    Optimal(Vec<M>),
    /// A win; none is shorter than `at_least` moves, which is all that was proved.
    #[allow(missing_docs)]
    Solved { moves: Vec<M>, at_least: u32 },
    /// No win exists, proved.
    Unwinnable,
    /// A limit was reached before any answer.
    Limit(Limit),
    /// The caller stopped the search before any answer.
    Cancelled,
}

impl<M> End<M> {
    /// The plan, if there is one.
    pub fn moves(&self) -> Option<&[M]> {
        match self {
            End::Optimal(moves) | End::Solved { moves, .. } => Some(moves),
            End::Unwinnable | End::Limit(_) | End::Cancelled => None,
        }
    }
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of nodes.
    Nodes,
    /// The memory for the tables.
    Memory,
    /// The length of a way, or the moves that a method knows: it ran out of states, but that proves nothing.
    Depth,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At most so many nodes.
    pub nodes: u64,
    /// At most so much memory for the tables, in bytes.
    pub bytes: usize,
}

/// What a search tells its observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a, M> {
    /// A plan, better than any before, that can be played at once.
    Plan(&'a [M]),
    /// The search goes on; told every few hundred nodes, which is well within a millisecond.
    #[allow(missing_docs)]
    Searching { nodes: u64, bytes: usize, at_least: u32 },
}

/// Told the progress of a search; breaks it off by [`ControlFlow::Break`].
pub type Observer<'a, M> = dyn FnMut(Progress<'_, M>) -> ControlFlow<()> + 'a;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The first plan that is found; the thorough search only where no quick one is.
    Quick,
    /// The shortest plan, proved.
    Shortest,
}

/// A solver with its tables, which serve one search after another.
pub struct Solver<G: Graded> {
    game: G,
    /// Of the quick search, and of the exhaustive one.
    reached: Table<G>,
    /// Of the levels.
    levels: Table<G>,
    open: Buckets<Step<G::Move>>,
}

/// Nodes for the quick search: 1 deal of ПАСЬЯНС in 37 takes more. For most of those the levels find a shortest win
/// sooner: for deal 4545 in 4,000 nodes instead of 79,000.
const QUICK: u64 = 800;
/// Nodes for the levels until, without a plan, every state is searched instead: to prove that there is no win takes the
/// levels four times as many nodes (deal 4989).
const LEVELS: u64 = 5_000;

impl<G: Graded> Solver<G> {
    /// A solver of that game.
    pub fn new(game: G) -> Solver<G> {
        Solver { game, reached: Table::new(), levels: Table::new(), open: Buckets::new() }
    }

    /// Searches for a win from `root`. The same input gives the same report, unless the observer breaks it off.
    pub fn solve(
        &mut self,
        root: &G::State,
        goal: Goal,
        limits: Limits,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits, self.game.lower_bound(root), observer);
        let end = self.search(root, goal, &mut budget);
        Report { end, nodes: budget.nodes, bytes: budget.bytes.max(self.reached.bytes() + self.levels.bytes()) }
    }

    fn search(&mut self, root: &G::State, goal: Goal, budget: &mut Budget<'_, '_, G::Move>) -> End<G::Move> {
        let Solver { game, reached, levels, open } = self;
        levels.clear();
        let quick = match quick::search(game, reached, open, root, QUICK, budget) {
            Ok(Quick::Plan(moves)) if moves.len() as u32 == budget.at_least => return End::Optimal(moves),
            Ok(Quick::Plan(moves)) => Some(moves),
            Ok(Quick::NoWin) => return End::Unwinnable,
            Ok(Quick::NotYet) => None,
            Err(stop) => return stop.end(None, budget.at_least),
        };
        let mut levels = Levels::new(game, levels, root);
        let plan = match quick {
            Some(moves) => Some(moves),
            None => match plan_of_a_hard_one(game, reached, &mut levels, root, budget) {
                Ok(plan) => plan,
                Err(end) => return end,
            },
        };
        if let Some(moves) = &plan
            && (budget.tell_plan(moves).is_err() || goal == Goal::Quick)
        {
            return End::Solved { moves: moves.clone(), at_least: budget.at_least };
        }
        match levels.go_on(plan.as_ref().map_or(usize::MAX, Vec::len), u64::MAX, budget) {
            Ok(Found::Win(moves)) => End::Optimal(moves),
            Ok(Found::NoShorter | Found::NotYet) => plan.map_or(End::Unwinnable, End::Optimal),
            Err(stop) => stop.end(plan, budget.at_least),
        }
    }
}

/// Where the quick search found nothing: any plan, none if memory does not allow for it, or the end of the whole search.
fn plan_of_a_hard_one<G: Graded>(
    game: &G,
    reached: &mut Table<G>,
    levels: &mut Levels<'_, G>,
    root: &G::State,
    budget: &mut Budget<'_, '_, G::Move>,
) -> Result<Option<Vec<G::Move>>, End<G::Move>> {
    match levels.go_on(usize::MAX, LEVELS, budget) {
        Ok(Found::Win(moves)) => return Err(End::Optimal(moves)),
        Ok(Found::NoShorter) => return Err(End::Unwinnable),
        Ok(Found::NotYet) => {}
        Err(stop) => return Err(stop.end(None, budget.at_least)),
    }
    let all = exhaust::search(game, reached, root, levels.bytes_for(0), budget);
    reached.clear();
    match all {
        Ok(Some(moves)) => Ok(Some(moves)),
        Ok(None) => Err(End::Unwinnable),
        // The levels hold far less of what can be reached.
        Err(Stop::Limit(Limit::Memory)) => Ok(None),
        Err(stop) => Err(stop.end(None, budget.at_least)),
    }
}

/// Finds the shortest win from `root` with a solver of its own; see [`Solver::solve`].
pub fn solve<G: Graded>(
    game: G,
    root: &G::State,
    limits: Limits,
    observer: &mut Observer<'_, G::Move>,
) -> Report<G::Move> {
    Solver::new(game).solve(root, Goal::Shortest, limits, observer)
}

/// Why a search stops before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Limit(Limit),
    Cancelled,
}

impl Stop {
    /// The end that this makes, with the plan found until then.
    fn end<M>(self, plan: Option<Vec<M>>, at_least: u32) -> End<M> {
        match (plan, self) {
            (Some(moves), _) => End::Solved { moves, at_least },
            (None, Stop::Limit(limit)) => End::Limit(limit),
            (None, Stop::Cancelled) => End::Cancelled,
        }
    }
}

/// The observer hears every so many steps. A step costs well below a microsecond.
const STEPS_PER_REPORT: u64 = 256;

/// So many states come in between two reports at most: no node has more moves in one tier than a few dozen.
const STATES_PER_REPORT: usize = 32 * STEPS_PER_REPORT as usize;

/// What a search may still spend, and the one it reports to.
struct Budget<'a, 'o, M> {
    limits: Limits,
    nodes: u64,
    steps: u64,
    /// The most that was in use.
    bytes: usize,
    /// What is proved so far.
    at_least: u32,
    observer: &'a mut Observer<'o, M>,
}

impl<'a, 'o, M> Budget<'a, 'o, M> {
    fn new(limits: Limits, at_least: u32, observer: &'a mut Observer<'o, M>) -> Budget<'a, 'o, M> {
        Budget { limits, nodes: 0, steps: 0, bytes: 0, at_least, observer }
    }

    /// Accounts for one more node. `bytes` says what the tables take at most while so many more states come in.
    fn spend(&mut self, bytes: impl Fn(usize) -> usize) -> Result<(), Stop> {
        if self.nodes >= self.limits.nodes {
            return Err(Stop::Limit(Limit::Nodes));
        }
        self.nodes += 1;
        self.go_on(bytes)
    }

    /// Accounts for a step that may or may not have come to a node, and asks the limits and the observer now and then.
    fn go_on(&mut self, bytes: impl Fn(usize) -> usize) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_REPORT) {
            self.bytes = self.bytes.max(bytes(0));
            if bytes(STATES_PER_REPORT) > self.limits.bytes {
                return Err(Stop::Limit(Limit::Memory));
            }
            let progress = Progress::Searching { nodes: self.nodes, bytes: self.bytes, at_least: self.at_least };
            if (self.observer)(progress).is_break() {
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    }

    /// Tells the observer of a plan.
    fn tell_plan(&mut self, moves: &[M]) -> Result<(), Stop> {
        if (self.observer)(Progress::Plan(moves)).is_break() { Err(Stop::Cancelled) } else { Ok(()) }
    }
}
