//! Moves as keys: `W` up, `A` left, `S` down, `D` right.

use unriddle_kit::{Direction, PlayError};

/// The key of a direction.
pub(crate) fn key(direction: Direction) -> char {
    match direction {
        Direction::Up => 'W',
        Direction::Left => 'A',
        Direction::Down => 'S',
        Direction::Right => 'D',
    }
}

/// Writes moves as keys, without separators.
pub(crate) fn write(moves: &[Direction]) -> String {
    moves.iter().map(|&direction| key(direction)).collect()
}

/// Reads keys in either case, and arrows. Blanks, commas and a leading `=` are ignored.
pub(crate) fn read(text: &str) -> Result<Vec<Direction>, PlayError> {
    let mut moves = Vec::new();
    for (at, sign) in text.chars().enumerate() {
        let direction = match sign {
            'w' | 'W' | '↑' | '^' => Direction::Up,
            'a' | 'A' | '←' | '<' => Direction::Left,
            's' | 'S' | '↓' | 'v' | 'V' => Direction::Down,
            'd' | 'D' | '→' | '>' => Direction::Right,
            '=' if moves.is_empty() => continue,
            ',' => continue,
            sign if sign.is_whitespace() => continue,
            sign => {
                let message =
                    format!("`{}` is not a key: W is up, A left, S down, D right", sign.escape_debug());
                return Err(PlayError::Unreadable { column: at + 1, message });
            }
        };
        moves.push(direction);
    }
    Ok(moves)
}
