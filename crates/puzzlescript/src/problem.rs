//! What is wrong or odd in a script, each with its place.
//!
//! Reading goes on after an error, so that several are reported at once. A message is counted once for
//! each line. After more than [`MAX_ERRORS`] errors a script counts as unreadable; with fewer it may still
//! be playable. Warnings never stop anything, but for a script with a hundred problems.

use std::collections::HashSet;

/// The most errors of a script that may still be played.
pub const MAX_ERRORS: usize = 5;

/// The most errors and warnings that are collected before reading stops.
const MAX_PROBLEMS: usize = 100;

/// The most characters of a message: names may be of any length.
const MAX_LENGTH: usize = 300;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something has no meaning and is left out.
    Error,
    /// Something has a meaning, but likely not the intended one.
    Warning,
}

/// Something wrong or odd in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The line, from 1.
    pub line: usize,
    /// The column in that line, from 1, in characters.
    pub column: usize,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
}

/// The problems of a script, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    seen: HashSet<(usize, String)>,
    errors: usize,
}

impl Problems {
    /// Adds an error at a (line, column).
    pub fn error(&mut self, place: (usize, usize), message: impl Into<String>) {
        self.add(Severity::Error, place, message.into());
    }

    /// Adds a warning at a (line, column).
    pub fn warning(&mut self, place: (usize, usize), message: impl Into<String>) {
        self.add(Severity::Warning, place, message.into());
    }

    fn add(&mut self, severity: Severity, (line, column): (usize, usize), mut message: String) {
        if let Some((end, _)) = message.char_indices().nth(MAX_LENGTH) {
            message.truncate(end);
            message.push('…');
        }
        if self.list.len() > MAX_PROBLEMS || !self.seen.insert((line, message.clone())) {
            return;
        }
        self.errors += usize::from(severity == Severity::Error);
        self.list.push(Problem { severity, line, column, message });
    }

    /// Whether there are so many that nothing more is read.
    pub fn too_many(&self) -> bool {
        self.errors > MAX_ERRORS || self.list.len() > MAX_PROBLEMS
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// All of them.
    pub fn list(&self) -> &[Problem] {
        &self.list
    }
}
