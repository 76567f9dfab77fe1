//! Moves as shifts between places, for a search that tells which moves have nothing to do with each other.

/// From where to where a move goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    from: u8,
    to: u8,
}

/// Places are numbered below this: the most whose pairs fit into 128 bits.
pub const PLACES: usize = 11;

impl Way {
    /// The way from one place to another.
    ///
    /// # Panics
    /// A place is not below [`PLACES`].
    pub fn new(from: usize, to: usize) -> Way {
        assert!(from < PLACES && to < PLACES, "{from} or {to} is no place");
        Way { from: from as u8, to: to as u8 }
    }

    /// The way back.
    pub fn back(self) -> Way {
        Way { from: self.to, to: self.from }
    }

    /// The place it comes from.
    pub fn from(self) -> usize {
        usize::from(self.from)
    }

    /// The place it goes to.
    pub fn to(self) -> usize {
        usize::from(self.to)
    }

    /// Do the ways share no place?
    pub fn is_apart_from(self, other: Way) -> bool {
        self.from != other.from && self.from != other.to && self.to != other.from && self.to != other.to
    }

    fn bit(self) -> u128 {
        1 << (usize::from(self.from) * PLACES + usize::from(self.to))
    }
}

/// A set of ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways(u128);

impl Ways {
    /// With one way more.
    pub fn with(self, way: Way) -> Ways {
        Ways(self.0 | way.bit())
    }

    /// Is there no way in the set?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that share no place with that one.
    pub fn apart_from(self, way: Way) -> Ways {
        Ways(self.0 & !(TOUCHING[usize::from(way.from)] | TOUCHING[usize::from(way.to)]))
    }
}

/// For each place the ways that begin or end there.
const TOUCHING: [u128; PLACES] = {
    let mut touching = [0; PLACES];
    let mut from = 0;
    while from < PLACES {
        let mut to = 0;
        while to < PLACES {
            let bit = 1 << (from * PLACES + to);
            touching[from] |= bit;
            touching[to] |= bit;
            to += 1;
        }
        from += 1;
    }
    touching
};

/// A move as a shift from place to place. Moves on ways that share no place have nothing to do with each other: either can be
/// made, and taken back, before the other or behind it, and both ways lead to the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift<M> {
    /// The move.
    pub mv: M,
    /// Its way.
    pub way: Way,
    /// How many cards it carries.
    pub count: u8,
    /// Can it be taken back by one move? `false` where that is not known.
    pub can_be_undone: bool,
}

impl<M> Shift<M> {
    /// Does it only carry on, or back, what the last shift has carried, or carry more the same way? Then one shift does what
    /// the two do, or none.
    pub fn carries_on(&self, last: &Shift<M>) -> bool {
        self.way == last.way || self.way.from == last.way.to && self.count == last.count
    }
}
