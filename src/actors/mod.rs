//! The pipeline: threads that own one thing each and pass typed messages over bounded channels.
//!
//! ```text
//! capture ──Frame──▶ recognition ──Seen──▶ verification ──Verdict──▶ director ──Gesture──▶ actuation
//!    ▲                                          │                     │    ▲
//!    └───────────── grab request ───────────────┘                 Board    Plan
//!                                                                     ▼    │
//!                                                                    solving
//! ```
//!
//! The director decides, the others do what they are asked and answer; they never talk policy to each other. One more
//! thread, the recorder, writes down what the director notes.

pub mod actuation;
pub mod aim;
pub mod capture;
pub mod director;
pub mod message;
mod notes;
pub mod pace;
pub mod recognition;
mod run;
pub mod solving;
pub mod verification;
pub mod watch;

pub use run::{News, Outcome, Pipeline, RunError};
