//! Watches a patience game on the screen, reads the cards, finds the shortest way to win, plays it with the mouse,
//! and checks after every click that the screen shows what it expected.
//!
//! A frame flows one way: screen, frame, reading, board, plan, gesture, verdict.
//!
//! | floor | module | what happens there | may use |
//! | --- | --- | --- | --- |
//! | 1 | [`game`] | rules, boards, board text | nothing of ours |
//! | 1 | [`frame`] | pixels, rectangles, coordinate spaces | nothing of ours |
//! | 2 | [`solver`] | a move is chosen | floor 1 |
//! | 2 | [`vision`] | a card is read | floor 1 |
//! | 2 | [`device`] | a screen is grabbed, a mouse is moved | floor 1 |
//! | 3 | [`record`] | a run is written down and read back | floors 1 and 2 |
//! | 3 | [`settings`] | the user's wishes become a checked value | floors 1 and 2 |
//! | 4 | [`actors`] | a click is decided (director), the pipeline's threads | all below |
//! | 5 | [`cli`] | arguments, texts, exit codes | all below |
//!
//! `game`, `solver` and `vision` know no I/O, clock, thread, log or global. A test reads the `use crate::` lines and
//! holds them to this table.

pub mod actors;
pub mod cli;
pub mod device;
pub mod frame;
pub mod game;
pub mod record;
pub mod settings;
pub mod solver;
pub mod vision;
