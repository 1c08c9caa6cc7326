//! How moves are written: `R`, `U`, `L`, `D`, without separators.
//!
//! The reader also accepts lower case, whole words and arrows (`→ ↑ ← ↓` or `> ^ < v`). Blanks and commas
//! between moves are optional. The keys W, A, S, D are not accepted, as D would be ambiguous.

use unriddle_kit::{Direction, PlayError};

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

/// Reads a list of moves. Words are unambiguous, as each contains a letter that is not a move.
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
                let message = format!("`{}` is not a move: expected R, U, L or D", sign.escape_debug());
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
    fn letters_words_and_arrows_can_be_mixed() {
        assert_eq!(letters("RULD ruld"), "RULDRULD");
        assert_eq!(letters("Right, up\tLEFT\r\ndown"), "RULD");
        assert_eq!(letters("rightupleftdown"), "RULD");
        assert_eq!(letters("→↑←↓>^<vV"), "RULDRULDD");
        assert_eq!(letters(""), "");
    }

    #[test]
    fn an_error_has_its_column_in_characters() {
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
