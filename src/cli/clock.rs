//! Clocks that say when to stop, and how long a piece of work took.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::interrupt::Interrupt;
use super::processor::Stopwatch;

/// A clock with an end, if any.
pub struct Clock {
    start: Instant,
    /// The thread's processor time, where that is what counts.
    processor: Option<Stopwatch>,
    end: Option<Duration>,
    interrupt: Interrupt,
}

impl Clock {
    /// Starts now and ends after so many seconds as they pass, if any.
    pub fn start(seconds: Option<f64>) -> Clock {
        let end = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Clock { start: Instant::now(), processor: None, end, interrupt: Interrupt::default() }
    }

    /// Starts now and ends after so many seconds in which this thread had a processor, so that other programs do not
    /// falsify a measurement. On systems that do not tell, seconds as they pass.
    pub fn start_processor(seconds: f64) -> Clock {
        Clock { processor: Some(Stopwatch::start()), ..Clock::start(Some(seconds)) }
    }

    /// A clock that is also over when the user interrupts.
    pub fn or_interrupted(self, interrupt: &Interrupt) -> Clock {
        Clock { interrupt: interrupt.clone(), ..self }
    }

    /// Is the time up, or has the user interrupted?
    pub fn look(&self) -> ControlFlow<()> {
        match self.end {
            Some(end) if self.elapsed() >= end => ControlFlow::Break(()),
            _ => self.interrupt.look(),
        }
    }

    /// Milliseconds since the start.
    pub fn ms(&self) -> f64 {
        self.elapsed().as_secs_f64() * 1e3
    }

    fn elapsed(&self) -> Duration {
        self.processor.map_or_else(|| self.start.elapsed(), |watch| watch.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_stops_when_its_time_is_up_and_not_before() {
        assert_eq!(Clock::start(Some(0.0)).look(), ControlFlow::Break(()));
        assert_eq!(Clock::start_processor(0.0).look(), ControlFlow::Break(()));
        assert_eq!(Clock::start(None).look(), ControlFlow::Continue(()));
        assert_eq!(Clock::start_processor(1e6).look(), ControlFlow::Continue(()));
    }
}
