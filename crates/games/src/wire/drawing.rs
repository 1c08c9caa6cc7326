//! A picture as a page draws it: each look once, as outlines to fill; cells and pieces by number.
//!
//! The page knows no shape: it gets path data in the unit square of a cell and the class of a
//! tone. Both come from the renderer that writes whole SVG documents, so a board looks the same
//! in a file and on the page.

use serde::Serialize;

/// A picture, ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Drawing {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The looks that occur; others refer to them by their place in this list.
    pub looks: Vec<Stamp>,
    /// The cells, row by row.
    pub cells: Vec<DrawnCell>,
    /// The pieces, bottom to top.
    pub pieces: Vec<DrawnPiece>,
    /// What the looks mean.
    pub legend: Vec<Entry>,
    /// A line below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// What a screen reader says of the whole.
    pub title: String,
}

/// A look: an outline in the unit square whose top left corner is (0, 0), filled in a tone, and
/// what is written on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stamp {
    /// The class of its tone in the style sheet: `floor`, `player`.
    pub tone: &'static str,
    /// Path data; empty where there is only a label.
    pub path: String,
    /// What is written on it, in the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<char>,
    /// Whether it fills its cell; any other lies on a tile of floor when it is a cell.
    pub tile: bool,
    /// The sign that stands for it in text.
    pub sign: char,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnCell {
    /// Its column, from 0.
    pub x: usize,
    /// Its row, from 0.
    pub y: usize,
    /// Its look.
    pub look: usize,
    /// How high it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

/// A piece, which keeps its name while it moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnPiece {
    /// Its name.
    pub name: String,
    /// Its column, from 0; halves lie between cells.
    pub x: f32,
    /// Its row.
    pub y: f32,
    /// Its look.
    pub look: usize,
}

/// What a look means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The look.
    pub look: usize,
    /// What it means.
    pub text: String,
}

/// A picture of a film: only what differs from the picture below it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// The pieces that the base does not have, bottom to top.
    pub pieces: Vec<DrawnPiece>,
    /// A line below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}
