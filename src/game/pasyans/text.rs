//! Board text: nine lines from left to right, back card first (`C 7B 6R 8B`, `-` for an empty column, `[C]` for a
//! locked pile), then `cell: -` or the card in it. The older bots' one-line form (`SCC7B6R8B/…/F/`) is read too.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, BoardBuilder, BoardError, COLUMNS};
use super::card::{Kind, ParseKindError, Suit};
use crate::game::text::{excerpt, lines};

/// Why a text is no board. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum ParseBoardError {
    #[error("line {line}: {source}")]
    Card { line: usize, source: ParseKindError },
    #[error("line {line}: \"{text}\" is no locked pile: expected [C], [D], [H] or [S] alone on the line")]
    Pile { line: usize, text: String },
    #[error("{seen} columns; a board has {COLUMNS}, one a line, then the line \"cell: -\"")]
    ColumnCount { seen: usize },
    #[error("line {line}: text after the \"cell:\" line")]
    AfterCell { line: usize },
    #[error("line {line}: the free cell holds one card or \"-\", not \"{text}\"")]
    Cell { line: usize, text: String },
    #[error("part {part} of the one-line form is \"{text}\": expected S or F and cards of two letters, like S0B9R")]
    OneLine { part: usize, text: String },
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        Ok(text.parse::<BoardBuilder>()?.build()?)
    }
}

impl FromStr for BoardBuilder {
    type Err = ParseBoardError;

    /// Reads either form; blank lines and lines that begin with `#` are passed over. Does not count the cards.
    fn from_str(text: &str) -> Result<BoardBuilder, ParseBoardError> {
        let lines: Vec<_> = lines(text).collect();
        match lines.as_slice() {
            [(_, line)] if line.contains('/') => parse_one_line(line),
            _ => parse_lines(&lines),
        }
    }
}

fn parse_lines(lines: &[(usize, &str)]) -> Result<BoardBuilder, ParseBoardError> {
    let mut builder = BoardBuilder::default();
    let mut columns = 0;
    let mut cell_seen = false;
    for &(line, text) in lines {
        if cell_seen {
            return Err(ParseBoardError::AfterCell { line });
        }
        let lower = text.to_ascii_lowercase();
        if let Some(cell) = lower.strip_prefix("cell:") {
            builder.cell = parse_cell(line, cell.trim())?;
            cell_seen = true;
            continue;
        }
        if let Some(column) = builder.columns.get_mut(columns) {
            *column = parse_column(line, text)?;
        }
        columns += 1;
    }
    if columns == COLUMNS { Ok(builder) } else { Err(ParseBoardError::ColumnCount { seen: columns }) }
}

fn parse_column(line: usize, text: &str) -> Result<Vec<Kind>, ParseBoardError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    if text.starts_with('[') {
        let pile = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        return pile.and_then(locked_pile).ok_or_else(|| ParseBoardError::Pile { line, text: excerpt(text) });
    }
    text.split_whitespace().map(|card| card.parse().map_err(|source| ParseBoardError::Card { line, source })).collect()
}

fn locked_pile(name: &str) -> Option<Vec<Kind>> {
    name.parse::<Kind>().ok().filter(|kind| kind.is_face()).map(|kind| vec![kind; 4])
}

fn parse_cell(line: usize, text: &str) -> Result<Option<Kind>, ParseBoardError> {
    match text {
        "-" => Ok(None),
        card => card.parse().map(Some).map_err(|_| ParseBoardError::Cell { line, text: excerpt(card) }),
    }
}

/// The older bots' form: a part `S…/` for each column and `F…/` for the free cell, each card two letters; a locked
/// pile is `SX[CC]/`.
fn parse_one_line(line: &str) -> Result<BoardBuilder, ParseBoardError> {
    let mut builder = BoardBuilder::default();
    let mut columns = 0;
    for (index, text) in line.trim_end_matches('/').split('/').enumerate() {
        let wrong = || ParseBoardError::OneLine { part: index + 1, text: excerpt(text) };
        let upper = text.trim().to_ascii_uppercase();
        let (is_column, cards) = match upper.strip_prefix('S') {
            Some(cards) => (true, cards),
            None => (false, upper.strip_prefix('F').ok_or_else(wrong)?),
        };
        let cards = match cards.strip_prefix("X[").and_then(|rest| rest.strip_suffix(']')) {
            Some(pile) if is_column => locked_pile(pile).ok_or_else(wrong)?,
            _ => two_letter_cards(cards).ok_or_else(wrong)?,
        };
        if is_column {
            if let Some(column) = builder.columns.get_mut(columns) {
                *column = cards;
            }
            columns += 1;
        } else {
            match cards.as_slice() {
                [] => builder.cell = None,
                [card] => builder.cell = Some(*card),
                _ => return Err(wrong()),
            }
        }
    }
    if columns == COLUMNS { Ok(builder) } else { Err(ParseBoardError::ColumnCount { seen: columns }) }
}

fn two_letter_cards(text: &str) -> Option<Vec<Kind>> {
    if !text.is_ascii() {
        return None;
    }
    text.as_bytes().chunks(2).map(|card| std::str::from_utf8(card).ok()?.parse().ok()).collect()
}

impl fmt::Display for Board {
    /// Nine lines and the `cell:` line, each ended by a line feed but the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for column in &self.columns {
            match column.locks() {
                Some(suit) => writeln!(f, "[{}]", Kind::face(suit))?,
                None if column.is_empty() => writeln!(f, "-")?,
                None => {
                    for (depth, card) in column.iter().enumerate() {
                        write!(f, "{}{card}", if depth == 0 { "" } else { " " })?;
                    }
                    writeln!(f)?;
                }
            }
        }
        match self.cell {
            Some(card) => write!(f, "cell: {card}"),
            None => write!(f, "cell: -"),
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Kind::face(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::deal;
    use super::*;

    const OLDER: &str = "SCC7B6R8B/S6RSS0BDD/S8RCCDDHH/S6B9B8B7R/SSSCCSSDD/S9RHH7R8R/SHH9B9RDD/SSSCC7BHH/S0R0B0R6B/F/";

    #[test]
    fn deals_round_trip() {
        for seed in 0..200 {
            let board = deal(seed);
            assert_eq!(board.to_string().parse(), Ok(board));
        }
    }

    #[test]
    fn the_older_form_is_the_same_board() {
        let board: Board = OLDER.parse().expect("the older form");
        let text = "C 7B 6R 8B\n6R S 10B D\n8R C D H\n6B 9B 8B 7R\nS C S D\n9R H 7R 8R\nH 9B 9R D\nS C 7B H\n10R 10B 10R 6B\ncell: -";
        assert_eq!(board.to_string(), text);
    }

    #[test]
    fn every_kind_of_nonsense_has_its_own_error() {
        let good = deal(1).to_string();
        let with_line = |index: usize, text: &str| {
            let mut lines: Vec<_> = good.lines().collect();
            lines[index] = text;
            lines.join("\n").parse::<Board>().expect_err("nonsense")
        };
        assert!(matches!(with_line(0, "6R 5Q"), ParseBoardError::Card { line: 1, .. }));
        assert!(matches!(with_line(2, "[7R]"), ParseBoardError::Pile { line: 3, .. }));
        assert!(matches!(with_line(9, "cell: 6R 7R"), ParseBoardError::Cell { line: 10, .. }));
        assert!(matches!(with_line(8, "cell: -"), ParseBoardError::AfterCell { line: 10 }));
        assert!(matches!(with_line(0, "-"), ParseBoardError::Board(BoardError::WrongCount { .. })));
        let long = ["6R"; 9].join(" ");
        assert!(matches!(with_line(3, &long), ParseBoardError::Board(BoardError::ColumnTooLong { column: 4, len: 9 })));
        assert_eq!("".parse::<Board>(), Err(ParseBoardError::ColumnCount { seen: 0 }));
        assert!(matches!("SCC/F7/".parse::<Board>(), Err(ParseBoardError::OneLine { part: 2, .. })));
        assert!(matches!("SCCé/F/".parse::<Board>(), Err(ParseBoardError::OneLine { part: 1, .. })));
    }
}
