//! Fitting a known sequence of light and dark to a measured row of levels, to a tenth of a pixel.

use super::dot::dot;

/// Levels along a line of the layout: each step holds from its position to the next one. 1 is paper.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// (position in layout pixels, level from there on), by position.
    steps: Vec<(f64, f64)>,
    /// The level summed up to each step.
    sums: Vec<f64>,
}

/// Working space, kept for its buffers.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    drawn: Vec<f32>,
    /// The profile and its square summed up to each sample.
    sums: Vec<[f64; 2]>,
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
    pub fn find(
        &self,
        profile: &[f32],
        part: (f64, f64),
        (low, high): (f64, f64),
        scale: f64,
        scratch: &mut Scratch,
    ) -> Option<Match> {
        scratch.sum_up(profile);
        // Whole pixels first: all of them see the same drawing, only further on. The thinnest light or dark between two
        // steps that matters is three layout pixels wide, so strides of half of that cannot jump over a match.
        let (mut drawing, first) = self.draw(part, low, scale, &mut scratch.drawn);
        let sums = &scratch.sums;
        let stride = (1.5 * scale).floor().max(1.0) as i64;
        let whole = (0..=((high - low).ceil() as i64)).step_by(stride as usize);
        let at =
            |step: i64| Some(Match { origin: low + step as f64, fit: drawing.correlate(profile, sums, first + step)? });
        let mut best = whole.filter_map(at).reduce(better)?;
        let mut reach = stride as f64;
        while reach > 0.15 {
            reach /= 2.0;
            let center = best.origin;
            for origin in [center - reach, center + reach] {
                let first;
                (drawing, first) = self.draw(part, origin, scale, &mut scratch.drawn);
                if let Some(fit) = drawing.correlate(profile, sums, first) {
                    best = better(best, Match { origin, fit });
                }
            }
        }
        Some(best)
    }

    /// Draws the part as it would be sampled with that origin; also gives the index of its first sample.
    fn draw<'a>(&self, (from, to): (f64, f64), origin: f64, scale: f64, drawn: &'a mut Vec<f32>) -> (Drawing<'a>, i64) {
        let first = (origin + from * scale).round();
        let last = (origin + to * scale).round();
        drawn.clear();
        let mut before = self.sum((first - origin) / scale);
        for index in 0..(last - first) as i64 {
            let after = self.sum((first + (index + 1) as f64 - origin) / scale);
            drawn.push(((after - before) * scale) as f32);
            before = after;
        }
        let sum = |of: fn(f32) -> f32| drawn.iter().map(|&level| f64::from(of(level))).sum();
        let (sum, squares) = (sum(|level| level), sum(|level| level * level));
        (Drawing { levels: drawn, sum, squares }, first as i64)
    }
}

impl Scratch {
    fn sum_up(&mut self, profile: &[f32]) {
        self.sums.clear();
        let mut sums = [0.0; 2];
        self.sums.push(sums);
        self.sums.extend(profile.iter().map(|&level| {
            let level = f64::from(level);
            sums = [sums[0] + level, sums[1] + level * level];
            sums
        }));
    }
}

/// A profile with less variance shows no step: half a level up and down. What is left then is what rounding makes of an even
/// profile: blank paper of a 3840x2160 screen in cold colours correlated by 2.4 with the stripes, and the board was lost.
const EVEN: f64 = 0.25;

/// Steps as they would be sampled, ready to be compared.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    levels: &'a [f32],
    sum: f64,
    squares: f64,
}

impl Drawing<'_> {
    /// The correlation with the profile from `first` on; `None` where the drawing does not lie wholly on it.
    fn correlate(&self, profile: &[f32], sums: &[[f64; 2]], first: i64) -> Option<f64> {
        let first = usize::try_from(first).ok()?;
        let end = first + self.levels.len();
        let seen = profile.get(first..end)?;
        // Fewer samples than this fit anything.
        if seen.len() < 4 {
            return None;
        }
        let n = seen.len() as f64;
        let [a, aa] = [sums[end][0] - sums[first][0], sums[end][1] - sums[first][1]];
        let (seen_spread, drawn_spread) = (aa - a * a / n, self.squares - self.sum * self.sum / n);
        if seen_spread < EVEN * n || drawn_spread <= 1e-6 {
            return Some(0.0);
        }
        let product = f64::from(dot(seen, self.levels));
        Some((product - a * self.sum / n) / (seen_spread * drawn_spread).sqrt())
    }
}

fn better(a: Match, b: Match) -> Match {
    if b.fit > a.fit { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_profile_fits_nothing() {
        let steps = Steps::new(vec![(0.0, 0.03), (60.0, 0.53), (64.0, 1.0), (70.0, 0.53), (74.0, 1.0)]);
        let level = 637.0_f32 / 3.0;
        let profile = vec![level; 2000];
        let found = steps.find(&profile, (47.0, 104.0), (-90.0, 1700.0), 2.0, &mut Scratch::default());
        assert!(found.is_some_and(|found| found.fit == 0.0), "{found:?}");
    }

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
        let found =
            steps.find(&profile, (2.0, 36.0), (0.0, 60.0), scale, &mut Scratch::default()).expect("it is there");
        assert!((found.origin - origin).abs() < 0.13 && found.fit > 0.99, "{found:?}");
        let flipped: Vec<f32> = profile.iter().rev().copied().collect();
        let mirrored = steps
            .mirrored(0.0)
            .find(&flipped, (-36.0, -2.0), (60.0, 140.0), scale, &mut Scratch::default())
            .expect("it is there");
        assert!((mirrored.origin - (150.0 - origin)).abs() < 0.13, "{mirrored:?}");
    }
}
