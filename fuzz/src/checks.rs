//! Checks shared by several targets.

use unriddle_kit::{LevelError, Picture, Place, PlayError, Position};

/// Asserts that a place is in a text: on one of its lines, at most one column past its end. There is
/// one more line after the last line break, as in an editor.
pub fn is_inside(text: &str, place: Place) {
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).chars().count());
    let lines: Vec<usize> = lines.collect();
    let Place { line, column, length } = place;
    let Some(&width) = line.checked_sub(1).and_then(|at| lines.get(at)) else {
        panic!("line {line} of {} in {text:?}", lines.len());
    };
    assert!((1..=width + 1).contains(&column), "column {column} of {width} in line {line} of {text:?}");
    assert!(
        length >= 1 && column + length <= width.max(column) + 1,
        "{place:?} ends beyond {width} in {text:?}"
    );
}

/// Asserts that an error has a message and a place in the text.
pub fn is_told(text: &str, error: &LevelError) {
    assert!(!error.message.trim().is_empty(), "{error:?} says nothing");
    is_inside(text, error.place);
}

/// Asserts that a refusal has a message and a place in the moves.
pub fn is_refused_well(moves: &str, error: &PlayError) {
    match error {
        PlayError::Unreadable { column, message } => {
            assert!(!message.trim().is_empty(), "{error:?} says nothing");
            let length = moves.chars().count();
            assert!((1..=length + 1).contains(column), "column {column} of {length} in {moves:?}");
        }
        PlayError::Refused { number, name, message, .. } => {
            assert!(!message.trim().is_empty() && !name.is_empty(), "{error:?} says nothing");
            assert!(*number >= 1, "{error:?} has no number");
        }
    }
}

/// Everything observable about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The moves in the game's notation.
    pub history: String,
    /// Their cost.
    pub cost: u32,
    /// The moves by name.
    pub made: Vec<String>,
    /// The rest, which does not depend on the moves.
    pub now: Now,
}

/// What is observable about a position, independent of the moves that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Now {
    /// Whether it is solved.
    pub solved: bool,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The cards in hand.
    pub hand: Vec<String>,
    /// The status.
    pub status: Option<String>,
}

impl Seen {
    /// What can be seen of this position.
    pub fn of(position: &dyn Position) -> Seen {
        Seen {
            history: position.history(),
            cost: position.cost(),
            made: position.move_names(),
            now: Now::of(position),
        }
    }
}

impl Now {
    /// What can be seen of this position.
    pub fn of(position: &dyn Position) -> Now {
        Now {
            solved: position.is_solved(),
            moves: position.moves(),
            hand: position.hand(),
            status: position.status(),
        }
    }
}

/// Asserts that a picture is consistent: its cells are on the board and in order, and each look has one
/// meaning.
pub fn is_a_picture(picture: &Picture) {
    let Picture { width, height, .. } = *picture;
    assert!(picture.cells.iter().all(|cell| cell.x < width && cell.y < height), "a cell off the board");
    let ordered = picture.cells.windows(2).all(|pair| (pair[0].y, pair[0].x) < (pair[1].y, pair[1].x));
    assert!(ordered, "cells are not row by row, once each");
    let heights = picture.heights.len();
    assert!(
        heights == 0 || heights == picture.cells.len(),
        "{heights} heights for {} cells",
        picture.cells.len()
    );
    assert!(picture.pieces.iter().all(|piece| piece.x.is_finite() && piece.y.is_finite()));
    for (at, (style, meaning)) in picture.legend.iter().enumerate() {
        assert!(!meaning.trim().is_empty(), "{style:?} means nothing");
        assert!(picture.legend[..at].iter().all(|(other, _)| other != style), "{style:?} has two meanings");
    }
}

/// Asserts that every piece of a picture is on its board.
pub fn pieces_are_on_the_board(picture: &Picture) {
    let across = -0.5..=picture.width as f32 - 0.5;
    let down = -0.5..=picture.height as f32 - 0.5;
    for piece in &picture.pieces {
        assert!(across.contains(&piece.x) && down.contains(&piece.y), "{piece:?} is off the board");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_outside_a_text_are_noticed() {
        let inside = |line, column, length| {
            std::panic::catch_unwind(|| is_inside("ab\ncde", Place { line, column, length })).is_ok()
        };
        assert!(inside(1, 1, 1) && inside(1, 3, 1) && inside(2, 1, 3) && inside(2, 4, 1));
        assert!(
            !inside(0, 1, 1) && !inside(3, 1, 1) && !inside(1, 4, 1) && !inside(2, 1, 4) && !inside(1, 0, 1)
        );
    }
}
