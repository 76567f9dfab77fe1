//! What may come of events, found by playing on from them in worlds where all that is hidden is made up.

use super::player::Lookahead;
use super::scout::{Event, Scout};
use crate::game::{Hidden, Kind, mix};

/// Weighs events, with the buffers of its searches.
pub(super) struct Rollouts<G: Hidden> {
    lookahead: Lookahead,
    /// The state of the random numbers that worlds are made by.
    random: u64,
    scout: Scout<G>,
}

impl<G: Hidden> Rollouts<G> {
    pub fn new(lookahead: Lookahead) -> Rollouts<G> {
        Rollouts { lookahead, random: 0, scout: Scout::new() }
    }

    /// The best of the events, which come the most promising first. Only what turns something up is weighed.
    pub fn best(&mut self, game: &G, events: Vec<Event<G>>, nodes: &mut u64) -> Option<Event<G>> {
        // All events of a decision meet the same worlds, so that none is better by luck.
        let seed = mix::next(&mut self.random);
        let prior = |event: &Event<G>| self.lookahead.prior * self.odds(event.promise);
        let mut weighed: Vec<(f64, Event<G>)> = events.into_iter().map(|event| (prior(&event), event)).collect();
        let mut tried = 0;
        for round in self.lookahead.rounds {
            weighed.truncate(round.events);
            if weighed.len() < 2 || weighed[0].1.kind != Kind::Reveal {
                break;
            }
            for (sum, event) in &mut weighed {
                *sum += (tried..round.worlds).map(|world| self.chance(game, event, seed ^ world, nodes)).sum::<f64>();
            }
            tried = round.worlds;
            weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
        }
        weighed.into_iter().next().map(|(_, event)| event)
    }

    /// The chance to win after an event in the world of that seed, as far as the promise tells a few events later.
    fn chance(&mut self, game: &G, event: &Event<G>, seed: u64, nodes: &mut u64) -> f64 {
        let mut random = mix::nth(seed);
        let mut world = game.world(&event.before, &mut || mix::next(&mut random));
        game.play(&mut world, event.mv);
        for left in (0..=self.lookahead.events).rev() {
            let view = game.veiled(&world);
            let best = self.scout.seek(game, &view, self.lookahead.sight, nodes);
            if !game.is_hidden(&view) {
                return self.odds(best);
            }
            // The scout is narrow: where it sees nothing to do, little can be done.
            let Some(next) = self.scout.events.first() else { return 0.0 };
            match next.kind {
                Kind::Reveal if left > 0 => {}
                // What the next stage brings is too much of chance to tell the events of this one apart.
                _ => return self.odds(best.max(next.promise)),
            }
            self.scout.way_to(next).into_iter().for_each(|mv| game.play(&mut world, mv));
        }
        unreachable!("the last round of the loop returns")
    }

    /// The chance that a promise stands for.
    fn odds(&self, promise: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(promise) / f64::from(self.lookahead.scale)).exp())
    }
}
