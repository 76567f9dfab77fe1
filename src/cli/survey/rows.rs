//! The CSV file of a survey: one line a deal, in order.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use fs4::{FileExt, TryLockError};

use crate::cli::exit::Failure;
use crate::record::whole_file;
use crate::solver::{End, Report};

const NO_FILE: &str = "is no ordinary file";
const HEADER: &str = "deal,outcome,length,nodes";

/// What became of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub deal: u64,
    pub outcome: Outcome,
    pub nodes: u64,
}

/// The answers of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The shortest win has so many moves.
    Won(u32),
    /// A win of so many moves; there may be shorter ones.
    Found(u32),
    /// Proved unwinnable.
    Unwinnable,
    /// A limit was reached before the answer.
    Unknown,
}

impl Row {
    /// The row of a search that wins without proving how short a win can be, `length` being that of its plan.
    pub fn found<M>(deal: u64, report: &Report<M>, length: u32) -> Row {
        match report.end {
            End::Solved { .. } => Row { deal, outcome: Outcome::Found(length), nodes: report.nodes },
            _ => Row::new(deal, report),
        }
    }

    /// The row of a finished search.
    pub fn new<M>(deal: u64, report: &Report<M>) -> Row {
        let outcome = match &report.end {
            End::Optimal(moves) => Outcome::Won(moves.len() as u32),
            End::Unwinnable => Outcome::Unwinnable,
            End::Solved { .. } | End::Limit(_) | End::Cancelled => Outcome::Unknown,
        };
        Row { deal, outcome, nodes: report.nodes }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Outcome::Won(length) => write!(f, "{},optimal,{length},{}", self.deal, self.nodes),
            Outcome::Found(length) => write!(f, "{},solved,{length},{}", self.deal, self.nodes),
            Outcome::Unwinnable => write!(f, "{},unwinnable,,{}", self.deal, self.nodes),
            Outcome::Unknown => write!(f, "{},limit,,{}", self.deal, self.nodes),
        }
    }
}

impl FromStr for Row {
    type Err = ();

    fn from_str(line: &str) -> Result<Row, ()> {
        let fields: Vec<&str> = line.split(',').collect();
        let [deal, outcome, length, nodes] = fields[..] else { return Err(()) };
        let number = |text: &str| text.parse::<u64>().map_err(drop);
        let outcome = match (outcome, length) {
            ("optimal", length) => Outcome::Won(length.parse().map_err(drop)?),
            ("solved", length) => Outcome::Found(length.parse().map_err(drop)?),
            ("unwinnable", "") => Outcome::Unwinnable,
            ("limit", "") => Outcome::Unknown,
            _ => return Err(()),
        };
        Ok(Row { deal: number(deal)?, outcome, nodes: number(nodes)? })
    }
}

/// Reads a whole file. A last line that was cut short is said and left out.
///
/// # Errors
/// The file cannot be read, or a line is not what this program writes.
pub fn read(path: &Path) -> Result<Vec<Row>, Failure> {
    let text = text_of(path).map_err(|error| about(path, error))?;
    let whole = whole_lines(&text);
    if whole.len() < text.len() {
        log::warn!("{}: the last line was cut short and is left out; was that survey finished?", path.display());
    }
    parse(path, whole)
}

/// Writes a whole file, over an old one only once it is there.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, rows: &[Row]) -> Result<(), Failure> {
    let written = whole_file(path, |out| {
        writeln!(out, "{HEADER}")?;
        rows.iter().try_for_each(|row| writeln!(out, "{row}"))
    });
    written.map(drop).map_err(|error| about(path, error))
}

fn text_of(path: &Path) -> std::io::Result<String> {
    // A device may have no end.
    if path.metadata()?.is_file() { std::fs::read_to_string(path) } else { Err(std::io::Error::other(NO_FILE)) }
}

fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

fn parse(path: &Path, text: &str) -> Result<Vec<Row>, Failure> {
    let mut lines = text.lines().enumerate();
    match lines.next() {
        None => return Ok(Vec::new()),
        Some((_, HEADER)) => {}
        Some((_, line)) => return Err(about(path, format!("begins with \"{line}\"; expected \"{HEADER}\""))),
    }
    let row = |(index, line): (usize, &str)| {
        line.parse().map_err(|()| about(path, format!("line {}: \"{line}\" is no row of \"{HEADER}\"", index + 1)))
    };
    lines.map(row).collect()
}

fn about(path: &Path, what: impl fmt::Display) -> Failure {
    Failure::usage(format!("{}: {what}", path.display()))
}

/// A file that grows as the survey goes on.
pub struct RowFile {
    path: PathBuf,
    file: BufWriter<File>,
    rows: Vec<Row>,
}

impl RowFile {
    /// The file of that range: a new one, or one that an interrupted survey of the same range has left. A last line
    /// that was cut short is dropped. Nobody else may write it as long as this one is open.
    ///
    /// # Errors
    /// The file cannot be read or written, another survey writes it, or it holds another range.
    pub fn open(path: &Path, range: Range<u64>) -> Result<RowFile, Failure> {
        // Opened for reading, a pipe would wait for somebody to write.
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            return Err(about(path, NO_FILE));
        }
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(|error| about(path, error))?;
        // By its full name: newer standard libraries have a method of that name.
        match FileExt::try_lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(about(path, "another survey is writing it; give each a file of its own (see --shard)"));
            }
            // Not every file system has locks; there it is as it would be without.
            Err(TryLockError::Error(error)) => log::debug!("{}: no lock: {error}", path.display()),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| about(path, error))?;
        let whole = whole_lines(&text);
        let rows = parse(path, whole)?;
        if let Some((row, expected)) = rows.iter().zip(range.start..).find(|(row, expected)| row.deal != *expected) {
            return Err(about(path, format!("holds deal {} where this range expects {expected}", row.deal)));
        }
        if rows.len() as u64 > range.end - range.start {
            return Err(about(path, format!("holds more deals than {} to {}", range.start, range.end)));
        }
        file.set_len(whole.len() as u64).map_err(|error| about(path, error))?;
        let mut file = RowFile { path: path.to_path_buf(), file: BufWriter::new(file), rows };
        if whole.is_empty() {
            file.write(&format!("{HEADER}\n"))?;
        }
        Ok(file)
    }

    /// The rows that the file held when it was opened, once.
    pub fn take_rows(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.rows)
    }

    /// Writes the rows behind those there, down to the system.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, rows: &[Row]) -> Result<(), Failure> {
        self.write(&rows.iter().map(|row| format!("{row}\n")).collect::<String>())
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| about(&self.path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [Row; 3] = [
        Row { deal: 7, outcome: Outcome::Won(31), nodes: 90 },
        Row { deal: 8, outcome: Outcome::Unwinnable, nodes: 12_345 },
        Row { deal: 9, outcome: Outcome::Unknown, nodes: 1 },
    ];

    #[test]
    fn rows_round_trip() {
        for row in ROWS {
            assert_eq!(row.to_string().parse(), Ok(row));
        }
        for bad in ["", "7", "7,optimal,,90", "7,unwinnable,3,90", "7,lost,,90", "x,limit,,1", "7,limit,,1,"] {
            assert_eq!(bad.parse::<Row>(), Err(()), "{bad}");
        }
    }

    #[test]
    fn an_interrupted_file_is_continued_behind_its_last_whole_line_by_one_survey_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("survey.csv");
        std::fs::write(&path, format!("{HEADER}\n{}\n{}\n9,lim", ROWS[0], ROWS[1])).expect("written");
        let mut file = RowFile::open(&path, 7..10).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(file.take_rows(), ROWS[..2]);
        file.append(&ROWS[2..]).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(read(&path), Ok(ROWS.to_vec()));
        assert!(RowFile::open(&path, 7..10).is_err_and(|failure| failure.line.contains("another survey")));
        drop(file);
        assert!(RowFile::open(&path, 6..10).is_err_and(|failure| failure.line.contains("deal 7")));
        assert!(RowFile::open(&path, 7..9).is_err_and(|failure| failure.line.contains("more deals")));
    }
}
