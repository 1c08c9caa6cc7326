//! Why there is no other answer.

use serde::Serialize;

use crate::{LevelError, Place, PlayError, ReadError, recognises};

/// The most characters of a message.
const LONGEST: usize = 500;

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
    pub place: Option<Place>,
    /// How many could be had, where too many were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
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
    /// How much is asked for: the answer would be too large.
    Size,
    /// Whoever answers: there is too much to do now, and later it may be answered.
    Busy,
}

impl Failure {
    /// A request that cannot be answered as it stands.
    pub fn of_request(message: impl Into<String>) -> Failure {
        let message = shortened(message.into());
        Failure { what: Fault::Request, message, help: None, place: None, most: None }
    }

    /// The same with what is at fault, and what to do about it.
    pub fn blamed_on(self, what: Fault, help: impl Into<String>) -> Failure {
        Failure { what, help: Some(help.into()), ..self }
    }

    /// A text without a level.
    pub(super) fn empty() -> Failure {
        let message = "this is empty: there is no level in it";
        Failure { what: Fault::Level, place: Some(Place::new(1, 1)), ..Failure::of_request(message) }
    }

    /// A text that has this fault.
    pub(super) fn of_text(error: LevelError) -> Failure {
        let LevelError { message, help, place } = error;
        Failure { what: Fault::Level, help, place: Some(place), ..Failure::of_request(message) }
    }

    /// A text that is no level. Where it is plain which game is meant, nothing is said of others.
    pub(super) fn of_level(error: ReadError, text: &str) -> Failure {
        let plain = recognises(error.game, text);
        let message = if plain { error.error.message.clone() } else { error.message() };
        Failure { message: shortened(message), ..Failure::of_text(error.error) }
    }

    /// Moves that cannot be made, the fault being in this part of them, from 0.
    pub(super) fn of_moves(error: &PlayError, part: usize) -> Failure {
        let message = match error {
            PlayError::Unreadable { .. } => format!("the moves cannot be read: {error}"),
            // A part is mostly a single move, so that its place in the list is the number to tell.
            PlayError::Refused { word, number, name, message } => {
                format!("{word} {}, {name}: {message}", part + number)
            }
        };
        Failure { what: Fault::Moves, ..Failure::of_request(message) }
    }
}

/// A message of a usual length: what it quotes may be as long as a request.
fn shortened(mut message: String) -> String {
    if let Some((end, _)) = message.char_indices().nth(LONGEST) {
        message.truncate(end);
        message.shrink_to_fit();
        message.push('…');
    }
    message
}
