//! Games of many stages and moves for which a search is guided rather than exhaustive.

use super::Game;

/// A game that can tell, for each move worth trying, how good the position after it is.
///
/// Games that fall into stages by moves that cannot be taken back, as the deals of a stock, name those moves: positions
/// are compared within a stage.
pub trait Guided: Game {
    /// Appends what follows from each move worth trying, in a fixed order. Moves may be left out that lead to nothing
    /// new, so that running out of successors proves nothing. So may those to positions that are not `wanted`, by key.
    fn successors(
        &self,
        state: &Self::State,
        wanted: impl FnMut(u64) -> bool,
        successors: &mut Vec<Successor<Self::Move>>,
    );

    /// How good the position is: more is better. Comparable within a stage, without the moves made so far.
    fn promise(&self, state: &Self::State) -> i32;
}

/// A position one move on, told without making it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor<M> {
    /// The move that leads there.
    pub mv: M,
    /// A hash of the canonical position.
    pub key: u64,
    /// How good the position is, as [`Guided::promise`] says.
    pub promise: i32,
    /// What a move made so far adds to the promise there; negative.
    pub toll: i32,
    /// As how many moves this one counts: 0 or 1.
    pub moves: u32,
    /// Moves that no win from there does without.
    pub bound: u32,
    /// What the move does besides.
    pub kind: Kind,
}

/// What a move does besides changing the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Quiet,
    /// It turns up something that is not known.
    Reveal,
    /// It begins the next stage.
    Stage,
    /// It wins.
    Win,
}

/// A distance from nothing.
pub const NO_AIM: u8 = u8::MAX;

/// A game with hidden things, searched by one who does not know them.
pub trait Hidden: Guided {
    /// The distances from what is worth working towards besides a better position, each in steps of its own.
    type Aims: Copy + AsRef<[u8]>;

    /// Is anything hidden in this position?
    fn is_hidden(&self, state: &Self::State) -> bool;

    /// The position as a player sees it who has seen it played from the beginning.
    fn veiled(&self, state: &Self::State) -> Self::State;

    /// What a move turns up of what is hidden, as a set of places: equal for moves that turn up the same.
    fn turned_up(&self, state: &Self::State, mv: Self::Move) -> u64;

    /// How far a position is from each of its aims; [`NO_AIM`] where there is none.
    fn aims(&self, state: &Self::State) -> Self::Aims;

    /// How far the position is from them after a move that tells nothing new, with `aims` being those before it.
    fn aims_after(&self, state: &Self::State, aims: Self::Aims, mv: Self::Move) -> Self::Aims;

    /// The position with all that is hidden filled in by `random` numbers, every way equally likely.
    fn world(&self, state: &Self::State, random: &mut dyn FnMut() -> u64) -> Self::State;
}
