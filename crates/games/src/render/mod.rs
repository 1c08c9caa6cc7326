//! Draws pictures: for a terminal, and as SVG. Neither knows any game.

mod heights;
mod palette;
mod shape;
mod style;
mod svg;
mod terminal;

pub(crate) use palette::class;
pub(crate) use shape::outline;
pub use style::style;
pub use svg::svg;
pub(crate) use svg::title;
pub use terminal::{Ink, terminal};
