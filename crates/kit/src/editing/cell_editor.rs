//! An editor for free: for boards whose cells are characters or words.

use super::{Brush, Editor, Spot, TextGrid, characters};
use crate::{Cell, CharBoard, LevelError, Picture, Style};

/// Edits boards on which every cell is one character or one word, given what there is to paint with.
#[derive(Clone, Copy, Debug)]
pub struct CellEditor {
    /// How the cells of a row are written.
    pub cells: Cells,
    /// What there is to paint with, most used first.
    pub brushes: &'static [CellBrush],
    /// The text of an empty cell, and of new rows and columns.
    pub blank: &'static str,
    /// What is left where something is erased.
    pub erased: &'static str,
    /// A small level to begin a new one with.
    pub starter: &'static str,
}

/// How the cells of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// One character each.
    Characters,
    /// Words with blanks between them.
    Words,
}

/// Something to paint with: the text of a cell.
#[derive(Clone, Copy, Debug)]
pub struct CellBrush {
    /// Its name, in a word or two.
    pub name: &'static str,
    /// The character or word.
    pub word: &'static str,
    /// What the cell looks like, bottom to top.
    pub styles: &'static [Style],
    /// Whether there is only one on a board.
    pub single: bool,
}

impl CellEditor {
    /// The picture of a board without what moves on it: each cell as its lowest style, and a legend of what
    /// occurs.
    pub fn picture(&self, board: &CharBoard) -> Picture {
        let mut picture = Picture { width: board.width, height: board.height, ..Picture::default() };
        for brush in self.brushes {
            let Some((&ground, above)) = brush.styles.split_first() else { continue };
            let here = board.cells().filter(|(_, glyph)| brush.word.starts_with(*glyph));
            let cells = here.map(|((x, y), _)| Cell { x, y, style: ground });
            let before = picture.cells.len();
            picture.cells.extend(cells);
            if picture.cells.len() > before {
                picture.legend.push((*above.last().unwrap_or(&ground), brush.name.to_string()));
            }
        }
        picture.cells.sort_by_key(|cell| (cell.y, cell.x));
        picture
    }
}

impl Editor for CellEditor {
    fn brushes(&self) -> Vec<Brush> {
        let brush = |&CellBrush { name, word, single, .. }: &CellBrush| {
            let brush = Brush::new(name, [word]);
            if single { brush.single() } else { brush }
        };
        self.brushes.iter().map(brush).collect()
    }

    fn starter(&self) -> &'static str {
        self.starter
    }

    fn blank(&self) -> &str {
        self.blank
    }

    /// Blank lines before the board do not count, nor blanks at the ends of rows.
    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        let lines = text.trim_ascii_end().lines().map(str::trim_ascii_end);
        let rows = lines.skip_while(|line| line.is_empty());
        match self.cells {
            Cells::Characters => TextGrid::of_rows(rows.map(characters), self.blank),
            Cells::Words => {
                let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
                TextGrid::of_rows(rows.map(words), self.blank)
            }
        }
    }

    fn write(&self, grid: &TextGrid) -> String {
        match self.cells {
            Cells::Characters => grid.in_characters(),
            Cells::Words => grid.in_columns(1),
        }
    }

    fn without(&self, _: &str) -> String {
        self.erased.into()
    }

    fn styles(&self, _: Spot, word: &str) -> Option<Vec<Style>> {
        let brush = self.brushes.iter().find(|brush| brush.word == word)?;
        Some(brush.styles.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editing::{Edit, apply};
    use crate::{Tone, sprite};

    const WALL: Style = Style::new(sprite::TILE, Tone::Wall, '#');

    fn painted(cells: Cells, text: &str) -> String {
        let brushes = &[CellBrush { name: "wall", word: "#", styles: &[WALL], single: false }];
        let editor = CellEditor { cells, brushes, blank: ".", erased: ".", starter: "" };
        let mut grid = editor.grid(text).expect("a board");
        let edit = Edit::Paint { brush: 0, x: 1, y: 0, variant: None };
        assert_eq!(apply(&editor, &mut grid, &edit), Ok(Some(0)));
        editor.write(&grid)
    }

    #[test]
    fn cells_are_characters_or_words() {
        assert_eq!(painted(Cells::Characters, "abc\nd\n"), "a#c\nd..\n");
        assert_eq!(painted(Cells::Words, "ab c\n1 23 4\n"), "ab #  .\n1  23 4\n");
    }
}
