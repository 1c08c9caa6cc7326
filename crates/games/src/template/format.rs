//! Text in and out: rows of cells, and lists of hops.
//!
//! Anything that a user can type gives a level or an error with its place, never a panic.

use unriddle_kit::{CharBoard, LevelError, PlayError, read_letters};

use super::{Hop, Pond};

/// The format, for users.
pub(crate) const HELP: &str = "\
Rows of cells: `_` water, `%` a bush, one frog `@` and one lily `*`:

    @_%__*";

const KNOWN: [(char, &str); 4] = [('_', "water"), ('%', "bush"), ('@', "frog"), ('*', "lily")];

/// Reads a level.
pub(crate) fn read(text: &str) -> Result<Pond, LevelError> {
    let board = CharBoard::read(text, &KNOWN, '_')?;
    let (start, lily) = (board.only('@', "frog")?, board.only('*', "lily")?);
    Ok(Pond { board, lily, start })
}

/// Reads a list of hops.
pub(crate) fn read_moves(text: &str) -> Result<Vec<Hop>, PlayError> {
    read_letters(text, "1 or 2", |letter| match letter {
        '1' => Some(Hop::One),
        '2' => Some(Hop::Two),
        _ => None,
    })
}
