//! What a page and the engine say to each other: plain data, free of any carrier.
//!
//! A request holds everything that is needed to answer it: the level's text, the moves made so
//! far. Nothing is kept between requests. A server carries them as JSON over HTTP; a worker that
//! runs the engine itself could pass the same values as messages.
//!
//! Whoever carries requests of strangers can ask each [how much memory](PlayRequest::weight) its
//! answer takes at most, before it is worked out.

mod drawing;
mod edit;
mod failure;
mod games;
mod moves;
mod play;
mod solve;
mod weight;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use drawing::{Drawing, DrawnCell, DrawnPiece, Entry, Frame, Stamp};
pub use edit::{BrushView, EditReply, EditRequest, FieldView, edit};
pub use failure::{Failure, Fault};
pub use games::{GameView, SettingView, games};
pub use moves::MOST_MOVES;
pub(crate) use moves::replay;
pub use play::{Film, FilmRequest, PlayRequest, Scene, film, picture, play, thumbnail};
pub use solve::{Allowance, AnswerView, ProgressView, SolveEvent, SolveRequest, solve};

use crate::{Game, Level};

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
