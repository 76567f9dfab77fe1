//! Capture owns the screen. It grabs when asked; of several requests only the newest counts.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender};

use super::message::{GrabRequest, Grabbed};
use super::run::RECORDS;
use crate::device::{Clock, Grab, Screen};
use crate::frame::Frame;

/// What capture sends on to recognition.
pub type Capture = (GrabRequest, Grabbed<Arc<Frame>>);

/// Frames whose pixels can be used again: one being read, one being compared with, one from before the gesture, one being
/// written down and those that wait for it, one spare.
const POOL: usize = 5 + RECORDS;

/// The thread's body: ends when nobody asks or nobody listens any more.
pub fn run(mut screen: Box<dyn Screen>, clock: &dyn Clock, requests: &Receiver<GrabRequest>, frames: &Sender<Capture>) {
    let mut pool: Vec<Arc<Frame>> = Vec::with_capacity(POOL);
    while let Ok(request) = requests.recv() {
        let request = requests.try_iter().last().unwrap_or(request);
        clock.sleep(request.not_before.saturating_sub(clock.now()));
        let mut frame = free_frame(&mut pool);
        // Nobody else holds it: `free_frame` gives out only such.
        let grabbed = Arc::get_mut(&mut frame).map(|frame| screen.grab(frame));
        let answer = match grabbed {
            Some(Ok(Grab::Picture)) => Grabbed::Picture(Arc::clone(&frame)),
            Some(Ok(Grab::Ended)) => Grabbed::Ended,
            Some(Err(error)) => Grabbed::Failed(error),
            None => continue,
        };
        if pool.len() < POOL {
            pool.push(frame);
        }
        if frames.send((request, answer)).is_err() {
            return;
        }
    }
}

/// Takes a frame that nobody reads any more out of the pool, or makes a new one.
fn free_frame(pool: &mut Vec<Arc<Frame>>) -> Arc<Frame> {
    match pool.iter_mut().position(|frame| Arc::get_mut(frame).is_some()) {
        Some(free) => pool.swap_remove(free),
        None => {
            // Every one is still in use: let go of the oldest, so that the pool does not hold what nobody gives back.
            if pool.len() == POOL {
                pool.remove(0);
            }
            Arc::new(Frame::still(image::RgbaImage::new(0, 0)))
        }
    }
}
