//! Board text: the number of suits, the ten columns from left to right, the stock, the finished runs.
//!
//! ```text
//! suits: 4
//! (JD 4D KS) 7C 6C
//! (? ?) 3S
//! -
//! …
//! stock: KC QC 7D 5C 4D AH TD 4H 6D TD / ? ? ? ? ? ? ? ? ? ?
//! finished: S
//! ```
//!
//! A column goes from its back card to its front card, the face-down cards in brackets; `?` is a card nobody has seen
//! and `-` nothing. The stock's rows are parted by `/`, the next one first.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, BoardBuilder, BoardError, COLUMNS, Column, Pile, Row};
use super::card::{Card, ParseCardError, Suit, Suits};
use crate::game::text::{excerpt, lines};

/// Why a text is no board. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum ParseBoardError {
    #[error("line {line}: {source}")]
    Card { line: usize, source: ParseCardError },
    #[error("line {line}: \"suits:\" takes 1, 2 or 4, not \"{text}\"")]
    Suits { line: usize, text: String },
    #[error("line {line}: face-down cards stand in one pair of brackets at the line's beginning: \"{text}\"")]
    Brackets { line: usize, text: String },
    #[error("line {line}: a card that lies face up is known: \"{text}\"")]
    UnknownUp { line: usize, text: String },
    #[error("{seen} columns; a board has {COLUMNS}, one a line")]
    ColumnCount { seen: usize },
    #[error("line {line}: a row of the stock has {COLUMNS} cards, not {seen}")]
    Row { line: usize, seen: usize },
    #[error("line {line}: \"finished:\" takes suits C D H S or \"-\", not \"{text}\"")]
    Finished { line: usize, text: String },
    #[error("line {line}: \"{name}:\" stands there twice")]
    Twice { line: usize, name: String },
    #[error("line {line}: \"{name}:\" is unknown: expected suits, stock or finished")]
    Name { line: usize, name: String },
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

    /// Passes over blank lines and lines that begin with `#`. The three named lines may be left out and stand anywhere.
    /// Does not count the cards.
    fn from_str(text: &str) -> Result<BoardBuilder, ParseBoardError> {
        let mut builder = BoardBuilder::default();
        let mut columns = 0;
        let mut named: Vec<String> = Vec::new();
        for (line, text) in lines(text) {
            let Some((name, value)) = text.split_once(':') else {
                if let Some(pile) = builder.columns.get_mut(columns) {
                    *pile = parse_pile(line, text)?;
                }
                columns += 1;
                continue;
            };
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
            if named.contains(&name) {
                return Err(ParseBoardError::Twice { line, name });
            }
            match name.as_str() {
                "suits" => builder.suits = Some(parse_suits(line, value)?),
                "stock" => builder.stock = parse_stock(line, value)?,
                "finished" => builder.finished = parse_finished(line, value)?,
                _ => return Err(ParseBoardError::Name { line, name }),
            }
            named.push(name);
        }
        if columns == COLUMNS { Ok(builder) } else { Err(ParseBoardError::ColumnCount { seen: columns }) }
    }
}

fn parse_suits(line: usize, text: &str) -> Result<Suits, ParseBoardError> {
    let count = text.parse().ok().and_then(Suits::from_count);
    count.ok_or_else(|| ParseBoardError::Suits { line, text: excerpt(text) })
}

fn parse_pile(line: usize, text: &str) -> Result<Pile, ParseBoardError> {
    if text == "-" {
        return Ok(Pile::default());
    }
    let brackets = || ParseBoardError::Brackets { line, text: excerpt(text) };
    let (down, up) = match text.strip_prefix('(') {
        Some(rest) => rest.split_once(')').ok_or_else(brackets)?,
        None => ("", text),
    };
    if down.contains('(') || up.contains(['(', ')']) {
        return Err(brackets());
    }
    let unknown = || ParseBoardError::UnknownUp { line, text: excerpt(text) };
    let up = parse_cards(line, up)?.into_iter().map(|card| card.ok_or_else(unknown)).collect::<Result<_, _>>()?;
    Ok(Pile { down: parse_cards(line, down)?, up })
}

fn parse_cards(line: usize, text: &str) -> Result<Vec<Option<Card>>, ParseBoardError> {
    let card = |text: &str| match text {
        "?" => Ok(None),
        _ => text.parse().map(Some).map_err(|source| ParseBoardError::Card { line, source }),
    };
    text.split_whitespace().map(card).collect()
}

fn parse_stock(line: usize, text: &str) -> Result<Vec<Row>, ParseBoardError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let row = |text: &str| {
        let cards = parse_cards(line, text)?;
        let seen = cards.len();
        Row::try_from(cards).map_err(|_| ParseBoardError::Row { line, seen })
    };
    text.split('/').map(row).collect()
}

fn parse_finished(line: usize, text: &str) -> Result<Vec<Suit>, ParseBoardError> {
    let wrong = || ParseBoardError::Finished { line, text: excerpt(text) };
    let suit = |name: &str| {
        Suit::ALL.into_iter().find(|suit| name.eq_ignore_ascii_case(&suit.letter().to_string())).ok_or_else(wrong)
    };
    text.split_whitespace().filter(|name| *name != "-").map(suit).collect()
}

impl fmt::Display for Board {
    /// Thirteen lines, each ended by a line feed but the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "suits: {}", self.suits())?;
        for column in self.columns() {
            writeln!(f, "{column}")?;
        }
        let rows: Vec<String> = self.stock().map(|row| names(row)).collect();
        writeln!(f, "stock: {}", if rows.is_empty() { "-".to_string() } else { rows.join(" / ") })?;
        let suits = Suit::ALL.into_iter().flat_map(|suit| std::iter::repeat_n(suit, self.finished(suit)));
        let runs: Vec<String> = suits.map(|suit| suit.letter().to_string()).collect();
        write!(f, "finished: {}", if runs.is_empty() { "-".to_string() } else { runs.join(" ") })
    }
}

impl fmt::Display for Column<'_> {
    /// The column's line in a board text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let up: Vec<Option<Card>> = self.up().map(Some).collect();
        let down = (!self.down().is_empty()).then(|| format!("({})", names(self.down())));
        let parts = down.into_iter().chain((!up.is_empty()).then(|| names(&up)));
        let text = parts.collect::<Vec<_>>().join(" ");
        f.write_str(if text.is_empty() { "-" } else { &text })
    }
}

fn names(cards: &[Option<Card>]) -> String {
    let name = |card: &Option<Card>| card.map_or("?".to_string(), |card| card.to_string());
    cards.iter().map(name).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Deal, Rules};
    use super::*;

    #[test]
    fn boards_round_trip_open_and_veiled_on_random_walks() {
        for (seed, suits) in [(1, Suits::One), (2, Suits::Two), (3, Suits::Four)] {
            let mut board = Deal::Seed(seed).board(suits).expect("a deal");
            let mut moves = Vec::new();
            for step in 0..200 {
                assert_eq!(board.to_string().parse(), Ok(board));
                assert_eq!(board.veiled().to_string().parse(), Ok(board.veiled()));
                moves.clear();
                board.moves(Rules::default(), &mut moves);
                let Some(mv) = moves.get(step * 7 % moves.len().max(1)) else { break };
                board.play(*mv, Rules::default());
            }
        }
    }

    fn fault(change: impl Fn(String) -> String) -> ParseBoardError {
        let text = Deal::Kpat(1).board(Suits::Four).expect("a deal").to_string();
        change(text).parse::<Board>().expect_err("no board")
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let card = ParseCardError("7X".into());
        assert_eq!(fault(|text| text.replacen("7C", "7X", 1)), ParseBoardError::Card { line: 2, source: card });
        let text = "(JD 4D KS QD 4S( 7C".to_string();
        assert_eq!(fault(|board| board.replacen(')', "(", 1)), ParseBoardError::Brackets { line: 2, text });
        let text = "(JD 4D KS QD 4S) ?".to_string();
        assert_eq!(fault(|board| board.replacen(") 7C", ") ?", 1)), ParseBoardError::UnknownUp { line: 2, text });
        let text = "3".to_string();
        assert_eq!(fault(|board| board.replace("suits: 4", "suits: 3")), ParseBoardError::Suits { line: 1, text });
        assert_eq!(fault(|board| format!("-\n{board}")), ParseBoardError::ColumnCount { seen: 11 });
        assert_eq!(fault(|board| board.replacen(" /", "", 1)), ParseBoardError::Row { line: 12, seen: 20 });
        let text = "X".to_string();
        assert_eq!(fault(|board| board.replace("hed: -", "hed: X")), ParseBoardError::Finished { line: 13, text });
        let name = "suits".to_string();
        assert_eq!(fault(|board| format!("{board}\nsuits: 4")), ParseBoardError::Twice { line: 14, name });
        let name = "cell".to_string();
        assert_eq!(fault(|board| format!("{board}\ncell: -")), ParseBoardError::Name { line: 14, name });
        assert_eq!(fault(|board| board.replace(" 7C\n", "\n")), BoardError::CardCount { seen: 103 }.into());
    }

    #[test]
    fn cards_that_no_game_has_are_refused() {
        let card = "7D".parse().expect("a card");
        let excess = BoardError::TooMany { card, seen: 3, expected: 2, suits: Suits::Four };
        assert_eq!(fault(|board| board.replacen("7C", "7D", 1)), excess.into());
        let none = BoardError::NoGame { card, seen: 3 };
        assert_eq!(fault(|board| board.replacen("7C", "7D", 1).replace("suits: 4\n", "")), none.into());
    }
}
