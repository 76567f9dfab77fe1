//! What programs differ in, and the score.

/// The rules that a game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rules {
    /// When may a row be dealt?
    pub dealing: Dealing,
    /// How does a finished run leave the table?
    pub finishing: Finishing,
}

/// When a row of the stock may be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dealing {
    /// Only while every column holds a card: the usual rule.
    #[default]
    NoEmptyColumn,
    /// At any time.
    Always,
}

/// How a finished run, king to ace of one suit in front of a column, leaves the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Finishing {
    /// By itself, at once: the usual rule.
    #[default]
    ByItself,
    /// By a move of the player, who may leave it lying.
    ByMove,
}

/// The score of a game, in points.
///
/// Starts at 500; each move of cards costs a point, each finished run brings a hundred. Deals and taking a finished
/// run off cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// The score after that many moves of cards and finished runs.
    pub fn after(moves: usize, finished: usize) -> Score {
        let points = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        Score(500i32.saturating_sub(points(moves)).saturating_add(points(finished).saturating_mul(100)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_in_139_moves_is_worth_1161_points() {
        assert_eq!(Score::after(0, 0), Score(500));
        assert_eq!(Score::after(139, 8), Score(1161));
    }
}
