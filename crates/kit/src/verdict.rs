//! The result of a search for programs: the lines of the command's `--json` and the answers to a
//! page.
//!
//! The order and the names of the fields are stable.

use std::time::Duration;

use serde::Serialize;
use unriddle_search::{Cost, Goal, Limit, Outcome, Statistics};

use crate::Answer;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// `optimal`, `solved`, `unsolvable` or `stopped`; `invalid` if the text is not a level.
    pub outcome: &'static str,
    /// The limit that ended the search; `bug` if the search and the rules of the game disagree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The cost of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The single moves of the solution, from the given position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The solution in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The number of optimal solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<String>,
    /// The proved lower bound on the cost, unless the outcome implies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Cost>,
    /// States expanded.
    pub expanded: u64,
    /// Moves generated.
    pub generated: u64,
    /// States stored.
    pub stored: u64,
    /// Seconds elapsed.
    pub seconds: f64,
    /// Peak memory, in bytes.
    pub bytes: u64,
    /// The rules that it relies on although no source settles them, a short sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
}

impl Verdict {
    /// The result of this answer.
    pub fn of(answer: &Answer) -> Verdict {
        let (reason, bound) = match answer.outcome {
            Outcome::Optimal(..) | Outcome::Unsolvable(_) => (None, None),
            Outcome::Solved { bound, limit, .. } => (limit.map(limit_word), Some(bound)),
            Outcome::Stopped { bound, .. } if answer.defect.is_some() => (Some(BUG), Some(bound)),
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
            assumptions: answer.assumptions.clone(),
            ..Verdict::bare(outcome_word(&answer.outcome), &answer.statistics)
        }
    }

    /// The result for a text that is not a level.
    pub fn invalid() -> Verdict {
        Verdict::bare("invalid", &Statistics::default())
    }

    /// The result of a search that was lost with one of its processes.
    pub fn lost() -> Verdict {
        Verdict { reason: Some("process"), ..Verdict::bare("stopped", &Statistics::default()) }
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
            assumptions: Vec::new(),
        }
    }
}

/// The reason of a search that disagrees with the rules of its game.
pub const BUG: &str = "bug";

/// A duration in seconds, rounded to the microsecond.
pub fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// The word for an outcome.
pub fn outcome_word<M>(outcome: &Outcome<M>) -> &'static str {
    match outcome {
        Outcome::Optimal(..) => "optimal",
        Outcome::Solved { .. } => "solved",
        Outcome::Unsolvable(_) => "unsolvable",
        Outcome::Stopped { .. } => "stopped",
    }
}

/// The goals by name, with what each asks for.
pub const GOALS: &[(&str, Goal, &str)] = &[
    ("optimal", Goal::Optimal, "One solution, proved to be of the least cost"),
    ("any", Goal::Any, "Some solution, soon"),
    ("all", Goal::All, "Every solution of the least cost, counted"),
];

/// The word for each limit.
const LIMITS: [(Limit, &str); 7] = [
    (Limit::Time, "time"),
    (Limit::Memory, "memory"),
    (Limit::States, "states"),
    (Limit::Cost, "cost"),
    (Limit::Cancelled, "cancelled"),
    (Limit::Method, "method"),
    (Limit::Undecided, "undecided"),
];

/// The word for a limit.
pub fn limit_word(limit: Limit) -> &'static str {
    LIMITS.iter().find(|(other, _)| *other == limit).map_or("limit", |(_, word)| word)
}

/// The inverse of [`limit_word`].
pub(crate) fn limit_of_word(word: &str) -> Option<Limit> {
    LIMITS.iter().find(|(_, other)| *other == word).map(|(limit, _)| *limit)
}
