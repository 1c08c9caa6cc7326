//! Which gesture makes a move, and how to say it: what a hint needs.
//!
//! A game says what a gesture means; a hint needs the gesture for a move. So every gesture that could
//! be made is interpreted once, which takes a few microseconds per cell.

use std::collections::HashMap;

use crate::spoken::{gestures, words};
use crate::{Controls, Gesture, Position};

/// The gestures for single moves, by the name of the move.
pub fn gestures_by_move(
    position: &dyn Position,
    controls: Controls,
    size: (usize, usize),
) -> HashMap<String, Gesture> {
    let mut found = HashMap::new();
    for gesture in gestures(controls, &position.hand(), size) {
        if let Ok(moves) = position.interpret(&gesture)
            && let [name] = &moves[..]
        {
            found.entry(name.clone()).or_insert(gesture);
        }
    }
    found
}

/// What to do for a gesture, in a few words: `→ right`. [`Position::tell`] has the game's own words and the
/// keys.
pub fn describe(gesture: &Gesture) -> String {
    match gesture.direction() {
        Ok(direction) => format!("{} {}", direction.arrow(), words(gesture)),
        Err(_) => words(gesture),
    }
}
