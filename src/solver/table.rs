//! The states that a search has met: an arena of nodes and a hash table over it.

use std::num::NonZeroU32;

use crate::game::{Game, Graded, Wasting};

/// A place in the arena, counted from one, so that none takes no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(NonZeroU32);

impl NodeId {
    fn at(index: usize) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A state with the best way to it that is known.
#[derive(Clone, Copy)]
pub(super) struct Node<S, M> {
    pub state: S,
    /// How it was reached; `None` for the root.
    pub parent: Option<(NodeId, M)>,
    /// Moves from the root.
    pub depth: u32,
}

pub(super) type NodeOf<G> = Node<<G as Game>::State, <G as Game>::Move>;

impl<S: Copy, M: Copy> Node<S, M> {
    /// What a move from this node leads to; `id` is its own place.
    #[inline]
    pub fn child<G: Graded<State = S, Move = M>>(&self, game: &G, id: NodeId, wasting: Wasting<M>) -> Node<S, M> {
        let mut state = self.state;
        game.play_wasting(&mut state, wasting);
        Node { state, parent: Some((id, wasting.mv)), depth: self.depth + 1 }
    }
}

/// What became of a state that was offered to the table.
pub(super) enum Offer {
    /// Not met before; it is now in the table.
    New(NodeId),
    /// Met before by a longer way; the node now has the shorter one.
    Shorter(NodeId),
    /// Met before by a way at least as short.
    Known(NodeId),
}

/// Every state at most once. Open addressing with linear probing; a slot holds the upper half of the hash and the
/// node's place plus one, so that most probes need not touch the arena. Equal hashes are never taken for equal states:
/// a match is settled by [`Graded::same`], so a proof does not hang on luck.
pub(super) struct Table<G: Graded> {
    /// This and the slots have room for a large search from the beginning: a page of it takes memory only once it is used,
    /// nothing is copied while it grows, and it goes back to the system whole. Grown bit by bit, much of it stayed: a program
    /// that played 2,000 games took between 61 and 93 MB.
    nodes: Vec<NodeOf<G>>,
    slots: Vec<u64>,
}

/// Slots of an empty table: enough for 96 % of the quick searches, and soon cleared.
const FIRST_SLOTS: usize = 1 << 10;
/// The memory of more nodes than these, a third of a megabyte, is given back when they are cleared.
const KEPT: usize = 1 << 12;

impl<G: Graded> Table<G> {
    pub fn new() -> Table<G> {
        Table { nodes: room(), slots: first_slots() }
    }

    /// Forgets all states, and gives back the memory of a large search.
    pub fn clear(&mut self) {
        if self.nodes.is_empty() {
            return;
        }
        if self.nodes.len() > KEPT {
            self.nodes = Vec::new();
            self.nodes = room();
            self.slots = Vec::new();
            self.slots = first_slots();
        } else {
            self.nodes.clear();
            self.slots.truncate(FIRST_SLOTS);
            self.slots.fill(0);
        }
    }

    /// What the table takes.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<NodeOf<G>>() + self.slots.len() * size_of::<u64>()
    }

    /// The most it takes while so many more states come in: while it grows, the old and the new stand side by side.
    pub fn bytes_for(&self, more: usize) -> usize {
        let len = self.nodes.len() + more;
        let nodes = match self.nodes.capacity() {
            room if len > room => room + grown(room).max(len),
            _ => len,
        };
        let slots = match (len * 2).next_power_of_two().max(self.slots.len()) {
            slots if slots > self.slots.capacity() => self.slots.len() + slots,
            slots => slots,
        };
        nodes * size_of::<NodeOf<G>>() + slots * size_of::<u64>()
    }

    /// How many states are in it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, id: NodeId) -> &NodeOf<G> {
        &self.nodes[id.index()]
    }

    /// The place of the state that came in as the n-th, counted from 0.
    pub fn nth(&self, n: usize) -> Option<NodeId> {
        (n < self.nodes.len()).then(|| NodeId::at(n))
    }

    /// The states from the root to the node.
    pub fn states_to(&self, id: NodeId) -> Vec<G::State> {
        let mut node = self.node(id);
        let mut states = vec![node.state];
        while let Some((parent, _)) = node.parent {
            node = self.node(parent);
            states.push(node.state);
        }
        states.reverse();
        states
    }

    /// Drops those of the nodes whose states are known, as far as a first look tells. Of many at once, so that the processor
    /// can wait for several places in memory at the same time.
    pub fn drop_known(&self, game: &G, nodes: &mut Vec<NodeOf<G>>) {
        let mask = self.slots.len() - 1;
        let mut entries = [0; AT_ONCE];
        let mut candidates: [Option<NodeId>; AT_ONCE] = [None; AT_ONCE];
        let (mut kept, mut next) = (0, 0);
        while next < nodes.len() {
            let chunk = &nodes[next..nodes.len().min(next + AT_ONCE)];
            for (entry, node) in entries.iter_mut().zip(chunk) {
                *entry = self.slots[home(game.hash(&node.state), mask)];
            }
            for ((candidate, entry), node) in candidates.iter_mut().zip(entries).zip(chunk) {
                let hash = game.hash(&node.state);
                let id = (entry != 0 && entry & TAG == hash & TAG).then(|| NodeId::at((entry & !TAG) as usize - 1));
                *candidate = id.filter(|&id| game.hash(&self.node(id).state) == hash);
            }
            for candidate in candidates.iter().take(chunk.len()) {
                let known = candidate.is_some_and(|id| game.same(&self.node(id).state, &nodes[next].state));
                if !known {
                    nodes.swap(kept, next);
                    kept += 1;
                }
                next += 1;
            }
        }
        nodes.truncate(kept);
    }

    /// Takes in a state unless it is known by a way as short.
    pub fn offer(&mut self, game: &G, node: NodeOf<G>) -> Offer {
        let hash = game.hash(&node.state);
        let mask = self.slots.len() - 1;
        let tag = hash & TAG;
        let mut slot = home(hash, mask);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                break;
            }
            if entry & TAG == tag {
                let id = NodeId::at((entry & !TAG) as usize - 1);
                let known = &mut self.nodes[id.index()];
                if game.same(&known.state, &node.state) {
                    if known.depth <= node.depth {
                        return Offer::Known(id);
                    }
                    // The order of columns stays, as moves from here may be noted already.
                    (known.parent, known.depth) = (node.parent, node.depth);
                    return Offer::Shorter(id);
                }
            }
            slot = (slot + 1) & mask;
        }
        let id = NodeId::at(self.nodes.len());
        if self.nodes.len() == self.nodes.capacity() {
            self.nodes.reserve_exact(grown(self.nodes.len()) - self.nodes.len());
        }
        self.nodes.push(node);
        self.slots[slot] = tag | u64::from(id.0.get());
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow(game);
        }
        Offer::New(id)
    }

    /// Twice the slots.
    fn grow(&mut self, game: &G) {
        let len = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(len, 0);
        for (index, node) in self.nodes.iter().enumerate() {
            let hash = game.hash(&node.state);
            let mut slot = home(hash, len - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = hash & TAG | u64::from(NodeId::at(index).0.get());
        }
    }

    /// The moves from the root to the node.
    pub fn path(&self, game: &G, id: NodeId) -> Vec<G::Move> {
        let mut node = self.node(id);
        let mut steps = Vec::new();
        while let Some((parent, mv)) = node.parent {
            steps.push((self.node(parent), mv, node));
            node = self.node(parent);
        }
        let mut state = node.state;
        let mut moves = Vec::new();
        for (parent, mv, node) in steps.into_iter().rev() {
            // A node that was reached again by a shorter way keeps its state, so the way there may end with the columns
            // in another order.
            let wasting = if state == parent.state {
                let waste = game.lower_bound(&node.state) + 1 - game.lower_bound(&state);
                Wasting { mv, waste }
            } else {
                find_move(game, &state, &node.state)
            };
            game.play_wasting(&mut state, wasting);
            moves.push(wasting.mv);
        }
        moves
    }
}

/// The move that leads from one state to the other, but for the order of columns; there must be one.
fn find_move<G: Graded>(game: &G, from: &G::State, to: &G::State) -> Wasting<G::Move> {
    let mut moves = Vec::new();
    game.wasting_moves(from, &mut moves);
    let leads_there = |&mv: &Wasting<G::Move>| {
        let mut state = *from;
        game.play_wasting(&mut state, mv);
        game.same(&state, to)
    };
    moves.into_iter().find(leads_there).unwrap_or_else(|| unreachable!("equal states have equal moves"))
}

fn first_slots() -> Vec<u64> {
    let mut slots = room();
    slots.resize(FIRST_SLOTS, 0);
    slots
}

/// Room for a large search; none if the system refuses.
fn room<T>() -> Vec<T> {
    /// Above 32 MiB the system's allocator maps memory for it alone.
    const BYTES: usize = 64 << 20;
    let mut room = Vec::new();
    // Without it the table grows as it is filled.
    let _ = room.try_reserve_exact(BYTES / size_of::<T>());
    room
}

/// Beyond that room the arena grows by a quarter at a time, so that little of the memory allowed stays unused.
fn grown(capacity: usize) -> usize {
    (capacity + capacity / 4).max(FIRST_SLOTS / 2)
}

/// So many states are looked up at once.
const AT_ONCE: usize = 32;

/// The upper half of a slot.
const TAG: u64 = 0xffff_ffff_0000_0000;

/// Where a probe begins.
fn home(hash: u64, mask: usize) -> usize {
    (hash >> 32) as usize & mask
}
