//! Capture through MIT-SHM: the X server writes the picture into memory that both share.
//!
//! This is the one module with `unsafe`: mapping the shared segment. The server writes to it only while it answers
//! `GetImage`, and this program reads it only between an answer and the next request, so nobody reads what another is
//! writing.
#![allow(unsafe_code)]

use std::error::Error;
use std::fs::File;
use std::sync::Arc;

use image::RgbaImage;
use memmap2::{Mmap, MmapOptions};
use x11rb::connection::Connection;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, ImageOrder, Window};
use x11rb::rust_connection::RustConnection;

use super::{OpenError, View, WallClock};
use crate::device::{Clock, Grab, GrabError, Screen};
use crate::frame::{Frame, Point};

/// An X11 screen, or one monitor of it.
pub struct ShmScreen {
    connection: RustConnection,
    root: Window,
    view: View,
    segment: Segment,
    clock: Arc<WallClock>,
}

/// A shared segment, as large as the part of the screen that it is for.
struct Segment {
    id: shm::Seg,
    memory: Mmap,
    area: Area,
}

/// A part of the root window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    x: i16,
    y: i16,
    width: u16,
    height: u16,
}

impl ShmScreen {
    /// Connects to the display that the environment names.
    ///
    /// # Errors
    /// No connection, no MIT-SHM 1.2, pixels in another order than 32-bit BGRX, or no such monitor.
    pub fn open(view: View, clock: Arc<WallClock>) -> Result<ShmScreen, OpenError> {
        let refused = |error: &dyn Error| OpenError::Capture { reason: error.to_string() };
        let (connection, number) = x11rb::connect(None).map_err(|error| refused(&error))?;
        let setup = connection.setup();
        let (root, depth) = (setup.roots[number].root, setup.roots[number].root_depth);
        let four_bytes = setup.pixmap_formats.iter().any(|format| format.depth == depth && format.bits_per_pixel == 32);
        if !four_bytes || setup.image_byte_order != ImageOrder::LSB_FIRST {
            return Err(OpenError::Capture { reason: format!("pixels of depth {depth} are not 32-bit BGRX") });
        }
        let area = area(&connection, root, view)?;
        let segment = Segment::new(&connection, area).map_err(|error| refused(&*error))?;
        Ok(ShmScreen { connection, root, view, segment, clock })
    }

    fn fetch(&mut self) -> Result<(), Box<dyn Error>> {
        let Area { x, y, width, height } = self.segment.area;
        let format = u8::from(ImageFormat::Z_PIXMAP);
        self.connection.shm_get_image(self.root, x, y, width, height, u32::MAX, format, self.segment.id, 0)?.reply()?;
        Ok(())
    }

    /// Makes the segment anew when the screen has changed its size.
    fn follow_size(&mut self) -> Result<(), Box<dyn Error>> {
        let area = area(&self.connection, self.root, self.view)?;
        if area != self.segment.area {
            self.connection.shm_detach(self.segment.id)?;
            self.segment = Segment::new(&self.connection, area)?;
        }
        Ok(())
    }
}

impl Screen for ShmScreen {
    fn grab(&mut self, frame: &mut Frame) -> Result<Grab, GrabError> {
        let got = self.fetch().or_else(|_| self.follow_size().and_then(|()| self.fetch()));
        got.map_err(|error| GrabError::Capture {
            reason: error.to_string(),
            advice: "is the X server still running?",
        })?;
        frame.taken = self.clock.now();
        frame.file = None;
        let Area { x, y, width, height } = self.segment.area;
        frame.origin = Point::new(f64::from(x), f64::from(y));
        if frame.pixels.dimensions() != (u32::from(width), u32::from(height)) {
            frame.pixels = RgbaImage::new(u32::from(width), u32::from(height));
        }
        let (pixels, _) = frame.pixels.as_chunks_mut::<4>();
        for (to, from) in pixels.iter_mut().zip(self.segment.memory.as_chunks::<4>().0) {
            // Whole words and no bytes: the compiler makes vector instructions of it, 1.4 instead of 3.1 ms at 1920x1080.
            let bgrx = u32::from_le_bytes(*from);
            let (red, green, blue) = (bgrx >> 16 & 0xff, bgrx & 0xff00, (bgrx & 0xff) << 16);
            *to = (u32::MAX << 24 | blue | green | red).to_le_bytes();
        }
        Ok(Grab::Picture)
    }

    fn name(&self) -> &str {
        "x11 (MIT-SHM)"
    }
}

impl Segment {
    fn new(connection: &RustConnection, area: Area) -> Result<Segment, Box<dyn Error>> {
        let bytes = 4 * u32::from(area.width) * u32::from(area.height);
        let id = connection.generate_id()?;
        let made = connection.shm_create_segment(id, bytes, false)?.reply()?;
        let file = File::from(made.shm_fd);
        // SAFETY: the file is the segment just made, `bytes` long, which nobody truncates; see the module for who
        // writes to it when.
        let memory = unsafe { MmapOptions::new().len(bytes as usize).map(&file)? };
        Ok(Segment { id, memory, area })
    }
}

/// The whole root window, or the monitor asked for.
fn area(connection: &RustConnection, root: Window, view: View) -> Result<Area, OpenError> {
    let refused = |reason: String| OpenError::Capture { reason };
    match view {
        View::All => {
            let size = connection.get_geometry(root).map_err(|error| refused(error.to_string()))?;
            let size = size.reply().map_err(|error| refused(error.to_string()))?;
            Ok(Area { x: 0, y: 0, width: size.width, height: size.height })
        }
        View::Monitor(number) => {
            let monitors = connection.randr_get_monitors(root, true).map_err(|error| refused(error.to_string()))?;
            let monitors = monitors.reply().map_err(|error| refused(error.to_string()))?.monitors;
            let there = monitors.len();
            let monitor = monitors.get(number).ok_or(OpenError::NoSuchMonitor { asked: number + 1, there })?;
            Ok(Area { x: monitor.x, y: monitor.y, width: monitor.width, height: monitor.height })
        }
    }
}
