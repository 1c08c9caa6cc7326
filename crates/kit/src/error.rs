//! Errors with a place: what is wrong, where it is, and what was expected.

use std::fmt;

use serde::Serialize;

/// A place in a text. Lines and columns count from 1, and columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in that line, from 1, in characters.
    pub column: usize,
    /// The number of characters, at least 1.
    pub length: usize,
}

impl Place {
    /// The place of one character.
    pub fn new(line: usize, column: usize) -> Self {
        Place { line, column, length: 1 }
    }

    /// The place of several characters of a line.
    pub fn span(line: usize, column: usize, length: usize) -> Self {
        Place { line, column, length: length.max(1) }
    }
}

/// Why a text is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where it is.
    pub place: Place,
}

impl LevelError {
    /// An error at a place.
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        LevelError { message: message.into(), help: None, place }
    }

    /// Adds advice to the error.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column, .. } = self.place;
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}

impl std::error::Error for LevelError {}

/// Why a string of moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The text is not a list of moves.
    Unreadable {
        /// The column in the text at which reading failed, from 1, in characters.
        column: usize,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// A move is not legal in its state.
    Refused {
        /// The game's word for a move: see [`Game::move_word`](crate::Game::move_word).
        word: &'static str,
        /// The number of the move in the list, from 1.
        number: usize,
        /// The move as written.
        name: String,
        /// Why it is not legal, in the words of the game.
        message: String,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Unreadable { column, message } => write!(f, "column {column}: {message}"),
            PlayError::Refused { word, number, name, message } => {
                write!(f, "{word} {number}, {name}: {message}")
            }
        }
    }
}

impl std::error::Error for PlayError {}
