//! Draws a picture with characters.

use crate::Picture;

/// Whether colours are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Characters only.
    Plain,
    /// Characters with ANSI colours.
    Colour,
}

/// The picture as lines of text.
pub fn terminal(picture: &Picture, ink: Ink) -> String {
    let _ = (picture, ink);
    String::new()
}
