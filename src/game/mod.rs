//! The rules of the games: cards, boards, moves, deals and board text. No I/O, clock, thread or log.

pub mod deal;
mod guided;
pub mod mix;
pub mod pasyans;
mod shift;
pub mod spider;
mod text;

pub use guided::{Guided, Hidden, Kind, NO_AIM, Successor};
pub use shift::{PLACES, Shift, Way, Ways};

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
/// to say that the lower bound is consistent. The waste of a way is the sum over its moves; a shortest win is one that
/// wastes least.
///
/// The *tier* of a move is the least waste for which it matters: where a win from a state wastes `w` or less, there is
/// one as short that begins with a move of a tier up to `w`. The tier is at least the waste of the move itself; it is
/// higher where another move is known to do as well.
pub trait Graded: Game<State: Copy + PartialEq> {
    /// The highest tier.
    const LAST_TIER: u32;

    /// Appends the moves of that tier, in a fixed order. All tiers together hold every legal move but those that lead
    /// to the same states as another.
    fn moves_of_tier(&self, state: &Self::State, tier: u32, moves: &mut Vec<Wasting<Self::Move>>);

    /// Appends the moves of all tiers, in a fixed order.
    fn wasting_moves(&self, state: &Self::State, moves: &mut Vec<Wasting<Self::Move>>) {
        (0..=Self::LAST_TIER).for_each(|tier| self.moves_of_tier(state, tier, moves));
    }

    /// Plays a move that [`Graded::moves_of_tier`] gave for this state.
    fn play_wasting(&self, state: &mut Self::State, mv: Wasting<Self::Move>);

    /// A hash of the state, equal for states with equal keys. Asked often: keep it in the state.
    fn hash(&self, state: &Self::State) -> u64;

    /// Do the states have equal keys? May be faster than to make both.
    fn same(&self, a: &Self::State, b: &Self::State) -> bool {
        self.key(a) == self.key(b)
    }

    /// Must every win from here waste a move? `false` where that is not known. Asked of states that no more waste is
    /// allowed to; worth it if it costs less than to try their free moves in vain.
    fn must_waste(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// [`Graded::must_waste`], and if not, the moves of tier 0. May be faster than one after the other.
    fn free_moves_unless_deadlocked(&self, state: &Self::State, moves: &mut Vec<Wasting<Self::Move>>) -> bool {
        let deadlocked = self.must_waste(state);
        if !deadlocked {
            self.moves_of_tier(state, 0, moves);
        }
        !deadlocked
    }

    /// A move to a state from which this one can be reached again, so that both can be won or neither. These moves come to an
    /// end, at the *tidy* state of this one; equal states have equal ones. `None` for a tidy state.
    fn tidying_move(&self, state: &Self::State) -> Option<Self::Move> {
        let _ = state;
        None
    }

    /// Appends the moves of all tiers as shifts between places. Where the way of the last shift is given, those may be left out
    /// that lead where a shift leads too that shares no place with it, and that [`Graded::shifts`] gave before it.
    fn shifts(&self, state: &Self::State, last: Option<Way>, shifts: &mut Vec<Shift<Self::Move>>) {
        let _ = last;
        let mut moves = Vec::new();
        self.wasting_moves(state, &mut moves);
        let of = |mv: Wasting<_>| Shift { mv: mv.mv, way: Way::default(), count: 0, can_be_undone: false };
        shifts.extend(moves.into_iter().map(of));
    }

    /// Appends the free moves that a quick search tries: one that is known to be as good as any, where there is one, else
    /// all that waste nothing. Says whether all.
    fn moves_to_try(&self, state: &Self::State, moves: &mut Vec<Wasting<Self::Move>>) -> bool {
        let mut all = Vec::new();
        self.wasting_moves(state, &mut all);
        moves.extend(all.into_iter().filter(|mv| mv.waste == 0));
        true
    }
}

/// A move with its waste; see [`Graded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Wasting<M> {
    pub mv: M,
    pub waste: u32,
}

/// A game with a score for each state, for the best-first search: the higher, the better it looks.
pub trait Scored: Game {
    /// The score.
    fn score(&self, state: &Self::State) -> i64;
}

/// A game that knows where a drag begins and ends, so that of equally short plans the one with the least pointer travel
/// can be taken.
pub trait Dragged: Game {
    /// A spot that the pointer can be at.
    type Spot: Copy + Eq + Hash;
    /// What lies where: unlike a key, it tells states with the same columns in another order apart.
    type Layout: Eq + Hash;

    /// The state's layout.
    fn layout(&self, state: &Self::State) -> Self::Layout;

    /// Can the state perhaps be won in so many moves? `true` where that is not known.
    fn may_win_within(&self, state: &Self::State, moves: u32) -> bool {
        self.lower_bound(state) <= moves
    }

    /// Where the pointer grabs and where it drops for this legal move.
    fn drag(&self, state: &Self::State, mv: Self::Move) -> (Self::Spot, Self::Spot);

    /// How far it is from one spot to the other, in any unit.
    fn distance(&self, from: Self::Spot, to: Self::Spot) -> u32;
}
