//! Parts of a picture as path data, for a page that draws them itself.

use unriddle_kit::sprite::{Fill, Outline};
use unriddle_kit::{Picture, Sprite};

use super::ground::ground;
use super::outline::outline;

/// A part of the ground: what it is filled with, and its path data.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundPath {
    /// What it is filled with.
    pub fill: Fill,
    /// Its path data, in cells.
    pub path: String,
}

/// A label of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundSign {
    /// The column and row of the cell.
    pub at: (usize, usize),
    /// The label.
    pub glyph: char,
    /// The class of its colour in the [style sheet](super::style_sheet()).
    pub class: &'static str,
}

/// Everything that lies still, bottom to top, and the labels above it.
pub fn ground_paths(picture: &Picture) -> (Vec<GroundPath>, Vec<GroundSign>) {
    let ground = ground::<String>(picture);
    let parts = ground.parts.into_iter().map(|part| GroundPath { fill: part.fill, path: part.path });
    let signs = ground.signs.into_iter();
    let signs = signs.map(|sign| GroundSign { at: sign.at, glyph: sign.glyph, class: sign.ink.class() });
    (parts.collect(), signs.collect())
}

/// The path data of outlines that face as a sprite does and are as large, in the cell at (0, 0).
pub fn outline_path(outlines: &[Outline], sprite: Sprite) -> String {
    let mut path = String::new();
    outline(&mut path, outlines, sprite, 0.0, 0.0);
    path
}
