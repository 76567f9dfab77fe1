//! Shuffling that gives the same deal for the same seed on every machine and in every later version.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Shuffles `cards` by Fisher and Yates from the last place down, fed by PCG with the given seed.
pub fn shuffle<T>(cards: &mut [T], seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for last in (1..cards.len()).rev() {
        // A deck is so small against 2^64 that the bias of the remainder is below 2^-57.
        let pick = (random.next_u64() % (last as u64 + 1)) as usize;
        cards.swap(last, pick);
    }
}
