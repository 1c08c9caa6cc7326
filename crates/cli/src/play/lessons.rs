//! How the game is played, a rule at a time: the lessons of the game, with their boards before and after.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use unriddle_kit::{Game, PAR};
use unriddle_render as render;

/// The open lessons.
pub(crate) struct Lessons {
    game: &'static dyn Game,
    at: usize,
}

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    /// They stay open.
    Open,
    /// They are closed.
    Closed,
}

/// A page of the lessons.
pub(crate) struct Page {
    /// Its title.
    pub(crate) title: &'static str,
    /// The rule.
    pub(crate) text: String,
    /// The boards, as lines.
    pub(crate) boards: String,
    /// Its number, and the number of pages.
    pub(crate) number: (usize, usize),
}

impl Lessons {
    /// The lessons of a game, at the first.
    pub(crate) fn new(game: &'static dyn Game) -> Self {
        Lessons { game, at: 0 }
    }

    /// One for each lesson, and one for what cost and par mean.
    fn pages(&self) -> usize {
        self.game.info().lessons.len() + 1
    }

    /// The open page.
    pub(crate) fn page(&self) -> Page {
        let info = self.game.info();
        let number = (self.at + 1, self.pages());
        match info.lessons.get(self.at) {
            Some(lesson) => Page {
                title: lesson.title,
                text: lesson.text.into(),
                boards: render::boards(lesson, self.game),
                number,
            },
            None => Page {
                title: "Cost and par",
                text: format!("{} {PAR}", info.cost),
                boards: String::new(),
                number,
            },
        }
    }

    /// Handles a key: arrows turn the page, and so do the space bar and Enter; any other key closes them.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Turned {
        let pages = self.pages();
        match key.code {
            KeyCode::Right
            | KeyCode::Down
            | KeyCode::PageDown
            | KeyCode::Enter
            | KeyCode::Char(' ' | 'n') => {
                self.at = (self.at + 1) % pages;
            }
            KeyCode::Left | KeyCode::Up | KeyCode::PageUp | KeyCode::Char('b') => {
                self.at = (self.at + pages - 1) % pages;
            }
            _ => return Turned::Closed,
        }
        Turned::Open
    }
}
