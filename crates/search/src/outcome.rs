//! What a search can say at its end. The four outcomes are never blurred: only what is proved
//! is called optimal or unsolvable.

use std::time::Duration;

use crate::Cost;

/// The moves from the start to a solved state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// What the moves cost together.
    pub cost: Cost,
    /// The moves, first to last.
    pub moves: Vec<M>,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A solution, and the proof that none is cheaper.
    Optimal(Solution<M>),
    /// A solution that may not be the cheapest.
    Solved {
        /// The best solution found.
        solution: Solution<M>,
        /// Every solution costs at least this much.
        bound: Cost,
        /// What ended the search before the proof; nothing where no proof was asked for.
        limit: Option<Limit>,
    },
    /// Proved by exhaustion: every state that can be reached was looked at.
    Unsolvable,
    /// Ended before anything was found.
    Stopped {
        /// What ended it.
        limit: Limit,
        /// Every solution costs at least this much.
        bound: Cost,
    },
}

impl<M> Outcome<M> {
    /// The solution, if one was found.
    pub fn solution(&self) -> Option<&Solution<M>> {
        match self {
            Outcome::Optimal(solution) | Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Unsolvable | Outcome::Stopped { .. } => None,
        }
    }

    /// The cost of the solution, if one was found.
    pub fn cost(&self) -> Option<Cost> {
        self.solution().map(|solution| solution.cost)
    }
}

/// What can end a search before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The time given was used up.
    Time,
    /// The memory given was used up.
    Memory,
    /// The number of stored states given was reached.
    States,
    /// Everything up to the cost given was searched, or costs grew beyond [`Cost::MAX`].
    Cost,
    /// The caller raised the cancel flag.
    Cancelled,
    /// The method came to its end and cannot tell more; the notes say why.
    Method,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// States whose moves were looked at.
    pub expanded: u64,
    /// Moves looked at.
    pub generated: u64,
    /// Different states kept.
    pub stored: u64,
    /// Memory held at the most, as accounted by the search itself.
    pub bytes: u64,
    /// Time from start to end.
    pub elapsed: Duration,
}

/// How far a running search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Every solution costs at least this much.
    pub bound: Cost,
    /// The cost of the best solution found so far.
    pub best: Option<Cost>,
    /// What it did so far.
    pub statistics: Statistics,
}

impl Progress {
    /// Stored states a second, on average since the start.
    pub fn states_per_second(&self) -> f64 {
        let seconds = self.statistics.elapsed.as_secs_f64();
        if seconds > 0.0 { self.statistics.stored as f64 / seconds } else { 0.0 }
    }
}
