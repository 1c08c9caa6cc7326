//! A picture as a page draws it: each look once, as outlines to fill; cells and pieces by number.
//!
//! The page knows no shape: it gets path data in the unit square of a cell and the class of a
//! tone. Both come from the renderer that writes whole SVG documents, so a board looks the same
//! in a file and on the page.

use std::collections::HashMap;

use serde::Serialize;

use super::Failure;
use crate::{Cell, LevelError, Look, Picture, Piece, Place, Shape, render};

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

/// The most cells of a board that a page is given: more is neither to be seen nor to be clicked.
const MOST_CELLS: usize = 100_000;

impl Drawing {
    /// The picture as a page draws it, unless it is too large for one.
    pub fn of(picture: &Picture) -> Result<Drawing, Failure> {
        let mut looks = Looks::default();
        let mut drawing = Drawing::ground(picture, &mut looks)?;
        drawing.pieces = pieces(&picture.pieces, &mut looks);
        drawing.looks = looks.stamps;
        Ok(drawing)
    }

    /// The same without looks and pieces: their numbers are known to `looks`.
    pub(super) fn ground(picture: &Picture, looks: &mut Looks) -> Result<Drawing, Failure> {
        let count = picture.cells.len();
        if count > MOST_CELLS {
            let what = format!("the board has {count} cells: too many for a page");
            let error = LevelError::new(Place::new(1, 1), what);
            return Err(Failure::of_text(error.help("the command solves and draws it")));
        }
        let cell = |(at, cell): (usize, &Cell)| DrawnCell {
            x: cell.x,
            y: cell.y,
            look: looks.number(cell.look),
            level: picture.heights.get(at).copied(),
        };
        let cells = picture.cells.iter().enumerate().map(cell).collect();
        let entry = |(look, text): &(Look, String)| Entry { look: looks.number(*look), text: text.clone() };
        Ok(Drawing {
            width: picture.width,
            height: picture.height,
            looks: Vec::new(),
            cells,
            pieces: Vec::new(),
            legend: picture.legend.iter().map(entry).collect(),
            caption: picture.caption.clone(),
            title: render::title(picture),
        })
    }
}

/// The pieces as a page draws them; one without a place is left out.
pub(super) fn pieces<'a>(pieces: impl IntoIterator<Item = &'a Piece>, looks: &mut Looks) -> Vec<DrawnPiece> {
    let placed = pieces.into_iter().filter(|piece| piece.x.is_finite() && piece.y.is_finite());
    let drawn = |piece: &Piece| DrawnPiece {
        name: piece.name.clone(),
        x: piece.x,
        y: piece.y,
        look: looks.number(piece.look),
    };
    placed.map(drawn).collect()
}

impl From<Look> for Stamp {
    fn from(look: Look) -> Stamp {
        let mut path = String::new();
        render::outline(&mut path, look, 0.0, 0.0);
        Stamp {
            tone: render::class(look.tone),
            path,
            label: look.label(),
            tile: look.shape == Shape::Tile,
            sign: look.sign,
        }
    }
}

/// The looks met so far, each with its number.
#[derive(Default)]
pub(super) struct Looks {
    numbers: HashMap<Look, usize>,
    pub(super) stamps: Vec<Stamp>,
}

impl Looks {
    fn number(&mut self, look: Look) -> usize {
        *self.numbers.entry(look).or_insert_with(|| {
            self.stamps.push(look.into());
            self.stamps.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tone;

    #[test]
    fn a_look_is_sent_once() {
        let level = crate::read("###\n#SE\n###", &[]).expect("a maze");
        let drawing = Drawing::of(&level.start().picture()).expect("it is small");
        assert_eq!((drawing.width, drawing.height, drawing.cells.len()), (3, 3, 9));
        assert!(drawing.looks.len() < 9, "{:?}", drawing.looks);
        assert!(drawing.cells.iter().all(|cell| cell.look < drawing.looks.len()));
        assert!(drawing.pieces.iter().all(|piece| piece.look < drawing.looks.len()));
    }

    #[test]
    fn what_no_page_can_show_is_refused() {
        let level = crate::read(&format!("S{}E", ".".repeat(MOST_CELLS)), &[]).expect("a maze");
        assert!(Drawing::of(&level.start().picture()).is_err());
    }

    #[test]
    fn a_stamp_lies_in_the_unit_square() {
        let stamp = Stamp::from(Look::new(Shape::Tile, Tone::Wall, '#'));
        assert_eq!(stamp.path, "M0 0L1 0L1 1L0 1z");
        assert!(stamp.tile && stamp.tone == "wall" && stamp.label.is_none());
        assert_eq!(Stamp::from(Look::new(Shape::Sign, Tone::Red, 'x')).path, "");
    }
}
