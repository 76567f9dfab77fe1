//! Recognition turns frames into readings.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender};

use super::capture::Capture;
use super::message::{Grabbed, RequestId, Seen};
use crate::frame::Frame;
use crate::vision::{Reader, Reading};

/// What recognition sends on to verification.
pub type Recognition = (RequestId, Grabbed<Seen>);

/// The thread's body: ends when no frame can come or nobody listens any more.
pub fn run(mut reader: Reader, frames: &Receiver<Capture>, readings: &Sender<Recognition>) {
    let mut last: Option<Seen> = None;
    while let Ok((request, grabbed)) = frames.recv() {
        let answer = match grabbed {
            Grabbed::Picture(frame) => {
                let reading = match &last {
                    // A picture that has not changed reads as it did. Where the reader was in doubt it may not: a board that a
                    // notice had hidden stood in full view, and its picture was not read again.
                    Some(last) if !reader.is_in_doubt() && same_picture(&last.frame, &frame) => {
                        Arc::clone(&last.reading)
                    }
                    _ => {
                        let mut reading = Reading::default();
                        reader.read(&frame, request.prior.as_ref(), &mut reading);
                        Arc::new(reading)
                    }
                };
                let seen = Seen { frame, reading };
                last = Some(seen.clone());
                Grabbed::Picture(seen)
            }
            Grabbed::Ended => Grabbed::Ended,
            Grabbed::Failed(error) => Grabbed::Failed(error),
        };
        if readings.send((request.id, answer)).is_err() {
            return;
        }
    }
}

fn same_picture(one: &Frame, other: &Frame) -> bool {
    match (one.number, other.number) {
        (Some(one), Some(other)) => one == other,
        _ => one.pixels == other.pixels,
    }
}
