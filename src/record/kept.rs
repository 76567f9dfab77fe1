//! The last runs in this user's state directory: one folder each, named by the time, a bounded number.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use thiserror::Error;

use super::reader::EVENTS_FILE;

/// A run that has no result and wrote something within this time may still be running in another process.
const STILL_RUNNING: Duration = Duration::from_secs(3600);

/// This system does not say where a user's state belongs (a home directory is not known).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no home directory is known: set HOME, or record.runs_dir in the settings")]
pub struct StateDirError;

/// The folder of the last runs in this user's state directory; where a system has no such thing, in the folder for the
/// program's local data.
///
/// # Errors
/// No home directory is known.
pub fn runs_dir() -> Result<PathBuf, StateDirError> {
    let dirs = directories::ProjectDirs::from("", "", "exa-pipeline").ok_or(StateDirError)?;
    Ok(dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).join("runs"))
}

/// Makes a new run's folder in `runs`, after removing the oldest so that with it at most `keep` are there.
pub(super) fn new_folder(runs: &Path, keep: u32, now: SystemTime) -> io::Result<PathBuf> {
    fs::create_dir_all(runs)?;
    remove_oldest(runs, (keep as usize).saturating_sub(1), now)?;
    let name = folder_name(now);
    // Several runs may start within a second: the first free number.
    let mut number = 1;
    loop {
        let folder = runs.join(if number == 1 { name.clone() } else { format!("{name}-{number}") });
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn remove_oldest(runs: &Path, keep: usize, now: SystemTime) -> io::Result<()> {
    let mut folders: Vec<_> = fs::read_dir(runs)?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| entry.file_name().to_str().is_some_and(is_folder_name))
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    let surplus = folders.len().saturating_sub(keep);
    let old = folders.into_iter().take(surplus);
    old.filter(|folder| !may_be_running(folder, now)).try_for_each(fs::remove_dir_all)
}

fn may_be_running(folder: &Path, now: SystemTime) -> bool {
    let written = fs::metadata(folder.join(EVENTS_FILE)).and_then(|about| about.modified());
    let fresh = |time| now.duration_since(time).is_ok_and(|age| age < STILL_RUNNING);
    !folder.join("result.json").exists() && written.is_ok_and(fresh)
}

/// `run-20260131-235959`, in universal time: the order of names is that of time.
fn folder_name(now: SystemTime) -> String {
    let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("run-{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Only folders so named are ever removed: somebody may keep other things beside them.
fn is_folder_name(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("run-") else { return false };
    let parts: Vec<_> = rest.split('-').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    (2..=3).contains(&parts.len()) && parts[0].len() == 8 && parts[1].len() == 6 && parts.iter().all(digits)
}

/// Year, month and day of a day counted from 1970-01-01, by counting off years and months.
fn civil(mut days: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn folders_are_named_by_the_time() {
        assert_eq!(folder_name(at(0)), "run-19700101-000000");
        assert_eq!(folder_name(at(951_782_399)), "run-20000228-235959");
        assert_eq!(folder_name(at(951_868_800)), "run-20000301-000000");
        assert_eq!(folder_name(at(4_107_542_400)), "run-21000301-000000");
        assert!(is_folder_name("run-19700101-000000") && is_folder_name("run-19700101-000000-12"));
        for other in ["run-", "run-2026", "notes", "run-19700101-000000-x", "run-1970010a-000000"] {
            assert!(!is_folder_name(other), "{other}");
        }
    }

    #[test]
    fn the_oldest_runs_go_and_nothing_else() {
        let runs = tempfile::tempdir().expect("a folder");
        fs::create_dir(runs.path().join("mine")).expect("somebody's folder");
        let now = at(1_800_000_000);
        for second in 0..5 {
            new_folder(runs.path(), 3, now + Duration::from_secs(second)).expect("a run's folder");
        }
        let mut left: Vec<_> =
            fs::read_dir(runs.path()).expect("list").map(|e| e.expect("entry").file_name()).collect();
        left.sort();
        assert_eq!(left, ["mine", "run-20270115-080002", "run-20270115-080003", "run-20270115-080004"]);
        let twin = new_folder(runs.path(), 3, now + Duration::from_secs(4)).expect("a second run in a second");
        assert!(twin.ends_with("run-20270115-080004-2"));
    }

    #[test]
    fn a_run_that_may_be_going_on_stays() {
        let runs = tempfile::tempdir().expect("a folder");
        let running = new_folder(runs.path(), 1, at(1)).expect("a run's folder");
        fs::write(running.join(EVENTS_FILE), "").expect("its log");
        new_folder(runs.path(), 1, SystemTime::now()).expect("another run");
        assert!(running.exists());
        fs::write(running.join("result.json"), "{}").expect("its result");
        new_folder(runs.path(), 1, SystemTime::now()).expect("a third");
        assert!(!running.exists());
    }
}
