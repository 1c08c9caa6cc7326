//! Which gesture makes a move: the games' own answer, turned round.
//!
//! A game says what a gesture means; a hint needs the gesture for a move. So every gesture that
//! could be made is asked for its meaning once, which takes a few microseconds a cell.

use std::collections::HashMap;

use unriddle_games::{Direction, Gesture, Handling, Position};

/// The gestures for single moves, by the name of the move.
pub(crate) fn by_move(
    position: &dyn Position,
    handling: Handling,
    (width, height): (usize, usize),
) -> HashMap<String, Gesture> {
    let mut gestures = Vec::new();
    match handling {
        Handling::Directions => gestures.extend(Direction::ALL.map(|direction| Gesture::Go { direction })),
        Handling::Hand => {
            for card in position.hand() {
                let card = |direction| Gesture::Play { card: card.clone(), direction };
                gestures.extend(Direction::ALL.map(card));
            }
        }
        Handling::Cells => {
            for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                gestures.extend(Direction::ALL.map(|direction| Gesture::Lay { x, y, direction }));
                gestures.push(Gesture::Clear { x, y });
            }
        }
    }
    let mut found = HashMap::new();
    for gesture in gestures {
        if let Ok(moves) = position.meaning(&gesture)
            && let [name] = &moves[..]
        {
            found.entry(name.clone()).or_insert(gesture);
        }
    }
    found
}

/// What to do for a gesture, in a few words.
pub(crate) fn tell(gesture: &Gesture) -> String {
    match gesture {
        Gesture::Go { direction } => format!("{} {}", arrow(*direction), direction.word()),
        Gesture::Play { card, direction } => format!("{card} {} {}", arrow(*direction), direction.word()),
        Gesture::Lay { x, y, direction } => {
            format!("{} {} at column {}, row {}", arrow(*direction), direction.word(), x + 1, y + 1)
        }
        Gesture::Clear { x, y } => format!("clear column {}, row {}", x + 1, y + 1),
    }
}

/// The arrow that points there.
fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Right => '→',
        Direction::Up => '↑',
        Direction::Left => '←',
        Direction::Down => '↓',
    }
}
