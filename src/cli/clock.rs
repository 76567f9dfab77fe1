//! Clocks that say when to stop, and how long a piece of work took.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A clock with an end, if any.
pub struct Clock {
    start: Instant,
    /// The thread's processor time at the start, where that is what counts.
    processor: Option<Duration>,
    end: Option<Duration>,
}

impl Clock {
    /// Starts now and ends after so many seconds as they pass, if any.
    pub fn start(seconds: Option<f64>) -> Clock {
        let end = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Clock { start: Instant::now(), processor: None, end }
    }

    /// Starts now and ends after so many seconds in which this thread had a processor, so that other programs do not
    /// falsify a measurement. On systems that do not tell, seconds as they pass.
    pub fn start_processor(seconds: f64) -> Clock {
        Clock { processor: processor_time(), ..Clock::start(Some(seconds)) }
    }

    /// Is the time up?
    pub fn look(&self) -> ControlFlow<()> {
        match self.end {
            Some(end) if self.elapsed() >= end => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Milliseconds since the start.
    pub fn ms(&self) -> f64 {
        self.elapsed().as_secs_f64() * 1e3
    }

    fn elapsed(&self) -> Duration {
        let processor = self.processor.and_then(|start| Some(processor_time()?.saturating_sub(start)));
        processor.unwrap_or_else(|| self.start.elapsed())
    }
}

/// How long this thread has had a processor: on Linux the first number of its `schedstat`, in nanoseconds, which is
/// brought up to date some hundred times a second.
fn processor_time() -> Option<Duration> {
    let figures = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    figures.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
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
