//! The layers of the settings: defaults, a file, the environment, the command line.
//!
//! The defaults are complete, so they are also the list of all keys and of the kind of value each takes: a new layer is
//! held to them before it is laid on, and the whole is checked after, so that every error belongs to one layer.

use std::path::Path;

use config::{Config, ConfigError, File, FileFormat, Map, Value, ValueKind};

use super::check::check;
use super::error::SettingsError;
use super::{Settings, older};

const DEFAULTS: &str = include_str!("../../settings/default.toml");

/// A setting chosen by an option of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The option, for messages: `--games`.
    pub option: &'static str,
    /// The key: `run.games`.
    pub key: &'static str,
    /// The value as it would stand in the file, or a bare word.
    pub value: String,
}

/// The layers so far.
pub(super) struct Stack {
    merged: Config,
    defaults: Value,
    settings: Settings,
}

impl Stack {
    /// The defaults alone.
    pub fn new() -> Stack {
        // The text is part of the program, and a test loads it: none of these can fail for a user.
        let merged = from_text(DEFAULTS, FileFormat::Toml).expect("the defaults parse");
        let settings: Settings = merged.clone().try_deserialize().expect("the defaults have the right types");
        check(&settings).expect("the defaults are in range");
        Stack { defaults: merged.cache.clone(), merged, settings }
    }

    pub fn into_settings(self) -> Settings {
        self.settings
    }

    /// Lays a file over what is there: TOML or JSON, by extension or else by content, or an older bot's `config.json`.
    pub fn add_file(&mut self, path: &Path) -> Result<Vec<String>, SettingsError> {
        let place = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| SettingsError::Unreadable { place: place.clone(), reason: error.to_string() })?;
        let folder = path.parent().unwrap_or(Path::new("."));
        self.add_text(&place, text.trim_start_matches('\u{feff}'), folder)
    }

    /// Lays the text of a file over what is there; `folder` is what relative paths in an older file start from.
    pub fn add_text(&mut self, place: &str, text: &str, folder: &Path) -> Result<Vec<String>, SettingsError> {
        let (format, name) = format_of(place, text);
        let plain = if format == FileFormat::Json { without_comments(text) } else { text.to_string() };
        let layer = from_text(&plain, format).map_err(|error| SettingsError::Syntax {
            place: place.to_string(),
            format: name,
            reason: one_line(&error),
        })?;
        let table = layer.cache.clone().into_table().unwrap_or_default();
        if older::is_older(&table) {
            let older = older::translate(place, &table, folder)?;
            for (key, value) in older.values {
                self.lay_value(place, key, value)?;
            }
            return Ok(older.notes);
        }
        compare(place, "", &layer.cache, &self.defaults)?;
        self.lay(place, layer)?;
        Ok(Vec::new())
    }

    /// Lays every variable `EXA_SECTION__KEY` over what is there. `EXA_` alone is the mark: a variable that begins so
    /// and names no key is refused, since a mistyped one would else be passed over in silence.
    pub fn add_environment(
        &mut self,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<(), SettingsError> {
        let mut ours: Vec<_> = variables.into_iter().filter(|(name, _)| name.starts_with("EXA_")).collect();
        ours.sort();
        for (name, text) in ours {
            let key = name["EXA_".len()..].to_ascii_lowercase().replace("__", ".");
            self.lay_value(&name, &key, value_of(&text))?;
        }
        Ok(())
    }

    /// Lays the choices of the command line over what is there.
    pub fn add_choices(&mut self, choices: &[Choice]) -> Result<(), SettingsError> {
        choices.iter().try_for_each(|choice| self.lay_value(choice.option, choice.key, value_of(&choice.value)))
    }

    fn lay_value(&mut self, place: &str, key: &str, value: Value) -> Result<(), SettingsError> {
        // From the last part of the key outwards: the value becomes a table of a table.
        let nested = key.rsplit('.').fold(value, |inner, part| Map::from([(part.to_string(), inner)]).into());
        compare(place, "", &nested, &self.defaults)?;
        let mut layer = Config::default();
        layer.cache = nested;
        self.lay(place, layer)
    }

    fn lay(&mut self, place: &str, layer: Config) -> Result<(), SettingsError> {
        let merged = Config::builder().add_source(self.merged.clone()).add_source(layer).build().map_err(|error| {
            SettingsError::Syntax { place: place.to_string(), format: "settings", reason: one_line(&error) }
        })?;
        let bad = |key: &str, expected: String| SettingsError::BadValue {
            place: place.to_string(),
            key: key.to_string(),
            value: find(&merged.cache, key).map_or_else(String::new, shown),
            expected,
        };
        let settings: Settings = merged.clone().try_deserialize().map_err(|error| {
            let (key, expected) = key_and_reason(error);
            bad(&key, expected)
        })?;
        check(&settings).map_err(|wrong| bad(wrong.key, wrong.expected))?;
        (self.merged, self.settings) = (merged, settings);
        Ok(())
    }
}

fn from_text(text: &str, format: FileFormat) -> Result<Config, ConfigError> {
    Config::builder().add_source(File::from_str(text, format)).build()
}

fn format_of(place: &str, text: &str) -> (FileFormat, &'static str) {
    let extension = Path::new(place).extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("json") => (FileFormat::Json, "JSON"),
        Some("toml") => (FileFormat::Toml, "TOML"),
        _ if text.trim_start().starts_with(['{', '/']) => (FileFormat::Json, "JSON"),
        _ => (FileFormat::Toml, "TOML"),
    }
}

/// JSON without its `//` comments, which the older bot's own description has on every line. They become blanks, so that
/// lines and columns in messages stay right.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        if !in_string && c == '/' && chars.peek() == Some(&'/') {
            plain.push(' ');
            while let Some(comment) = chars.next_if(|&next| next != '\n') {
                plain.push(if comment == '\t' { '\t' } else { ' ' });
            }
            continue;
        }
        plain.push(c);
        match c {
            '"' => in_string = !in_string,
            // The next character is escaped, so it ends no string.
            '\\' if in_string => plain.extend(chars.next()),
            _ => {}
        }
    }
    plain
}

/// A value as it would stand in a TOML file, or else the bare word.
fn value_of(text: &str) -> Value {
    let parsed = format!("value = {text}").parse::<toml::Table>().ok();
    match parsed.as_ref().filter(|table| table.len() == 1).and_then(|table| table.get("value")) {
        Some(value) => from_toml(value),
        None => text.into(),
    }
}

fn from_toml(value: &toml::Value) -> Value {
    match value {
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Float(number) => (*number).into(),
        toml::Value::Boolean(yes) => (*yes).into(),
        toml::Value::String(word) => word.as_str().into(),
        toml::Value::Array(values) => values.iter().map(from_toml).collect::<Vec<_>>().into(),
        toml::Value::Table(table) => {
            table.iter().map(|(key, value)| (key.clone(), from_toml(value))).collect::<Map<_, _>>().into()
        }
        toml::Value::Datetime(date) => date.to_string().into(),
    }
}

/// Holds a layer to the keys of the defaults and the kinds of their values.
fn compare(place: &str, key: &str, given: &Value, default: &Value) -> Result<(), SettingsError> {
    use ValueKind::{Array, Boolean, Float, I64, I128, String as Word, Table, U64, U128};
    let expected = match (&default.kind, &given.kind) {
        (Table(defaults), Table(values)) => {
            let mut names: Vec<_> = values.keys().collect();
            names.sort();
            for name in names {
                let path = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                let Some(default) = defaults.get(name) else {
                    return Err(unknown_key(place, key, path, defaults));
                };
                compare(place, &path, &values[name], default)?;
            }
            return Ok(());
        }
        (Boolean(_), Boolean(_))
        | (I64(_), I64(_) | U64(_) | I128(_) | U128(_))
        | (Float(_), Float(_) | I64(_) | U64(_))
        // Where the default is a word, a number may stand for it: "off" or 5.
        | (Word(_), Word(_) | I64(_) | U64(_) | Float(_))
        | (Array(_), Array(_)) => return Ok(()),
        (Table(_), _) => "expected a section with keys",
        (Boolean(_), _) => "expected true or false",
        (I64(_), _) => "expected a whole number",
        (Float(_), _) => "expected a number",
        (Array(_), _) => "expected two numbers like [60, 15]",
        _ => "expected a word or a number",
    };
    Err(SettingsError::BadValue {
        place: place.to_string(),
        key: if key.is_empty() { "the whole".to_string() } else { key.to_string() },
        value: shown(given),
        expected: expected.to_string(),
    })
}

/// The value of a key like `click.grab`; of `click.grab[0]`, which an error may name, the whole list.
fn find<'a>(whole: &'a Value, key: &str) -> Option<&'a Value> {
    key.split('.').try_fold(whole, |value, part| match &value.kind {
        ValueKind::Table(table) => table.get(part.split('[').next()?),
        _ => None,
    })
}

fn unknown_key(place: &str, section: &str, key: String, defaults: &Map<String, Value>) -> SettingsError {
    let mut allowed: Vec<_> = defaults.keys().map(String::as_str).collect();
    allowed.sort_unstable();
    SettingsError::UnknownKey {
        place: place.to_string(),
        key,
        section: if section.is_empty() { "the top level".to_string() } else { format!("[{section}]") },
        allowed: allowed.join(", "),
    }
}

/// A value as it would stand in the file.
pub(super) fn shown(value: &Value) -> String {
    match &value.kind {
        ValueKind::String(word) => format!("{word:?}"),
        ValueKind::Array(values) => format!("[{}]", values.iter().map(shown).collect::<Vec<_>>().join(", ")),
        ValueKind::Table(_) => "a section".to_string(),
        ValueKind::Nil => "null".to_string(),
        other => other.to_string(),
    }
}

fn key_and_reason(error: ConfigError) -> (String, String) {
    match error {
        ConfigError::At { error, key, .. } => (key.unwrap_or_default(), key_and_reason(*error).1),
        ConfigError::Type { key, expected, .. } => (key.unwrap_or_default(), format!("expected {expected}")),
        other => (String::new(), one_line(&other)),
    }
}

/// A parser's message, which may be a little drawing over several lines, as one line.
fn one_line(error: &ConfigError) -> String {
    let text = error.to_string();
    let lines = text.lines().filter(|line| !line.contains('|') && !line.trim().is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(": ")
}
