//! Text in and out: a row of cells, and lists of hops.
//!
//! Anything that a user can type gives a level or an error with its place, never a panic.

use super::level::Pond;
use super::moves::Hop;
use super::state::Frog;
use crate::{LevelError, Place, PlayError};

/// The format, for users.
pub(crate) const HELP: &str = "\
One line: `_` water, `%` a bush, one frog `@` and one lily `*`:

    @_%__*";

/// How much a text looks like a level.
pub(crate) fn likeness(text: &str) -> u8 {
    let text = text.trim_end();
    if !text.is_empty() && text.chars().all(|sign| "_%@*".contains(sign)) { 90 } else { 0 }
}

/// Reads a level.
pub(crate) fn read(text: &str) -> Result<Pond, LevelError> {
    let (mut bushes, mut frog, mut lily) = (Vec::new(), None, None);
    for (cell, sign) in (0u32..).zip(text.trim_end().chars()) {
        let place = Place::new(1, cell as usize + 1);
        let again = match sign {
            '_' | '%' => false,
            '@' => frog.replace(cell).is_some(),
            '*' => lily.replace(cell).is_some(),
            other => {
                let message = format!("unexpected character `{}`", other.escape_debug());
                return Err(LevelError::new(place, message).help("expected `_`, `%`, `@` or `*`"));
            }
        };
        if again {
            return Err(LevelError::new(place, format!("a second `{sign}`")));
        }
        bushes.push(sign == '%');
    }
    let missing = |what: &str| LevelError::new(Place::new(1, 1), format!("there is no {what}"));
    let start = Frog { cell: frog.ok_or_else(|| missing("frog `@`"))? };
    Ok(Pond { bushes, lily: lily.ok_or_else(|| missing("lily `*`"))?, start })
}

/// Writes a level.
pub(crate) fn write(pond: &Pond) -> String {
    let sign = |(cell, &bush): (u32, &bool)| match cell {
        _ if cell == pond.start.cell => '@',
        _ if cell == pond.lily => '*',
        _ if bush => '%',
        _ => '_',
    };
    (0..).zip(&pond.bushes).map(sign).chain(['\n']).collect()
}

/// The digit of a hop.
pub(crate) fn digit(hop: Hop) -> char {
    match hop {
        Hop::One => '1',
        Hop::Two => '2',
    }
}

/// Reads a list of hops; blanks do not count.
pub(crate) fn read_moves(text: &str) -> Result<Vec<Hop>, PlayError> {
    let signs = text.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace());
    let hop = |(at, sign): (usize, char)| {
        let message = || format!("`{}` is no hop: expected 1 or 2", sign.escape_debug());
        let found = Hop::ALL.into_iter().find(|&hop| digit(hop) == sign);
        found.ok_or_else(|| PlayError::Unreadable { column: at + 1, message: message() })
    };
    signs.map(hop).collect()
}
