//! What the board texts of all games have in common.

/// The lines that say something, each with its number from 1 and without the spaces around it: blank lines and those
/// that begin with `#` are passed over, and so is the mark that some editors put before the text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    lines.map(|(line, number)| (number, line.trim())).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}
