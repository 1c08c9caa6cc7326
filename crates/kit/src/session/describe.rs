//! Which gesture makes a move, and how to say it: what a hint needs.
//!
//! A game says what a gesture means; a hint needs the gesture for a move. So every gesture that could
//! be made is interpreted once, which takes a few microseconds per cell.

use std::collections::HashMap;

use crate::spoken::{gestures, words};
use crate::{Controls, Direction, Gesture, Position};

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

/// Where the cursor begins in a game that is played on cells: the first one, row by row, where something can be laid.
pub fn first_cell(
    position: &dyn Position,
    controls: Controls,
    (width, height): (usize, usize),
) -> Option<(usize, usize)> {
    if controls != Controls::Cells {
        return None;
    }
    let mut open = position.moves();
    open.sort_unstable();
    let is_open = |name: &String| open.binary_search(name).is_ok();
    let mut cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    cells.find(|&(x, y)| {
        let lays = Direction::ALL.map(|direction| position.interpret(&Gesture::Lay { x, y, direction }));
        lays.iter().flatten().any(|moves| !moves.is_empty() && moves.iter().all(is_open))
    })
}

/// What to do for a gesture, in a few words: `→ right`. [`Position::tell`] has the game's own words and the
/// keys.
pub fn describe(gesture: &Gesture) -> String {
    match gesture.direction() {
        Ok(direction) => format!("{} {}", direction.arrow(), words(gesture)),
        Err(_) => words(gesture),
    }
}
