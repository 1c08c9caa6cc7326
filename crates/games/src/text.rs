//! What the readers share: words with their columns, and how large a board a text can have.

use crate::{LevelError, Place};

/// A board of this many cells can stand in a text of any length: more than an editor can paint.
pub(crate) const SPARSE_CELLS: usize = 1 << 16;

/// A larger board has at most so many cells for each byte of its text.
const CELLS_PER_BYTE: usize = 4;

/// The most cells that the board of a text can have.
///
/// What a short row lacks is not written, and some texts say how large their board is. Without a
/// limit that depends on the text, a few bytes could ask for any amount of memory.
pub(crate) fn most_cells(text: &str) -> usize {
    text.len().saturating_mul(CELLS_PER_BYTE).max(SPARSE_CELLS)
}

/// The error for a board that has more cells than its text can have.
pub(crate) fn mostly_unwritten(place: Place, (width, height): (usize, usize)) -> LevelError {
    let message = format!("most of the board of {width} by {height} cells is not written");
    LevelError::new(place, message).help(format!(
        "a board of more than {SPARSE_CELLS} cells has at most {CELLS_PER_BYTE} for each byte of its text: \
         write its rows out"
    ))
}

/// The words of a line, each with its column from 1, in characters.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line;
    let mut column = 1;
    std::iter::from_fn(move || {
        let word = rest.trim_start();
        column += rest[..rest.len() - word.len()].chars().count();
        let (word, after) = word.split_at(word.find(char::is_whitespace).unwrap_or(word.len()));
        let at = column;
        column += word.chars().count();
        rest = after;
        (!word.is_empty()).then_some((at, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_columns() {
        assert_eq!(words("  é ab\tc ").collect::<Vec<_>>(), [(3, "é"), (5, "ab"), (8, "c")]);
        assert_eq!(words(" \t").count(), 0);
    }

    #[test]
    fn only_a_long_text_has_a_large_board() {
        assert_eq!(most_cells(""), SPARSE_CELLS);
        assert_eq!(most_cells(&"#".repeat(SPARSE_CELLS)), 4 * SPARSE_CELLS);
    }
}
