//! Verification looks at the screen again and again until it shows what is expected, or something else for good.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

use super::message::{Finding, FrameCount, GrabRequest, Grabbed, RequestId, Verdict, Watch};
use super::recognition::Recognition;
use super::watch::{Patience, Watcher, Which};
use crate::device::Clock;

/// How verification looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// From one look to the next. At least one frame of the game, or two looks may see the same picture.
    pub poll: Duration,
    /// When something else than expected counts.
    pub patience: Patience,
    /// So many failed grabs in a row are no passing fault.
    pub failures: u32,
}

/// The channels of verification.
#[allow(missing_docs)]
pub struct Channels {
    pub watches: Receiver<(Watch, Which)>,
    pub grabs: Sender<GrabRequest>,
    pub readings: Receiver<Recognition>,
    pub verdicts: Sender<Verdict>,
}

/// The thread's body: ends when any of the others has ended or the run is interrupted.
pub fn run(habit: Habit, clock: &dyn Clock, channels: &Channels, interrupt: &AtomicBool) {
    let mut last = GrabRequest { id: RequestId::default(), not_before: Duration::ZERO, prior: None };
    while let Ok((watch, which)) = channels.watches.recv() {
        let Some(verdict) = look(watch, which, habit, clock, channels, &mut last, interrupt) else { return };
        last.prior = verdict.finding.board().or(last.prior);
        if channels.verdicts.send(verdict).is_err() {
            return;
        }
    }
}

/// One watch, from the first look to the verdict; `None` when another thread has ended.
fn look(
    watch: Watch,
    which: Which,
    habit: Habit,
    clock: &dyn Clock,
    channels: &Channels,
    request: &mut GrabRequest,
    interrupt: &AtomicBool,
) -> Option<Verdict> {
    let started = clock.now();
    let deadline = watch.patience.map(|patience| started + patience);
    let patience = if deadline.is_some() { habit.patience } else { habit.patience.endless() };
    let mut watcher = Watcher::new(watch.expect, which, patience, started, deadline);
    let verdict =
        |finding, look, frames: FrameCount| Some(Verdict { id: watch.id, finding, look, frames, at: clock.now() });
    let mut failures = 0;
    request.not_before = started;
    while !interrupt.load(Ordering::Relaxed) {
        request.id.advance();
        channels.grabs.send(*request).ok()?;
        let grabbed = loop {
            let (answer, grabbed) = channels.readings.recv().ok()?;
            if answer == request.id {
                break grabbed;
            }
        };
        match grabbed {
            Grabbed::Picture(seen) => {
                failures = 0;
                request.not_before = seen.frame.taken + habit.poll;
                if let Some((finding, look)) = watcher.observe(&seen) {
                    return verdict(finding, Some(look), watcher.count());
                }
            }
            Grabbed::Ended => return verdict(Finding::Ended, None, watcher.count()),
            Grabbed::Failed(error) => {
                failures += 1;
                request.not_before = clock.now() + habit.poll * failures;
                if failures >= habit.failures {
                    return verdict(Finding::Blind(error.to_string()), None, watcher.count());
                }
            }
        }
    }
    None
}
