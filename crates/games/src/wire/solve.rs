//! Solving: what to look for, how it goes, what came of it.

use serde::{Deserialize, Serialize};
use unriddle_search::Cost;

use super::{Failure, Source};

/// What can be done from here?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolveRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves made so far.
    #[serde(default)]
    pub moves: Vec<String>,
    /// `optimal`, `any` or `all`; the game's own choice where it is missing.
    #[serde(default)]
    pub goal: Option<String>,
    /// How many seconds at the most.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// What is heard while a level is solved. The last is an answer or a failure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum SolveEvent {
    /// Others come first.
    Queued {
        /// How many.
        ahead: usize,
    },
    /// It goes on.
    Progress(ProgressView),
    /// It is done.
    Answer(Box<AnswerView>),
    /// It could not begin.
    Failure(Failure),
}

/// How a search goes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgressView {
    /// Every solution costs at least this much.
    pub bound: Cost,
    /// The cost of the best solution so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Cost>,
    /// States looked at.
    pub expanded: u64,
    /// States kept.
    pub stored: u64,
    /// States kept a second.
    pub rate: f64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Memory held.
    pub bytes: u64,
}

/// What came of a search: the fields of the command's `--json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerView {
    /// `optimal`, `solved`, `unsolvable` or `stopped`.
    pub outcome: &'static str,
    /// The limit that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// What the solution costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The single moves of the solution, from the position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The solution in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// How many optimal ones there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<String>,
    /// Every solution costs at least this much, where that is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Cost>,
    /// States looked at.
    pub expanded: u64,
    /// Moves looked at.
    pub generated: u64,
    /// States kept.
    pub stored: u64,
    /// Seconds taken.
    pub seconds: f64,
    /// Memory held at the most.
    pub bytes: u64,
    /// Things to know about the answer.
    pub notes: Vec<String>,
    /// Further numbers, by name.
    pub facts: Vec<(&'static str, u64)>,
}
