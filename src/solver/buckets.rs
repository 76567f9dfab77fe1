//! A queue for best-first searches.

/// What waits to be done, in a queue of small whole priorities, the lowest first, the newest first among equals.
pub(super) struct Buckets<T> {
    buckets: Vec<Vec<T>>,
    lowest: usize,
    /// The buckets from here on were never used since the last clearing.
    unused: usize,
}

/// So many entries a bucket may keep room for between two searches.
const FEW: usize = 256;

impl<T> Buckets<T> {
    pub fn new() -> Buckets<T> {
        Buckets { buckets: Vec::new(), lowest: 0, unused: 0 }
    }

    /// Empties the queue, and gives back the memory of a large search.
    pub fn clear(&mut self) {
        for bucket in &mut self.buckets[..self.unused] {
            bucket.clear();
            bucket.shrink_to(FEW);
        }
        (self.lowest, self.unused) = (self.buckets.len(), 0);
    }

    pub fn push(&mut self, priority: u32, entry: T) {
        let priority = priority as usize;
        if self.buckets.len() <= priority {
            self.buckets.resize_with(priority + 1, Vec::new);
        }
        self.buckets[priority].push(entry);
        self.lowest = self.lowest.min(priority);
        self.unused = self.unused.max(priority + 1);
    }

    pub fn is_empty(&self) -> bool {
        self.buckets.iter().skip(self.lowest).all(Vec::is_empty)
    }

    pub fn pop(&mut self) -> Option<T> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(entry) = bucket.pop() {
                return Some(entry);
            }
            self.lowest += 1;
        }
        None
    }

    /// What the queue takes.
    pub fn bytes(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.capacity() * size_of::<T>()).sum()
    }
}
