//! Values that are words: each an enum that knows how it is written, and says what was expected when it is not.

use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

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

/// A word or a number, before it gets its meaning.
enum WordOr {
    Word(String),
    Number(f64),
}

impl WordOr {
    /// A whole number from 1 up.
    fn positive(&self) -> Option<NonZeroU32> {
        match *self {
            WordOr::Number(number) if number.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&number) => {
                NonZeroU32::new(number as u32)
            }
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for WordOr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WordOr, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = WordOr;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or a number")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<WordOr, E> {
                Ok(WordOr::Word(word.to_string()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<WordOr, E> {
                Ok(WordOr::Number(number as f64))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<WordOr, E> {
                Ok(WordOr::Number(number as f64))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<WordOr, E> {
                Ok(WordOr::Number(number))
            }
        }
        deserializer.deserialize_any(Either)
    }
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

/// A bound that may be `"off"`.
pub(super) mod or_off {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NonZeroU32>, D::Error> {
        let given = WordOr::deserialize(deserializer)?;
        match (&given, given.positive()) {
            (_, Some(number)) => Ok(Some(number)),
            (WordOr::Word(word), _) if word == "off" => Ok(None),
            _ => Err(D::Error::custom("expected \"off\" or a whole number from 1 up")),
        }
    }

    pub fn serialize<S: Serializer>(bound: &Option<NonZeroU32>, serializer: S) -> Result<S::Ok, S::Error> {
        match bound {
            None => serializer.serialize_str("off"),
            Some(number) => serializer.serialize_u32(number.get()),
        }
    }
}

/// A folder that may be `"auto"`.
pub(super) mod or_auto {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
        let word = String::deserialize(deserializer)?;
        Ok(if word == "auto" { None } else { Some(word.into()) })
    }

    pub fn serialize<S: Serializer>(folder: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
        match folder {
            None => serializer.serialize_str("auto"),
            Some(folder) => serializer.serialize_str(&folder.to_string_lossy()),
        }
    }
}

/// A span in whole milliseconds.
pub(super) mod millis {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u32::deserialize(deserializer).map(|ms| Duration::from_millis(ms.into()))
    }

    pub fn serialize<S: Serializer>(span: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(span.as_millis() as u64)
    }
}

/// A span in whole seconds.
pub(super) mod seconds {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u32::deserialize(deserializer).map(|s| Duration::from_secs(s.into()))
    }

    pub fn serialize<S: Serializer>(span: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(span.as_secs())
    }
}

/// A point or way in layout pixels, `[right, down]`.
pub(super) mod layout_point {
    use super::*;
    use crate::frame::{LayoutPx, Point};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Point<LayoutPx>, D::Error> {
        <[f64; 2]>::deserialize(deserializer).map(|[x, y]| Point::new(x, y))
    }

    pub fn serialize<S: Serializer>(point: &Point<LayoutPx>, serializer: S) -> Result<S::Ok, S::Error> {
        [point.x, point.y].serialize(serializer)
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
