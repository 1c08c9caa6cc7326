//! Requests and replies between a page and the engine: plain data, independent of any transport.
//!
//! [`dispatch()`] is the list of all requests. A server carries them as JSON over HTTP; a worker that runs the engine
//! itself carries the same JSON in messages. Both have the same limits and the same errors.
//!
//! A request contains everything that its reply depends on: the text of the level, and the session
//! from the last reply. Nothing is kept between requests.
//!
//! A server for untrusted clients can ask each request for an upper bound on the
//! [memory](Call::memory) of its reply before it computes it.

mod analyse;
mod changes;
mod dispatch;
mod drawing;
mod edit;
pub mod expected;
mod failure;
mod film;
mod games;
mod lessons;
mod motion;
mod moves;
mod picture;
mod play;
mod scene;
mod solve;
mod tell;
mod thumbnail;
mod weight;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use unriddle_kit::{Collection, Game, Level};

pub use analyse::{
    AnalyseRequest, AnalysisView, ImproveRequest, ImproveView, MapView, PositionRequest, PositionView,
    analyse, improve, position,
};
pub use changes::{Changes, GroundPart};
pub use dispatch::{Call, MAX_BODY, Reply, Request, Search, SearchAnswer, Value, dispatch, names};
pub use drawing::{
    CardSignView, CardView, CellSign, Drawing, DrawnCell, DrawnPiece, Entry, FillView, Frame, Stamp,
    StampLayer,
};
pub use edit::{BrokenSolution, BrushView, EditReply, EditRequest, FieldView, edit};
pub use failure::{Failure, FailureKind};
pub use film::{Film, FilmRequest, film};
pub use games::{GameView, SettingView, games};
pub use lessons::{LessonStep, LessonView, LessonsRequest, LessonsView, lessons};
pub use motion::{MotionFrame, MotionView, Moved};
pub use moves::MAX_MOVES;
pub(crate) use moves::replay;
pub use picture::{PictureFile, PictureFormat, PictureRequest, picture};
pub use play::{Action, PlayRequest, play};
pub use scene::{LineView, LossView, Scene};
pub use solve::{Allowance, AnswerView, ProgressView, SearchEvent, SolveRequest, solve};
pub use tell::{TellRequest, Telling, tell};
pub use thumbnail::thumbnail;

/// A level in a request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The id of its game. If missing, it is detected from the text.
    #[serde(default)]
    pub game: Option<String>,
    /// Its text.
    pub text: String,
    /// Which level of the text, from 1; the first where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The values that the user has set, by name; see [`Game::settings`].
    #[serde(default)]
    pub settings: BTreeMap<String, u32>,
}

impl Source {
    /// Parses the level.
    pub fn read(&self) -> Result<Box<dyn Level>, Failure> {
        let levels = self.read_all()?;
        let (number, count) = (self.number.unwrap_or(1), levels.count());
        levels
            .take(number)
            .ok_or_else(|| Failure::of_request(format!("there is no level {number}: the text has {count}")))
    }

    /// Parses all levels of the text.
    pub fn read_all(&self) -> Result<Collection, Failure> {
        let text = self.text.as_str();
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            return Err(Failure::empty());
        }
        let settings: Vec<(&str, u32)> =
            self.settings.iter().map(|(name, &value)| (name.as_str(), value)).collect();
        let levels = match self.game()? {
            Some(game) => unriddle_games::read_all_as(game, text, &settings),
            None => unriddle_games::read_all(text, &settings),
        };
        levels.map_err(|error| Failure::of_level(error, text))
    }

    /// The game that the request names.
    pub(crate) fn game(&self) -> Result<Option<&'static dyn Game>, Failure> {
        let Some(id) = &self.game else { return Ok(None) };
        match unriddle_games::game(id) {
            Some(game) => Ok(Some(game)),
            None => Err(Failure::of_request(format!("there is no game called {id:?}"))),
        }
    }
}
