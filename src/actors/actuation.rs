//! Actuation owns the mouse. It does one act at a time, and the button is up at the end of each, on every way out.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

use super::message::{Act, ActRequest, ActResult, Acted, Gesture, Purpose, RequestId};
use crate::device::{Clock, Pointer, PointerError};
use crate::frame::{Point, PointerUnit};

/// How often, during a wait, the interrupt and the pointer's place are looked at.
const SLICE: Duration = Duration::from_millis(10);
/// The system rounds the place it was sent to; more than this is somebody's hand. In pointer units.
const TOLERANCE: f64 = 3.0;

/// The hand on the mouse.
pub struct Hand<'a> {
    pointer: Box<dyn Pointer>,
    clock: &'a dyn Clock,
    /// Set when the run must end now.
    interrupt: &'a AtomicBool,
    /// Where the pointer was sent last; `None` before the first act and after somebody else took the mouse.
    sent: Option<Point<PointerUnit>>,
}

/// Why an act ended early.
enum Break {
    UserMoved,
    Interrupted,
    Failed(PointerError),
}

/// The thread's body: ends when nobody asks or nobody listens any more. `user_moved` names the gestures of a run that is
/// replayed during which somebody took the mouse, which no picture shows.
pub fn run(mut hand: Hand<'_>, user_moved: &BTreeSet<RequestId>, acts: &Receiver<ActRequest>, done: &Sender<Acted>) {
    while let Ok(ActRequest { id, act }) = acts.recv() {
        let acted = if user_moved.contains(&id) { Err(Break::UserMoved) } else { hand.act(&act) };
        let result = match acted {
            Ok(()) => ActResult::Done,
            Err(Break::UserMoved) => ActResult::UserMoved,
            Err(Break::Interrupted) => ActResult::Interrupted,
            Err(Break::Failed(error)) => ActResult::Failed(error.to_string()),
        };
        if done.send(Acted { id, result, at: hand.clock.now() }).is_err() {
            return;
        }
    }
}

impl<'a> Hand<'a> {
    /// A hand that has touched nothing yet.
    pub fn new(pointer: Box<dyn Pointer>, clock: &'a dyn Clock, interrupt: &'a AtomicBool) -> Hand<'a> {
        Hand { pointer, clock, interrupt, sent: None }
    }

    fn act(&mut self, act: &Act) -> Result<(), Break> {
        match act {
            Act::Gesture(gesture) => self.gesture(gesture),
            Act::AwaitStill(span) => self.await_still(*span),
        }
    }

    fn gesture(&mut self, gesture: &Gesture) -> Result<(), Break> {
        let from = self.pointer.map(gesture.from);
        let to = self.pointer.map(gesture.to);
        self.look_for_others()?;
        self.send(from)?;
        self.wait(gesture.strokes.arrive)?;
        self.pointer.press()?;
        let held = match gesture.what {
            Purpose::Drag(_) => self.carry(gesture, from, to),
            Purpose::NewGame => self.wait(gesture.strokes.press),
        };
        if let Err(early) = held {
            // The card goes back: let go where it was taken, and the rules put it where it lay.
            let back = self.send(from);
            self.pointer.release()?;
            back?;
            if matches!(early, Break::UserMoved) {
                self.sent = None;
            }
            return Err(early);
        }
        self.pointer.release()?;
        self.wait(gesture.strokes.look)
    }

    /// With the button down, to the target.
    fn carry(&mut self, gesture: &Gesture, from: Point<PointerUnit>, to: Point<PointerUnit>) -> Result<(), Break> {
        self.wait(gesture.strokes.press)?;
        if !gesture.strokes.travel.is_zero() {
            self.send(Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0))?;
            self.wait(gesture.strokes.travel)?;
        }
        self.send(to)?;
        self.wait(gesture.strokes.drop)
    }

    fn send(&mut self, to: Point<PointerUnit>) -> Result<(), Break> {
        self.pointer.move_to(to)?;
        self.sent = Some(to);
        Ok(())
    }

    /// Waits in slices, at the beginning of each with an eye on the interrupt and on the pointer. Not at the end as well: an X
    /// server that copies a picture answers late, which made every wait a millisecond or two longer.
    fn wait(&mut self, span: Duration) -> Result<(), Break> {
        let end = self.clock.now() + span;
        while self.clock.now() < end {
            self.look_for_others()?;
            let left = end.saturating_sub(self.clock.now());
            self.clock.sleep(left.min(SLICE));
        }
        Ok(())
    }

    fn look_for_others(&mut self) -> Result<(), Break> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Break::Interrupted);
        }
        let here = self.pointer.position()?;
        match (self.sent, here) {
            (Some(sent), Some(here)) if sent.distance(here) > TOLERANCE => {
                self.sent = None;
                Err(Break::UserMoved)
            }
            _ => Ok(()),
        }
    }

    /// Returns when the pointer has stood in one place for that long.
    fn await_still(&mut self, span: Duration) -> Result<(), Break> {
        self.sent = None;
        let mut place = self.pointer.position()?;
        let mut since = self.clock.now();
        while self.clock.now().saturating_sub(since) < span {
            self.wait(5 * SLICE)?;
            let here = self.pointer.position()?;
            let moved = match (place, here) {
                (Some(place), Some(here)) => place.distance(here) > TOLERANCE,
                _ => false,
            };
            if moved {
                place = here;
                since = self.clock.now();
            }
        }
        Ok(())
    }
}

impl Drop for Hand<'_> {
    /// Also on a panic: nobody wants to find the button pressed.
    fn drop(&mut self) {
        // There is nobody left to tell of a failure.
        let _ = self.pointer.release();
    }
}

impl From<PointerError> for Break {
    fn from(error: PointerError) -> Break {
        Break::Failed(error)
    }
}
