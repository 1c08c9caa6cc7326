//! What a page and the engine say to each other: plain data, free of any carrier.
//!
//! A request holds everything that is needed to answer it: the level's text, the moves made so
//! far. Nothing is kept between requests. A server carries them as JSON over HTTP; a worker that
//! runs the engine itself could pass the same values as messages.

mod drawing;
mod edit;
mod failure;
mod games;
mod play;
mod solve;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use drawing::{Drawing, DrawnCell, DrawnPiece, Entry, Frame, Stamp};
pub use edit::{BrushView, EditReply, EditRequest, FieldView, edit};
pub use failure::{Failure, Fault};
pub use games::{GameView, SettingView, games};
pub use play::{Film, FilmRequest, PlayRequest, Scene, film, picture, play, thumbnail};
pub use solve::{Allowance, AnswerView, ProgressView, SolveEvent, SolveRequest, solve};

use crate::{Game, Level, Position};

/// A level as a request carries it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The id of its game; where it is missing, the text decides.
    #[serde(default)]
    pub game: Option<String>,
    /// Its text.
    pub text: String,
    /// Numbers that the user has set, by name; see [`Game::settings`].
    #[serde(default)]
    pub settings: BTreeMap<String, u32>,
}

impl Source {
    /// The level, or why there is none.
    pub fn read(&self) -> Result<Box<dyn Level>, Failure> {
        let text = self.text.as_str();
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            return Err(Failure::empty());
        }
        let settings: Vec<(&str, u32)> =
            self.settings.iter().map(|(name, &value)| (name.as_str(), value)).collect();
        let level = match self.game()? {
            Some(game) => crate::read_as(game, text, &settings),
            None => crate::read(text, &settings),
        };
        level.map_err(|error| Failure::of_level(error, text))
    }

    /// The game that the request names.
    pub(crate) fn game(&self) -> Result<Option<&'static dyn Game>, Failure> {
        let Some(id) = &self.game else { return Ok(None) };
        match crate::game(id) {
            Some(game) => Ok(Some(game)),
            None => Err(Failure::of_request(format!("there is no game called {id:?}"))),
        }
    }
}

/// Makes the moves of a request: single moves by name, or longer parts.
pub(crate) fn replay(position: &mut dyn Position, moves: &[String]) -> Result<(), Failure> {
    for (at, part) in moves.iter().enumerate() {
        position.advance(part).map_err(|error| Failure::of_moves(&error, at))?;
    }
    Ok(())
}
