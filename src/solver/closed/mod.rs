//! Play without knowing what is hidden.
//!
//! A decision leads through moves that tell nothing new to one that does, an *event*: something is turned up, or the
//! next stage begins. The events in sight are weighed by what may come of them: they are played in worlds in which all
//! that is hidden is made up, with a few more events after each, chosen in haste by one who does not see the world
//! either; what is reached then is worth what it promises, and the worlds are averaged.
//!
//! The [`Dealer`] alone has the cards; the [`Player`] is shown a [`View`], which only the dealer can make.

mod dealer;
mod player;
mod rollout;
mod scout;

use std::ops::ControlFlow;

use super::anytime::{self, Schedule};
use super::{Limit, Limits};
use crate::game::Hidden;
pub use dealer::{Dealer, View};
pub use player::{Decision, Effort, Lookahead, Player, Round};
pub use scout::{Reach, Sight};

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// All its moves.
    pub moves: Vec<M>,
    /// Was it won?
    pub won: bool,
    /// The limit that ended it, if one did.
    pub limit: Option<Limit>,
    /// Positions expanded.
    pub nodes: u64,
}

/// How the rest of a game is solved, once nothing is hidden any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endgame<'g, G> {
    /// The game, with what its positions are worth to one who knows all cards.
    pub game: &'g G,
    /// The passes of the solve.
    pub schedule: Schedule,
    /// Positions expanded at most. An endgame that is lost already makes the beam wider and wider: one took a minute.
    pub nodes: u64,
}

/// Plays the dealer's game to its end. No move is taken back. The same input gives the same game, unless `watch` breaks
/// it off.
pub fn play<G: Hidden>(
    mut dealer: Dealer<'_, G>,
    mut player: Player<'_, G>,
    endgame: Endgame<'_, G>,
    limits: Limits,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Played<G::Move> {
    let mut moves = Vec::new();
    let mut limit = None;
    let mut nodes = 0;
    while !dealer.is_won() {
        if nodes >= limits.nodes {
            limit = Some(Limit::Nodes);
            break;
        }
        if watch(nodes).is_break() {
            break;
        }
        let decision = if dealer.hides() {
            let decision = player.decide(&dealer.view());
            nodes += decision.nodes;
            decision.moves
        } else {
            let before = nodes;
            let rest = Limits { nodes: endgame.nodes.min(limits.nodes - nodes), ..limits };
            let view = dealer.view();
            let report =
                anytime::solve(endgame.game, view.state(), &endgame.schedule, rest, &mut |progress| match progress {
                    anytime::Progress::Plan(_) => ControlFlow::Continue(()),
                    anytime::Progress::Searching(count) => watch(before + count),
                });
            nodes += report.nodes;
            report.end.moves().unwrap_or_default().to_vec()
        };
        if decision.is_empty() {
            break;
        }
        dealer.play(&decision);
        moves.extend(decision);
    }
    Played { won: dealer.is_won(), moves, limit, nodes }
}
