//! The real mouse, through `enigo`.

use enigo::{Button, Coordinate, Direction, Enigo, InputResult, Mouse as _, Settings};

use super::{OpenError, Session, session};
use crate::device::{Pointer, PointerError};
use crate::frame::{Point, PointerUnit, ScreenPx};

/// How pointer units relate to captured pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerScale {
    /// Ask the system.
    Auto,
    /// So many pointer units for one pixel. On X11 both are the same, whatever is given.
    Given(f64),
}

/// The mouse. The button is released when this is dropped: the system would leave it pressed.
pub struct Mouse {
    enigo: Enigo,
    units_per_pixel: f64,
    pressed: bool,
}

impl Mouse {
    /// Takes the mouse.
    ///
    /// # Errors
    /// The system refuses.
    pub fn open(scale: PointerScale) -> Result<Mouse, OpenError> {
        // The pace is kept by actuation; enigo's own delay would come on top of it.
        let settings = Settings { linux_delay: 0, ..Settings::default() };
        let enigo = Enigo::new(&settings).map_err(|error| OpenError::Mouse { reason: error.to_string() })?;
        let units_per_pixel = match scale {
            PointerScale::Given(units) if session() == Session::X11 => {
                if units != 1.0 {
                    log::warn!("click.pointer_scale = {units} has no effect: on X11 the mouse is addressed in pixels");
                }
                1.0
            }
            PointerScale::Given(units) => units,
            PointerScale::Auto => units_per_pixel(&enigo),
        };
        Ok(Mouse { enigo, units_per_pixel, pressed: false })
    }
}

/// The main display's width as the mouse sees it against its width in captured pixels. X11 knows only pixels.
fn units_per_pixel(enigo: &Enigo) -> f64 {
    let pixels = xcap::Monitor::all()
        .ok()
        .and_then(|monitors| monitors.into_iter().find(|monitor| monitor.is_primary().unwrap_or(false)))
        .and_then(|monitor| monitor.capture_image().ok())
        .map(|picture| f64::from(picture.width()));
    match (enigo.main_display(), pixels) {
        (Ok((units, _)), Some(pixels)) if cfg!(any(windows, target_os = "macos")) && units > 0 && pixels > 0.0 => {
            f64::from(units) / pixels
        }
        _ => 1.0,
    }
}

impl Pointer for Mouse {
    fn position(&mut self) -> Result<Option<Point<PointerUnit>>, PointerError> {
        // A system that does not tell (Wayland) is no fault.
        Ok(self.enigo.location().ok().map(|(x, y)| Point::new(f64::from(x), f64::from(y))))
    }

    fn move_to(&mut self, to: Point<PointerUnit>) -> Result<(), PointerError> {
        let (x, y) = (to.x.round() as i32, to.y.round() as i32);
        told("moved", self.enigo.move_mouse(x, y, Coordinate::Abs))
    }

    fn press(&mut self) -> Result<(), PointerError> {
        self.pressed = true;
        told("pressed", self.enigo.button(Button::Left, Direction::Press))
    }

    fn release(&mut self) -> Result<(), PointerError> {
        if self.pressed {
            told("released", self.enigo.button(Button::Left, Direction::Release))?;
            self.pressed = false;
        }
        Ok(())
    }

    fn map(&self, point: Point<ScreenPx>) -> Point<PointerUnit> {
        Point::new(point.x * self.units_per_pixel, point.y * self.units_per_pixel)
    }
}

impl Drop for Mouse {
    fn drop(&mut self) {
        if let Err(error) = self.release() {
            log::error!("{error}");
        }
    }
}

fn told(verb: &'static str, result: InputResult<()>) -> Result<(), PointerError> {
    result.map_err(|error| PointerError { verb, reason: error.to_string() })
}
