//! The states that a search has met: an arena of nodes and a hash table over it.

use crate::game::{Game, Graded};

/// A place in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

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

/// What became of a state that was offered to the table.
pub(super) enum Offer {
    /// Not met before; it is now in the table.
    New(NodeId),
    /// Met before by a longer way; the node now has the shorter one.
    Shorter(NodeId),
    /// Met before by a way at least as short.
    Known,
}

/// Every state at most once. Open addressing with linear probing; a slot holds the upper half of the hash and the
/// node's place plus one, so that most probes need not touch the arena. Equal hashes are never taken for equal states:
/// a match is settled by [`Graded::same`], so a proof does not hang on luck.
pub(super) struct Table<G: Graded> {
    nodes: Vec<NodeOf<G>>,
    slots: Vec<u64>,
}

/// Slots of an empty table: enough for most quick plans, and soon cleared.
const FIRST_SLOTS: usize = 1 << 12;

impl<G: Graded> Table<G> {
    pub fn new() -> Table<G> {
        Table { nodes: Vec::new(), slots: vec![0; FIRST_SLOTS] }
    }

    /// Forgets all states, and gives back the memory of a large search.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.shrink_to(FIRST_SLOTS);
        self.slots.truncate(FIRST_SLOTS);
        self.slots.shrink_to(FIRST_SLOTS);
        self.slots.fill(0);
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<NodeOf<G>>() + self.slots.capacity() * size_of::<u64>()
    }

    pub fn node(&self, id: NodeId) -> &NodeOf<G> {
        &self.nodes[id.0 as usize]
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
                let id = NodeId((entry & !TAG) as u32 - 1);
                let known = &mut self.nodes[id.0 as usize];
                if game.same(&known.state, &node.state) {
                    if known.depth <= node.depth {
                        return Offer::Known;
                    }
                    *known = node;
                    return Offer::Shorter(id);
                }
            }
            slot = (slot + 1) & mask;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.slots[slot] = tag | u64::from(id.0 + 1);
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        Offer::New(id)
    }

    /// Twice the slots. The tag and the slot number hold all the bits of the hash that are needed to move an entry.
    fn grow(&mut self) {
        let entries = std::mem::take(&mut self.slots);
        self.slots = vec![0; entries.len() * 2];
        let mask = self.slots.len() - 1;
        for entry in entries.into_iter().filter(|&entry| entry != 0) {
            let mut slot = home(entry & TAG, mask);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = entry;
        }
    }

    /// The moves from the root to the node.
    pub fn path(&self, id: NodeId) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut at = id;
        while let Some((parent, mv)) = self.node(at).parent {
            moves.push(mv);
            at = parent;
        }
        moves.reverse();
        moves
    }
}

/// The upper half of a slot.
const TAG: u64 = 0xffff_ffff_0000_0000;

/// Where a probe begins: by the tag, so that growing needs no hash.
fn home(hash: u64, mask: usize) -> usize {
    (hash >> 32) as usize & mask
}
