//! The user's wishes become one checked value.
//!
//! `settings/default.toml` is complete: it is the list of all keys, with their defaults and meanings. A file, the
//! environment and the command line lie over it, in this order. Each layer is held to the keys of the defaults and to
//! the ranges of [`Settings`] as it is laid on, so that an error can name the layer it came from.

mod check;
mod error;
mod forms;
mod layers;
mod older;
mod sections;
mod words;

use std::path::Path;

use serde::{Deserialize, Serialize};

pub use error::SettingsError;
pub use layers::Choice;
pub use sections::{Click, Demo, Greedy, Pace, Profile, Record, Run, Solver, Verify, Vision};
pub use words::{Automatic, CardSet, Method, OnUser, PaceName, WhichMonitor};

/// Every setting, checked: a value of this type from [`load`] holds no nonsense.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// When a run is over, and what it puts up with.
    pub run: Run,
    /// How a gesture is timed.
    pub pace: Pace,
    /// How a gesture is checked.
    pub verify: Verify,
    /// Where a card is taken, and how the mouse is addressed.
    pub click: Click,
    /// The search.
    pub solver: Solver,
    /// The reading.
    pub vision: Vision,
    /// What is written down of a run.
    pub record: Record,
    /// The built-in table.
    pub demo: Demo,
}

/// What [`load`] brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The settings.
    pub settings: Settings,
    /// What the user should know, one line each: keys of an older file that have no effect here, or another one.
    pub notes: Vec<String>,
}

/// Lays `file`, the variables of the environment and the choices of the command line over the defaults.
///
/// # Errors
/// The first thing wrong: a file that cannot be read or parsed, an unknown key, a value out of its range.
pub fn load(
    file: Option<&Path>,
    environment: impl IntoIterator<Item = (String, String)>,
    choices: &[Choice],
) -> Result<Loaded, SettingsError> {
    let mut stack = layers::Stack::new();
    let mut notes = Vec::new();
    if let Some(path) = file {
        notes = stack.add_file(path)?;
    }
    stack.add_environment(environment)?;
    stack.add_choices(choices)?;
    Ok(Loaded { settings: stack.into_settings(), notes })
}

/// Lays the text of a file over the defaults; `place` is its name, which tells its format by its ending.
///
/// # Errors
/// As for [`load`].
pub fn from_text(place: &str, text: &str) -> Result<Loaded, SettingsError> {
    let mut stack = layers::Stack::new();
    let notes = stack.add_text(place, text, Path::new(""))?;
    Ok(Loaded { settings: stack.into_settings(), notes })
}

impl Settings {
    /// The settings as a file that [`load`] reads back.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("tables of plain values can always be written")
    }
}

impl Default for Settings {
    /// Those of `settings/default.toml`.
    fn default() -> Settings {
        layers::Stack::new().into_settings()
    }
}

#[cfg(test)]
mod tests;
