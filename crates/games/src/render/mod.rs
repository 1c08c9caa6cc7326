//! Draws pictures: for a terminal, and as SVG. Neither knows any game.

mod canvas;
mod heights;
mod palette;
mod shape;
mod style;
mod svg;
mod terminal;

pub use canvas::Canvas;
pub use palette::ansi;
pub(crate) use palette::class;
pub(crate) use shape::outline;
pub use style::style;
pub use svg::svg;
pub(crate) use svg::title;
pub use terminal::{Ink, terminal};

/// Words that may come from a level file, without anything that could command a terminal.
fn harmless(words: &str) -> impl Iterator<Item = char> {
    words.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c })
}
