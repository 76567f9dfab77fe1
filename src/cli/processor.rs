//! How much of a processor a piece of work took.

use std::time::{Duration, Instant};

/// Measures the work of one thread, so that other programs do not falsify it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    start: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), processor: processor_time() }
    }

    /// How long this thread has had a processor since the start; on systems that do not tell, how long ago that was.
    pub fn elapsed(&self) -> Duration {
        let processor = self.processor.and_then(|start| Some(processor_time()?.saturating_sub(start)));
        processor.unwrap_or_else(|| self.start.elapsed())
    }

    /// The same in milliseconds.
    pub fn ms(&self) -> f64 {
        self.elapsed().as_secs_f64() * 1e3
    }
}

/// How long this thread has had a processor in all.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_some_of_the_processor() {
        let watch = Stopwatch::start();
        let mut sum = 1_u64;
        for number in 0..1_000_000 {
            sum = std::hint::black_box(sum.wrapping_mul(3) + number);
        }
        assert!(watch.elapsed() > Duration::ZERO, "{sum}");
        assert!(watch.elapsed() <= watch.start.elapsed() + Duration::from_millis(50));
    }
}
