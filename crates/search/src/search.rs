//! The front door: say what you want to know, not how to find it.

use std::sync::atomic::AtomicBool;

use crate::{Goal, Limits, Method, Outcome, Progress, Puzzle, Ranked, Solutions, Statistics};

/// A search about to be run, with its defaults: one optimal solution, any method, no limits,
/// all cores.
pub struct Search<'a, P: Puzzle> {
    pub(crate) puzzle: &'a P,
    pub(crate) goal: Goal,
    pub(crate) method: Method,
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    pub(crate) cancel: Option<&'a AtomicBool>,
    pub(crate) on_progress: Option<&'a mut dyn FnMut(&Progress)>,
}

/// What a search found and what it took.
pub struct Report<P: Puzzle> {
    /// The answer.
    pub outcome: Outcome<P::Move>,
    /// What it took.
    pub statistics: Statistics,
    /// With [`Goal::All`] and an optimal outcome: all optimal solutions.
    pub solutions: Option<Solutions<P>>,
}

impl<'a, P: Puzzle> Search<'a, P> {
    /// A search of `puzzle`.
    pub fn new(puzzle: &'a P) -> Self {
        Search {
            puzzle,
            goal: Goal::default(),
            method: Method::default(),
            limits: Limits::default(),
            threads: 0,
            cancel: None,
            on_progress: None,
        }
    }

    /// What to look for.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// How to look for it.
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// The method asked for so far: a puzzle that can be searched in several ways may look at it.
    pub fn chosen_method(&self) -> Method {
        self.method
    }

    /// Where to stop.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How many threads to use at the most; 0 is one for each core. The answer and the counts
    /// are the same for any number. Small searches use one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// A flag that stops the search, within 50 ms, when it becomes true.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Something to call with the progress, several times a second.
    pub fn on_progress(mut self, report: &'a mut dyn FnMut(&Progress)) -> Self {
        self.on_progress = Some(report);
        self
    }

    /// Runs the search.
    pub fn run(self) -> Report<P> {
        crate::naive::run(self)
    }
}

impl<P: Ranked> Search<'_, P> {
    /// Runs the search on flat arrays instead of a hash table.
    pub fn run_ranked(self) -> Report<P> {
        crate::naive::run(self)
    }
}
