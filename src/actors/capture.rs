//! Capture owns the screen. It grabs when asked; of several requests only the newest counts.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender};

use super::message::{GrabRequest, Grabbed};
use crate::device::{Clock, Grab, Screen};
use crate::frame::Frame;

/// What capture sends on to recognition.
pub type Capture = (GrabRequest, Grabbed<Arc<Frame>>);

/// Frames whose pixels are used again. Over 36,000 grabs of the demo no more than three were in use while the next was made, and
/// in all but eleven no more than two.
const POOL: usize = 4;

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
        pool.push(frame);
        if frames.send((request, answer)).is_err() {
            return;
        }
    }
}

/// A frame that nobody reads any more. All of the pool are made before one is used again, so that a run takes its memory at the
/// beginning: made only when needed, some came after hundreds of games.
fn free_frame(pool: &mut Vec<Arc<Frame>>) -> Arc<Frame> {
    if pool.len() == POOL {
        // Should all be in use, say where the disk lags, one is let go of: whoever has it still gives its memory back.
        let free = pool.iter_mut().position(|frame| Arc::get_mut(frame).is_some());
        let frame = pool.swap_remove(free.unwrap_or(0));
        if free.is_some() {
            return frame;
        }
    }
    Arc::new(Frame::still(image::RgbaImage::new(0, 0)))
}
