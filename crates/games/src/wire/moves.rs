//! The moves of a request: how many there can be, and how they are made.
//!
//! A few letters can stand for many moves, such as `F1000` in a maze. So moves are counted before
//! they are made.

use std::fmt;

use serde::Deserializer;
use serde::de::{Error, SeqAccess, Visitor};

use super::{Failure, Fault};
use crate::Position;

/// The most moves of a request, of an answer, and of a position that a page is given.
pub const MOST_MOVES: usize = 100_000;

/// The most bytes that the moves of a request are written in.
const MOST_BYTES: usize = 1 << 20;

/// Makes the moves of a request: single moves by name, or longer parts.
pub(crate) fn replay(position: &mut dyn Position, moves: &[String]) -> Result<(), Failure> {
    let too_many = || Failure {
        what: Fault::Size,
        ..Failure::of_request(format!("a page plays at most {MOST_MOVES} moves, written in 1 MiB"))
    };
    if moves.iter().map(String::len).sum::<usize>() > MOST_BYTES {
        return Err(too_many());
    }
    let mut made = 0;
    for (at, part) in moves.iter().enumerate() {
        let failure = |error| Failure::of_moves(&error, at);
        made += position.split(part).map_err(failure)?.len();
        if made > MOST_MOVES {
            return Err(too_many());
        }
        position.advance(part).map_err(failure)?;
    }
    Ok(())
}

/// How many moves these can be at most: a move takes a byte at least, and may be followed by how
/// often it is made.
pub(super) fn bound(moves: &[String]) -> usize {
    let mut all = 0usize;
    for part in moves {
        let (mut after_letter, mut number) = (false, 0usize);
        for sign in part.chars() {
            match sign.to_digit(10) {
                Some(digit) if after_letter => {
                    all = all.saturating_sub(number);
                    number = number.saturating_mul(10).saturating_add(digit as usize).min(MOST_MOVES);
                    all += number;
                }
                _ if sign.is_ascii_alphabetic() => (after_letter, number) = (true, 0),
                _ if sign.is_whitespace() || sign == ',' => {}
                _ => (after_letter, number) = (false, 0),
            }
            all += 1;
        }
        if all > MOST_MOVES {
            return MOST_MOVES;
        }
    }
    all
}

/// Reads a list of moves that is not too long.
pub(super) fn few<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    struct Moves;

    impl<'de> Visitor<'de> for Moves {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of moves")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
            let mut moves = Vec::new();
            while let Some(part) = list.next_element()? {
                if moves.len() == MOST_MOVES {
                    return Err(A::Error::custom(format!("there can be {MOST_MOVES} moves at most")));
                }
                moves.push(part);
            }
            Ok(moves)
        }
    }

    from.deserialize_seq(Moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(parts: &[&str]) -> Vec<String> {
        parts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn no_part_is_more_moves_than_its_bound() {
        let maze = crate::read(&format!("S{}E", ".".repeat(5000)), &[]).expect("a maze");
        let position = maze.start();
        for part in ["F5000", "F 5000", "F,12 L R2", "forward4left", "LLL", "F1000F1000F 1000", "F00012"] {
            let count = position.split(part).expect("moves").len();
            assert!(count <= bound(&parts(&[part])), "{part}: {count}");
        }
        assert!(bound(&parts(&["12,34> 5,6v"])) < 20, "columns and rows are no counts");
        assert_eq!(bound(&parts(&["F99999999999999999999"])), MOST_MOVES);
    }

    #[test]
    fn more_moves_than_a_page_can_show_are_refused() {
        let maze = crate::read(&format!("S{}E", ".".repeat(30_000)), &[]).expect("a maze");
        let there_and_back = ["F30000", "R2", "F30000", "R2"];
        let replayed = |times: usize| replay(maze.start().as_mut(), &parts(&there_and_back.repeat(times)));
        assert_eq!(replayed(1), Ok(()));
        assert_eq!(replayed(2).map_err(|failure| failure.what), Err(Fault::Size));
        let wordy = parts(&[&"L ".repeat(MOST_BYTES)]);
        assert_eq!(replay(maze.start().as_mut(), &wordy).map_err(|failure| failure.what), Err(Fault::Size));
    }
}
