//! Fitting a known sequence of light and dark to a measured row of levels, to a tenth of a pixel.

/// Levels along a line of the layout: each step holds from its position to the next one. 1 is paper.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// (position in layout pixels, level from there on), by position.
    steps: Vec<(f64, f64)>,
    /// The level summed up to each step.
    sums: Vec<f64>,
}

/// The best place for some steps on a measured profile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// Where layout position 0 lies, in pixels from the profile's first sample.
    pub origin: f64,
    /// How well it fits there: a correlation.
    pub fit: f64,
}

impl Steps {
    /// The steps; the level before the first is that of the first.
    pub fn new(steps: Vec<(f64, f64)>) -> Steps {
        let mut sums = vec![0.0];
        for pair in steps.windows(2) {
            sums.push(sums[sums.len() - 1] + (pair[1].0 - pair[0].0) * pair[0].1);
        }
        Steps { steps, sums }
    }

    /// The same seen in a mirror at 0 and moved by `by`.
    pub fn mirrored(&self, by: f64) -> Steps {
        let positions = self.steps.iter().skip(1).map(|&(at, _)| by - at).rev();
        let levels: Vec<f64> = self.steps.iter().map(|&(_, level)| level).rev().collect();
        let first = positions.clone().next().unwrap_or(by) - 100.0;
        Steps::new(std::iter::once(first).chain(positions).zip(levels).collect())
    }

    /// The level summed from the first step to `at`.
    fn sum(&self, at: f64) -> f64 {
        let index = self.steps.iter().rposition(|&(start, _)| start <= at).unwrap_or(0);
        let (start, level) = self.steps[index];
        self.sums[index] + (at - start) * level
    }

    /// Looks for the part `from..to` of these steps on a profile, with the origin between `low` and `high`, at `scale`
    /// samples for one layout pixel.
    pub fn find(&self, profile: &[f32], (from, to): (f64, f64), (low, high): (f64, f64), scale: f64) -> Option<Match> {
        let measure =
            |origin: f64| self.correlation(profile, (from, to), origin, scale).map(|fit| Match { origin, fit });
        let better = |a: Match, b: Match| if b.fit > a.fit { b } else { a };
        let steps = (high - low).ceil() as i32;
        let mut best = (0..=steps).filter_map(|step| measure(low + f64::from(step))).reduce(better)?;
        for reach in [0.5, 0.25, 0.1] {
            let center = best.origin;
            best = [center - reach, center + reach].into_iter().filter_map(measure).fold(best, better);
        }
        Some(best)
    }

    fn correlation(&self, profile: &[f32], (from, to): (f64, f64), origin: f64, scale: f64) -> Option<f64> {
        let first = (origin + from * scale).round() as i64;
        let last = (origin + to * scale).round() as i64;
        if first < 0 || last as usize > profile.len() || last - first < 4 {
            return None;
        }
        let (mut n, mut a, mut b, mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let mut before = self.sum((first as f64 - origin) / scale);
        for index in first..last {
            let after = self.sum(((index + 1) as f64 - origin) / scale);
            let drawn = (after - before) * scale;
            before = after;
            let seen = f64::from(profile[index as usize]);
            n += 1.0;
            a += seen;
            b += drawn;
            aa += seen * seen;
            bb += drawn * drawn;
            ab += seen * drawn;
        }
        let spread = (aa - a * a / n) * (bb - b * b / n);
        Some(if spread <= 1e-9 { 0.0 } else { (ab - a * b / n) / spread.sqrt() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_drawn_from_the_steps_is_found_where_it_is() {
        let steps = Steps::new(vec![(0.0, 0.0), (10.0, 1.0), (14.0, 0.5), (20.0, 1.0), (40.0, 1.0)]);
        let (scale, origin) = (1.7, 31.3);
        let profile: Vec<f32> = (0..150)
            .map(|i| {
                let at = |x: f64| (x - origin) / scale;
                ((steps.sum(at(f64::from(i) + 1.0)) - steps.sum(at(f64::from(i)))) * scale * 200.0) as f32
            })
            .collect();
        let found = steps.find(&profile, (2.0, 36.0), (0.0, 60.0), scale).expect("it is there");
        assert!((found.origin - origin).abs() < 0.11 && found.fit > 0.99, "{found:?}");
        let flipped: Vec<f32> = profile.iter().rev().copied().collect();
        let mirrored = steps.mirrored(0.0).find(&flipped, (-36.0, -2.0), (60.0, 140.0), scale).expect("it is there");
        assert!((mirrored.origin - (150.0 - origin)).abs() < 0.11, "{mirrored:?}");
    }
}
