//! How cards and moves are written: `1/2-` is a card, `1/2-↗` that card played up.
//!
//! The arrows are those of the game, which shows its boards from a corner: `↗` up, `↙` down, `↖`
//! left, `↘` right. The reader also accepts `^ v < >` and `u d l r` in either case. Blanks and commas
//! between moves are optional.

use unriddle_kit::{Direction, PlayError};

use super::level::Card;

/// A card played in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) card: Card,
    pub(crate) direction: Direction,
}

/// The greatest strength of a card.
pub(crate) const STRONGEST: u32 = 1_000_000_000;

/// The arrow of a direction.
pub(crate) fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '↗',
        Direction::Down => '↙',
        Direction::Left => '↖',
        Direction::Right => '↘',
    }
}

/// The direction that a character stands for.
fn direction(sign: char) -> Option<Direction> {
    Some(match sign.to_ascii_lowercase() {
        '↗' | '^' | 'u' => Direction::Up,
        '↙' | 'v' | 'd' => Direction::Down,
        '↖' | '<' | 'l' => Direction::Left,
        '↘' | '>' | 'r' => Direction::Right,
        _ => return None,
    })
}

/// The name of a move.
pub(crate) fn name(mv: Move) -> String {
    format!("{}{}", mv.card, arrow(mv.direction))
}

/// Writes a list of moves.
pub(crate) fn write(moves: &[Move]) -> String {
    moves.iter().map(|&mv| name(mv)).collect::<Vec<_>>().join(" ")
}

/// Why a text is not a card: how many bytes of it were valid, and what is wrong after them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unreadable {
    pub(crate) after: usize,
    pub(crate) message: String,
}

/// Reads the card at the beginning of a text. Returns it with the rest of the text.
///
/// A card is one or more steps: a number and `/` to jump, a number and `-` to roll. Steps of the same
/// kind add up, and the jump comes first in whatever order they are written.
pub(crate) fn card(text: &str) -> Result<(Card, &str), Unreadable> {
    let wrong = |rest: &str, message: String| Unreadable { after: (text.len() - rest.len()), message };
    let mut card = Card { jump: 0, roll: 0 };
    let mut rest = text;
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let sign = after.chars().next();
        let strength = match (number, sign) {
            ("", Some('-' | '/')) => {
                let message = "the number is missing: a card is written like `2-` or `1/`";
                return Err(wrong(rest, message.into()));
            }
            ("", _) if rest.len() < text.len() => return Ok((card, rest)),
            ("", Some(sign)) => {
                let message =
                    format!("expected a card such as `2-` or `1/`, found `{}`", sign.escape_debug());
                return Err(wrong(rest, message));
            }
            (_, Some('-')) => &mut card.roll,
            (_, Some('/')) => &mut card.jump,
            _ => {
                let message = format!("expected `-` (roll) or `/` (jump) after the number {number}");
                return Err(wrong(after, message));
            }
        };
        let sum = number.parse::<u32>().ok().and_then(|number| strength.checked_add(number));
        match sum.filter(|&sum| sum <= STRONGEST) {
            Some(sum) if number.bytes().any(|digit| digit != b'0') => *strength = sum,
            Some(_) => return Err(wrong(rest, "a card of strength 0 does not move the ball".into())),
            None => {
                let message = format!("a card can have a strength of at most {STRONGEST}");
                return Err(wrong(rest, message));
            }
        }
        rest = &after[1..];
    }
}

/// Reads a list of moves.
pub(crate) fn read(text: &str) -> Result<Vec<Move>, PlayError> {
    let mut moves = Vec::new();
    let between = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text.trim_start_matches(between);
    let unreadable = |rest: &str, message: String| {
        let column = text[..text.len() - rest.len()].chars().count() + 1;
        PlayError::Unreadable { column, message }
    };
    while !rest.is_empty() {
        // The characters of a card take one byte each.
        let (card, after) = card(rest).map_err(|wrong| unreadable(&rest[wrong.after..], wrong.message))?;
        let Some((direction, sign)) = after.chars().next().and_then(|sign| Some((direction(sign)?, sign)))
        else {
            let message = format!("expected an arrow after {card}: ↗ up, ↙ down, ↖ left, ↘ right");
            return Err(unreadable(after, message));
        };
        moves.push(Move { card, direction });
        rest = after[sign.len_utf8()..].trim_start_matches(between);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_notations_are_read_and_the_arrows_of_the_game_are_written() {
        let written = "1-↗ 2/↙ 1/2-↖ 10-↘";
        for text in
            [written, "1-^ 2/v 1/2-< 10->", "1-u 2/d 1/2-l 10-r", "1-U,2/D, 1/2-L\t10-R", "1-↗2/v1/2-l10-r"]
        {
            assert_eq!(write(&read(text).expect(text)), written, "{text}");
        }
        assert_eq!(read(" "), Ok(vec![]));
    }

    #[test]
    fn the_jump_comes_first_and_steps_of_the_same_kind_add_up() {
        assert_eq!(card("1/2-"), Ok((Card { jump: 1, roll: 2 }, "")));
        assert_eq!(card("2-1/"), card("1/2-"));
        assert_eq!(card("1-1/2-x"), Ok((Card { jump: 1, roll: 3 }, "x")));
    }

    #[test]
    fn an_unreadable_move_has_an_error_with_its_column() {
        let error = |text: &str| read(text).expect_err(text).to_string();
        assert_eq!(error("1-↗ 1-"), "column 7: expected an arrow after 1-: ↗ up, ↙ down, ↖ left, ↘ right");
        assert_eq!(error("1-↗ -↗"), "column 5: the number is missing: a card is written like `2-` or `1/`");
        assert_eq!(error("1-↗ 12↗"), "column 7: expected `-` (roll) or `/` (jump) after the number 12");
        assert_eq!(error("0-↗"), "column 1: a card of strength 0 does not move the ball");
        assert_eq!(error("1000000001-u"), "column 1: a card can have a strength of at most 1000000000");
        assert_eq!(error("up"), "column 1: expected a card such as `2-` or `1/`, found `u`");
        assert!(read("1000000000-u 1000000000/1000000000-u").is_ok());
    }
}
