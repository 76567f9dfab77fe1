//! The built-in table: a complete simulated game that draws itself in memory and obeys a virtual mouse.

pub mod area;
mod art;
pub mod card;
pub mod dealer;
pub mod event;
pub mod game;
pub mod layout;
mod painter;
mod random;
mod sheet;
pub mod view;

pub use painter::Painter;
