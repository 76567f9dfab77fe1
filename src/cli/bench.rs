//! `bench`: measures a stage of the pipeline and prints its figures.

mod read;
mod solve;
mod spider;

use super::exit::{ExitCode, Failure};

/// Measure a stage of the pipeline.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Read(read::Args),
    Solve(solve::Args),
}

/// Measures what the arguments name.
///
/// # Errors
/// Those of the measurement.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.what {
        What::Read(args) => read::run(args),
        What::Solve(args) => solve::run(args),
    }
}

/// Mean, median, 99th percentile and maximum of a list of figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub mean: f64,
    pub median: f64,
    pub p99: f64,
    pub max: f64,
}

impl Spread {
    /// Of no figures at all, zeros.
    pub fn of(mut figures: Vec<f64>) -> Spread {
        figures.sort_by(f64::total_cmp);
        // The smallest figure that so many of a hundred do not exceed.
        let at = |percent: usize| {
            let rank = (figures.len() * percent).div_ceil(100).max(1);
            figures.get(rank - 1).copied().unwrap_or(0.0)
        };
        let mean = figures.iter().sum::<f64>() / figures.len().max(1) as f64;
        Spread { mean, median: at(50), p99: at(99), max: at(100) }
    }

    /// As the JSON object of the bench's keys.
    pub fn to_json(self) -> serde_json::Value {
        serde_json::json!({ "mean": self.mean, "median": self.median, "p99": self.p99, "max": self.max })
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn a_spread_is_taken_by_rank() {
        let spread = Spread::of((1..=200).rev().map(f64::from).collect());
        assert_eq!(spread, Spread { mean: 100.5, median: 100.0, p99: 198.0, max: 200.0 });
        assert_eq!(Spread::of(vec![3.0]), Spread { mean: 3.0, median: 3.0, p99: 3.0, max: 3.0 });
        assert_eq!(Spread::of(Vec::new()), Spread { mean: 0.0, median: 0.0, p99: 0.0, max: 0.0 });
    }
}
