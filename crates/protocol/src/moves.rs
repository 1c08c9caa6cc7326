//! The moves of a request: how many there can be, and how they are played.
//!
//! A few characters can stand for many moves, such as `F1000` in a maze. So moves are counted before
//! they are played.

use std::fmt;

use serde::Deserializer;
use serde::de::{Error, SeqAccess, Visitor};

use unriddle_kit::session::{SavedSession, Session};
use unriddle_kit::{Level, Position};
use unriddle_search::Cost;

use super::{Failure, FailureKind};

/// The maximum number of moves in a request, in an answer, and in a position on a page.
pub const MAX_MOVES: usize = 100_000;

/// The maximum length of the moves in a request, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Plays the moves of a request: single moves by name, or longer parts.
pub(crate) fn replay(position: &mut dyn Position, moves: &[String]) -> Result<(), Failure> {
    let mut made = 0;
    check_bytes(moves)?;
    for (at, part) in moves.iter().enumerate() {
        made = count_on(made, position, at, part)?;
        position.advance(part).map_err(|error| Failure::of_moves(&error, at))?;
    }
    Ok(())
}

/// Fails if these are more than [`MAX_MOVES`].
pub(super) fn count(position: &dyn Position, moves: &[String]) -> Result<(), Failure> {
    check_bytes(moves)?;
    moves.iter().enumerate().try_fold(0, |made, (at, part)| count_on(made, position, at, part)).map(drop)
}

/// Starts a session and plays the moves of a request.
pub(super) fn begin<'a>(
    level: &'a dyn Level,
    par: Option<Cost>,
    moves: &[String],
) -> Result<Session<'a>, Failure> {
    let mut position = level.start();
    replay(position.as_mut(), moves)?;
    Ok(Session::at(level, par, position))
}

/// Restores the session of a request.
pub(super) fn restore<'a>(
    level: &'a dyn Level,
    par: Option<Cost>,
    saved: &SavedSession,
) -> Result<Session<'a>, Failure> {
    count(level.start().as_ref(), saved.moves())?;
    Session::restore(level, par, saved.clone()).map_err(|error| Failure::of_moves(&error, 0))
}

fn check_bytes(moves: &[String]) -> Result<(), Failure> {
    if moves.iter().map(String::len).sum::<usize>() > MAX_BYTES { Err(too_many()) } else { Ok(()) }
}

/// Adds the moves of another part to the count.
fn count_on(made: usize, position: &dyn Position, at: usize, part: &str) -> Result<usize, Failure> {
    let more = position.split(part).map_err(|error| Failure::of_moves(&error, at))?.len();
    if made + more > MAX_MOVES { Err(too_many()) } else { Ok(made + more) }
}

fn too_many() -> Failure {
    Failure {
        what: FailureKind::Size,
        ..Failure::of_request(format!("a page can play at most {MAX_MOVES} moves, written in at most 1 MiB"))
    }
}

/// An upper bound on the number of moves. A move takes at least one byte, and may be followed by a
/// repeat count.
pub(super) fn bound(moves: &[String]) -> usize {
    let mut all = 0usize;
    for part in moves {
        let (mut after_letter, mut number) = (false, 0usize);
        for sign in part.chars() {
            match sign.to_digit(10) {
                Some(digit) if after_letter => {
                    all = all.saturating_sub(number);
                    number = number.saturating_mul(10).saturating_add(digit as usize).min(MAX_MOVES);
                    all += number;
                }
                _ if sign.is_ascii_alphabetic() => (after_letter, number) = (true, 0),
                _ if sign.is_whitespace() || sign == ',' => {}
                _ => (after_letter, number) = (false, 0),
            }
            all += 1;
        }
        if all > MAX_MOVES {
            return MAX_MOVES;
        }
    }
    all
}

/// Deserialises a list of at most [`MAX_MOVES`] parts.
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
                if moves.len() == MAX_MOVES {
                    return Err(A::Error::custom(format!("there can be at most {MAX_MOVES} moves")));
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
        let maze = unriddle_games::read(&format!("S{}E", ".".repeat(5000)), &[]).expect("a maze");
        let position = maze.start();
        for part in ["F5000", "F 5000", "F,12 L R2", "forward4left", "LLL", "F1000F1000F 1000", "F00012"] {
            let count = position.split(part).expect("moves").len();
            assert!(count <= bound(&parts(&[part])), "{part}: {count}");
        }
        assert!(bound(&parts(&["12,34> 5,6v"])) < 20, "columns and rows are not repeat counts");
        assert_eq!(bound(&parts(&["F99999999999999999999"])), MAX_MOVES);
    }

    #[test]
    fn more_moves_than_a_page_can_show_are_refused() {
        let maze = unriddle_games::read(&format!("S{}E", ".".repeat(30_000)), &[]).expect("a maze");
        let there_and_back = ["F30000", "R2", "F30000", "R2"];
        let replayed = |times: usize| replay(maze.start().as_mut(), &parts(&there_and_back.repeat(times)));
        assert_eq!(replayed(1), Ok(()));
        assert_eq!(replayed(2).map_err(|failure| failure.what), Err(FailureKind::Size));
        let wordy = parts(&[&"L ".repeat(MAX_BYTES)]);
        assert_eq!(
            replay(maze.start().as_mut(), &wordy).map_err(|failure| failure.what),
            Err(FailureKind::Size)
        );
    }
}
