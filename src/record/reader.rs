//! The event log is read back.

use std::fs;
use std::path::Path;

use thiserror::Error;

use super::event::Line;

/// The event log's name in a run's folder.
pub const EVENTS_FILE: &str = "events.jsonl";

/// Why an event log cannot be read. Lines count from 1.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum ReadEventsError {
    #[error("{file}: cannot be read: {reason}")]
    Unreadable { file: String, reason: String },
    #[error("{file}:{line}: is no event: {reason}")]
    NoEvent { file: String, line: usize, reason: String },
}

/// Reads the event log of a run's folder.
///
/// # Errors
/// There is no such file, or a line of it is no event.
pub fn read_events(folder: &Path) -> Result<Vec<Line>, ReadEventsError> {
    let path = folder.join(EVENTS_FILE);
    let file = path.display().to_string();
    let text = fs::read_to_string(&path)
        .map_err(|error| ReadEventsError::Unreadable { file: file.clone(), reason: error.to_string() })?;
    parse_events(&file, &text)
}

/// Reads the text of an event log; `file` is its name for messages. A last line without a line feed was cut off with
/// the run and is passed over.
///
/// # Errors
/// A line is no event.
pub fn parse_events(file: &str, text: &str) -> Result<Vec<Line>, ReadEventsError> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let parse = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| ReadEventsError::NoEvent {
            file: file.to_string(),
            line: index + 1,
            reason: error.to_string(),
        })
    };
    whole.lines().enumerate().map(parse).collect()
}
