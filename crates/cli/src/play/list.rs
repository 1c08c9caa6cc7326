//! A list of all moves to choose from, filtered by typing.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The maximum length of the filter, in bytes. No move has such a long name.
const MAX_LENGTH: usize = 100;

/// An open list.
pub(crate) struct List {
    /// Each move by name, with its description.
    entries: Vec<(String, String)>,
    /// The filter.
    pub(crate) filter: String,
    /// The index of the selected entry among those that match.
    pub(crate) at: usize,
}

/// The effect of a key on the list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// It stays open.
    Nothing,
    /// It is closed.
    Closed,
    /// A move is chosen.
    Move(String),
}

impl List {
    /// A list of moves, as (name, description).
    pub(crate) fn new(entries: Vec<(String, String)>) -> Self {
        List { entries, filter: String::new(), at: 0 }
    }

    /// The entries that contain the filter, ignoring case.
    pub(crate) fn fitting(&self) -> impl Iterator<Item = &(String, String)> {
        let filter = self.filter.to_lowercase();
        let fits = move |text: &str| text.to_lowercase().contains(&filter);
        self.entries.iter().filter(move |(name, about)| fits(name) || fits(about))
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent, page: usize) -> Picked {
        let last = self.fitting().count().saturating_sub(1);
        match key.code {
            KeyCode::Esc => return Picked::Closed,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Picked::Closed,
            KeyCode::Enter => {
                return self
                    .fitting()
                    .nth(self.at)
                    .map_or(Picked::Nothing, |(name, _)| Picked::Move(name.clone()));
            }
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.at = if self.at < last { self.at + 1 } else { 0 },
            KeyCode::PageUp => self.at = self.at.saturating_sub(page),
            KeyCode::PageDown => self.at = (self.at + page).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Backspace => {
                self.filter.pop();
                self.at = 0;
            }
            KeyCode::Char(letter) if !letter.is_control() && self.filter.len() < MAX_LENGTH => {
                self.filter.push(letter);
                self.at = 0;
            }
            _ => {}
        }
        Picked::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> List {
        List::new(
            ["1-> right", "1-^ up", "2-> right"]
                .map(|entry| {
                    let (name, about) = entry.split_once(' ').expect("two words");
                    (name.to_string(), about.to_string())
                })
                .to_vec(),
        )
    }

    fn press(list: &mut List, codes: &[KeyCode]) -> Picked {
        let press = |picked, &code: &KeyCode| match picked {
            Picked::Nothing => list.key(KeyEvent::new(code, KeyModifiers::NONE), 2),
            picked => picked,
        };
        codes.iter().fold(Picked::Nothing, press)
    }

    #[test]
    fn typing_narrows_and_enter_picks() {
        let mut list = list();
        let picked = press(&mut list, &[KeyCode::Char('R'), KeyCode::Down, KeyCode::Enter]);
        assert_eq!(picked, Picked::Move("2->".into()));
        assert_eq!(list.fitting().count(), 2);
        press(&mut list, &[KeyCode::Backspace]);
        assert_eq!((list.fitting().count(), list.at), (3, 0));
    }

    #[test]
    fn the_mark_goes_round_and_nothing_fitting_picks_nothing() {
        let mut list = list();
        assert_eq!(press(&mut list, &[KeyCode::Up, KeyCode::Enter]), Picked::Move("2->".into()));
        assert_eq!(press(&mut list, &[KeyCode::PageDown, KeyCode::Down]), Picked::Nothing);
        assert_eq!(list.at, 0);
        assert_eq!(press(&mut list, &[KeyCode::Char('?'), KeyCode::Up, KeyCode::Enter]), Picked::Nothing);
        assert_eq!(press(&mut list, &[KeyCode::Esc]), Picked::Closed);
    }
}
