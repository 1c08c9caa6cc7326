//! Playing: a level, the moves so far, and what the player does next.

use serde::{Deserialize, Serialize};
use unriddle_search::Cost;

use super::{Drawing, Frame, Source};
use crate::Gesture;

/// Where does this stand, and what comes of this gesture?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The single moves made so far, by name, or longer parts in the game's notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// What the player does now.
    #[serde(default)]
    pub gesture: Option<Gesture>,
}

/// A level after some moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The id of its game.
    pub game: &'static str,
    /// Its name, if it carries one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// All single moves made, those of the gesture included.
    pub moves: Vec<String>,
    /// The same in the game's notation.
    pub history: String,
    /// What they cost.
    pub cost: Cost,
    /// What the level says an optimal solution costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par: Option<Cost>,
    /// Whether the level is solved.
    pub solved: bool,
    /// How things stand beyond that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// What there is to say about the moves.
    pub remarks: Vec<String>,
    /// What is odd about the level.
    pub warnings: Vec<String>,
    /// Why the gesture did nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What can be played, where a game has such.
    pub hand: Vec<String>,
    /// The moves that can be made here, by name; the first thousand.
    pub open: Vec<String>,
    /// Whether things happen by themselves from here: there is a [`Film`].
    pub runs: bool,
    /// What it looks like.
    pub picture: Drawing,
}

/// What happens by itself after these moves?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FilmRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves made so far.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How many steps at the most.
    pub most: usize,
}

/// What happens by itself, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Film {
    /// What stays the same in every picture.
    pub base: Drawing,
    /// Each picture beyond that, the one before the first step first. Their looks are those of
    /// `base`.
    pub frames: Vec<Frame>,
}
