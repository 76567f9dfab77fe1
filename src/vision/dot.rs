//! The scalar product, in which matching spends its time.

/// Lanes of a vector unit that every machine has twice over.
pub(super) const LANES: usize = 8;

/// The scalar product of two rows; what one of them has more is left out. Sums in lanes, since the compiler may not
/// change the order of additions by itself.
#[inline]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (wide_a, rest_a) = a.as_chunks::<LANES>();
    let (wide_b, rest_b) = b.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (a, b) in wide_a.iter().zip(wide_b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = rest_a.iter().zip(rest_b).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::dot;

    #[test]
    fn any_length_is_summed_whole() {
        for length in 0..30 {
            let (a, b): (Vec<f32>, Vec<f32>) = (0..length).map(|i| (i as f32, (2 * i + 1) as f32)).unzip();
            let slow: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            assert_eq!(dot(&a, &b), slow, "{length}");
        }
    }
}
