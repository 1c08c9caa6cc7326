//! What came of a search, in the words and numbers that programs are told: on the lines of the
//! command's `--json` and in the answers that a page gets.
//!
//! The order and the names of the fields are a promise.

use std::time::Duration;

use serde::Serialize;
use unriddle_search::{Cost, Limit, Outcome, Statistics};

use crate::Answer;

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// `optimal`, `solved`, `unsolvable` or `stopped`; `invalid` for what is no level.
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
}

impl Verdict {
    /// What came of a search.
    pub fn of(answer: &Answer) -> Verdict {
        let (reason, bound) = match answer.outcome {
            Outcome::Optimal(..) | Outcome::Unsolvable(_) => (None, None),
            Outcome::Solved { bound, limit, .. } => (limit.map(limit_word), Some(bound)),
            Outcome::Stopped { limit, bound } => (Some(limit_word(limit)), Some(bound)),
        };
        let found = answer.outcome.solution();
        Verdict {
            reason,
            cost: found.map(|solution| solution.cost),
            moves: found.map(|solution| solution.moves.clone()),
            solution: answer.solution.clone(),
            solutions: answer.solutions.as_ref().map(ToString::to_string),
            bound,
            ..Verdict::bare(outcome_word(&answer.outcome), &answer.statistics)
        }
    }

    /// What came of something that is no level.
    pub fn invalid() -> Verdict {
        Verdict::bare("invalid", &Statistics::default())
    }

    fn bare(outcome: &'static str, statistics: &Statistics) -> Verdict {
        Verdict {
            outcome,
            reason: None,
            cost: None,
            moves: None,
            solution: None,
            solutions: None,
            bound: None,
            expanded: statistics.expanded,
            generated: statistics.generated,
            stored: statistics.stored,
            seconds: seconds(statistics.elapsed),
            bytes: statistics.bytes,
        }
    }
}

/// A span of time in seconds, to the microsecond.
pub(crate) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// The one word for an outcome.
pub fn outcome_word<M>(outcome: &Outcome<M>) -> &'static str {
    match outcome {
        Outcome::Optimal(..) => "optimal",
        Outcome::Solved { .. } => "solved",
        Outcome::Unsolvable(_) => "unsolvable",
        Outcome::Stopped { .. } => "stopped",
    }
}

/// The one word for a limit.
pub fn limit_word(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::States => "states",
        Limit::Cost => "cost",
        Limit::Cancelled => "cancelled",
        Limit::Method => "method",
    }
}
