//! The rules of the games: cards, boards, moves, deals and board text. No I/O, clock, thread or log.

pub mod deal;
pub mod pasyans;
pub mod spider;

use std::fmt::Debug;
use std::hash::Hash;

/// What a search needs to know of a game. The solver is generic over this trait by static dispatch and sees nothing
/// else of a game.
pub trait Game {
    /// A position. Cheap to clone: searches hold many.
    type State: Clone;
    /// One move, as the player counts moves.
    type Move: Copy + Eq + Debug;
    /// Equal for two states exactly if they are the same for the search (say, but for the order of columns).
    type Key: Copy + Eq + Hash;

    /// Appends every legal move of `state` to `moves`, in a fixed order; the caller clears the buffer.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays a move that [`Game::moves`] gave for this state.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// Is the game won?
    fn is_won(&self, state: &Self::State) -> bool;

    /// The state's canonical key.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// A number of moves that no win from here can beat (admissible); 0 for a won state.
    fn lower_bound(&self, state: &Self::State) -> u32;
}

/// A game that can tell, for each move worth trying, how good the position after it is.
///
/// Games that fall into stages by moves that cannot be taken back, as the deals of a stock, name those moves: positions
/// are compared within a stage.
pub trait Guided: Game {
    /// Appends what follows from each move worth trying, in a fixed order. Moves may be left out that lead to nothing
    /// new, so that running out of successors proves nothing.
    fn successors(&self, state: &Self::State, successors: &mut Vec<Successor<Self::Move>>);

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

/// A game with hidden things, searched by one who does not know them.
pub trait Hidden: Guided {
    /// Is anything hidden in this position?
    fn is_hidden(&self, state: &Self::State) -> bool;

    /// What may become of a position by a move that tells something new: positions and how often each is to be expected.
    /// All of them if they are few, not above `limit`; else `limit` drawn by `random` numbers.
    fn outcomes(
        &self,
        state: &Self::State,
        mv: Self::Move,
        limit: usize,
        random: &mut dyn FnMut() -> u64,
        outcomes: &mut Vec<(Self::State, u32)>,
    );

    /// The position with everything hidden replaced by what may be there, drawn by `random` numbers.
    fn sample(&self, state: &Self::State, random: &mut dyn FnMut() -> u64) -> Self::State;
}
