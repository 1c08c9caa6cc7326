//! Draws pictures: for a terminal, and as SVG. Neither knows any game.

mod canvas;
mod heights;
mod palette;
mod shape;
mod style;
mod svg;
mod terminal;
mod visible;

pub use canvas::Canvas;
pub use palette::ansi;
pub(crate) use palette::class;
pub(crate) use shape::outline;
pub use style::style;
pub use svg::svg;
pub(crate) use svg::title;
pub use terminal::{Ink, terminal};
pub use visible::{is_hidden, visible, visible_lines};
