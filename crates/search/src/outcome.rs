//! Search results. Only proved results are called optimal or unsolvable.

use std::fmt;
use std::time::Duration;

use crate::{Cost, Proof};

/// The moves from the start to a solved state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Solution<M> {
    /// The total cost of the moves.
    pub cost: Cost,
    /// The moves, first to last.
    pub moves: Vec<M>,
}

/// How a search ended.
///
/// There are exactly four outcomes. A search never claims more than it has proved.
///
/// ```
/// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
/// # use doubling::Doubling;
/// use unriddle_search::{Outcome, solve};
///
/// match solve(&Doubling { target: 100 }).outcome {
///     Outcome::Optimal(solution, _) => assert_eq!(solution.cost, 8),
///     Outcome::Solved { solution, bound, .. } => println!("{} moves, {bound} at least", solution.cost),
///     Outcome::Unsolvable(_) => println!("there is no solution"),
///     Outcome::Stopped { limit, bound } => println!("{limit}; {bound} moves at least"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<M> {
    /// A solution, and the proof that none is cheaper.
    Optimal(Solution<M>, Proof),
    /// A solution that may not be the cheapest.
    Solved {
        /// The best solution found.
        solution: Solution<M>,
        /// A lower bound: every solution costs at least this much.
        bound: Cost,
        /// What stopped the search before a proof; `None` if no proof was asked for.
        limit: Option<Limit>,
    },
    /// The proof that there is no solution: everything that can be reached was searched.
    Unsolvable(Proof),
    /// No solution was found before the search stopped.
    Stopped {
        /// What stopped it.
        limit: Limit,
        /// A lower bound: every solution costs at least this much.
        bound: Cost,
    },
}

impl<M> Outcome<M> {
    /// The solution, if one was found.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution<M>> {
        match self {
            Outcome::Optimal(solution, _) | Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Unsolvable(_) | Outcome::Stopped { .. } => None,
        }
    }

    /// The cost of the solution, if one was found.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.solution().map(|solution| solution.cost)
    }

    /// The same outcome with its solution in other moves.
    ///
    /// What was proved stays proved, so an optimal solution must keep its cost. `None` if it does not, or if
    /// `write` returns `None`.
    #[must_use]
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

    /// The same outcome with its moves written in another way, which must not change what they cost.
    pub fn map_moves<N>(self, write: impl FnOnce(Vec<M>) -> Vec<N>) -> Outcome<N> {
        let rewrite = |Solution { cost, moves }| Solution { cost, moves: write(moves) };
        match self {
            Outcome::Optimal(solution, proof) => Outcome::Optimal(rewrite(solution), proof),
            Outcome::Solved { solution, bound, limit } => {
                Outcome::Solved { solution: rewrite(solution), bound, limit }
            }
            Outcome::Unsolvable(proof) => Outcome::Unsolvable(proof),
            Outcome::Stopped { limit, bound } => Outcome::Stopped { limit, bound },
        }
    }

    /// Weakens the outcome to what still holds if solutions of this cost or more may have been missed because
    /// of `limit`.
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

/// What can stop a search before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Limit {
    /// The [time limit](crate::Limits::time).
    Time,
    /// The [memory limit](crate::Limits::memory).
    Memory,
    /// The [limit on stored states](crate::Limits::states), or the maximum number of states that the engine
    /// supports.
    States,
    /// The [cost limit](crate::Limits::cost), up to which everything was searched; or costs exceed what a
    /// [`Cost`] can hold.
    Cost,
    /// The caller's [flag](crate::Monitor::cancel) or [condition](crate::Monitor::stop_when).
    Cancelled,
    /// A limit of the method itself, which cannot decide the puzzle.
    Method,
    /// Moves that the puzzle [could not decide](crate::Interrupt::note_omission). Everything else was searched.
    Undecided,
}

impl Limit {
    /// Every limit, by which a limit is stored in a byte.
    pub(crate) const ALL: [Limit; 7] = [
        Limit::Time,
        Limit::Memory,
        Limit::States,
        Limit::Cost,
        Limit::Cancelled,
        Limit::Method,
        Limit::Undecided,
    ];
}

/// Why a search ended, as a clause.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "the time limit was reached",
            Limit::Memory => "the memory limit was reached",
            Limit::States => "the limit on states was reached",
            Limit::Cost => "there is no solution within the cost limit",
            Limit::Cancelled => "the search was cancelled",
            Limit::Method => "the method cannot prove more",
            Limit::Undecided => "some moves could not be decided",
        })
    }
}

impl std::error::Error for Limit {}

/// Search statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// States expanded.
    pub expanded: u64,
    /// Successors generated by these expansions.
    pub generated: u64,
    /// Distinct states stored.
    pub stored: u64,
    /// Peak memory, in bytes, as accounted by the search itself.
    pub bytes: u64,
    /// The time since the creation of the [monitor](crate::Monitor).
    pub elapsed: Duration,
}

/// The progress of a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// A lower bound: every solution costs at least this much.
    pub bound: Cost,
    /// The cost of the best solution found so far.
    pub best: Option<Cost>,
    /// Search statistics so far.
    pub statistics: Statistics,
}

impl Progress {
    /// States stored per second, on average since the start.
    #[must_use]
    pub fn states_per_second(&self) -> f64 {
        let seconds = self.statistics.elapsed.as_secs_f64();
        if seconds > 0.0 { self.statistics.stored as f64 / seconds } else { 0.0 }
    }
}
