//! Values that are words: each an enum that knows how it is written, and says what was expected when it is not.

use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::forms::WordOr;

/// An enum that is written as one word of a list.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// Every word, as it is written.
            pub const WORDS: &[&str] = &[$($word),+];
        }

        impl std::str::FromStr for $name {
            type Err = String;

            /// Reads the word; the error says which words there are.
            fn from_str(text: &str) -> Result<$name, String> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err(format!("expected one of {}", quoted($name::WORDS))),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $($name::$variant => $word),+ })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

words! {
    /// What to do when somebody else moves the mouse.
    OnUser {
        /// Wait until it has been still for a while, then go on.
        Pause = "pause",
        /// End the run.
        Stop = "stop",
    }
}

words! {
    /// Which table of times holds.
    PaceName {
        /// For an ordinary machine.
        Normal = "normal",
        /// As fast as is safe from the first gesture on.
        Fast = "fast",
        /// For slow machines.
        Careful = "careful",
    }
}

words! {
    /// How a plan is searched.
    Method {
        /// A shortest win, proved.
        Optimal = "optimal",
        /// The first good win.
        Quick = "quick",
        /// The older bots' search.
        Greedy = "greedy",
    }
}

/// A number that may be left to the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Automatic {
    /// The program finds it out.
    Auto,
    /// The user says so.
    Given(f64),
}

/// The monitors to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichMonitor {
    /// All of them.
    All,
    /// One, counted from 1.
    Number(NonZeroU32),
}

/// The pictures that cards are read with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardSet {
    /// The set that comes with the program.
    Builtin,
    /// A folder that holds `cards/6R.png` and so on.
    Folder(PathBuf),
}

impl<'de> Deserialize<'de> for Automatic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Automatic, D::Error> {
        match WordOr::deserialize(deserializer)? {
            WordOr::Number(number) => Ok(Automatic::Given(number)),
            WordOr::Word(word) if word == "auto" => Ok(Automatic::Auto),
            WordOr::Word(_) => Err(D::Error::custom("expected \"auto\" or a number")),
        }
    }
}

impl Serialize for Automatic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Automatic::Auto => serializer.serialize_str("auto"),
            Automatic::Given(number) => serializer.serialize_f64(*number),
        }
    }
}

impl<'de> Deserialize<'de> for WhichMonitor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WhichMonitor, D::Error> {
        let given = WordOr::deserialize(deserializer)?;
        match (&given, given.positive()) {
            (_, Some(number)) => Ok(WhichMonitor::Number(number)),
            (WordOr::Word(word), _) if word == "all" => Ok(WhichMonitor::All),
            _ => Err(D::Error::custom("expected \"all\" or a monitor's number from 1 up")),
        }
    }
}

impl Serialize for WhichMonitor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            WhichMonitor::All => serializer.serialize_str("all"),
            WhichMonitor::Number(number) => serializer.serialize_u32(number.get()),
        }
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        let word = String::deserialize(deserializer)?;
        Ok(if word == "builtin" { CardSet::Builtin } else { CardSet::Folder(word.into()) })
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CardSet::Builtin => serializer.serialize_str("builtin"),
            CardSet::Folder(folder) => serializer.serialize_str(&folder.to_string_lossy()),
        }
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
