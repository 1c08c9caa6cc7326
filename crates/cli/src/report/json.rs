//! Results as JSON lines, for programs: one object for each level, as they come.
//!
//! The order and the names of the fields are a promise. Numbers that a game has to tell follow
//! at the end under their own names.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};
use unriddle_games::search::{Outcome, Statistics};
use unriddle_games::{Answer, Place};

use crate::problem::Problem;
use crate::report::text::{limit_word, outcome_word};
use crate::screen::Screen;

/// The result of `solve` for a level.
#[derive(Debug, Serialize)]
pub(crate) struct Solved<'a> {
    file: &'a str,
    game: Option<&'a str>,
    outcome: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    expanded: u64,
    generated: u64,
    stored: u64,
    seconds: f64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    listed: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(flatten)]
    facts: Map<String, Value>,
}

/// What is wrong with a level, and where.
#[derive(Debug, Serialize)]
pub(crate) struct Fault<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl<'a> From<&'a Problem> for Fault<'a> {
    fn from(problem: &'a Problem) -> Self {
        let place: Option<Place> = problem.place;
        Fault {
            message: &problem.message,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }
    }
}

impl<'a> Solved<'a> {
    /// The line of a level that was searched.
    pub(crate) fn answer(file: &'a str, game: &'a str, answer: &'a Answer) -> Self {
        let (reason, bound) = match answer.outcome {
            Outcome::Optimal(_) | Outcome::Unsolvable => (None, None),
            Outcome::Solved { bound, limit, .. } => (limit.map(limit_word), Some(bound)),
            Outcome::Stopped { limit, bound } => (Some(limit_word(limit)), Some(bound)),
        };
        let found = answer.outcome.solution();
        Solved {
            reason,
            cost: found.map(|solution| solution.cost),
            moves: found.map(|solution| solution.moves.as_slice()),
            solution: answer.solution.as_deref(),
            solutions: answer.solutions.as_ref().map(ToString::to_string),
            bound,
            listed: &answer.listed,
            notes: &answer.notes,
            facts: answer.facts.iter().map(|&(name, number)| (name.into(), number.into())).collect(),
            ..Solved::bare(file, Some(game), outcome_word(&answer.outcome), &answer.statistics)
        }
    }

    /// The line of something that is no level.
    pub(crate) fn invalid(problem: &'a Problem) -> Self {
        let nothing = Statistics::default();
        let error = Some(Fault::from(problem));
        Solved { error, ..Solved::bare(&problem.file, problem.game, "invalid", &nothing) }
    }

    fn bare(file: &'a str, game: Option<&'a str>, outcome: &'a str, statistics: &Statistics) -> Self {
        Solved {
            file,
            game,
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
            seconds: (statistics.elapsed.as_secs_f64() * 1e6).round() / 1e6,
            bytes: statistics.bytes,
            error: None,
            listed: &[],
            notes: &[],
            facts: Map::new(),
        }
    }
}

/// The result of `check` for a level.
#[derive(Debug, Serialize)]
pub(crate) struct Checked<'a> {
    pub(crate) file: &'a str,
    pub(crate) game: Option<&'a str>,
    pub(crate) outcome: &'a str,
    pub(crate) checks: &'a [Check],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) warnings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<Fault<'a>>,
}

/// One thing that was checked.
#[derive(Debug, Serialize)]
pub(crate) struct Check {
    /// What was checked.
    pub(crate) what: String,
    /// Whether it holds; `None` (null) where a limit came before the answer.
    pub(crate) ok: Option<bool>,
    /// Why it does not hold, or what else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    /// What is worth knowing about the moves, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) remarks: Vec<String>,
}

/// Writes a result as one line, at once.
pub(crate) fn line(screen: &mut Screen, result: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *screen, result)?;
    writeln!(screen)?;
    screen.flush()
}
