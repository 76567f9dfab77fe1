//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file under another name beside it and gives it its own once it is whole: a full disk or a killed process
/// leaves no broken file behind, such as a picture that a replay would meet, and an older one stays. Says how many bytes it has.
///
/// # Errors
/// The file cannot be written; nothing is left of it.
pub(crate) fn whole_file(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<u64> {
    let mut name = OsString::from(path);
    name.push(".part");
    let part = Path::new(&name);
    let written = write_part(part, write).and_then(|bytes| fs::rename(part, path).map(|()| bytes));
    if written.is_err() {
        // It may not even have been made; the first error is the one that counts.
        let _ = fs::remove_file(part);
    }
    written
}

fn write_part(part: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<u64> {
    let mut out = BufWriter::new(File::create(part)?);
    write(&mut out)?;
    out.flush()?;
    out.get_ref().metadata().map(|about| about.len())
}
