//! Beam search over stages: within a stage layer by layer, keeping only the most promising positions of each layer; the
//! most promising positions that begin the next stage are pooled over all layers.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::seen::Seen;
use crate::game::{Guided, Kind, Successor};

/// The shape of a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Positions kept of each layer.
    pub width: usize,
    /// Positions kept that begin the next stage.
    pub pool: usize,
    /// A stage ends after so many layers that put nothing into the pool.
    pub patience: usize,
    /// A stage ends after so many layers at last.
    pub layers: usize,
    /// How much a move made counts against a position, in percent of the game's own toll. More makes shorter plans, and
    /// fewer of them.
    pub thrift: i32,
}

impl Shape {
    /// The usual shape of that width.
    pub fn of_width(width: usize) -> Shape {
        Shape { width, pool: width, patience: 6, layers: 200, thrift: 100 }
    }
}

/// What a pass found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass<M> {
    /// The win of the fewest moves that it met.
    pub plan: Option<Plan<M>>,
    /// Was every position met that successors lead to, none left out for want of width or patience?
    pub complete: bool,
}

/// A way to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    /// All its moves.
    pub moves: Vec<M>,
    /// How many of them count.
    pub length: u32,
}

/// What a search has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spent {
    /// Positions expanded.
    pub nodes: u64,
    /// The most memory that the buffers took, in bytes.
    pub bytes: usize,
}

/// Told the cost so far every few hundred nodes; breaks the search off.
pub type Watch<'a> = dyn FnMut(Spent) -> ControlFlow<()> + 'a;

/// A beam search with its buffers, which serve one pass after another.
pub struct Beam<'g, G: Guided> {
    game: &'g G,
    /// What all passes cost so far.
    pub spent: Spent,
    /// The moves that led to the positions kept in this pass.
    trail: Vec<Step<G::Move>>,
    layer: Vec<Entry<G::State>>,
    next: Vec<Entry<G::State>>,
    candidates: Vec<Candidate<G::Move>>,
    successors: Vec<Successor<G::Move>>,
    seen: Seen,
    pool: Pool<G>,
}

struct Step<M> {
    before: u32,
    mv: M,
}

/// Where the trail begins.
const ROOT: u32 = u32::MAX;

#[derive(Clone)]
struct Entry<S> {
    state: S,
    /// The last step of the trail that leads here.
    step: u32,
    /// Moves that count so far.
    length: u32,
}

/// A position that may be kept for the next layer.
struct Candidate<M> {
    score: i32,
    key: u64,
    parent: u32,
    mv: M,
    length: u32,
}

/// A win: its length, the last step but one, the last move.
type Win<M> = (u32, u32, M);

impl<'g, G: Guided> Beam<'g, G> {
    /// A search without any memory of passes.
    pub fn new(game: &'g G) -> Beam<'g, G> {
        Beam {
            game,
            spent: Spent::default(),
            trail: Vec::new(),
            layer: Vec::new(),
            next: Vec::new(),
            candidates: Vec::new(),
            successors: Vec::new(),
            seen: Seen::new(),
            pool: Pool::new(),
        }
    }

    /// Searches for a win from `root` of fewer than `below` moves. The same input gives the same answer unless `watch`
    /// breaks the pass off; then the best win so far is told.
    pub fn pass(&mut self, root: &G::State, shape: Shape, below: u32, watch: &mut Watch<'_>) -> Pass<G::Move> {
        self.trail.clear();
        self.layer.clear();
        self.layer.push(Entry { state: root.clone(), step: ROOT, length: 0 });
        let mut below = below;
        let mut best = None;
        let mut complete = true;
        loop {
            let stage = self.stage(shape, &mut below, &mut best, watch);
            complete &= stage == ControlFlow::Continue(true);
            self.pool.shrink(shape.pool);
            if stage.is_break() || self.pool.entries.is_empty() {
                break;
            }
            self.layer.clear();
            self.layer.extend(self.pool.entries.drain(..).map(|(_, entry)| entry));
        }
        Pass { plan: best.map(|win| self.plan(win)), complete }
    }

    /// Searches one stage from the positions in `layer`; those that begin the next are in the pool then. Was nothing
    /// left out?
    fn stage(
        &mut self,
        shape: Shape,
        below: &mut u32,
        best: &mut Option<Win<G::Move>>,
        watch: &mut Watch<'_>,
    ) -> ControlFlow<(), bool> {
        self.seen.clear();
        self.pool.clear();
        let mut idle = 0;
        let mut complete = true;
        for _ in 0..shape.layers {
            if self.layer.is_empty() || idle > shape.patience {
                break;
            }
            let improved = self.expand(shape, below, best, watch)?;
            idle = if improved || self.pool.entries.is_empty() { 0 } else { idle + 1 };
            complete &= self.select(shape.width);
            self.measure();
        }
        ControlFlow::Continue(complete && self.layer.is_empty() && !self.pool.overflowed)
    }

    /// Fills the candidates from the layer. Did the pool get better?
    fn expand(
        &mut self,
        shape: Shape,
        below: &mut u32,
        best: &mut Option<Win<G::Move>>,
        watch: &mut Watch<'_>,
    ) -> ControlFlow<(), bool> {
        /// Nodes from one look at the watch to the next: well within a millisecond.
        const GLANCE: u64 = 256;
        self.candidates.clear();
        let mut improved = false;
        for (index, entry) in self.layer.iter().enumerate() {
            self.spent.nodes += 1;
            if self.spent.nodes.is_multiple_of(GLANCE) {
                watch(self.spent)?;
            }
            self.successors.clear();
            self.game.successors(&entry.state, |_| true, &mut self.successors);
            for next in &self.successors {
                let length = entry.length + next.moves;
                if length + next.bound >= *below {
                    continue;
                }
                let score = next.promise + next.toll * shape.thrift / 100 * length as i32;
                match next.kind {
                    Kind::Win => {
                        *below = length;
                        *best = Some((length, entry.step, next.mv));
                    }
                    Kind::Stage => {
                        if score > self.pool.floor && self.pool.seen.insert(next.key) {
                            let mut state = entry.state.clone();
                            self.game.play(&mut state, next.mv);
                            let step = push(&mut self.trail, entry.step, next.mv);
                            self.pool.put(score, Entry { state, step, length }, shape.pool);
                            improved = true;
                        }
                    }
                    Kind::Quiet | Kind::Reveal => {
                        if !self.seen.contains(next.key) {
                            let parent = index as u32;
                            self.candidates.push(Candidate { score, key: next.key, parent, mv: next.mv, length });
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(improved)
    }

    /// Makes the most promising candidates the layer. Were there no more than that?
    fn select(&mut self, width: usize) -> bool {
        self.next.clear();
        let mut rest = &mut self.candidates[..];
        // Several ways may lead to one position within a layer, so that the first choice may fall short of the width.
        while self.next.len() < width && !rest.is_empty() {
            let wanted = (width - self.next.len()).min(rest.len());
            if wanted < rest.len() {
                rest.select_nth_unstable_by_key(wanted, |candidate| (Reverse(candidate.score), candidate.key));
            }
            let (chosen, others) = rest.split_at_mut(wanted);
            for candidate in chosen {
                if self.seen.insert(candidate.key) {
                    let parent = &self.layer[candidate.parent as usize];
                    let mut state = parent.state.clone();
                    self.game.play(&mut state, candidate.mv);
                    let step = push(&mut self.trail, parent.step, candidate.mv);
                    self.next.push(Entry { state, step, length: candidate.length });
                }
            }
            rest = others;
        }
        let all = rest.is_empty();
        std::mem::swap(&mut self.layer, &mut self.next);
        all
    }

    fn plan(&self, (length, step, last): Win<G::Move>) -> Plan<G::Move> {
        let steps = std::iter::successors(self.trail.get(step as usize), |step| self.trail.get(step.before as usize));
        let mut moves: Vec<G::Move> = std::iter::once(last).chain(steps.map(|step| step.mv)).collect();
        moves.reverse();
        Plan { moves, length }
    }

    fn measure(&mut self) {
        let entries = self.layer.capacity() + self.next.capacity() + self.pool.entries.capacity();
        let bytes = entries * size_of::<(i32, Entry<G::State>)>()
            + self.trail.capacity() * size_of::<Step<G::Move>>()
            + self.candidates.capacity() * size_of::<Candidate<G::Move>>()
            + self.seen.bytes()
            + self.pool.seen.bytes();
        self.spent.bytes = self.spent.bytes.max(bytes);
    }
}

fn push<M>(trail: &mut Vec<Step<M>>, before: u32, mv: M) -> u32 {
    trail.push(Step { before, mv });
    trail.len() as u32 - 1
}

/// The positions that begin the next stage.
struct Pool<G: Guided> {
    entries: Vec<(i32, Entry<G::State>)>,
    seen: Seen,
    /// The score of the last place when the pool was last cut: what is not above it need not come in.
    floor: i32,
    overflowed: bool,
}

impl<G: Guided> Pool<G> {
    fn new() -> Pool<G> {
        Pool { entries: Vec::new(), seen: Seen::new(), floor: i32::MIN, overflowed: false }
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.seen.clear();
        self.floor = i32::MIN;
        self.overflowed = false;
    }

    fn put(&mut self, score: i32, entry: Entry<G::State>, size: usize) {
        self.entries.push((score, entry));
        if self.entries.len() >= 2 * size {
            self.shrink(size);
        }
    }

    fn shrink(&mut self, size: usize) {
        if self.entries.len() > size {
            self.entries.select_nth_unstable_by_key(size - 1, |(score, entry)| (Reverse(*score), entry.step));
            self.entries.truncate(size);
            self.floor = self.entries[size - 1].0;
            self.overflowed = true;
        }
    }
}
