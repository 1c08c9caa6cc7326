//! Results as JSON lines, for programs: one object per level, as soon as it is known.
//!
//! The names and the order of the fields are a promise. Numbers that only some games report follow
//! at the end under their own names. File names are exact; characters that a terminal would act on
//! are written as JSON escapes, which mean the same.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};
use unriddle_kit::verdict::Verdict;
use unriddle_kit::{Answer, Defect, Place};
use unriddle_render::is_hidden;

use crate::diagnostic::Diagnostic;
use crate::screen::Screen;

/// The result of `solve` for a level.
#[derive(Debug, Serialize)]
pub(crate) struct Solved<'a> {
    file: &'a str,
    game: Option<&'a str>,
    /// The moves that the search began after.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorView<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    listed: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(flatten)]
    facts: Map<String, Value>,
}

/// What is wrong with a level, and where.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorView<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// What reproduces a bug of this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
}

impl<'a> From<&'a Diagnostic> for ErrorView<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let place: Option<Place> = diagnostic.place;
        ErrorView {
            message: &diagnostic.message,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            input: None,
        }
    }
}

impl<'a> From<&'a Defect> for ErrorView<'a> {
    fn from(Defect { message, input }: &'a Defect) -> Self {
        ErrorView { message, line: None, column: None, input: Some(input) }
    }
}

impl<'a> Solved<'a> {
    /// The line of a level that was searched, from the start or after some moves.
    pub(crate) fn answer(file: &'a str, game: &'a str, after: Option<String>, answer: &'a Answer) -> Self {
        Solved {
            file,
            game: Some(game),
            after,
            verdict: Verdict::of(answer),
            error: answer.defect.as_ref().map(ErrorView::from),
            listed: &answer.listed,
            notes: &answer.notes,
            facts: answer.figures.iter().map(|figure| (figure.name.into(), figure.count.into())).collect(),
        }
    }

    /// Adds a number under a name of its own.
    pub(crate) fn add(&mut self, name: &str, number: u64) {
        self.facts.insert(name.into(), number.into());
    }

    /// The line of a level whose search was lost with one of its processes.
    pub(crate) fn lost(file: &'a str, game: &'a str, reason: &'static str, message: &'a str) -> Self {
        Solved {
            file,
            game: Some(game),
            after: None,
            verdict: Verdict { reason: Some(reason), ..Verdict::lost() },
            error: Some(ErrorView { message, line: None, column: None, input: None }),
            listed: &[],
            notes: &[],
            facts: Map::new(),
        }
    }

    /// The line of something that is not a level.
    pub(crate) fn invalid(diagnostic: &'a Diagnostic) -> Self {
        Solved {
            file: &diagnostic.file,
            game: diagnostic.game,
            after: None,
            verdict: Verdict::invalid(),
            error: Some(ErrorView::from(diagnostic)),
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
    pub(crate) error: Option<ErrorView<'a>>,
}

/// One thing that was checked.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Check {
    /// What was checked.
    pub(crate) what: String,
    /// Whether it holds; `None` (null) if a limit came before the answer.
    pub(crate) ok: Option<bool>,
    /// Why it does not hold, or more about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    /// Remarks about the moves, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) remarks: Vec<String>,
    /// The rules that it relies on although no source settles them, a short sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) assumptions: Vec<String>,
    /// For moves that need not solve the level: whether they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solved: Option<bool>,
}

impl Check {
    /// A check that holds.
    pub(crate) fn passed(what: impl Into<String>) -> Self {
        let (remarks, assumptions) = (Vec::new(), Vec::new());
        Check { what: what.into(), ok: Some(true), message: None, remarks, assumptions, solved: None }
    }

    /// A check that does not hold, and why.
    pub(crate) fn failed(what: impl Into<String>, why: impl Into<String>) -> Self {
        Check { ok: Some(false), message: Some(why.into()), ..Check::passed(what) }
    }

    /// A check that a limit left open, and what is known.
    pub(crate) fn open(what: impl Into<String>, known: impl Into<String>) -> Self {
        Check { ok: None, message: Some(known.into()), ..Check::passed(what) }
    }
}

/// Writes a result as one line and flushes it.
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
    use unriddle_kit::Request;
    use unriddle_search::{Limit, Monitor, Outcome};

    use super::*;

    fn written(text: &str) -> String {
        let mut bytes = Vec::new();
        text.serialize(&mut Serializer::with_formatter(&mut bytes, Visible)).expect("memory takes it");
        String::from_utf8(bytes).expect("JSON is text")
    }

    #[test]
    fn the_notes_of_an_unsolvable_level_are_written() {
        let level = unriddle_games::read("#####\n#S#E#\n#####\n", &[]).expect("it is a level");
        let answer = level.start().solve(&Request::default(), &mut Monitor::new());
        let line =
            serde_json::to_value(Solved::answer("a.txt", "reindeer-maze", None, &answer)).expect("JSON");
        assert_eq!(line["outcome"], "unsolvable");
        assert_eq!(line["notes"], serde_json::json!(["walls separate the goal from the reindeer"]));
    }

    #[test]
    fn a_bug_is_an_error_with_what_reproduces_it() {
        let level = unriddle_games::read("#####\n#S.E#\n#####\n", &[]).expect("it is a level");
        let mut answer = level.start().solve(&Request::default(), &mut Monitor::new());
        answer.outcome = Outcome::Stopped { limit: Limit::Method, bound: 0 };
        answer.defect = Some(Defect { message: "a bug".into(), input: "level:\n#S.E#".into() });
        let line =
            serde_json::to_value(Solved::answer("a.txt", "reindeer-maze", None, &answer)).expect("JSON");
        assert_eq!((&line["outcome"], &line["reason"]), (&"stopped".into(), &"bug".into()));
        assert_eq!(line["error"], serde_json::json!({ "message": "a bug", "input": "level:\n#S.E#" }));
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
