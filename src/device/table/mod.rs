//! The built-in table: a complete simulated game that draws itself in memory and obeys a virtual mouse.
//!
//! From the ground up: [`game`] is the game itself, [`desk`] the desktop it stands on with all that goes wrong there,
//! [`Painter`] and the compositor draw, [`TableDevices`] makes devices of it.

pub mod area;
mod art;
pub mod card;
mod compositor;
pub mod dealer;
pub mod desk;
mod devices;
pub mod disturb;
pub mod event;
pub mod game;
pub mod layout;
mod painter;
pub mod random;
mod sheet;
pub mod view;

pub use compositor::{Compositor, SharedPainter};
pub use devices::{TableDevices, TableOptions, Time};
pub use disturb::{DisturbanceError, Disturbances, names};
pub use painter::Painter;
pub use sheet::to_layout;
