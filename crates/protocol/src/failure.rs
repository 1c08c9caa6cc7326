//! Why a request failed.

use serde::Serialize;
use unriddle_games::{ReadError, recognises};
use unriddle_kit::{LevelError, Place, PlayError};

use super::MAX_BODY;

/// The maximum length of a message, in characters.
const MAX_LENGTH: usize = 500;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The cause.
    pub what: FailureKind,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The place in the text of the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// How many are available, if too many were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
}

/// The cause of a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FailureKind {
    /// The text of the level.
    Level,
    /// The moves.
    Moves,
    /// The request itself, such as an unknown game or brush.
    Request,
    /// The size of the request or of its reply.
    Size,
    /// The server is busy. The same request may succeed later.
    Busy,
}

impl Failure {
    /// A failure of kind [`FailureKind::Request`].
    pub fn of_request(message: impl Into<String>) -> Failure {
        let message = shortened(message.into());
        Failure { what: FailureKind::Request, message, help: None, place: None, most: None }
    }

    /// Sets the kind of the failure, and what to do about it.
    pub fn blamed_on(self, what: FailureKind, help: impl Into<String>) -> Failure {
        Failure { what, help: Some(help.into()), ..self }
    }

    /// The failure of a request whose body is larger than [`MAX_BODY`].
    pub fn oversized() -> Failure {
        Failure::of_request(format!("the request is larger than {} MiB", MAX_BODY >> 20))
    }

    /// The failure for an empty text.
    pub(super) fn empty() -> Failure {
        let message = "this is empty: there is no level in it";
        Failure { what: FailureKind::Level, place: Some(Place::new(1, 1)), ..Failure::of_request(message) }
    }

    /// The failure for a text with this error.
    pub(super) fn of_text(error: LevelError) -> Failure {
        let LevelError { message, help, place } = error;
        Failure { what: FailureKind::Level, help, place: Some(place), ..Failure::of_request(message) }
    }

    /// The failure for a text that is not a level. The message mentions the detected game only if it is
    /// a weak guess.
    pub(super) fn of_level(error: ReadError, text: &str) -> Failure {
        let plain = recognises(error.game, text);
        let message = if plain { error.error.message.clone() } else { error.message() };
        Failure { message: shortened(message), ..Failure::of_text(error.error) }
    }

    /// The failure for moves with an error in this part of the list, from 0.
    pub(super) fn of_moves(error: &PlayError, part: usize) -> Failure {
        let message = match error {
            PlayError::Unreadable { .. } => format!("the moves cannot be read: {error}"),
            // A part is usually a single move, so its index gives the number of the move.
            PlayError::Refused { word, number, name, message } => {
                format!("{word} {}, {name}: {message}", part + number)
            }
        };
        Failure { what: FailureKind::Moves, ..Failure::of_request(message) }
    }
}

/// Truncates a message, since it may quote text as long as a request.
fn shortened(mut message: String) -> String {
    if let Some((end, _)) = message.char_indices().nth(MAX_LENGTH) {
        message.truncate(end);
        message.shrink_to_fit();
        message.push('…');
    }
    message
}
