//! Who has the cards, and what the player is shown.

use crate::game::Hidden;

/// A game in progress with all its cards.
pub struct Dealer<'g, G: Hidden> {
    game: &'g G,
    truth: G::State,
}

/// A position as a player sees it. Only a [`Dealer`] makes one, so that a player cannot be shown more.
pub struct View<S>(S);

impl<S> View<S> {
    /// The position, with nothing known in it that a player has not seen.
    pub fn state(&self) -> &S {
        &self.0
    }
}

impl<'g, G: Hidden> Dealer<'g, G> {
    /// A game that stands as `truth` says.
    pub fn new(game: &'g G, truth: G::State) -> Dealer<'g, G> {
        Dealer { game, truth }
    }

    /// What the player sees.
    pub fn view(&self) -> View<G::State> {
        View(self.game.veiled(&self.truth))
    }

    /// Is anything hidden from the player?
    pub fn hides(&self) -> bool {
        self.game.is_hidden(self.view().state())
    }

    /// Is the game won?
    pub fn is_won(&self) -> bool {
        self.game.is_won(&self.truth)
    }

    /// Plays legal moves.
    pub fn play(&mut self, moves: &[G::Move]) {
        moves.iter().for_each(|mv| self.game.play(&mut self.truth, *mv));
    }
}
