//! What a search can say at its end. The four outcomes are never blurred: only what is proved
//! is called optimal or unsolvable.

use std::time::Duration;

use crate::{Cost, Proof};

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
    Optimal(Solution<M>, Proof),
    /// A solution that may not be the cheapest.
    Solved {
        /// The best solution found.
        solution: Solution<M>,
        /// Every solution costs at least this much.
        bound: Cost,
        /// What ended the search before the proof; nothing where no proof was asked for.
        limit: Option<Limit>,
    },
    /// Proved: everything that can be reached was searched, and there is no solution.
    Unsolvable(Proof),
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
            Outcome::Optimal(solution, _) | Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Unsolvable(_) | Outcome::Stopped { .. } => None,
        }
    }

    /// The cost of the solution, if one was found.
    pub fn cost(&self) -> Option<Cost> {
        self.solution().map(|solution| solution.cost)
    }

    /// The same outcome with its solution written in other moves. What was proved stays proved, so the
    /// new solution must cost the same; `None` if `write` has none.
    pub fn map<N>(self, write: impl FnOnce(Solution<M>) -> Option<Solution<N>>) -> Option<Outcome<N>> {
        Some(match self {
            Outcome::Optimal(solution, proof) => {
                let cost = solution.cost;
                Outcome::Optimal(write(solution).filter(|other| other.cost == cost)?, proof)
            }
            Outcome::Solved { solution, bound, limit } => {
                Outcome::Solved { solution: write(solution)?, bound, limit }
            }
            Outcome::Unsolvable(proof) => Outcome::Unsolvable(proof),
            Outcome::Stopped { limit, bound } => Outcome::Stopped { limit, bound },
        })
    }

    /// What is left of the outcome when solutions of this cost or more may have been missed.
    #[must_use]
    pub fn with_left_out(self, limit: Limit, cost: Cost) -> Self {
        match self {
            Outcome::Optimal(solution, _) if solution.cost > cost => {
                Outcome::Solved { solution, bound: cost, limit: Some(limit) }
            }
            Outcome::Solved { solution, bound, limit } => {
                Outcome::Solved { solution, bound: bound.min(cost), limit }
            }
            Outcome::Unsolvable(_) => Outcome::Stopped { limit, bound: cost },
            Outcome::Stopped { limit, bound } => Outcome::Stopped { limit, bound: bound.min(cost) },
            optimal => optimal,
        }
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

impl Limit {
    /// Every limit there is.
    pub const ALL: [Limit; 6] =
        [Limit::Time, Limit::Memory, Limit::States, Limit::Cost, Limit::Cancelled, Limit::Method];
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
