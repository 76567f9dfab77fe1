//! Event logs: what is read can be written and read again, and loses its times.
#![no_main]

use exa_pipeline::record::{parse_events, without_times};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(lines) = parse_events("events.jsonl", text) else { return };
    for line in lines {
        let text = serde_json::to_string(&line).expect("an event can be written");
        assert_eq!(parse_events("again.jsonl", &format!("{text}\n")).expect("our own text").len(), 1);
        let bare = without_times(&text).expect("an object");
        let bare: serde_json::Value = serde_json::from_str(&bare).expect("still an object");
        assert!(bare.get("at_ms").is_none() && bare.get("took_ms").is_none());
    }
});
