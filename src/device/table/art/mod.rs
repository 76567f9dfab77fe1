//! The table's pictures, drawn by shape for any size, so that they are as sharp at 600x338 as at 3840x2160.

mod back;
mod canvas;
mod cards;
mod counter;
mod faces;
mod lettering;
mod palette;
mod scenery;
mod sources;

pub use back::{draw_back, draw_empty_place};
pub use canvas::{Canvas, Ink};
pub use cards::draw_card;
pub use counter::Counter;
pub use lettering::{Align, Lettering};
pub use scenery::{draw_banner, draw_cursor, draw_scenery};
pub use sources::Sources;
