//! A shared reader for boards of characters, with places in its errors.
//!
//! Every character of the text is a cell; what a short row lacks is blank. A game says which
//! characters it knows and asks for the cells of each. Costs a byte or four per cell.

use crate::{LevelError, Place};

/// A board of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharBoard {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row.
    cells: Vec<char>,
}

impl CharBoard {
    /// Reads a text in which every character is one of `known`: pairs of a character and what it is
    /// called. Blanks at the ends of lines and blank lines at the end do not count; what a row lacks is
    /// `blank`.
    ///
    /// # Errors
    ///
    /// At the first character that is not known, or if there is no cell at all.
    pub fn read(text: &str, known: &[(char, &str)], blank: char) -> Result<CharBoard, LevelError> {
        let rows: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                if glyph != blank && !known.iter().any(|&(other, _)| other == glyph) {
                    let names: Vec<String> =
                        known.iter().map(|(glyph, name)| format!("`{glyph}` {name}")).collect();
                    let message = format!("unexpected character `{}`", glyph.escape_debug());
                    let error = LevelError::new(Place::new(y + 1, x + 1), message);
                    return Err(error.help(format!("expected {}", names.join(", "))));
                }
            }
        }
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        if width == 0 {
            return Err(LevelError::new(Place::new(1, 1), "the level is empty"));
        }
        let padded = |row: &&str| row.chars().chain(std::iter::repeat(blank)).take(width).collect::<Vec<_>>();
        Ok(CharBoard { width, height: rows.len(), cells: rows.iter().flat_map(padded).collect() })
    }

    /// The character of a cell, by its column and row from 0; `None` outside the board.
    pub fn get(&self, (x, y): (usize, usize)) -> Option<char> {
        (x < self.width && y < self.height).then(|| self.cells[y * self.width + x])
    }

    /// All cells, row by row, by their columns and rows from 0.
    pub fn cells(&self) -> impl Iterator<Item = ((usize, usize), char)> + '_ {
        self.cells.iter().enumerate().map(|(at, &glyph)| ((at % self.width, at / self.width), glyph))
    }

    /// The one cell with this character, which is called `name`.
    ///
    /// # Errors
    ///
    /// If there is none, or a second one.
    pub fn only(&self, glyph: char, name: &str) -> Result<(usize, usize), LevelError> {
        let mut found = self.cells().filter(|&(_, other)| other == glyph).map(|(at, _)| at);
        let Some(first) = found.next() else {
            return Err(LevelError::new(Place::new(1, 1), format!("there is no {name} `{glyph}`")));
        };
        match found.next() {
            None => Ok(first),
            Some((x, y)) => {
                let message = format!("a second {name} `{glyph}`");
                Err(LevelError::new(Place::new(y + 1, x + 1), message))
            }
        }
    }

    /// The text of the board.
    pub fn text(&self) -> String {
        let row = |row: &[char]| row.iter().collect::<String>().trim_end().to_string() + "\n";
        self.cells.chunks(self.width).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [(char, &str); 2] = [('#', "wall"), ('@', "player")];

    fn error(text: &str) -> String {
        let board = CharBoard::read(text, &KNOWN, '.');
        board.and_then(|board| board.only('@', "player")).expect_err(text).to_string()
    }

    #[test]
    fn a_board_has_the_rows_of_its_text() {
        let board = CharBoard::read("#@\n#..#  \n\n", &KNOWN, '.').expect("a board");
        assert_eq!((board.width, board.height, board.only('@', "player")), (4, 2, Ok((1, 0))));
        assert_eq!((board.get((3, 0)), board.get((3, 1)), board.get((4, 0))), (Some('.'), Some('#'), None));
        assert_eq!(board.text(), "#@..\n#..#\n");
    }

    #[test]
    fn errors_point_at_characters() {
        assert_eq!(error("#é@"), "line 1, column 2: unexpected character `é`");
        assert_eq!(error("@\n.@"), "line 2, column 2: a second player `@`");
        assert_eq!(error("#"), "line 1, column 1: there is no player `@`");
        assert_eq!(error(" \n"), "line 1, column 1: the level is empty");
    }
}
