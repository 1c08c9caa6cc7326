//! Keyboard, mouse and touch input, through the browser's own input events.

use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions};
use fantoccini::key::Key;
use serde_json::json;
use unriddle_kit::Direction;

use super::tab::Tab;

/// The left mouse button.
pub const LEFT: u64 = 0;
/// The right mouse button.
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

    /// The pixels of places on a board, once the layout has settled. The middle of a cell is at a half.
    async fn places(&self, board: &str, places: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let script = "const [selector, places, done] = arguments;
            const board = document.querySelector(selector);
            let before = '';
            const look = () => {
                board.scrollIntoView({ block: 'center', behavior: 'instant' });
                const { a, d, e, f } = board.getScreenCTM();
                const now = [a, d, e, f].join();
                if (now !== before || !board.hasAttribute('viewBox')) {
                    before = now;
                    requestAnimationFrame(look);
                } else done(places.map(([x, y]) => [Math.round(a * x + e), Math.round(d * y + f)]));
            };
            look();";
        let found = self.client.execute_async(script, vec![json!(board), json!(places)]).await;
        let found = found.unwrap_or_else(|error| panic!("the layout of {board} does not settle: {error}"));
        serde_json::from_value(found).expect("a place is two numbers")
    }

    /// Drags the mouse over the middles of cells with a button held; a click for a single cell.
    pub async fn stroke(&self, board: &str, cells: &[(usize, usize)], button: u64) {
        let mouse = MouseActions::new("mouse".to_string());
        let actions = line(mouse, &self.places(board, &middles(cells)).await, button);
        self.client.perform_actions(actions).await.expect("the mouse can be moved");
    }

    /// Drags a finger over the middles of cells.
    pub async fn finger(&self, board: &str, cells: &[(usize, usize)]) {
        let finger = TouchActions::new("finger".to_string());
        let actions = line(finger, &self.places(board, &middles(cells)).await, LEFT);
        self.client.perform_actions(actions).await.expect("a finger can be moved");
    }

    /// Swipes from the first cell of a board, within the window.
    pub async fn swipe(&self, board: &str, direction: Direction) {
        let (x, y) = self.places(board, &middles(&[(0, 0)])).await[0];
        let (dx, dy) = direction.delta();
        let end = ((x + 60.0 * dx as f64).max(1.0), (y + 60.0 * dy as f64).max(1.0));
        let finger = TouchActions::new("finger".to_string());
        let actions = line(finger, &[(x, y), end], LEFT);
        self.client.perform_actions(actions).await.expect("a finger can be moved");
    }
}

/// The middles of cells.
fn middles(cells: &[(usize, usize)]) -> Vec<(f64, f64)> {
    cells.iter().map(|&(x, y)| (x as f64 + 0.5, y as f64 + 0.5)).collect()
}

/// A drag from place to place.
fn line<S: InputSource<Action = PointerAction>>(mut pointer: S, places: &[(f64, f64)], button: u64) -> S {
    let step = Duration::from_millis(40);
    for (at, &(x, y)) in places.iter().enumerate() {
        pointer = pointer.then(PointerAction::MoveTo { duration: Some(step), x, y });
        if at == 0 {
            pointer = pointer.then(PointerAction::Down { button });
        }
    }
    pointer.then(PointerAction::Up { button })
}
