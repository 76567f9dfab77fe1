//! What a survey found: counts, the share of winnable deals with its interval, the histogram, the hardest deals.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::rows::{Outcome, Row};

/// So many of the hardest deals are named.
const HARDEST: usize = 10;
/// The quantile of the normal distribution for an interval that holds 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// Rows, added up.
#[derive(Default)]
pub struct Summary {
    first: Option<u64>,
    last: u64,
    unwinnable: u64,
    unknown: u64,
    nodes: u64,
    /// How many deals have a shortest win of so many moves.
    lengths: BTreeMap<u32, u64>,
    /// The deals that took most nodes, those first.
    hardest: Vec<Row>,
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        self.first = Some(self.first.map_or(row.deal, |first| first.min(row.deal)));
        self.last = self.last.max(row.deal);
        self.nodes = self.nodes.saturating_add(row.nodes);
        match row.outcome {
            Outcome::Won(length) | Outcome::Found(length) => *self.lengths.entry(length).or_default() += 1,
            Outcome::Unwinnable => self.unwinnable += 1,
            Outcome::Unknown => self.unknown += 1,
        }
        let place = self.hardest.partition_point(|harder| harder.nodes >= row.nodes);
        self.hardest.insert(place, *row);
        self.hardest.truncate(HARDEST);
    }

    /// How many rows there are.
    pub fn deals(&self) -> u64 {
        self.won() + self.unwinnable + self.unknown
    }

    /// The histogram of shortest wins: how many deals for each number of moves.
    pub fn lengths(&self) -> &BTreeMap<u32, u64> {
        &self.lengths
    }

    fn won(&self) -> u64 {
        self.lengths.values().sum()
    }

    fn mean_length(&self) -> f64 {
        let sum: u64 = self.lengths.iter().map(|(&length, &deals)| u64::from(length) * deals).sum();
        sum as f64 / self.won().max(1) as f64
    }

    /// The share of winnable deals among those with an answer, and its 95 % interval by Wilson.
    fn winnable(&self) -> (f64, f64, f64) {
        let (won, known) = (self.won(), self.won() + self.unwinnable);
        let (low, high) = wilson(won, known);
        (won as f64 / known.max(1) as f64, low, high)
    }

    /// As JSON, with shares between 0 and 1.
    pub fn to_json(&self) -> Value {
        let (share, low, high) = self.winnable();
        let hardest = |row: &Row| json!({ "deal": row.deal, "nodes": row.nodes, "length": length(row) });
        json!({
            "deals": self.deals(), "first": self.first, "last": self.last,
            "won": self.won(), "unwinnable": self.unwinnable, "limit": self.unknown,
            "winnable": { "share": share, "low": low, "high": high },
            "mean_length": self.mean_length(), "nodes": self.nodes,
            "lengths": self.lengths.iter().map(|(length, deals)| (length.to_string(), (*deals).into())).collect::<serde_json::Map<_, _>>(),
            "hardest": self.hardest.iter().map(hardest).collect::<Value>(),
        })
    }

    /// As lines for people.
    pub fn to_words(&self) -> String {
        let Some(first) = self.first else { return "no deals".to_string() };
        let (share, low, high) = self.winnable();
        let mut text = format!("{} deals, {first} to {}: ", self.deals(), self.last);
        let _ = writeln!(text, "{} can be won, {} cannot, {} unknown", self.won(), self.unwinnable, self.unknown);
        let percent = |share: f64| 100.0 * share;
        let _ = writeln!(
            text,
            "winnable: {:.3} % (95 % interval {:.3} to {:.3} %)",
            percent(share),
            percent(low),
            percent(high)
        );
        let _ =
            writeln!(text, "shortest wins: {:.3} moves in the mean; {} nodes in all", self.mean_length(), self.nodes);
        let most = self.lengths.values().copied().max().unwrap_or(1);
        for (length, &deals) in &self.lengths {
            let bar = "#".repeat((deals * 50).div_ceil(most) as usize);
            let _ = writeln!(text, "{length:>4} {deals:>9} {bar}");
        }
        let _ = writeln!(text, "hardest deals:");
        for row in &self.hardest {
            let end = length(row).map_or("no win".to_string(), |length| format!("{length} moves"));
            let _ = writeln!(text, "  {}: {} nodes, {end}", row.deal, row.nodes);
        }
        text.truncate(text.trim_end().len());
        text
    }
}

fn length(row: &Row) -> Option<u32> {
    match row.outcome {
        Outcome::Won(length) | Outcome::Found(length) => Some(length),
        Outcome::Unwinnable | Outcome::Unknown => None,
    }
}

/// The score interval of Wilson for `hits` among `trials`, at 95 %.
fn wilson(hits: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, z2) = (trials as f64, Z95 * Z95);
    let share = hits as f64 / n;
    let middle = share + z2 / (2.0 * n);
    let spread = Z95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook's: 0 of 10 gives 0 to 0.2775, 5 of 10 gives 0.2366 to 0.7634.
    #[test]
    fn the_interval_is_wilsons() {
        let close = |(low, high): (f64, f64), expected: (f64, f64)| {
            assert!((low - expected.0).abs() < 1e-4 && (high - expected.1).abs() < 1e-4, "{low} {high}");
        };
        close(wilson(0, 10), (0.0, 0.2775));
        close(wilson(5, 10), (0.2366, 0.7634));
        close(wilson(0, 0), (0.0, 1.0));
    }

    #[test]
    fn rows_add_up() {
        let mut summary = Summary::default();
        for deal in 0..100 {
            let outcome = if deal == 50 { Outcome::Unwinnable } else { Outcome::Won(30 + deal as u32 % 2) };
            summary.add(&Row { deal, outcome, nodes: deal });
        }
        assert_eq!((summary.deals(), summary.won(), summary.unwinnable), (100, 99, 1));
        assert_eq!(summary.lengths(), &BTreeMap::from([(30, 49), (31, 50)]));
        assert_eq!(summary.hardest.iter().map(|row| row.deal).collect::<Vec<_>>(), (90..100).rev().collect::<Vec<_>>());
        let json = summary.to_json();
        assert_eq!((&json["won"], &json["lengths"]["31"], &json["last"]), (&json!(99), &json!(50), &json!(99)));
    }
}
