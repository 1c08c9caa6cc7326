//! Hands: keys that are pressed, and pointers that are moved over boards.
//!
//! They go through the browser's own input, as those of a person do; only the way is shorter.

use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions};
use fantoccini::key::Key;
use serde_json::json;
use unriddle_games::Direction;

use crate::tab::Tab;

/// The buttons of a mouse.
pub const LEFT: u64 = 0;
/// The one that erases.
pub const RIGHT: u64 = 2;

/// The arrow key of a direction.
pub fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => Key::Up,
        Direction::Right => Key::Right,
        Direction::Down => Key::Down,
        Direction::Left => Key::Left,
    }
    .into()
}

/// The letter of a direction.
pub fn letter(direction: Direction) -> char {
    match direction {
        Direction::Up => 'w',
        Direction::Right => 'd',
        Direction::Down => 's',
        Direction::Left => 'a',
    }
}

impl Tab {
    /// Presses keys, one after the other.
    pub async fn press(&self, keys: impl IntoIterator<Item = char>) {
        let mut actions = KeyActions::new("keys".to_string());
        for value in keys {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.expect("keys can be pressed");
    }

    /// Presses a key while others are held.
    pub async fn press_with(&self, held: &[Key], value: char) {
        let mut actions = KeyActions::new("keys".to_string());
        for &key in held {
            actions = actions.then(KeyAction::Down { value: key.into() });
        }
        actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        for &key in held {
            actions = actions.then(KeyAction::Up { value: key.into() });
        }
        self.client.perform_actions(actions).await.expect("keys can be pressed");
    }

    /// Where a place on a board is on the screen: a cell's middle is at a half.
    pub async fn place(&self, board: &str, (x, y): (f64, f64)) -> (f64, f64) {
        let script = "const board = document.querySelector(arguments[0]);
            board.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { x, y } = new DOMPoint(arguments[1], arguments[2]).matrixTransform(board.getScreenCTM());
            return [Math.round(x), Math.round(y)];";
        let place = self.run(script, vec![json!(board), json!(x), json!(y)]).await;
        let part = |at: usize| place[at].as_f64().unwrap_or_else(|| panic!("{board} is nowhere"));
        (part(0), part(1))
    }

    /// Draws a line over the middles of cells with a button of the mouse held; a click, if it is
    /// a single one.
    pub async fn stroke(&self, board: &str, cells: &[(usize, usize)], button: u64) {
        let mut actions = MouseActions::new("mouse".to_string());
        for (at, &(x, y)) in cells.iter().enumerate() {
            let (x, y) = self.place(board, (x as f64 + 0.5, y as f64 + 0.5)).await;
            actions = actions.then(PointerAction::MoveTo { duration: Some(Duration::from_millis(20)), x, y });
            if at == 0 {
                actions = actions.then(PointerAction::Down { button });
            }
        }
        actions = actions.then(PointerAction::Up { button });
        self.client.perform_actions(actions).await.expect("the mouse can be moved");
    }

    /// Draws a line over the middles of cells with a finger.
    pub async fn finger(&self, board: &str, cells: &[(usize, usize)]) {
        let mut actions = TouchActions::new("finger".to_string());
        for (at, &(x, y)) in cells.iter().enumerate() {
            let (x, y) = self.place(board, (x as f64 + 0.5, y as f64 + 0.5)).await;
            actions = actions.then(PointerAction::MoveTo { duration: Some(Duration::from_millis(40)), x, y });
            if at == 0 {
                actions = actions.then(PointerAction::Down { button: LEFT });
            }
        }
        actions = actions.then(PointerAction::Up { button: LEFT });
        self.client.perform_actions(actions).await.expect("a finger can be moved");
    }

    /// Swipes with a finger over the middle of a board.
    pub async fn swipe(&self, board: &str, direction: Direction) {
        let script = "const board = document.querySelector(arguments[0]);
            board.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { x, y, width, height } = board.getBoundingClientRect();
            return [Math.round(x + width / 2), Math.round(y + height / 2)];";
        let middle = self.run(script, vec![json!(board)]).await;
        let (x, y) = (middle[0].as_f64().unwrap_or(0.0), middle[1].as_f64().unwrap_or(0.0));
        let (dx, dy) = direction.delta();
        let actions = TouchActions::new("finger".to_string())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: LEFT })
            .then(PointerAction::MoveBy {
                duration: Some(Duration::from_millis(60)),
                x: 60.0 * dx as f64,
                y: 60.0 * dy as f64,
            })
            .then(PointerAction::Up { button: LEFT });
        self.client.perform_actions(actions).await.expect("a finger can be moved");
    }
}
