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

/// Lab.
pub trait Guided {
    type State: Copy;
    type Move: Copy + Eq + Debug;
    fn successors(&self, state: &Self::State, out: &mut Vec<Successor<Self::Move>>);
    fn play_guided(&self, state: &mut Self::State, mv: Self::Move);
    fn promise(&self, state: &Self::State) -> (u64, i32);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind { Quiet, Reveals, Next, Won }

#[derive(Clone, Copy, Debug)]
pub struct Successor<M> { pub mv: M, pub key: u64, pub promise: i32, pub cost: u8, pub kind: Kind }
