//! Draws pictures: for a terminal, and as SVG. Neither knows any game.

mod heights;
mod palette;
mod shape;
mod svg;
mod terminal;

pub use svg::svg;
pub use terminal::{Ink, terminal};
