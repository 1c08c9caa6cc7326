//! Draws pictures: for a terminal, and as SVG.

mod svg;
mod terminal;

pub use svg::svg;
pub use terminal::{Ink, terminal};
