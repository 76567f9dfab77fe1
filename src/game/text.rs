//! What the board texts of all games have in common.

/// The lines that say something, each with its number from 1 and without the spaces around it: blank lines and those
/// that begin with `#` are passed over, and so is the mark that some editors put before the text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    lines.map(|(line, number)| (number, line.trim())).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// A text for a message: its beginning, where it is long, and nothing that a terminal would obey.
pub(super) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 24;
    let mut shown: String =
        text.chars().take(SHOWN).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_shown_by_its_beginning() {
        assert_eq!(excerpt("7X"), "7X");
        assert_eq!(excerpt(&"x".repeat(24)), "x".repeat(24));
        assert_eq!(excerpt(&"\0".repeat(3_000_000)), format!("{}…", "\u{fffd}".repeat(24)));
    }
}
