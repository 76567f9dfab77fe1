//! Exit codes and the one line that a failed command prints.

use std::fmt;

/// The exit codes, for the end of `--help`.
pub const HELP: &str = "\
Exit codes:
  0    all games asked for were won, or the question was answered
  1    an internal error
  2    wrong arguments or settings
  3    the deal was proved unwinnable
  4    no game on the screen, or a board that cannot be read
  5    the screen did not follow; the run was given up
  6    a limit was reached without an answer
  130  stopped by the user";

/// Why the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// All games asked for were won, or the question was answered.
    Done = 0,
    /// A fault of this program.
    Internal = 1,
    /// Wrong arguments or settings.
    Usage = 2,
    /// The deal was proved unwinnable.
    Unwinnable = 3,
    /// No game on the screen, or a board that cannot be read.
    NoGame = 4,
    /// The screen did not follow; the run was given up.
    Lost = 5,
    /// A limit was reached without an answer.
    Limit = 6,
    /// Stopped by the user.
    Stopped = 130,
}

/// A failed command: one clear line (what, where, what to do) and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit code.
    pub code: ExitCode,
    /// The line, without a line feed.
    pub line: String,
}

impl Failure {
    /// A failure with that code and line.
    pub fn new(code: ExitCode, line: impl fmt::Display) -> Failure {
        Failure { code, line: line.to_string() }
    }

    /// Wrong arguments, input or settings.
    pub fn usage(line: impl fmt::Display) -> Failure {
        Failure::new(ExitCode::Usage, line)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}
