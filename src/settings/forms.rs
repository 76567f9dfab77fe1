//! How values that are no plain numbers or words stand in a file: bounds that may be off, spans, points.

use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// A word or a number, before it gets its meaning.
pub(super) enum WordOr {
    Word(String),
    Number(f64),
}

impl WordOr {
    /// A whole number from 1 up.
    pub fn positive(&self) -> Option<NonZeroU32> {
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
