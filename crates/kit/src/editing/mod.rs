//! Editing a level by painting on its board, while its text stays what it is.
//!
//! An editor must also work on what is not a level yet: no player, two flags, a word that means
//! nothing. So it does not paint on a level but on a [`TextGrid`]: the words of a text's board, cell
//! by cell, read as loosely as can be. A game says what there is to paint with ([`Brush`]) and
//! how its text becomes a grid and back ([`Editor`]). All else is the same for every game: what
//! an [`Edit`] does ([`apply()`]), and what a grid looks like ([`preview()`], [`picture_of`]).

mod apply;
mod cell_editor;
mod preview;
mod text_grid;

use std::borrow::Cow;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

pub use apply::{MAX_SIDE, apply};
pub use cell_editor::{CellBrush, CellEditor, Cells};
pub use preview::{picture_of, preview};
pub use text_grid::characters;
pub use text_grid::{Field, MAX_CELLS, TextGrid};

use crate::{Direction, LevelError, Style};

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
    pub name: Cow<'static, str>,
    /// Where it paints.
    pub spot: Spot,
    /// What it paints: the first at once, the others in turn when it is used again on the same
    /// spot, such as the four directions of a slope. There is at least one. What they become on
    /// a spot is said by [`Editor::over`]: they need not be words of a text themselves.
    pub words: Vec<String>,
    /// Whether there is only one on a board, such as the ball: painted again, it moves there.
    pub single: bool,
    /// What it looks like in a palette, if not like what it paints on an empty board.
    pub emblem: Option<Vec<Style>>,
}

impl Brush {
    /// A brush for cells, of which there may be many.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        Brush { name: name.into(), spot: Spot::Cell, words, single: false, emblem: None }
    }

    /// The same for the one thing of its kind on a board.
    pub fn single(mut self) -> Self {
        self.single = true;
        self
    }

    /// The same for corners.
    pub fn on_corners(mut self) -> Self {
        self.spot = Spot::Corner;
        self
    }

    /// The same, shown in other styles in a palette.
    pub fn shown_as(mut self, styles: Vec<Style>) -> Self {
        self.emblem = Some(styles);
        self
    }
}

/// How a game's text is painted on.
pub trait Editor: Send + Sync {
    /// What there is to paint with, most used first.
    fn brushes(&self) -> Vec<Brush>;

    /// A small level to begin a new one with.
    fn starter(&self) -> &'static str;

    /// What a new row or column is made of, and what a row lacks: the word for what lies outside
    /// the board, so that growing changes no level, or for an empty cell where that is more use.
    fn blank(&self) -> &str;

    /// The board of a text. Words that mean nothing are kept as they are; an error only where no
    /// board can be made out.
    fn grid(&self, text: &str) -> Result<TextGrid, LevelError>;

    /// The text of a grid. Read again, it gives the same grid.
    fn write(&self, grid: &TextGrid) -> String;

    /// Why the text of a grid would give another grid, if it would. An edit that leads there is refused.
    fn misread(&self, grid: &TextGrid) -> Option<String> {
        let _ = grid;
        None
    }

    /// The word of a cell once `paint` is laid over it: that itself, unless words are made of
    /// parts, such as a height and what stands there. A word that means nothing leaves no trace.
    fn over(&self, word: &str, paint: &str) -> String {
        let _ = word;
        paint.to_string()
    }

    /// Whether `paint` is to be seen in the word of a cell.
    fn shows(&self, word: &str, paint: &str) -> bool {
        word == paint
    }

    /// The word of a cell with its topmost part taken away; an empty cell at last.
    fn without(&self, word: &str) -> String;

    /// What the word of a spot looks like, bottom to top; nothing for empty space. `None` if the
    /// word means nothing.
    fn styles(&self, spot: Spot, word: &str) -> Option<Vec<Style>>;

    /// How high a cell with this word stands, in a game of heights.
    fn height(&self, word: &str) -> Option<u32> {
        let _ = word;
        None
    }

    /// The direction in which a cell with this word falls by one, if it is a slope.
    fn slope(&self, word: &str) -> Option<Direction> {
        let _ = word;
        None
    }
}

/// The editor of a text: that of its game, or its own where what there is to paint with depends on the text.
pub enum TextEditor {
    /// That of the game.
    OfGame(&'static dyn Editor),
    /// Its own.
    OfText(Box<dyn Editor>),
}

impl Deref for TextEditor {
    type Target = dyn Editor;

    fn deref(&self) -> &(dyn Editor + 'static) {
        match self {
            TextEditor::OfGame(editor) => *editor,
            TextEditor::OfText(editor) => editor.as_ref(),
        }
    }
}

/// What a brush looks like in a palette, bottom to top.
pub fn emblem(editor: &dyn Editor, brush: &Brush) -> Vec<Style> {
    let paint = brush.words.first().map_or("", String::as_str);
    let word = match brush.spot {
        Spot::Cell => editor.over(editor.blank(), paint),
        Spot::Corner => paint.to_string(),
    };
    brush.emblem.clone().or_else(|| editor.styles(brush.spot, &word)).unwrap_or_default()
}

/// Something that an editor does to a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Paints a spot. A corner is named by the cell above it to the left.
    Paint {
        /// The brush, by its place in [`Editor::brushes`].
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
    /// Adds a row or column at an edge.
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
