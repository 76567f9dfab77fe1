//! Starts the threads, feeds the director, and brings everything to an end in order.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, never, select, tick, unbounded};
use thiserror::Error;

use super::actuation::{self, Hand};
use super::director::{Command, Event, Phase, State, Stop, Tally, step};
use super::message::{ActRequest, Acted, Alarm, Gesture, RequestId, SolveRequest, Thought, Verdict, Watch};
use super::solving::{self, Thoroughness};
use super::verification::{self, Channels, Habit};
use super::watch::Which;
use super::{capture, recognition};
use crate::device::{Clock, Devices};
use crate::record::{self, Recorder};
use crate::vision::Reader;

/// All that a run is made of.
pub struct Pipeline {
    /// The outside world.
    pub devices: Devices,
    /// Reads the frames.
    pub reader: Reader,
    /// The run before its first event.
    pub state: State,
    /// How verification looks.
    pub habit: Habit,
    /// How long solving thinks.
    pub thoroughness: Thoroughness,
    /// What the record begins with.
    pub header: record::Event,
    /// Writes the run down.
    pub recorder: Recorder,
    /// Where the user's wish to stop comes from.
    pub alarms: Receiver<Alarm>,
    /// The gestures of a run that is replayed during which somebody took the mouse.
    pub user_moved: BTreeSet<RequestId>,
    /// Does time pass by itself? Then limits are looked at even when no worker answers.
    pub real_time: bool,
}

/// How a run ended.
pub struct Outcome {
    /// Why.
    pub stop: Stop,
    /// What was done.
    pub tally: Tally,
    /// Has written the run down, but for its result.
    pub recorder: Recorder,
}

/// Why a run could not be started.
#[derive(Debug, Error)]
#[error("the {thread} thread cannot be started: {source}")]
pub struct RunError {
    thread: &'static str,
    source: std::io::Error,
}

/// What an observer of a run is told.
pub enum News<'a> {
    /// Something was noted.
    Noted(&'a record::Event),
    /// A dry run would do this.
    Announced(&'a Gesture),
    /// The numbers so far.
    Tally(&'a Tally),
}

/// Room in each channel. One request is under way at a time; a second place lets nobody wait for a slow reader.
const ROOM: usize = 2;
/// Events and pictures that may wait for the disk before the run waits too.
const RECORDS: usize = 64;
/// How many of those may be pictures, the one that is being written included: each is a frame of four megabytes or more.
const PICTURES: usize = 2;

impl Pipeline {
    /// Runs to the end. `observer` hears everything that happens, on this thread.
    ///
    /// # Errors
    /// A thread could not be started.
    pub fn run(self, observer: &mut dyn FnMut(News<'_>)) -> Result<Outcome, RunError> {
        let interrupt = Arc::new(AtomicBool::new(false));
        let clock = Arc::clone(&self.devices.clock);
        let (watch_out, watches) = bounded(ROOM);
        let (grab_out, grabs) = bounded(ROOM);
        let (frame_out, frames) = bounded(ROOM);
        let (reading_out, readings) = bounded(ROOM);
        let (verdict_out, verdicts) = bounded(ROOM);
        let (solve_out, solves) = bounded(ROOM);
        let (thought_out, thoughts) = bounded(ROOM);
        let (act_out, acts) = bounded(ROOM);
        let (acted_out, acted) = bounded(ROOM);
        let (record_out, records) = bounded(RECORDS);
        let (picture_begun, picture_done) = bounded(PICTURES);
        let (death_out, deaths) = unbounded();

        let Devices { screen, pointer, .. } = self.devices;
        let (reader, habit, thoroughness, user_moved) = (self.reader, self.habit, self.thoroughness, self.user_moved);
        let mut crew = Crew { deaths: death_out, interrupt: Arc::clone(&interrupt), threads: Vec::new() };
        let mind = Arc::clone(&clock);
        crew.start("capture", move || capture::run(screen, &*mind, &grabs, &frame_out))?;
        crew.start("recognition", move || recognition::run(reader, &frames, &reading_out))?;
        let (mind, stop) = (Arc::clone(&clock), Arc::clone(&interrupt));
        let channels = Channels { watches, grabs: grab_out, readings, verdicts: verdict_out };
        crew.start("verification", move || verification::run(habit, &*mind, &channels, &stop))?;
        let mind = Arc::clone(&clock);
        crew.start("solving", move || solving::run(&thoroughness, &*mind, &solves, &thought_out))?;
        let (mind, stop) = (Arc::clone(&clock), Arc::clone(&interrupt));
        crew.start("actuation", move || {
            actuation::run(Hand::new(pointer, &*mind, &stop), &user_moved, &acts, &acted_out)
        })?;
        let recorder = self.recorder;
        let scribe = thread::Builder::new()
            .name("recorder".to_string())
            .spawn(move || record_all(recorder, &records, &picture_done));
        let scribe = scribe.map_err(|source| RunError { thread: "recorder", source })?;

        let inbox = Inbox {
            verdicts,
            thoughts,
            acted,
            alarms: self.alarms,
            deaths,
            ticks: if self.real_time { tick(Duration::from_secs(1)) } else { never() },
            clock,
        };
        let mut outbox = Outbox {
            watches: watch_out,
            solves: solve_out,
            acts: act_out,
            records: record_out,
            pictures: picture_begun,
            cancel: Arc::new(AtomicBool::new(false)),
        };
        outbox.send(Command::Note { event: self.header, at: inbox.clock.now() }, observer);
        // The director's own panic ends the run in the same way as a worker's.
        let directed = catch_unwind(AssertUnwindSafe(|| direct(self.state, &inbox, outbox, observer)));
        let (stop, tally) = directed.unwrap_or_else(|panic| {
            (Stop::Died { thread: "director", message: panic_message(&*panic) }, Tally::default())
        });

        // The outbox is gone, so every worker finds its inbox closed; a gesture under way is broken off.
        drop((inbox.verdicts, inbox.thoughts, inbox.acted));
        drop(crew);
        // A recorder that panicked has nothing left to finish; the run itself is not harmed by it.
        let recorder = scribe.join().unwrap_or_else(|_| Recorder::off());
        let died = inbox.deaths.try_iter().next();
        let stop = match (stop, died) {
            (stop @ Stop::Died { .. }, _) | (stop, None) => stop,
            (_, Some((thread, message))) => Stop::Died { thread, message },
        };
        Ok(Outcome { stop, tally, recorder })
    }
}

/// The director's loop.
fn direct(mut state: State, inbox: &Inbox, mut outbox: Outbox, observer: &mut dyn FnMut(News<'_>)) -> (Stop, Tally) {
    let mut event = Event::Begin { at: inbox.clock.now() };
    loop {
        let (next, commands) = step(state, event);
        state = next;
        for command in commands {
            outbox.send(command, observer);
        }
        observer(News::Tally(&state.tally));
        if let Phase::Over(stop) = state.phase {
            return (stop, state.tally);
        }
        event = inbox.next();
    }
}

/// Where the director's events come from.
struct Inbox {
    verdicts: Receiver<Verdict>,
    thoughts: Receiver<Thought>,
    acted: Receiver<Acted>,
    alarms: Receiver<Alarm>,
    deaths: Receiver<(&'static str, String)>,
    ticks: Receiver<std::time::Instant>,
    clock: Arc<dyn Clock>,
}

impl Inbox {
    fn next(&self) -> Event {
        let alarm = |alarm| Event::Alarm { alarm, at: self.clock.now() };
        let died = |(thread, message)| alarm(Alarm::Died { thread, message });
        // A closed channel means that its thread has ended, and a thread only ends early by a panic.
        let gone = || match self.deaths.recv() {
            Ok(death) => died(death),
            Err(_) => died(("director", "every worker has ended".to_string())),
        };
        select! {
            recv(self.verdicts) -> verdict => verdict.map_or_else(|_| gone(), |verdict| Event::Verdict(Box::new(verdict))),
            recv(self.thoughts) -> thought => thought.map_or_else(|_| gone(), Event::Thought),
            recv(self.acted) -> acted => acted.map_or_else(|_| gone(), Event::Acted),
            recv(self.alarms) -> wish => alarm(wish.unwrap_or(Alarm::Stop)),
            recv(self.deaths) -> death => death.map_or_else(|_| gone(), died),
            recv(self.ticks) -> _ => Event::Tick { at: self.clock.now() },
        }
    }
}

/// Where the director's commands go.
struct Outbox {
    watches: Sender<(Watch, Which)>,
    solves: Sender<SolveRequest>,
    acts: Sender<ActRequest>,
    records: Sender<Record>,
    /// Full while as many pictures wait as may.
    pictures: Sender<()>,
    cancel: Arc<AtomicBool>,
}

/// What the recorder's thread is sent.
enum Record {
    Event(Duration, record::Event),
    Picture(super::message::Seen),
}

impl Outbox {
    /// A worker that has ended has told of it; there is nothing to add here.
    fn send(&mut self, command: Command, observer: &mut dyn FnMut(News<'_>)) {
        match command {
            Command::Watch { watch, which } => drop(self.watches.send((watch, which))),
            Command::Solve { id, board, avoid } => {
                self.cancel = Arc::new(AtomicBool::new(false));
                drop(self.solves.send(SolveRequest { id, board, avoid, cancel: Arc::clone(&self.cancel) }));
            }
            Command::CancelSolve => self.cancel.store(true, Ordering::Relaxed),
            Command::Act(request) => drop(self.acts.send(request)),
            Command::Announce(gesture) => observer(News::Announced(&gesture)),
            Command::Note { event, at } => {
                observer(News::Noted(&event));
                drop(self.records.send(Record::Event(at, event)));
            }
            Command::Keep(seen) => {
                if self.pictures.send(()).is_ok() {
                    drop(self.records.send(Record::Picture(seen)));
                }
            }
        }
    }
}

fn record_all(mut recorder: Recorder, records: &Receiver<Record>, picture_done: &Receiver<()>) -> Recorder {
    for record in records {
        match record {
            Record::Event(at, event) => recorder.event(at, None, event),
            Record::Picture(seen) => {
                recorder.reading(&seen.frame, &seen.reading);
                drop(seen);
                let _ = picture_done.try_recv();
            }
        }
    }
    recorder
}

/// The workers' threads. Whatever ends the run, they are interrupted and waited for: the process must not end while the
/// mouse's button is down.
struct Crew {
    deaths: Sender<(&'static str, String)>,
    interrupt: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    fn start(&mut self, name: &'static str, body: impl FnOnce() + Send + 'static) -> Result<(), RunError> {
        let deaths = self.deaths.clone();
        let watched = move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(body)) {
                // The director may have ended already.
                let _ = deaths.send((name, panic_message(&*panic)));
            }
        };
        let thread = thread::Builder::new().name(name.to_string()).spawn(watched);
        self.threads.push(thread.map_err(|source| RunError { thread: name, source })?);
        Ok(())
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // Its panic, if any, was caught and told.
            let _ = thread.join();
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("panic without a message").to_string()
}
