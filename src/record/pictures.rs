//! The pictures of a run's folder: their names, their bound, and no picture twice.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, RgbaImage};
use serde::{Deserialize, Serialize};

use super::whole_file::whole_file;
use crate::frame::{Frame, FramePx, Rect};

/// A picture's name: milliseconds from the start of the run, unique in it. The file is `000001234.png`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FrameName(pub u64);

impl FrameName {
    /// The file's name. Nine digits keep the order of names that of time for eleven days.
    pub fn file(self) -> String {
        format!("{:09}.png", self.0)
    }

    /// The next name for a picture taken then: later than `last`.
    fn after(last: Option<FrameName>, taken: Duration) -> FrameName {
        let ms = taken.as_millis() as u64;
        FrameName(last.map_or(ms, |last| ms.max(last.0 + 1)))
    }
}

/// The pictures of one run.
pub(super) struct Pictures {
    folder: PathBuf,
    bound: Option<u64>,
    /// The files in the folder, the oldest first, with their bytes: none for a second name of the one before.
    written: VecDeque<(FrameName, u64)>,
    bytes: u64,
    /// Has the bound taken pictures away?
    cut: bool,
    last: Option<(FrameName, Arc<Frame>)>,
}

impl Pictures {
    /// Pictures go into `folder`; the oldest are removed when all take more than `bound` bytes.
    pub fn new(folder: &Path, bound: Option<u64>) -> Pictures {
        Pictures { folder: folder.to_path_buf(), bound, written: VecDeque::new(), bytes: 0, cut: false, last: None }
    }

    /// The name that the frame has or would have.
    pub fn name(&self, frame: &Arc<Frame>) -> FrameName {
        match &self.last {
            Some((name, last)) if Arc::ptr_eq(last, frame) => *name,
            last => FrameName::after(last.as_ref().map(|(name, _)| *name), frame.taken),
        }
    }

    /// Writes the frame under the name it has; the same frame a second time is written once.
    pub fn add(&mut self, name: FrameName, frame: &Arc<Frame>) -> io::Result<()> {
        if self.last.as_ref().is_some_and(|(_, last)| Arc::ptr_eq(last, frame)) {
            return Ok(());
        }
        let path = self.folder.join(name.file());
        let same = self.last.as_ref().filter(|(_, last)| last.pixels == frame.pixels);
        let bytes = match same.map(|(last, _)| self.folder.join(last.file())) {
            // While the board rests, one picture follows another without a change: a second name for the same file
            // costs nothing. Not every file system has that.
            Some(last) if fs::hard_link(&last, &path).is_ok() => 0,
            _ => write_png(&path, &frame.pixels)?,
        };
        self.bytes += bytes;
        self.written.push_back((name, bytes));
        self.last = Some((name, Arc::clone(frame)));
        self.keep_bound()
    }

    /// Writes a part of the frame as a small picture of its own.
    pub fn add_corner(&self, frame: &Frame, corner: Rect<FramePx>, file: &str) -> io::Result<()> {
        let folder = self.folder.join("corners");
        fs::create_dir_all(&folder)?;
        let (left, top) = (corner.x.max(0.0) as u32, corner.y.max(0.0) as u32);
        let (width, height) = (corner.w.ceil().max(1.0) as u32, corner.h.ceil().max(1.0) as u32);
        // The view is cut to what lies on the frame; a corner off the frame leaves no picture.
        let width = width.min(frame.pixels.width().saturating_sub(left));
        let height = height.min(frame.pixels.height().saturating_sub(top));
        if width == 0 || height == 0 {
            return Ok(());
        }
        let part = image::imageops::crop_imm(&frame.pixels, left, top, width, height).to_image();
        write_png(&folder.join(file), &part).map(|_| ())
    }

    fn keep_bound(&mut self) -> io::Result<()> {
        let Some(bound) = self.bound else { return Ok(()) };
        // The newest always stays: it is what somebody looks at first.
        while self.bytes > bound && self.written.len() > 1 {
            if !self.cut {
                self.cut = true;
                log::warn!(
                    "the pictures of this run have reached their bound, record.pictures_mib; from here on the oldest are \
                     removed, and the run cannot be replayed from its start"
                );
            }
            let Some((name, bytes)) = self.written.pop_front() else { break };
            fs::remove_file(self.folder.join(name.file()))?;
            self.bytes -= bytes;
            // Pictures that are only another name of the one removed go with it.
            while self.written.len() > 1 && self.written.front().is_some_and(|&(_, bytes)| bytes == 0) {
                let Some((name, _)) = self.written.pop_front() else { break };
                fs::remove_file(self.folder.join(name.file()))?;
            }
        }
        Ok(())
    }
}

/// Writes the picture without its alpha, which means nothing on a screen, and says how long the file is. Fast on
/// purpose: a run writes many pictures, and nobody keeps them for long.
fn write_png(path: &Path, pixels: &RgbaImage) -> io::Result<u64> {
    let mut rgb = Vec::with_capacity(pixels.as_raw().len() / 4 * 3);
    rgb.extend(pixels.as_raw().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]));
    whole_file(path, |out| {
        PngEncoder::new_with_quality(out, CompressionType::Fast, FilterType::Up)
            .write_image(&rgb, pixels.width(), pixels.height(), ExtendedColorType::Rgb8)
            .map_err(|error| match error {
                image::ImageError::IoError(error) => error,
                other => io::Error::other(other),
            })
    })
}
