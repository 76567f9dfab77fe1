//! A set of 64-bit hashes.

/// A set of hashes by open addressing. Much faster than a general one, as the keys are mixed already.
#[derive(Debug)]
pub(super) struct Seen {
    /// A power of two of places, 0 where there is none; at most half are taken.
    places: Vec<u64>,
    count: usize,
}

impl Seen {
    const FIRST: usize = 1 << 10;

    pub fn new() -> Seen {
        Seen { places: vec![0; Seen::FIRST], count: 0 }
    }

    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.places[self.find(key)] != 0
    }

    /// Adds a key; was it new?
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        if 2 * self.count >= self.places.len() {
            self.grow();
        }
        let place = self.find(key);
        let new = self.places[place] == 0;
        self.places[place] = key | 1;
        self.count += usize::from(new);
        new
    }

    pub fn clear(&mut self) {
        // A table that one wide search has grown would cost every later narrow one its clearing.
        self.places.truncate((4 * self.count).next_power_of_two().max(Seen::FIRST));
        self.places.fill(0);
        self.count = 0;
    }

    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u64>()
    }

    /// The place of the key, or the empty one where it would go. The lowest bit is given up so that no key is 0.
    #[inline]
    fn find(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key >> 1) as usize & mask;
        while self.places[place] != 0 && self.places[place] != key | 1 {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let doubled = vec![0; 2 * self.places.len()];
        self.count = 0;
        for key in std::mem::replace(&mut self.places, doubled) {
            if key != 0 {
                self.insert(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in_and_nothing_else() {
        let keys: Vec<u64> = (1..5000u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let mut seen = Seen::new();
        for key in keys.iter().step_by(2) {
            assert!(seen.insert(*key) && !seen.insert(*key));
        }
        for (index, key) in keys.iter().enumerate() {
            assert_eq!(seen.contains(*key), index % 2 == 0);
        }
        seen.clear();
        assert!(keys.iter().all(|key| !seen.contains(*key)));
    }
}
