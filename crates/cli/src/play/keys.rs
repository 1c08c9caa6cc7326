//! What the keys mean while a level is played.
//!
//! Arrows and WASD are the same in most games. Where things are laid on cells, arrows move the
//! cursor and WASD lay. Letters mean the same with Shift or Caps Lock.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unriddle_games::{Direction, Handling};

/// What a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A direction: a move, or one with what is picked.
    Go(Direction),
    /// The cursor moves.
    Point(Direction),
    /// Something is laid at the cursor.
    Lay(Direction),
    /// What lies at the cursor is taken away.
    Clear,
    /// Something of the hand is picked, by its place.
    Pick(usize),
    /// The next of the hand is picked.
    PickNext,
    /// The previous of the hand is picked.
    PickPrevious,
    /// All moves are listed.
    List,
    /// What happens by itself runs, or stops.
    Run,
    /// It goes on by one step.
    Step,
    /// It runs faster.
    Faster,
    /// It runs slower.
    Slower,
    /// The last step is taken back.
    Undo,
    /// It is made again.
    Redo,
    /// The level begins again.
    Restart,
    /// The next move of a best solution is shown; asked again, all of it is played.
    Hint,
    /// The next level.
    Next,
    /// The previous level.
    Previous,
    /// The board is moved under the view.
    Look(Direction),
    /// The keys are explained.
    Help,
    /// The game ends.
    Quit,
}

/// What a key means where the game is handled so, and things run by themselves or do not.
pub(crate) fn action(key: KeyEvent, handling: Handling, runs: bool) -> Option<Action> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    if let Some(direction) = arrow(key.code) {
        return Some(match handling {
            _ if key.modifiers.contains(KeyModifiers::SHIFT) => Action::Look(direction),
            Handling::Cells => Action::Point(direction),
            Handling::Directions | Handling::Hand => Action::Go(direction),
        });
    }
    Some(match key.code {
        KeyCode::Esc => Action::Quit,
        KeyCode::PageDown => Action::Next,
        KeyCode::PageUp => Action::Previous,
        KeyCode::Tab => Action::PickNext,
        KeyCode::BackTab => Action::PickPrevious,
        KeyCode::Delete | KeyCode::Backspace => Action::Clear,
        KeyCode::F(1) => Action::Help,
        KeyCode::Char(letter) if control => match letter.to_ascii_lowercase() {
            'c' => Action::Quit,
            'z' => Action::Undo,
            'y' => Action::Redo,
            _ => return None,
        },
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'w' => towards(handling, Direction::Up),
            'a' => towards(handling, Direction::Left),
            's' => towards(handling, Direction::Down),
            'd' => towards(handling, Direction::Right),
            'x' => Action::Clear,
            digit @ '1'..='9' => Action::Pick(digit as usize - '1' as usize),
            '0' => Action::Pick(9),
            ']' => Action::PickNext,
            '[' => Action::PickPrevious,
            'm' => Action::List,
            ' ' if runs => Action::Run,
            ' ' => Action::List,
            'p' => Action::Run,
            '.' => Action::Step,
            '+' | '=' => Action::Faster,
            '-' | '_' => Action::Slower,
            'z' | 'u' => Action::Undo,
            'y' => Action::Redo,
            'r' => Action::Restart,
            'h' => Action::Hint,
            'n' => Action::Next,
            'b' => Action::Previous,
            '?' => Action::Help,
            'q' => Action::Quit,
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether a key quits, as long as nothing else waits for keys.
pub(crate) fn quits(key: KeyEvent) -> bool {
    action(key, Handling::Directions, false) == Some(Action::Quit)
}

fn towards(handling: Handling, direction: Direction) -> Action {
    match handling {
        Handling::Cells => Action::Lay(direction),
        Handling::Directions | Handling::Hand => Action::Go(direction),
    }
}

/// The direction of an arrow key.
pub(crate) fn arrow(code: KeyCode) -> Option<Direction> {
    match code {
        KeyCode::Right => Some(Direction::Right),
        KeyCode::Up => Some(Direction::Up),
        KeyCode::Left => Some(Direction::Left),
        KeyCode::Down => Some(Direction::Down),
        _ => None,
    }
}

/// The keys of a game that is handled so, as (keys, what they do).
pub(crate) fn explain(handling: Handling, runs: bool) -> Vec<(&'static str, &'static str)> {
    let mut lines = match handling {
        Handling::Directions => vec![("arrows, WASD", "move")],
        Handling::Hand => {
            vec![("1 2 3 … Tab [ ]", "pick from the hand"), ("arrows, WASD", "play it in that direction")]
        }
        Handling::Cells => vec![
            ("arrows", "move the cursor"),
            ("WASD", "lay in that direction and go on"),
            ("x, Del, Backspace", "take away"),
        ],
    };
    lines.push((if runs { "m" } else { "m, space" }, "all moves, to pick from"));
    if runs {
        lines.push(("p, space", "run, and stop"));
        lines.push((".", "run by one step"));
        lines.push(("+ -", "faster, slower"));
    }
    lines.extend([
        ("z, u", "undo"),
        ("y", "redo"),
        ("r", "begin again"),
        ("h", "hint; twice: play it to the end"),
        ("n, PgDn", "next level"),
        ("b, PgUp", "previous level"),
        ("Shift+arrows", "look around"),
        ("?", "this help"),
        ("q, Esc, Ctrl-C", "quit"),
    ]);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(code: KeyCode, handling: Handling) -> Option<Action> {
        action(KeyEvent::new(code, KeyModifiers::NONE), handling, false)
    }

    #[test]
    fn arrows_and_letters_are_the_same_unless_there_is_a_cursor() {
        let pairs = [('w', KeyCode::Up), ('a', KeyCode::Left), ('s', KeyCode::Down), ('d', KeyCode::Right)];
        for (letter, code) in pairs {
            for handling in [Handling::Directions, Handling::Hand] {
                assert_eq!(meaning(KeyCode::Char(letter), handling), meaning(code, handling));
            }
            assert!(matches!(meaning(code, Handling::Cells), Some(Action::Point(_))));
            assert!(matches!(meaning(KeyCode::Char(letter), Handling::Cells), Some(Action::Lay(_))));
        }
    }

    #[test]
    fn control_and_letters_are_not_confused() {
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert_eq!(action(control('c'), Handling::Directions, false), Some(Action::Quit));
        assert_eq!(action(control('z'), Handling::Directions, false), Some(Action::Undo));
        assert_eq!(action(control('r'), Handling::Directions, false), None);
        assert_eq!(meaning(KeyCode::Char('R'), Handling::Hand), Some(Action::Restart), "caps lock");
    }

    #[test]
    fn the_space_bar_runs_where_something_runs() {
        let space = KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE);
        assert_eq!(action(space, Handling::Cells, true), Some(Action::Run));
        assert_eq!(action(space, Handling::Cells, false), Some(Action::List));
    }
}
