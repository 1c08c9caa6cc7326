//! What a page and the engine say to each other: plain data, free of any carrier.
//!
//! A request holds everything that is needed to answer it: the level's text, the moves made so
//! far. Nothing is kept between requests. A server carries them as JSON over HTTP; a worker that
//! runs the engine itself could pass the same values as messages.

mod drawing;
mod edit;
mod games;
mod play;
mod solve;

use serde::{Deserialize, Serialize};

pub use drawing::{Drawing, DrawnCell, DrawnPiece, Entry, Frame, Stamp};
pub use edit::{BrushView, EditReply, EditRequest, FieldView};
pub use games::{GameView, SettingView};
pub use play::{Film, FilmRequest, PlayRequest, Scene};
pub use solve::{AnswerView, ProgressView, SolveEvent, SolveRequest};

/// A level as a request carries it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The id of its game; where it is missing, the text decides.
    #[serde(default)]
    pub game: Option<String>,
    /// Its text.
    pub text: String,
    /// Numbers that the user has set, by name; see [`Game::settings`](crate::Game::settings).
    #[serde(default)]
    pub settings: std::collections::BTreeMap<String, u32>,
}

/// Why there is no other answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What is at fault.
    pub what: Fault,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where in the level's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<crate::Place>,
}

/// What is at fault in a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// The level's text.
    Level,
    /// The moves.
    Moves,
    /// The request itself: no such game, no such brush.
    Request,
}
