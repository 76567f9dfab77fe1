//! The director owns the state of a run: one loop, a closed enum of events, a pure step. Here a click is decided.

mod phase;
mod step;
mod stop;
mod tally;
mod transitions;
mod turn;
mod verdicts;

pub use phase::{Command, Event, Game, Mode, Orders, Phase, Renewal, State, UserPolicy, Why};
pub use step::step;
pub use stop::Stop;
pub use tally::{Seconds, SettledBoard, Tally};

#[cfg(test)]
mod tests;
