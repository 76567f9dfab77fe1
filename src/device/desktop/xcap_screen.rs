//! Capture through `xcap`, for every platform.

use std::sync::Arc;

use image::RgbaImage;
use image::imageops::replace;
use xcap::{Monitor, XCapError};

use super::{OpenError, View, WallClock};
use crate::device::{Clock, Grab, GrabError, Screen};
use crate::frame::{Frame, Point};

/// A screen, or all of them as one picture.
pub struct XcapScreen {
    monitors: Vec<Monitor>,
    clock: Arc<WallClock>,
}

impl XcapScreen {
    /// Finds the monitors.
    ///
    /// # Errors
    /// The system refuses, or has no such monitor.
    pub fn open(view: View, clock: Arc<WallClock>) -> Result<XcapScreen, OpenError> {
        let mut monitors = Monitor::all().map_err(|error| OpenError::Capture { reason: error.to_string() })?;
        let there = monitors.len();
        if there == 0 {
            return Err(OpenError::Capture { reason: "the system names no monitor".to_string() });
        }
        if let View::Monitor(number) = view {
            if number >= there {
                return Err(OpenError::NoSuchMonitor { asked: number + 1, there });
            }
            monitors = vec![monitors.swap_remove(number)];
        }
        Ok(XcapScreen { monitors, clock })
    }

    fn pictures(&self) -> Result<Vec<(f64, f64, RgbaImage)>, XCapError> {
        self.monitors
            .iter()
            .map(|monitor| Ok((f64::from(monitor.x()?), f64::from(monitor.y()?), monitor.capture_image()?)))
            .collect()
    }
}

impl Screen for XcapScreen {
    fn grab(&mut self, frame: &mut Frame) -> Result<Grab, GrabError> {
        frame.taken = self.clock.now();
        frame.file = None;
        let mut pictures = self.pictures().map_err(|error| GrabError::Capture {
            reason: error.to_string(),
            advice: "allow this program to record the screen in the system's settings",
        })?;
        let left = pictures.iter().map(|(x, ..)| *x).fold(f64::INFINITY, f64::min);
        let top = pictures.iter().map(|(_, y, _)| *y).fold(f64::INFINITY, f64::min);
        frame.origin = Point::new(left, top);
        if pictures.len() == 1
            && let Some((.., picture)) = pictures.pop()
        {
            frame.pixels = picture;
            return Ok(Grab::Picture);
        }
        let right = pictures.iter().map(|(x, _, p)| x + f64::from(p.width())).fold(left, f64::max);
        let bottom = pictures.iter().map(|(_, y, p)| y + f64::from(p.height())).fold(top, f64::max);
        frame.pixels = RgbaImage::new((right - left) as u32, (bottom - top) as u32);
        for (x, y, picture) in &pictures {
            replace(&mut frame.pixels, picture, (x - left) as i64, (y - top) as i64);
        }
        Ok(Grab::Picture)
    }

    fn name(&self) -> &str {
        "xcap"
    }
}
