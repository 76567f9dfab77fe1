//! Searching: a state becomes a plan. Generic over [`crate::game::Game`]; knows no game, I/O, clock, thread or log.

mod seen;

pub mod beam;
pub mod closed;

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

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of nodes.
    Nodes,
    /// The memory for the tables.
    Memory,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At most so many nodes.
    pub nodes: u64,
    /// At most so much memory for the tables, in bytes.
    pub bytes: usize,
}
