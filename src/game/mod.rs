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

/// A game whose moves know what they waste, for the search that proves shortest wins.
///
/// The *waste* of a move is how much it raises "moves played + [`Game::lower_bound`]". It is never negative, which is
/// to say that the lower bound is consistent: a search that looks at wastes in rising order meets every state by a
/// shortest way first.
pub trait Graded: Game<State: Copy> {
    /// No move wastes more.
    const MAX_WASTE: u32;

    /// Appends the moves of `state` that waste exactly `waste`, in a fixed order. Moves that cannot matter for the
    /// length of the shortest win (one of two equal targets, say) may be left out.
    fn moves_wasting(&self, state: &Self::State, waste: u32, moves: &mut Vec<Self::Move>);

    /// Plays a move of which [`Graded::moves_wasting`] said that it wastes `waste`.
    fn play_wasting(&self, state: &mut Self::State, mv: Self::Move, waste: u32) {
        let _ = waste;
        self.play(state, mv);
    }

    /// A hash of the state, equal for states with equal keys. Asked often: keep it in the state.
    fn hash(&self, state: &Self::State) -> u64;

    /// Do the states have equal keys? May be faster than to make both.
    fn same(&self, a: &Self::State, b: &Self::State) -> bool {
        self.key(a) == self.key(b)
    }

    /// How many moves, at least, a win needs beyond [`Game::lower_bound`]; `None` where there is no win. Costs more
    /// than the lower bound and is asked only of states about to be expanded.
    fn hidden_waste(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        Some(0)
    }
}
