//! Beam search over stages.
use crate::game::{Guided, Kind, Successor};

#[derive(Clone, Copy, Debug)]
pub struct Beam { pub width: usize, pub pool: usize, pub idle: usize, pub layers: usize, pub move_cost: i32 }

pub struct Seen { table: Vec<u64>, count: usize }
impl Seen {
    pub fn new() -> Seen { Seen { table: vec![0; 1 << 12], count: 0 } }
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        let mask = self.table.len() - 1;
        let mut i = key as usize & mask;
        loop { let k = self.table[i]; if k == key { return true } if k == 0 { return false } i = (i + 1) & mask; }
    }
    pub fn insert(&mut self, key: u64) -> bool {
        if self.count * 2 > self.table.len() {
            let old = std::mem::take(&mut self.table);
            self.table = vec![0; old.len() * 2];
            self.count = 0;
            for k in old { if k != 0 { self.insert(k); } }
        }
        let mask = self.table.len() - 1;
        let mut i = key as usize & mask;
        loop { let k = self.table[i]; if k == key { return false } if k == 0 { self.table[i] = key; self.count += 1; return true } i = (i + 1) & mask; }
    }
    pub fn clear(&mut self) { self.table.fill(0); self.count = 0; }
}

struct Entry<S> { state: S, node: u32, cost: u32 }
struct Candidate<M> { score: i32, key: u64, parent: u32, mv: M, cost: u8 }

pub struct Found<M> { pub plan: Option<Vec<M>>, pub nodes: u64, pub stages: Vec<(usize, i32)> }

pub fn search<G: Guided>(game: &G, root: G::State, p: Beam, mut go_on: impl FnMut(u64) -> bool) -> Found<G::Move> {
    let mut arena: Vec<(u32, Option<G::Move>)> = vec![(0, None)];
    let mut layer = vec![Entry { state: root, node: 0, cost: 0 }];
    let mut next: Vec<Entry<G::State>> = vec![];
    let mut seen = Seen::new();
    let mut successors: Vec<Successor<G::Move>> = vec![];
    let mut candidates: Vec<Candidate<G::Move>> = vec![];
    let mut nodes = 0u64;
    let mut stages = vec![];
    loop {
        // one stage
        let mut pool: Vec<(i32, u64, Entry<G::State>)> = vec![];
        let mut floor = i32::MIN;
        let mut pool_seen = Seen::new();
        let mut idle = 0;
        let mut won: Option<(u32, u32, G::Move)> = None;
        seen.clear();
        let mut layers = 0;
        while !layer.is_empty() && idle < p.idle && layers < p.layers {
            layers += 1;
            candidates.clear();
            let mut improved = false;
            for (index, entry) in layer.iter().enumerate() {
                if nodes & 255 == 0 && !go_on(nodes) { return Found { plan: None, nodes, stages }; }
                nodes += 1;
                successors.clear();
                game.successors(&entry.state, &mut successors);
                for s in &successors {
                    let cost = entry.cost + u32::from(s.cost);
                    let score = s.promise - p.move_cost * cost as i32;
                    match s.kind {
                        Kind::Won => {
                            if won.as_ref().is_none_or(|w| cost < w.0) { won = Some((cost, entry.node, s.mv)); }
                        }
                        Kind::Next => {
                            if score > floor && pool_seen.insert(s.key) {
                                let mut state = entry.state;
                                game.play_guided(&mut state, s.mv);
                                arena.push((entry.node, Some(s.mv)));
                                pool.push((score, s.key, Entry { state, node: arena.len() as u32 - 1, cost }));
                                improved = true;
                                if pool.len() >= 4 * p.pool {
                                    pool.select_nth_unstable_by(p.pool - 1, |a, b| b.0.cmp(&a.0));
                                    pool.truncate(p.pool);
                                    floor = pool[p.pool - 1].0;
                                }
                            }
                        }
                        _ => if !seen.contains(s.key) {
                            candidates.push(Candidate { score, key: s.key, parent: index as u32, mv: s.mv, cost: s.cost });
                        }
                    }
                }
            }
            if won.is_some() { break; }
            if pool.len() > p.pool {
                pool.select_nth_unstable_by(p.pool - 1, |a, b| b.0.cmp(&a.0));
                pool.truncate(p.pool);
                floor = pool[p.pool - 1].0;
            }
            if pool.is_empty() || improved { idle = 0 } else { idle += 1 }
            let mut rest = &mut candidates[..];
            next.clear();
            // take the best in chunks, as duplicates within a layer are dropped
            while next.len() < p.width && !rest.is_empty() {
                let want = p.width - next.len();
                let (now, later) = if rest.len() > want {
                    rest.select_nth_unstable_by(want - 1, |a, b| b.score.cmp(&a.score).then(a.key.cmp(&b.key)));
                    rest.split_at_mut(want)
                } else { rest.split_at_mut(rest.len()) };
                for c in now.iter() {
                    if seen.insert(c.key) {
                        let parent = &layer[c.parent as usize];
                        let mut state = parent.state;
                        game.play_guided(&mut state, c.mv);
                        arena.push((parent.node, Some(c.mv)));
                        next.push(Entry { state, node: arena.len() as u32 - 1, cost: parent.cost + u32::from(c.cost) });
                    }
                }
                rest = later;
            }
            std::mem::swap(&mut layer, &mut next);
        }
        stages.push((layers, pool.iter().map(|p| p.0).max().unwrap_or(0)));
        if let Some((_, node, mv)) = won {
            let mut plan = vec![mv];
            let mut at = node;
            while let (parent, Some(mv)) = arena[at as usize] { plan.push(mv); at = parent; }
            plan.reverse();
            return Found { plan: Some(plan), nodes, stages };
        }
        if pool.is_empty() { return Found { plan: None, nodes, stages }; }
        layer = pool.into_iter().map(|p| p.2).collect();
    }
}
