//! Results as JSON lines, for programs: one object for each level, as they come.
//!
//! The order and the names of the fields are a promise. Numbers that a game has to tell follow
//! at the end under their own names. Names of files are the true ones, whatever they hold: what a
//! terminal would obey is written as an escape of JSON, which means the same.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};
use unriddle_games::render::is_hidden;
use unriddle_games::verdict::Verdict;
use unriddle_games::{Answer, Place};

use crate::problem::Problem;
use crate::screen::Screen;

/// The result of `solve` for a level.
#[derive(Debug, Serialize)]
pub(crate) struct Solved<'a> {
    file: &'a str,
    game: Option<&'a str>,
    #[serde(flatten)]
    verdict: Verdict,
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
        Solved {
            file,
            game: Some(game),
            verdict: Verdict::of(answer),
            error: None,
            listed: &answer.listed,
            notes: &answer.notes,
            facts: answer.facts.iter().map(|&(name, number)| (name.into(), number.into())).collect(),
        }
    }

    /// The line of something that is no level.
    pub(crate) fn invalid(problem: &'a Problem) -> Self {
        Solved {
            file: &problem.file,
            game: problem.game,
            verdict: Verdict::invalid(),
            error: Some(Fault::from(problem)),
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
    result.serialize(&mut Serializer::with_formatter(&mut *screen, Visible))?;
    writeln!(screen)?;
    screen.flush()
}

/// JSON in one line, without a character that is [hidden](is_hidden).
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment.chars();
        while let Some(at) = rest.as_str().find(is_hidden) {
            out.write_all(&rest.as_str().as_bytes()[..at])?;
            rest = rest.as_str()[at..].chars();
            for unit in rest.next().iter().flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec()) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
        out.write_all(rest.as_str().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &str) -> String {
        let mut bytes = Vec::new();
        text.serialize(&mut Serializer::with_formatter(&mut bytes, Visible)).expect("memory takes it");
        String::from_utf8(bytes).expect("JSON is text")
    }

    #[test]
    fn hidden_characters_are_escaped() {
        assert_eq!(written("a\u{9b}2J\u{202e}\u{e0061}é\n"), r#""a\u009b2J\u202e\udb40\udc61é\n""#);
    }

    proptest! {
        #[test]
        fn every_text_is_read_back(text: String) {
            let json = written(&text);
            prop_assert!(!json.chars().any(is_hidden));
            prop_assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
        }
    }
}
