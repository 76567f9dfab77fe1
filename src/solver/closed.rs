//! Play without knowing what is hidden.
//!
//! A decision leads through moves that tell nothing new to one that does, an *event*: something is turned up, or the
//! next stage begins. The events within reach are weighed by what may come of them: each outcome is worth the best
//! promise within a short reach of it, and the chances of the outcomes are averaged.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::anytime::{self, Schedule};
use super::seen::Seen;
use super::{Limit, Limits};
use crate::game::{Hidden, Kind, Successor};

/// How hard a player thinks about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How far the events are sought.
    pub reach: Reach,
    /// The most promising events are weighed against each other: so many.
    pub events: usize,
    /// What may come of an event, so many outcomes at most.
    pub outcomes: usize,
    /// How far each outcome is looked at.
    pub look: Reach,
    /// The promise that multiplies the odds of a win by e.
    pub scale: i32,
}

/// The extent of a small search through moves that tell nothing new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Positions kept of each layer.
    pub width: usize,
    /// Layers.
    pub layers: usize,
}

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

/// Plays `truth` to its end. The decisions see only what [`Hidden::veiled`] shows of it; once that is everything, the
/// rest is solved. No move is taken back. The same input gives the same game, unless `watch` breaks it off.
pub fn play<G: Hidden>(
    game: &G,
    truth: &G::State,
    effort: Effort,
    endgame: &Schedule,
    limits: Limits,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Played<G::Move> {
    let mut truth = truth.clone();
    let mut player = Player::new(game, effort);
    let mut moves = Vec::new();
    let mut limit = None;
    while !game.is_won(&truth) {
        if player.nodes >= limits.nodes {
            limit = Some(Limit::Nodes);
            break;
        }
        if watch(player.nodes).is_break() {
            break;
        }
        let view = game.veiled(&truth);
        let decision = match game.is_hidden(&view) {
            true => player.decide(&view),
            false => {
                let rest = Limits { nodes: limits.nodes - player.nodes, ..limits };
                let before = player.nodes;
                let report = anytime::solve(game, &view, endgame, rest, &mut |progress| match progress {
                    anytime::Progress::Plan(_) => ControlFlow::Continue(()),
                    anytime::Progress::Searching(nodes) => watch(before + nodes),
                });
                player.nodes += report.nodes;
                report.end.moves().unwrap_or_default().to_vec()
            }
        };
        if decision.is_empty() {
            break;
        }
        for mv in decision {
            game.play(&mut truth, mv);
            moves.push(mv);
        }
    }
    Played { won: game.is_won(&truth), moves, limit, nodes: player.nodes }
}

/// A player with the buffers of its searches.
struct Player<'g, G: Hidden> {
    game: &'g G,
    effort: Effort,
    nodes: u64,
    /// The state of the random numbers that outcomes are drawn by.
    random: u64,
    scout: Scout<G>,
    look: Scout<G>,
}

impl<'g, G: Hidden> Player<'g, G> {
    fn new(game: &'g G, effort: Effort) -> Player<'g, G> {
        Player { game, effort, nodes: 0, random: 0, scout: Scout::new(), look: Scout::new() }
    }

    /// The moves up to and with the best event; empty if none is in reach.
    fn decide(&mut self, view: &G::State) -> Vec<G::Move> {
        self.scout.run(self.game, view, self.effort.reach, &mut self.nodes);
        let mut events = std::mem::take(&mut self.scout.events);
        // The next stage waits until nothing more can be turned up: begun early, it buries what could have been.
        if events.iter().any(|event| event.kind == Kind::Reveal) {
            events.retain(|event| event.kind == Kind::Reveal);
        }
        events.sort_unstable_by_key(|event| (Reverse(event.promise), event.key));
        events.truncate(self.effort.events);
        if events.len() == 1 {
            return self.scout.way_to(&events[0]);
        }
        let weighed = events.iter().map(|event| (self.chance(event), event));
        let best = weighed.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map_or(Vec::new(), |(_, event)| self.scout.way_to(event))
    }

    /// The chance to win after an event, as far as the promise tells.
    fn chance(&mut self, event: &Event<G>) -> f64 {
        let mut outcomes = Vec::new();
        let random = &mut self.random;
        let draw = &mut || next_random(random);
        self.game.outcomes(&event.before, event.mv, self.effort.outcomes, draw, &mut outcomes);
        let (mut sum, mut weight) = (0.0, 0.0);
        for (state, count) in &outcomes {
            let promise = self.look.run(self.game, state, self.effort.look, &mut self.nodes);
            let odds_against = (-f64::from(promise) / f64::from(self.effort.scale)).exp();
            sum += f64::from(*count) / (1.0 + odds_against);
            weight += f64::from(*count);
        }
        sum / weight
    }
}

/// A search through moves that tell nothing new, with its buffers.
struct Scout<G: Hidden> {
    layer: Vec<(G::State, Option<usize>)>,
    next: Vec<(G::State, Option<usize>)>,
    /// The moves that led to the positions kept, each with the index of the one before it.
    trail: Vec<(Option<usize>, G::Move)>,
    candidates: Vec<Candidate<G::Move>>,
    successors: Vec<Successor<G::Move>>,
    seen: Seen,
    /// The events in reach, each once.
    events: Vec<Event<G>>,
    met: Seen,
}

struct Candidate<M> {
    promise: i32,
    key: u64,
    parent: usize,
    mv: M,
}

/// A move that tells something new.
struct Event<G: Hidden> {
    promise: i32,
    key: u64,
    kind: Kind,
    before: G::State,
    /// The last step of the trail that leads to the position before it.
    step: Option<usize>,
    mv: G::Move,
}

impl<G: Hidden> Scout<G> {
    fn new() -> Scout<G> {
        Scout {
            layer: Vec::new(),
            next: Vec::new(),
            trail: Vec::new(),
            candidates: Vec::new(),
            successors: Vec::new(),
            seen: Seen::new(),
            events: Vec::new(),
            met: Seen::new(),
        }
    }

    /// Finds the events in reach of `root` and the best promise there.
    fn run(&mut self, game: &G, root: &G::State, reach: Reach, nodes: &mut u64) -> i32 {
        self.trail.clear();
        self.events.clear();
        self.seen.clear();
        self.met.clear();
        self.layer.clear();
        self.layer.push((root.clone(), None));
        let mut best = game.promise(root);
        for _ in 0..=reach.layers {
            best = best.max(self.expand(game, nodes));
            self.select(game, reach.width);
        }
        best
    }

    /// Fills the candidates and events from the layer; the best promise among them.
    fn expand(&mut self, game: &G, nodes: &mut u64) -> i32 {
        self.candidates.clear();
        let mut best = i32::MIN;
        for (parent, (state, step)) in self.layer.iter().enumerate() {
            *nodes += 1;
            self.successors.clear();
            game.successors(state, &mut self.successors);
            for &Successor { mv, key, promise, kind, .. } in &self.successors {
                best = best.max(promise);
                if kind == Kind::Quiet {
                    if !self.seen.contains(key) {
                        self.candidates.push(Candidate { promise, key, parent, mv });
                    }
                } else if self.met.insert(key) {
                    self.events.push(Event { promise, key, kind, before: state.clone(), step: *step, mv });
                }
            }
        }
        best
    }

    /// Makes the most promising candidates the layer.
    fn select(&mut self, game: &G, width: usize) {
        self.next.clear();
        self.candidates.sort_unstable_by_key(|candidate| (Reverse(candidate.promise), candidate.key));
        for candidate in &self.candidates {
            if self.next.len() < width && self.seen.insert(candidate.key) {
                let (state, step) = &self.layer[candidate.parent];
                let mut state = state.clone();
                game.play(&mut state, candidate.mv);
                self.trail.push((*step, candidate.mv));
                self.next.push((state, Some(self.trail.len() - 1)));
            }
        }
        std::mem::swap(&mut self.layer, &mut self.next);
    }

    fn way_to(&self, event: &Event<G>) -> Vec<G::Move> {
        let steps = std::iter::successors(event.step, |step| self.trail[*step].0);
        let mut moves: Vec<G::Move> = std::iter::once(event.mv).chain(steps.map(|step| self.trail[step].1)).collect();
        moves.reverse();
        moves
    }
}

/// SplitMix64: every state is followed by another, so that the outcomes drawn are the same on every machine.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
