//! Editing a level by painting on its board, while its text stays what it is.
//!
//! An editor must also work on what is no level yet: no player, two flags, a word that means
//! nothing. So it does not paint on a level but on a [`Sheet`]: the words of a text's board, cell
//! by cell, read as loosely as can be. A game says what there is to paint with ([`Brush`]) and
//! how its text becomes a sheet and back ([`Easel`]); all else is the same for every game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{LevelError, Look};

/// The board of a text, looser than a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The word of each cell, row by row; what a word may be is the game's own affair.
    pub cells: Vec<String>,
    /// Words on corners between four cells, by the column and row of the cell above to the left.
    pub corners: BTreeMap<(usize, usize), String>,
    /// Named lines beside the board, such as the cards.
    pub fields: Vec<Field>,
    /// Whatever else the text holds, for the game alone: comments, recorded solutions.
    pub rest: Vec<String>,
}

/// A named line beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What goes into it, in one sentence.
    pub about: &'static str,
    /// What is in it.
    pub value: String,
}

/// Where something is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// On a cell.
    Cell,
    /// On a corner between four cells.
    Corner,
}

/// Something to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    /// Its name, in a word or two.
    pub name: &'static str,
    /// Where it paints.
    pub spot: Spot,
    /// What it paints: the first at once, the others in turn when it is used again on the same
    /// spot, such as the four directions of a slope.
    pub words: Vec<String>,
    /// Whether there is only one on a board, such as the ball: painted again, it moves there.
    pub single: bool,
}

/// How a game's text is painted on.
pub trait Easel {
    /// What there is to paint with; the first is what an empty cell is.
    fn brushes(&self) -> Vec<Brush>;

    /// A small level to begin a new one with.
    fn starter(&self) -> &'static str;

    /// The board of a text. Words that mean nothing are kept as they are; an error only where no
    /// board can be made out.
    fn sheet(&self, text: &str) -> Result<Sheet, LevelError>;

    /// The text of a sheet.
    fn write(&self, sheet: &Sheet) -> String;

    /// The word of a cell or corner once `paint` is laid over it: that itself, unless words are
    /// made of parts, such as a height and what stands there.
    fn over(&self, word: &str, paint: &str) -> String {
        let _ = word;
        paint.to_string()
    }

    /// What `paint` has become in `word`, if it is part of it: to find what was painted before.
    fn shows(&self, word: &str, paint: &str) -> bool {
        word == paint
    }

    /// The word with its topmost part taken away; an empty cell at last.
    fn without(&self, word: &str) -> String;

    /// What a word looks like, bottom to top; `None` if it means nothing.
    fn looks(&self, word: &str) -> Option<Vec<Look>>;

    /// How high a cell with this word stands, in a game of heights.
    fn height(&self, word: &str) -> Option<u32> {
        let _ = word;
        None
    }
}

/// Something that an editor does to a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Paints a spot. A corner is named by the cell above it to the left.
    Paint {
        /// The brush, by its place in [`Easel::brushes`].
        brush: usize,
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        y: usize,
        /// Which of the brush's words; if missing, the one after what is there.
        #[serde(default)]
        variant: Option<usize>,
    },
    /// Takes away what is on top of a spot.
    Erase {
        /// Cell or corner.
        spot: Spot,
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        y: usize,
    },
    /// Adds an empty row or column at an edge.
    Grow {
        /// Which edge.
        edge: crate::Direction,
    },
    /// Removes the row or column at an edge.
    Shrink {
        /// Which edge.
        edge: crate::Direction,
    },
    /// Sets a named line beside the board.
    Set {
        /// Its name.
        field: String,
        /// What goes into it.
        value: String,
    },
}
