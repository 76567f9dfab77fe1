//! The game as the solver would have to take it without its tiers.

use exa_pipeline::game::pasyans::{Move, Pasyans, Position};
use exa_pipeline::game::{Game, Graded, Wasting};

/// The rules without any cleverness: all legal moves, graded by the bound before and after.
#[derive(Clone, Copy)]
pub struct Plain;

impl Game for Plain {
    type State = Position;
    type Move = Move;
    type Key = <Pasyans as Game>::Key;

    fn moves(&self, state: &Position, moves: &mut Vec<Move>) {
        Pasyans.moves(state, moves);
    }

    fn play(&self, state: &mut Position, mv: Move) {
        Pasyans.play(state, mv);
    }

    fn is_won(&self, state: &Position) -> bool {
        state.board().is_won()
    }

    fn key(&self, state: &Position) -> Self::Key {
        Pasyans.key(state)
    }

    fn lower_bound(&self, state: &Position) -> u32 {
        state.lower_bound()
    }
}

impl Graded for Plain {
    const LAST_TIER: u32 = 2;

    fn moves_of_tier(&self, state: &Position, tier: u32, moves: &mut Vec<Wasting<Move>>) {
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        for mv in legal {
            let mut after = *state;
            self.play(&mut after, mv);
            let waste = 1 + after.lower_bound() - state.lower_bound();
            if waste == tier {
                moves.push(Wasting { mv, waste });
            }
        }
    }

    fn play_wasting(&self, state: &mut Position, mv: Wasting<Move>) {
        self.play(state, mv.mv);
    }

    fn hash(&self, state: &Position) -> u64 {
        Pasyans.hash(state)
    }
}
