//! What can be wrong with settings. Every message names where the value came from, the key, the value, and what was
//! expected.

use thiserror::Error;

/// Why settings are refused. `place` is the file, the environment variable or the option that is to blame.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SettingsError {
    #[error("{place}: cannot be read: {reason}")]
    Unreadable { place: String, reason: String },
    #[error("{place}: is no {format}: {reason}")]
    Syntax { place: String, format: &'static str, reason: String },
    #[error("{place}: unknown key \"{key}\"; {section} has the keys {allowed}")]
    UnknownKey { place: String, key: String, section: String, allowed: String },
    #[error("{place}: {key} = {value}: {expected}")]
    BadValue { place: String, key: String, value: String, expected: String },
}

/// A value that is out of its range, before it is known where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutOfRange {
    pub key: &'static str,
    pub expected: String,
}
