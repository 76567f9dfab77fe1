//! Verification looks at the screen again and again until it shows what is expected, or something else for good.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

use super::message::{Finding, FrameCount, GrabRequest, Grabbed, Look, RequestId, Seen, Verdict, Watch};
use super::recognition::Recognition;
use super::watch::{Before, Patience, Sees, Watcher, Which};
use crate::device::{Clock, GrabError};

/// How verification looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// From a look at a settled picture to the one that confirms it. At least one frame of the game, or two looks may see
    /// the same picture. While the picture is not settled, half of it: so a card is seen sooner to have landed.
    pub poll: Duration,
    /// The same while cards are dealt.
    pub poll_of_deal: Duration,
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
    let request = GrabRequest { id: RequestId::default(), not_before: Duration::ZERO, prior: None };
    let mut eyes = Eyes { habit, clock, channels, interrupt, request, before: None };
    while let Ok((watch, which)) = channels.watches.recv() {
        let Some(verdict) = eyes.watch(&watch, which) else { return };
        if channels.verdicts.send(verdict).is_err() {
            return;
        }
    }
}

struct Eyes<'a> {
    habit: Habit,
    clock: &'a dyn Clock,
    channels: &'a Channels,
    interrupt: &'a AtomicBool,
    /// The last one made.
    request: GrabRequest,
    /// What decided the last verdict.
    before: Option<Before>,
}

impl Eyes<'_> {
    /// One watch, from the first look to the verdict; `None` when another thread has ended.
    fn watch(&mut self, watch: &Watch, which: Which) -> Option<Verdict> {
        let started = self.clock.now().max(watch.not_before);
        let mut watcher = Watcher::new(watch, which, self.habit.patience, started, self.before.take());
        let mut failures = 0;
        self.request.not_before = started;
        while !self.interrupt.load(Ordering::Relaxed) {
            match self.grab()? {
                Grabbed::Picture(seen) => {
                    failures = 0;
                    if let Some((finding, look)) = watcher.observe(&seen) {
                        return Some(self.verdict(watch, finding, Some(look), watcher.count()));
                    }
                    let taken = seen.frame.taken;
                    self.request.not_before = match watcher.sees() {
                        Sees::Settled => (taken + self.habit.poll).max(watch.settled_not_before),
                        Sees::Deal => taken + self.habit.poll_of_deal,
                        Sees::Motion => taken + self.habit.poll / 2,
                    };
                }
                Grabbed::Ended => return Some(self.verdict(watch, Finding::Ended, None, watcher.count())),
                Grabbed::Failed(error @ GrabError::Picture { .. }) => {
                    let finding = Finding::Broken(error.to_string());
                    return Some(self.verdict(watch, finding, None, watcher.count()));
                }
                Grabbed::Failed(error) => {
                    failures += 1;
                    self.request.not_before = self.clock.now() + self.habit.poll * failures;
                    if failures >= self.habit.failures {
                        let finding = Finding::Blind(error.to_string());
                        return Some(self.verdict(watch, finding, None, watcher.count()));
                    }
                }
            }
        }
        None
    }

    /// One look at the screen; `None` when another thread has ended.
    fn grab(&mut self) -> Option<Grabbed<Seen>> {
        self.request.id.advance();
        self.channels.grabs.send(self.request).ok()?;
        loop {
            let (answer, grabbed) = self.channels.readings.recv().ok()?;
            if answer == self.request.id {
                return Some(grabbed);
            }
        }
    }

    fn verdict(&mut self, watch: &Watch, finding: Finding, look: Option<Look>, frames: FrameCount) -> Verdict {
        self.request.prior = finding.board().or(self.request.prior);
        self.before = look.as_ref().and_then(Before::of);
        Verdict { id: watch.id, finding, look, frames, at: self.clock.now() }
    }
}
