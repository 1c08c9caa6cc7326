//! The meaning of keys while a level is played.
//!
//! Arrows and WASD are the same in most games. In games that lay things on cells, arrows move the
//! cursor and WASD lay. Shift and Caps Lock do not change the meaning of letters.
//!
//! The lines at the bottom of the screen and the help come from one list of [`Binding`]s, in which every key
//! that does something occurs.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unriddle_kit::{Controls, Direction};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A direction: a move, or one with the selected card.
    Go(Direction),
    /// The action key of a game that has one.
    Act,
    /// Moves the cursor.
    Point(Direction),
    /// Lays something at the cursor.
    Lay(Direction),
    /// Clears the cell at the cursor.
    Clear,
    /// Selects a card of the hand by its index.
    Pick(usize),
    /// Selects the next card of the hand.
    PickNext,
    /// Selects the previous card of the hand.
    PickPrevious,
    /// Lists all moves.
    List,
    /// Runs or pauses the film.
    Run,
    /// Advances the film by one step.
    Step,
    /// Speeds the film up.
    Faster,
    /// Slows the film down.
    Slower,
    /// Undoes the last step.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Restarts the level.
    Restart,
    /// Shows where to look for the next move of the best solution; when repeated, more and more of it.
    Hint,
    /// Goes back to the last position that can be won.
    LastWinnable,
    /// Goes to the next level.
    Next,
    /// Goes to the previous level.
    Previous,
    /// Scrolls the board.
    Look(Direction),
    /// Shows a large board whole or close up.
    Zoom,
    /// Explains how the game is played.
    Lessons,
    /// Shows the help.
    Help,
    /// Ends the game.
    Quit,
}

/// The action of a key in a game with these controls; `runs` is set if it has films.
pub(crate) fn action(key: KeyEvent, controls: Controls, runs: bool) -> Option<Action> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    if let Some(direction) = arrow(key.code) {
        return Some(match controls {
            _ if key.modifiers.contains(KeyModifiers::SHIFT) => Action::Look(direction),
            Controls::Cells => Action::Point(direction),
            Controls::Directions | Controls::Action | Controls::Hand => Action::Go(direction),
        });
    }
    let (hand, cells) = (controls == Controls::Hand, controls == Controls::Cells);
    Some(match key.code {
        KeyCode::Esc => Action::Quit,
        KeyCode::PageDown => Action::Next,
        KeyCode::PageUp => Action::Previous,
        KeyCode::Tab if hand => Action::PickNext,
        KeyCode::BackTab if hand => Action::PickPrevious,
        KeyCode::Delete | KeyCode::Backspace if cells => Action::Clear,
        KeyCode::F(1) => Action::Help,
        KeyCode::Char(letter) if control => match letter.to_ascii_lowercase() {
            'c' => Action::Quit,
            'z' => Action::Undo,
            'y' => Action::Redo,
            _ => return None,
        },
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'w' => towards(controls, Direction::Up),
            'a' => towards(controls, Direction::Left),
            's' => towards(controls, Direction::Down),
            'd' => towards(controls, Direction::Right),
            'x' if cells => Action::Clear,
            'x' | ' ' if controls == Controls::Action => Action::Act,
            digit @ '1'..='9' if hand => Action::Pick(digit as usize - '1' as usize),
            '0' if hand => Action::Pick(9),
            ']' if hand => Action::PickNext,
            '[' if hand => Action::PickPrevious,
            'm' => Action::List,
            ' ' if runs => Action::Run,
            ' ' => Action::List,
            'p' if runs => Action::Run,
            '.' if runs => Action::Step,
            '+' | '=' => Action::Faster,
            '-' | '_' => Action::Slower,
            'z' | 'u' => Action::Undo,
            'y' => Action::Redo,
            'r' => Action::Restart,
            'h' => Action::Hint,
            'l' => Action::LastWinnable,
            'o' => Action::Zoom,
            'i' => Action::Lessons,
            'n' => Action::Next,
            'b' => Action::Previous,
            '?' => Action::Help,
            'q' => Action::Quit,
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether a key quits while neither help, list nor film is open.
pub(crate) fn quits(key: KeyEvent) -> bool {
    action(key, Controls::Directions, false) == Some(Action::Quit)
}

fn towards(controls: Controls, direction: Direction) -> Action {
    match controls {
        Controls::Cells => Action::Lay(direction),
        Controls::Directions | Controls::Action | Controls::Hand => Action::Go(direction),
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

/// Keys that do something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    /// The keys.
    pub(crate) keys: &'static str,
    /// What they do.
    pub(crate) what: &'static str,
    /// The first of them and what it does, in a word.
    pub(crate) brief: (&'static str, &'static str),
}

const fn bind(keys: &'static str, what: &'static str, key: &'static str, word: &'static str) -> Binding {
    Binding { keys, what, brief: (key, word) }
}

/// All keys of a game with these controls, the most important first; `runs` is set if it has films, and
/// `scrolls` if the board is too large to be seen whole and close up.
pub(crate) fn bindings(controls: Controls, runs: bool, scrolls: bool) -> Vec<Binding> {
    let mut all = match controls {
        Controls::Directions => vec![bind("arrows WASD", "move", "arrows", "move")],
        Controls::Action => {
            vec![bind("arrows WASD", "move", "arrows", "move"), bind("x space", "act", "x", "act")]
        }
        Controls::Hand => vec![
            bind("1 2 3 … Tab [ ]", "select a card", "1-9", "pick"),
            bind("arrows WASD", "play it in that direction", "arrows", "play"),
        ],
        Controls::Cells => vec![
            bind("arrows", "move the cursor", "arrows", "point"),
            bind("WASD", "lay in that direction and advance", "WASD", "lay"),
            bind("x Del Backspace", "remove", "x", "clear"),
        ],
    };
    all.extend([
        bind("? F1", "all keys", "?", "help"),
        bind("z u Ctrl-Z", "undo", "z", "undo"),
        bind("y Ctrl-Y", "redo", "y", "redo"),
        bind("r", "restart the level", "r", "restart"),
        bind("h", "hint; again: more of the solution", "h", "hint"),
        bind("l", "back to the last position that can be won", "l", "winnable"),
        bind(
            if runs || controls == Controls::Action { "m" } else { "m space" },
            "choose from all moves",
            "m",
            "moves",
        ),
    ]);
    if runs {
        let keys = if controls == Controls::Action { "p" } else { "p space" };
        all.push(bind(keys, "run or pause", "p", "run"));
        all.push(bind(".", "run one step", ".", "step"));
    }
    all.extend([
        bind("+ = - _", "faster, slower", "+ -", "speed"),
        bind("n PgDn", "next level", "n", "next"),
        bind("b PgUp", "previous level", "b", "prev"),
        bind("i", "how to play", "i", "rules"),
    ]);
    if scrolls {
        all.push(bind("o", "the whole board, or a closer look", "o", "zoom"));
        all.push(bind("Shift+arrows", "scroll the board", "Shift+arrows", "scroll"));
    }
    all.push(bind("q Esc Ctrl-C", "quit", "q", "quit"));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(code: KeyCode, controls: Controls) -> Option<Action> {
        action(KeyEvent::new(code, KeyModifiers::NONE), controls, false)
    }

    #[test]
    fn arrows_and_letters_are_the_same_unless_there_is_a_cursor() {
        let pairs = [('w', KeyCode::Up), ('a', KeyCode::Left), ('s', KeyCode::Down), ('d', KeyCode::Right)];
        for (letter, code) in pairs {
            for controls in [Controls::Directions, Controls::Action, Controls::Hand] {
                assert_eq!(meaning(KeyCode::Char(letter), controls), meaning(code, controls));
            }
            assert!(matches!(meaning(code, Controls::Cells), Some(Action::Point(_))));
            assert!(matches!(meaning(KeyCode::Char(letter), Controls::Cells), Some(Action::Lay(_))));
        }
    }

    #[test]
    fn control_and_letters_are_not_confused() {
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert_eq!(action(control('c'), Controls::Directions, false), Some(Action::Quit));
        assert_eq!(action(control('z'), Controls::Directions, false), Some(Action::Undo));
        assert_eq!(action(control('r'), Controls::Directions, false), None);
        assert_eq!(meaning(KeyCode::Char('R'), Controls::Hand), Some(Action::Restart), "caps lock");
    }

    /// What a key is called on the screen.
    fn label(key: KeyEvent) -> String {
        let name = match key.code {
            code if arrow(code).is_some() => "arrows".into(),
            KeyCode::Char(' ') => "space".into(),
            KeyCode::Char('w' | 'a' | 's' | 'd') => "WASD".into(),
            KeyCode::Char('1'..='3') => key.code.to_string(),
            KeyCode::Char('4'..='9' | '0') => "…".into(),
            KeyCode::Char(letter) if key.modifiers == KeyModifiers::CONTROL => {
                letter.to_uppercase().to_string()
            }
            KeyCode::Tab | KeyCode::BackTab => "Tab".into(),
            KeyCode::PageDown => "PgDn".into(),
            KeyCode::PageUp => "PgUp".into(),
            KeyCode::Delete => "Del".into(),
            KeyCode::Backspace | KeyCode::Esc | KeyCode::F(_) => key.code.to_string(),
            KeyCode::Char(letter) => letter.to_string(),
            code => code.to_string(),
        };
        match key.modifiers {
            KeyModifiers::SHIFT => format!("Shift+{name}"),
            KeyModifiers::CONTROL => format!("Ctrl-{name}"),
            _ => name,
        }
    }

    #[test]
    fn every_key_that_does_something_is_told_once() {
        let letters = (' '..='~').filter(|letter| !letter.is_ascii_uppercase()).map(KeyCode::Char);
        let others = [
            KeyCode::Esc,
            KeyCode::Enter,
            KeyCode::Tab,
            KeyCode::BackTab,
            KeyCode::Backspace,
            KeyCode::Delete,
            KeyCode::Insert,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::PageUp,
            KeyCode::PageDown,
            KeyCode::F(1),
            KeyCode::F(2),
            KeyCode::Up,
            KeyCode::Right,
        ];
        let codes: Vec<_> = letters.chain(others).collect();
        let events = codes.iter().flat_map(|&code| {
            let is_arrow = arrow(code).is_some();
            let shift = is_arrow.then_some(KeyModifiers::SHIFT);
            let control = matches!(code, KeyCode::Char(_)).then_some(KeyModifiers::CONTROL);
            [Some(KeyModifiers::NONE), shift, control]
                .into_iter()
                .flatten()
                .map(move |held| KeyEvent::new(code, held))
        });
        let events: Vec<_> = events.collect();
        for controls in [Controls::Directions, Controls::Action, Controls::Hand, Controls::Cells] {
            for runs in [false, true] {
                let told: Vec<_> = bindings(controls, runs, true)
                    .iter()
                    .flat_map(|binding| binding.keys.split(' ').map(String::from))
                    .collect();
                for &event in events.iter().filter(|&&event| action(event, controls, runs).is_some()) {
                    let name = label(event);
                    let times = told.iter().filter(|told| told.eq_ignore_ascii_case(&name)).count();
                    assert_eq!(times, 1, "{name} {controls:?}");
                }
            }
        }
    }

    #[test]
    fn the_space_bar_runs_where_something_runs() {
        let space = KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE);
        assert_eq!(action(space, Controls::Cells, true), Some(Action::Run));
        assert_eq!(action(space, Controls::Cells, false), Some(Action::List));
    }
}
