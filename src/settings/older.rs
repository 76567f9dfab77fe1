//! The older Python bot's `config.json`: 22 keys, of which some mean something here.
//!
//! That bot had to be told where everything lies, in pixels of a 1920x1080 window; this program finds the board by its
//! picture at any size, so most keys are read, checked for their type, and have no effect.

use std::path::{Path, PathBuf};

use config::{Map, Value, ValueKind};

use super::Settings;
use super::error::SettingsError;
use super::layers::shown;

/// What a key of the older file does here.
#[derive(Clone, Copy)]
enum Effect {
    /// Pointer units for one captured pixel.
    PointerScale,
    /// The length of one delay, in seconds.
    Delay,
    /// The grab point, right.
    GrabX,
    /// The grab point, down.
    GrabY,
    /// The distance of two columns: with it the file says the size of the game it was made for.
    ColumnPitch,
    /// The distance of two cards in a column.
    RowPitch,
    /// A number that the rules fix.
    Fixed(f64),
    /// The pattern of the card pictures.
    Cards,
    /// The picture of the board's corner.
    Anchor,
    /// A measure that this program finds out itself.
    Measure,
}

const KEYS: [(&str, Effect); 22] = [
    ("resolution_scale_click", Effect::PointerScale),
    ("max_window_x", Effect::Measure),
    ("max_window_y", Effect::Measure),
    ("stack_width", Effect::ColumnPitch),
    ("stack_height", Effect::RowPitch),
    ("base_stack_offset_x", Effect::Measure),
    ("base_stack_offset_y", Effect::Measure),
    ("freecell_offset_x", Effect::Measure),
    ("freecell_offset_y", Effect::Measure),
    ("card_sprite_x", Effect::Measure),
    ("card_sprite_y", Effect::Measure),
    ("number_stacks", Effect::Fixed(9.0)),
    ("cards_per_stack_base", Effect::Fixed(4.0)),
    ("anchor_filename", Effect::Anchor),
    ("card_filename", Effect::Cards),
    ("click_offset_x", Effect::GrabX),
    ("click_offset_y", Effect::GrabY),
    ("base_delay", Effect::Delay),
    ("window_click_offset_x", Effect::Measure),
    ("window_click_offset_y", Effect::Measure),
    ("new_game_offset_x", Effect::Measure),
    ("new_game_offset_y", Effect::Measure),
];

/// The values that the older bot ships with, for a 1920x1080 window.
const COLUMN_PITCH: f64 = 134.0;
const ROW_PITCH: f64 = 30.0;
const CARD_WIDTH: f64 = 119.0;
const BASE_DELAY_S: f64 = 0.2;
const CARD_PATTERN: &str = "card_back/cards/*.png";
const ANCHOR: &str = "card_back/anchor/anchor.png";

const ABOVE_ZERO: &str = "expected a number above 0";
const ON_CARD: &str = "expected a point inside the part of a covered card that shows";

/// What an older file says in this program's keys.
pub(super) struct Older {
    pub values: Vec<(&'static str, Value)>,
    pub notes: Vec<String>,
}

/// Is this an older bot's file? One of its keys at the top level is enough: none of ours is called so.
pub(super) fn is_older(table: &Map<String, Value>) -> bool {
    KEYS.iter().any(|(key, _)| table.contains_key(*key))
}

/// Translates an older file; `folder` is where it lies, which its file names start from.
///
/// # Errors
/// The first key that is unknown or has a value that cannot be.
pub(super) fn translate(place: &str, table: &Map<String, Value>, folder: &Path) -> Result<Older, SettingsError> {
    if let Some(unknown) = table.keys().filter(|name| !KEYS.iter().any(|(key, _)| key == name)).min() {
        return Err(SettingsError::UnknownKey {
            place: place.to_string(),
            key: unknown.clone(),
            section: "the older bot's file".to_string(),
            allowed: KEYS.map(|(key, _)| key).join(", "),
        });
    }
    let file = OlderFile { place, table };
    let mut older = Older { values: Vec::new(), notes: Vec::new() };
    let mut without_effect = Vec::new();
    let scale = file.number("stack_width", ABOVE_ZERO, |pitch| pitch > 0.0)?.map_or(1.0, |pitch| pitch / COLUMN_PITCH);
    for (key, effect) in KEYS.iter().filter(|(key, _)| table.contains_key(*key)) {
        match effect {
            Effect::PointerScale => {
                let scale = file.number(key, "expected 0.125 to 8", |scale| (0.125..=8.0).contains(&scale))?;
                older.set(key, "click.pointer_scale", scale);
            }
            Effect::Delay => {
                let seconds = file.number(key, "expected 0.01 to 5 seconds", |s| (0.01..=5.0).contains(&s))?;
                let range = Settings::default().pace.normal;
                let factor = seconds.map(|seconds| (seconds / BASE_DELAY_S).clamp(range.fastest, range.slowest));
                older.set(key, "pace.normal.start", factor);
            }
            // Both axes make one value: see `set_grab`.
            Effect::GrabX => _ = file.number(key, ON_CARD, |x| x > 0.0 && x < CARD_WIDTH * scale)?,
            Effect::GrabY => _ = file.number(key, ON_CARD, |y| y > 0.0 && y < ROW_PITCH * scale)?,
            Effect::ColumnPitch => without_effect.push(*key),
            Effect::RowPitch => {
                let pitch = file.number(key, ABOVE_ZERO, |pitch| pitch > 0.0)?.unwrap_or(ROW_PITCH);
                // A pixel of rounding is no contradiction.
                if (pitch - ROW_PITCH * scale).abs() > 1.0 + 0.05 * pitch {
                    older.notes.push(format!(
                        "{key} = {pitch} does not fit stack_width: the game has {ROW_PITCH} to {COLUMN_PITCH}"
                    ));
                }
                without_effect.push(*key);
            }
            Effect::Fixed(only) => {
                file.number(key, &format!("expected {only}, which the rules fix"), |number| number == *only)?;
            }
            Effect::Cards => older.set_cards(key, &file.word(key)?, folder),
            Effect::Anchor => {
                if file.word(key)? != ANCHOR {
                    without_effect.push(*key);
                }
            }
            Effect::Measure => {
                file.number(key, "expected a number", f64::is_finite)?;
                without_effect.push(*key);
            }
        }
    }
    let grab = |key| file.number(key, ON_CARD, f64::is_finite);
    older.set_grab(grab("click_offset_x")?, grab("click_offset_y")?, scale);
    if !without_effect.is_empty() {
        older
            .notes
            .push(format!("no effect, since the board is found at any place and size: {}", without_effect.join(", ")));
    }
    Ok(older)
}

impl Older {
    fn set(&mut self, key: &str, ours: &'static str, value: Option<f64>) {
        if let Some(value) = value {
            self.notes.push(format!("{key} is taken over as {ours} = {value}"));
            self.values.push((ours, value.into()));
        }
    }

    /// The pattern the older bot ships with names the set that comes with the program, here as there.
    fn set_cards(&mut self, key: &str, pattern: &str, folder: &Path) {
        if pattern == CARD_PATTERN {
            self.notes.push(format!("{key} names the card set that comes with the program"));
            return;
        }
        let cards = Path::new(pattern).parent().unwrap_or(Path::new(""));
        let set: PathBuf = folder.join(if cards.ends_with("cards") { cards.parent().unwrap_or(cards) } else { cards });
        self.notes.push(format!("{key} is taken over as vision.cards = {}", set.display()));
        self.values.push(("vision.cards", set.to_string_lossy().as_ref().into()));
    }

    fn set_grab(&mut self, x: Option<f64>, y: Option<f64>, scale: f64) {
        if x.is_none() && y.is_none() {
            return;
        }
        let usual = Settings::default().click.grab;
        let grab = [x.map_or(usual.x, |x| x / scale), y.map_or(usual.y, |y| y / scale)];
        self.notes.push(format!("click_offset is taken over as click.grab = [{}, {}]", grab[0], grab[1]));
        self.values.push(("click.grab", grab.to_vec().into()));
    }
}

struct OlderFile<'a> {
    place: &'a str,
    table: &'a Map<String, Value>,
}

impl OlderFile<'_> {
    fn number(&self, key: &str, expected: &str, allowed: impl Fn(f64) -> bool) -> Result<Option<f64>, SettingsError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let number = match value.kind {
            ValueKind::I64(number) => Some(number as f64),
            ValueKind::U64(number) => Some(number as f64),
            ValueKind::Float(number) => Some(number),
            _ => None,
        };
        match number.filter(|&number| allowed(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(self.bad(key, value, expected)),
        }
    }

    fn word(&self, key: &str) -> Result<String, SettingsError> {
        match &self.table[key].kind {
            ValueKind::String(word) => Ok(word.clone()),
            _ => Err(self.bad(key, &self.table[key], "expected a file name")),
        }
    }

    fn bad(&self, key: &str, value: &Value, expected: &str) -> SettingsError {
        SettingsError::BadValue {
            place: self.place.to_string(),
            key: key.to_string(),
            value: shown(value),
            expected: expected.to_string(),
        }
    }
}
