//! Play without knowing what is hidden: a decision leads through moves that tell nothing new to one that does.

use std::cmp::Reverse;

use super::seen::Seen;
use crate::game::{Hidden, Kind, Successor};

/// How hard a player thinks about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions kept of each layer of moves that tell nothing new.
    pub width: usize,
    /// Layers of such moves.
    pub layers: usize,
    /// Moves that do tell something new, weighed against each other.
    pub events: usize,
    /// What may turn up, for each of those.
    pub outcomes: usize,
    /// Width and layers of the look at what each of those is good for.
    pub look_width: usize,
    pub look_layers: usize,
    /// Promise of a win at even odds to e : 1.
    pub scale: i32,
    pub reveal_first: bool,
}

/// A player with its buffers.
pub struct Player<'g, G: Hidden> {
    game: &'g G,
    effort: Effort,
    /// Positions expanded so far.
    pub nodes: u64,
    random: u64,
    scout: Scout<G>,
    look: Scout<G>,
}

struct Scout<G: Hidden> {
    layer: Vec<(G::State, u32)>,
    next: Vec<(G::State, u32)>,
    trail: Vec<(u32, G::Move)>,
    candidates: Vec<(i32, u64, u32, G::Move)>,
    successors: Vec<Successor<G::Move>>,
    seen: Seen,
    told: Seen,
    events: Vec<(i32, u64, G::State, u32, G::Move, Kind)>,
}

const ROOT: u32 = u32::MAX;

impl<G: Hidden> Scout<G> {
    fn new() -> Scout<G> {
        Scout { layer: vec![], next: vec![], trail: vec![], candidates: vec![], successors: vec![], seen: Seen::new(), told: Seen::new(), events: vec![] }
    }

    /// Best promise within reach.
    fn run(&mut self, game: &G, root: &G::State, width: usize, layers: usize, events: bool, nodes: &mut u64) -> i32 {
        self.trail.clear();
        self.seen.clear();
        self.told.clear();
        self.events.clear();
        self.layer.clear();
        self.layer.push((root.clone(), ROOT));
        let mut best = game.promise(root);
        for depth in 0..=layers {
            self.candidates.clear();
            for (index, (state, step)) in self.layer.iter().enumerate() {
                *nodes += 1;
                self.successors.clear();
                game.successors(state, &mut self.successors);
                for next in &self.successors {
                    best = best.max(if next.kind == Kind::Win { i32::MAX / 2 } else { next.promise });
                    match next.kind {
                        Kind::Quiet => {
                            if depth < layers && !self.seen.contains(next.key) {
                                self.candidates.push((next.promise, next.key, index as u32, next.mv));
                            }
                        }
                        _ if !events => (),
                        _ => {
                            let key = if next.kind == Kind::Stage { next.key.wrapping_mul(3) } else { next.key };
                            if self.told.insert(key) {
                                self.events.push((next.promise, key, state.clone(), *step, next.mv, next.kind));
                            }
                        }
                    }
                }
            }
            self.next.clear();
            self.candidates.sort_unstable_by_key(|c| (Reverse(c.0), c.1));
            for c in &self.candidates {
                if self.next.len() >= width { break; }
                if self.seen.insert(c.1) {
                    let (state, step) = &self.layer[c.2 as usize];
                    let mut state = state.clone();
                    game.play(&mut state, c.3);
                    self.trail.push((*step, c.3));
                    self.next.push((state, self.trail.len() as u32 - 1));
                }
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            if self.layer.is_empty() { break; }
        }
        best
    }
}

impl<'g, G: Hidden> Player<'g, G> {
    pub fn new(game: &'g G, effort: Effort, seed: u64) -> Player<'g, G> {
        Player { game, effort, nodes: 0, random: seed, scout: Scout::new(), look: Scout::new() }
    }

    /// The moves up to and with the next that tells something new; empty if there is none.
    pub fn decide(&mut self, state: &G::State) -> Vec<G::Move> {
        let e = self.effort;
        self.scout.run(self.game, state, e.width, e.layers, true, &mut self.nodes);
        let mut events = std::mem::take(&mut self.scout.events);
        events.sort_unstable_by_key(|event| (Reverse(event.0), event.1));
        // A stage is not begun while there is something else to learn.
        if e.reveal_first && events.iter().any(|e| e.5 == Kind::Reveal) { events.retain(|e| e.5 == Kind::Reveal); }
        if events.len() > e.events {
            events.truncate(e.events);
        }
        let mut best: Option<(f64, usize)> = None;
        let mut outcomes = vec![];
        if events.len() > 1 && e.outcomes > 0 {
            for (index, event) in events.iter().enumerate() {
                outcomes.clear();
                let random = &mut self.random;
                self.game.outcomes(&event.2, event.4, e.outcomes, &mut || next(random), &mut outcomes);
                let (mut sum, mut weight) = (0.0, 0.0);
                for (state, w) in &outcomes {
                    let promise = self.look.run(self.game, state, e.look_width, e.look_layers, false, &mut self.nodes);
                    sum += f64::from(*w) / (1.0 + (-f64::from(promise) / f64::from(e.scale)).exp());
                    weight += f64::from(*w);
                }
                let value = sum / weight;
                if best.is_none_or(|b| value > b.0) { best = Some((value, index)); }
            }
        }
        let index = best.map_or(0, |b| b.1);
        let Some(event) = events.get(index) else { return vec![] };
        let mut moves = vec![event.4];
        let mut at = event.3;
        while at != ROOT { let (before, mv) = self.scout.trail[at as usize]; moves.push(mv); at = before; }
        moves.reverse();
        moves
    }
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
