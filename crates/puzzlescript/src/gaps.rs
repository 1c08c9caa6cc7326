//! What a search could not follow.
//!
//! A move may lead to a board at rest, or provably nowhere, or somewhere that is not known: chance decides, or the rules do
//! so much that the move is given up. The search is told about each of the latter, so that it proves nothing that they
//! could contradict; the lines are kept for the notes of the answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use unriddle_search::Interrupt;

use super::level::{Script, State};
use super::problem::Severity;

/// Where a move of a search leads.
pub enum Reached {
    /// To a board at rest, which may be the same as before.
    Rest(State),
    /// Nowhere: turns follow by themselves without end, and the player waits for ever.
    Endless,
    /// It is not known.
    Unknown(Gap),
}

/// Why it is not known where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// A rule of this line chose among several possibilities.
    Chance {
        /// The line.
        line: usize,
    },
    /// The level begins as a rule of this line let chance decide.
    ChanceAtStart {
        /// The line.
        line: usize,
    },
    /// The move was given up at a rule of this line.
    GivenUp {
        /// The line.
        line: usize,
    },
}

/// What a search could not follow so far.
pub(super) struct Gaps<'a> {
    interrupt: Arc<Interrupt<'a>>,
    /// The lines of rules that let chance decide, were given up, or are wrong: the first of each, or 0. The first in the
    /// script, so that all threads agree.
    chance: AtomicUsize,
    chance_at_start: AtomicUsize,
    given_up: AtomicUsize,
    error: AtomicUsize,
    /// The maximum work of a move.
    max_work: u64,
    /// Whether moves without end were found.
    endless: AtomicBool,
}

impl<'a> Gaps<'a> {
    /// Nothing so far, but for errors of the script: the original plays such scripts in ways that are not all known.
    pub fn new(script: &Script, interrupt: Interrupt<'a>) -> Self {
        let gaps = Gaps {
            interrupt: Arc::new(interrupt),
            chance: AtomicUsize::new(0),
            chance_at_start: AtomicUsize::new(0),
            given_up: AtomicUsize::new(0),
            error: AtomicUsize::new(0),
            max_work: script.game.max_work,
            endless: AtomicBool::new(false),
        };
        for problem in script.problems.iter().filter(|problem| problem.severity == Severity::Error) {
            gaps.note_line(&gaps.error, problem.line);
        }
        gaps
    }

    /// What raises when the search must stop.
    pub fn interrupt(&self) -> &Arc<Interrupt<'a>> {
        &self.interrupt
    }

    /// Notes a gap.
    pub fn note(&self, gap: Gap) {
        // Once the search must stop, moves are given up that are not at fault.
        if self.interrupt.is_raised() {
            return;
        }
        match gap {
            Gap::Chance { line } => self.note_line(&self.chance, line),
            Gap::ChanceAtStart { line } => self.note_line(&self.chance_at_start, line),
            Gap::GivenUp { line } => self.note_line(&self.given_up, line),
        }
    }

    fn note_line(&self, lines: &AtomicUsize, line: usize) {
        self.interrupt.note_omission();
        let line = line.max(1);
        let earlier = |known: usize| (known == 0 || line < known).then_some(line);
        let _ = lines.fetch_update(Ordering::Relaxed, Ordering::Relaxed, earlier);
    }

    /// Notes a move without end.
    pub fn note_endless(&self) {
        self.endless.store(true, Ordering::Relaxed);
    }

    /// What the answer says about it.
    pub fn notes(&self) -> Vec<String> {
        let line = |lines: &AtomicUsize| Some(lines.load(Ordering::Relaxed)).filter(|&line| line > 0);
        let mut notes = Vec::new();
        if self.endless.load(Ordering::Relaxed) {
            notes.push("after some keys the board never comes to rest; these are left out".into());
        }
        if let Some(line) = line(&self.chance) {
            notes.push(format!(
                "chance decides what some keys do (line {line}); these are left out, so nothing is proved"
            ));
        }
        if let Some(line) = line(&self.chance_at_start) {
            notes.push(format!(
                "chance decides how the level begins (line {line}): this answer is for one draw of it, and a solution \
                 may fail after another"
            ));
        }
        if let Some(line) = line(&self.given_up) {
            notes.push(format!(
                "after some keys the rules do more than is followed (line {line}; the limit is {} steps), so nothing is \
                 proved",
                self.max_work
            ));
        }
        if let Some(line) = line(&self.error) {
            notes.push(format!("the script has errors (line {line}), so nothing is proved"));
        }
        notes
    }
}
