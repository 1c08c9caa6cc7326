//! The board of a text, looser than a level: a word for each cell, whatever it means.
//!
//! A grid is made for one edit and thrown away: nothing is kept between two. It takes some 32
//! bytes a cell, so there is a limit to what can be painted; larger boards can be written only.

use std::collections::BTreeMap;

use crate::{LevelError, Place};

/// The most cells that a grid can have.
pub const MAX_CELLS: usize = 40_000;

/// Words longer than this stand out of their column: it is not as wide as a word of nonsense.
const WIDEST: usize = 24;

/// The board of a text, looser than a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextGrid {
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

impl TextGrid {
    /// A grid with these rows; short ones are filled up with `blank`. Of a board that is too large,
    /// no more rows and words are asked for than it takes to see that.
    pub fn of_rows<R: IntoIterator<Item = String>>(
        rows: impl IntoIterator<Item = R>,
        blank: &str,
    ) -> Result<TextGrid, LevelError> {
        let (mut width, mut laid) = (0, Vec::new());
        for row in rows {
            let row: Vec<String> = row.into_iter().take(MAX_CELLS + 1).collect();
            width = width.max(row.len());
            laid.push(row);
            if width.saturating_mul(laid.len()) > MAX_CELLS {
                return Err(TextGrid::too_large());
            }
        }
        if width == 0 {
            return Err(LevelError::new(Place::new(1, 1), "no board can be made out"));
        }
        let height = laid.len();
        let mut cells = Vec::with_capacity(width * height);
        for row in laid {
            let missing = width - row.len();
            cells.extend(row);
            cells.extend(std::iter::repeat_n(blank.to_string(), missing));
        }
        Ok(TextGrid { width, height, cells, ..TextGrid::default() })
    }

    /// The error for a board that is too large to be painted on.
    pub fn too_large() -> LevelError {
        let error = LevelError::new(Place::new(1, 1), "the board is too large to be painted on");
        error.help(format!("{MAX_CELLS} cells can be painted; more can be written"))
    }

    /// The rows of the board, each with its words.
    pub fn rows(&self) -> impl Iterator<Item = &[String]> {
        self.cells.chunks(self.width.max(1))
    }

    /// The word of a cell, if there is such a cell.
    pub fn cell(&self, x: usize, y: usize) -> Option<&str> {
        self.cells.get(self.index(x, y)?).map(String::as_str)
    }

    /// The place of a cell in `cells`, if there is such a cell.
    pub(super) fn index(&self, x: usize, y: usize) -> Option<usize> {
        let index = (x < self.width && y < self.height).then(|| y * self.width + x)?;
        (index < self.cells.len()).then_some(index)
    }

    /// Whether four cells of the board meet at this corner.
    pub(super) fn has_corner(&self, x: usize, y: usize) -> bool {
        x.checked_add(1).is_some_and(|x| x < self.width) && y.checked_add(1).is_some_and(|y| y < self.height)
    }

    /// What is in a field; nothing where there is no such field.
    pub fn value(&self, name: &str) -> &str {
        self.fields.iter().find(|field| field.name == name).map_or("", |field| field.value.as_str())
    }

    /// The rows as text, the words of a column below each other: each as wide as its longest word
    /// of at most 24 characters, but at least `least`, with a blank between them.
    pub fn in_columns(&self, least: usize) -> String {
        let wide = |x: usize| {
            let words = self.rows().filter_map(|row| row.get(x)).map(|word| word.chars().count());
            words.filter(|&wide| wide <= WIDEST).max().unwrap_or(0).max(least)
        };
        let wide: Vec<usize> = (0..self.width).map(wide).collect();
        let mut text = String::new();
        for row in self.rows() {
            let padded = row.iter().zip(&wide).map(|(word, &wide)| format!("{word:wide$}"));
            text += padded.collect::<Vec<_>>().join(" ").trim_end();
            text.push('\n');
        }
        text
    }

    /// The rows as text, nothing between the words.
    pub fn in_characters(&self) -> String {
        self.rows().map(|row| row.concat() + "\n").collect()
    }
}

/// A line as cells of a character each.
pub fn characters(line: &str) -> impl Iterator<Item = String> {
    line.chars().map(String::from)
}
