//! Who decides, seeing only a view.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::dealer::View;
use super::scout::{Event, Reach, Scout};
use crate::game::{Hidden, Kind, mix};

/// How hard a player thinks about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How far the events are sought at first.
    pub reach: Reach,
    /// How often the reach is made three times as wide and twice as deep while nothing can be turned up within it.
    pub widenings: usize,
    /// The rounds in which the events are weighed against each other, each more thoroughly than the one before.
    pub rounds: &'static [Round],
    /// The promise that multiplies the odds of a win by e.
    pub scale: i32,
}

/// A round of weighing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// So many of the best events come into it.
    pub events: usize,
    /// What may come of an event, so many outcomes at most.
    pub outcomes: usize,
    /// How far each outcome is looked at.
    pub look: Reach,
}

/// The moves up to and with an event; none if there is no event in reach.
pub struct Decision<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Positions expanded.
    pub nodes: u64,
}

/// A player with the buffers of its searches.
pub struct Player<'g, G: Hidden> {
    game: &'g G,
    effort: Effort,
    /// The state of the random numbers that outcomes are drawn by.
    random: u64,
    scout: Scout<G>,
    look: Scout<G>,
}

impl<'g, G: Hidden> Player<'g, G> {
    /// A player of that game who thinks so hard.
    pub fn new(game: &'g G, effort: Effort) -> Player<'g, G> {
        Player { game, effort, random: 0, scout: Scout::new(), look: Scout::new() }
    }

    /// Decides for the event with the best chance.
    pub fn decide(&mut self, view: &View<G::State>) -> Decision<G::Move> {
        let mut nodes = 0;
        let events = self.events(view.state(), &mut nodes);
        let moves = self.best(events, &mut nodes).map_or(Vec::new(), |event| self.scout.way_to(&event));
        Decision { moves, nodes }
    }

    /// The events in reach, the most promising first.
    ///
    /// The next stage waits until nothing more can be turned up: begun early, it buries what could have been. With one
    /// suit 57 of 60 games were won so, and 44 where the chances alone decided between the two.
    fn events(&mut self, view: &G::State, nodes: &mut u64) -> Vec<Event<G>> {
        let mut reach = self.effort.reach;
        for _ in 0..=self.effort.widenings {
            self.scout.run(self.game, view, reach, nodes);
            if self.scout.events.iter().any(|event| event.kind != Kind::Stage) {
                self.scout.events.retain(|event| event.kind != Kind::Stage);
                break;
            }
            reach = Reach { width: 3 * reach.width, layers: 2 * reach.layers };
        }
        let mut events = std::mem::take(&mut self.scout.events);
        events.sort_unstable_by_key(|event| (event.kind != Kind::Win, Reverse(event.promise), event.key));
        self.thin_out(&mut events);
        events
    }

    /// Leaves of the ways to turn up the same the first. Which card is turned up matters more than how, and of eight events all
    /// may be ways to the same: with two ways to each 69 instead of 79 of 300 games with four suits were won.
    fn thin_out(&self, events: &mut Vec<Event<G>>) {
        let mut met = HashSet::new();
        events.retain(|event| event.kind != Kind::Reveal || met.insert(self.game.turned_up(&event.before, event.mv)));
    }

    /// The best of the events after all rounds.
    fn best(&mut self, mut events: Vec<Event<G>>, nodes: &mut u64) -> Option<Event<G>> {
        // All events of a decision meet the same draws, so that none is better by luck.
        let seed = mix::next(&mut self.random);
        for round in self.effort.rounds {
            events.truncate(round.events);
            if events.len() > 1 && events[0].kind != Kind::Win {
                let weighed = events.into_iter().map(|event| (self.chance(&event, *round, seed, nodes), event));
                let mut weighed: Vec<(f64, Event<G>)> = weighed.collect();
                weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
                events = weighed.into_iter().map(|(_, event)| event).collect();
            }
        }
        events.into_iter().next()
    }

    /// The chance to win after an event, as far as the promise tells.
    fn chance(&mut self, event: &Event<G>, round: Round, seed: u64, nodes: &mut u64) -> f64 {
        let mut outcomes = Vec::new();
        let mut random = seed;
        let draw = &mut || mix::next(&mut random);
        self.game.outcomes(&event.before, event.mv, round.outcomes, draw, &mut outcomes);
        let (mut sum, mut weight) = (0.0, 0.0);
        for (state, count) in &outcomes {
            let promise = self.look.run(self.game, state, round.look, nodes);
            let odds_against = (-f64::from(promise) / f64::from(self.effort.scale)).exp();
            sum += f64::from(*count) / (1.0 + odds_against);
            weight += f64::from(*count);
        }
        sum / weight
    }
}
