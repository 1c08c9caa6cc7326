//! How moves are written: `R`, `U`, `L`, `D`, one after the other.
//!
//! What people type is taken more widely: small letters, whole words, arrows (`→ ↑ ← ↓` or
//! `> ^ < v`), with blanks or commas between them or not. The keys W, A, S, D are not: D would
//! mean two things.

use crate::{Direction, PlayError};

/// The letter of a move.
pub(crate) fn letter(direction: Direction) -> char {
    match direction {
        Direction::Right => 'R',
        Direction::Up => 'U',
        Direction::Left => 'L',
        Direction::Down => 'D',
    }
}

/// The direction that a single character stands for.
fn direction(sign: char) -> Option<Direction> {
    Some(match sign.to_ascii_uppercase() {
        'R' | '>' | '→' => Direction::Right,
        'U' | '^' | '↑' => Direction::Up,
        'L' | '<' | '←' => Direction::Left,
        'D' | 'V' | '↓' => Direction::Down,
        _ => return None,
    })
}

/// Reads a list of moves. No word is also a row of letters, so `right` is one move.
pub(crate) fn read(text: &str) -> Result<Vec<Direction>, PlayError> {
    let mut moves = Vec::new();
    let mut rest = text;
    let mut column = 1;
    while let Some(sign) = rest.chars().next() {
        let word = Direction::ALL.into_iter().find(|direction| {
            let word = direction.word();
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        });
        let length = word.map_or(sign.len_utf8(), |direction| direction.word().len());
        match word.or(direction(sign)) {
            Some(direction) => moves.push(direction),
            None if sign.is_whitespace() || sign == ',' => {}
            None => {
                let message = format!("`{}` is no move: expected R, U, L or D", sign.escape_debug());
                return Err(PlayError::Unreadable { column, message });
            }
        }
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> String {
        read(text).unwrap().into_iter().map(letter).collect()
    }

    #[test]
    fn letters_words_and_arrows_mix() {
        assert_eq!(letters("RULD ruld"), "RULDRULD");
        assert_eq!(letters("Right, up\tLEFT\r\ndown"), "RULD");
        assert_eq!(letters("rightupleftdown"), "RULD");
        assert_eq!(letters("→↑←↓>^<vV"), "RULDRULDD");
        assert_eq!(letters(""), "");
    }

    #[test]
    fn an_error_names_its_column_in_characters() {
        let column = |text| match read(text) {
            Err(PlayError::Unreadable { column, .. }) => column,
            other => panic!("{other:?}"),
        };
        assert_eq!(column("x"), 1);
        assert_eq!(column("→→é"), 3);
        assert_eq!(column("right W"), 7);
        assert_eq!(column("dow"), 2);
    }
}
