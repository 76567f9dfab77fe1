//! Settings in TOML, JSON and the older bot's form: what loads is written as a file that loads the same.
#![no_main]

use exa_pipeline::settings::from_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for place in ["settings.toml", "settings.json", "settings"] {
        match from_text(place, text) {
            Ok(loaded) => {
                let again = from_text("again.toml", &loaded.settings.to_toml()).expect("our own text loads");
                assert_eq!(again.settings, loaded.settings);
            }
            Err(error) => assert!(error.to_string().starts_with(place)),
        }
    }
});
