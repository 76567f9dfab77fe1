//! SplitMix64: whole numbers that look random and are the same on every machine.

/// From one state to the next: the golden ratio's fraction of 2^64.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The next number of a stream, whose state goes on.
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    finish(*state)
}

/// The number of that index in the stream that begins at 0.
pub fn nth(index: u64) -> u64 {
    finish(index.wrapping_add(1).wrapping_mul(STEP))
}

fn finish(state: u64) -> u64 {
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published generator for the seed 1234567.
    #[test]
    fn the_stream_is_that_of_the_published_generator() {
        let mut state = 1_234_567;
        let numbers = [(); 3].map(|()| next(&mut state));
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn the_stream_can_be_entered_anywhere() {
        let mut state = 0;
        for index in 0..5 {
            assert_eq!(next(&mut state), nth(index));
        }
    }
}
