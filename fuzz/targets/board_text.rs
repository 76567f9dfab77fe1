//! Board text: what is read prints as a text that reads the same; nothing crashes.
#![no_main]

use exa_pipeline::game::pasyans::{Board, BoardBuilder};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let loose = text.parse::<BoardBuilder>();
    if let Ok(board) = text.parse::<Board>() {
        assert!(loose.is_ok());
        assert_eq!(board.to_string().parse(), Ok(board));
    }
});
