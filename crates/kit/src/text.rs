//! Shared by the parsers: words with their columns, and how large the board of a text can be.

use crate::{LevelError, Place, PlayError};

/// The cells that a board can have whatever the length of its text: more than an editor can paint.
pub const SPARSE_CELLS: usize = 1 << 16;

/// The maximum number of cells of a larger board per byte of its text.
const CELLS_PER_BYTE: usize = 4;

/// The maximum number of cells that the board of a text can have.
///
/// Rows may be shorter than the board, and some formats state the size of the board. Without a limit
/// that depends on the length of the text, a few bytes could request any amount of memory.
pub fn most_cells(text: &str) -> usize {
    text.len().saturating_mul(CELLS_PER_BYTE).max(SPARSE_CELLS)
}

/// The cells of the bounding rectangle of lines.
pub fn area<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let (count, longest) = lines.fold((0, 0), |(count, longest), line| (count + 1, line.len().max(longest)));
    usize::saturating_mul(count, longest)
}

/// The error for a board with more than [`most_cells`].
pub fn mostly_unwritten(place: Place, (width, height): (usize, usize)) -> LevelError {
    let message = format!("most of the board of {width} by {height} cells is not written");
    LevelError::new(place, message).help(format!(
        "a board of more than {SPARSE_CELLS} cells can have at most {CELLS_PER_BYTE} per byte of its text: \
         write out its rows"
    ))
}

/// The words of a line, each with its column from 1, in characters.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
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

/// Reads moves that are single characters; blanks do not count. `expected` says what there is: `1 or 2`.
pub fn read_letters<M>(
    text: &str,
    expected: &str,
    read: impl Fn(char) -> Option<M>,
) -> Result<Vec<M>, PlayError> {
    let letters = text.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
    let one = |(at, letter): (usize, char)| {
        let message = || format!("`{}` is not a move: expected {expected}", letter.escape_debug());
        read(letter).ok_or_else(|| PlayError::Unreadable { column: at + 1, message: message() })
    };
    letters.map(one).collect()
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
