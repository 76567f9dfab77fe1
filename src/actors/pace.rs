//! A pace that adapts: faster while gestures succeed, back at once when one fails.

use std::time::Duration;

use super::message::Strokes;

/// One frame of the game: it polls the mouse 60 times a second.
pub const GAME_FRAME: Duration = Duration::from_nanos(16_666_667);

/// How fast gestures are made, between the fastest that the game can follow and a bound on patience.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    limits: PaceLimits,
    /// What every stroke is multiplied by.
    factor: f64,
}

/// The bounds of a [`Pace`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaceLimits {
    /// The strokes at factor 1.
    pub strokes: Strokes,
    /// The factor of the first gesture.
    pub start: f64,
    /// The factor is never below this.
    pub fastest: f64,
    /// The factor is never above this.
    pub slowest: f64,
    /// A success multiplies the factor by this (below 1).
    pub speed_up: f64,
    /// A failure multiplies the factor by this (above 1).
    pub back_off: f64,
}

impl Pace {
    /// The pace at the start of a run.
    pub fn new(limits: PaceLimits) -> Pace {
        Pace { limits, factor: limits.start.max(limits.fastest).min(limits.slowest) }
    }

    /// The strokes of the next gesture. Neither press nor rest is ever below two frames of the game: a press and
    /// release within one frame is never seen.
    pub fn strokes(&self) -> Strokes {
        let strokes = self.limits.strokes;
        let two_frames = 2 * GAME_FRAME;
        Strokes {
            arrive: strokes.arrive.mul_f64(self.factor),
            press: strokes.press.mul_f64(self.factor).max(two_frames),
            travel: strokes.travel.mul_f64(self.factor),
            drop: strokes.drop.mul_f64(self.factor),
            look: strokes.look.mul_f64(self.factor),
            rest: strokes.rest.mul_f64(self.factor).max(two_frames),
        }
    }

    /// What every stroke is multiplied by.
    pub fn factor(&self) -> f64 {
        self.factor
    }

    /// A gesture did what it should.
    pub fn succeeded(&mut self) {
        self.factor = (self.factor * self.limits.speed_up).max(self.limits.fastest);
    }

    /// A gesture did not.
    pub fn failed(&mut self) {
        self.factor = (self.factor * self.limits.back_off).min(self.limits.slowest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(fastest_ms: u64) -> PaceLimits {
        let stroke = Duration::from_millis(fastest_ms);
        PaceLimits {
            strokes: Strokes {
                arrive: stroke,
                press: stroke,
                travel: stroke,
                drop: stroke,
                look: stroke,
                rest: stroke,
            },
            start: 1.5,
            fastest: 1.0,
            slowest: 8.0,
            speed_up: 0.9,
            back_off: 2.0,
        }
    }

    #[test]
    fn never_below_two_frames_whatever_succeeds() {
        let mut pace = Pace::new(limits(1));
        for _ in 0..1000 {
            pace.succeeded();
        }
        let strokes = pace.strokes();
        assert!(strokes.press >= 2 * GAME_FRAME && strokes.rest >= 2 * GAME_FRAME);
        assert_eq!(pace.factor(), 1.0);
    }

    #[test]
    fn a_failure_slows_down_at_once_and_within_bounds() {
        let mut pace = Pace::new(limits(40));
        let before = pace.strokes().press;
        pace.failed();
        assert_eq!(pace.strokes().press, before * 2);
        for _ in 0..100 {
            pace.failed();
        }
        assert_eq!(pace.factor(), 8.0);
    }
}
