//! What a caller may ask of a search: the goal, the method, the limits, the threads.

use std::time::Duration;

use crate::Cost;

/// How to search, as plain data. The default: one optimal solution, the method that suits the puzzle,
/// no limits, all cores.
///
/// ```
/// use unriddle_search::{Goal, Limits, Options};
///
/// let limits = Limits { states: Some(1_000_000), ..Limits::default() };
/// let options = Options { goal: Goal::Any, limits, ..Options::default() };
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What to search for.
    pub goal: Goal,
    /// How to search for it. All optimal solutions are only found breadth-first or by A*: the other
    /// methods give way to A* there.
    pub method: Method,
    /// Where to stop.
    pub limits: Limits,
    /// The most threads to use; 0 is one for each core. Small searches use one. The answer and all
    /// counts are the same for any number, unless a limit on time or memory or the caller stops the
    /// search.
    pub threads: usize,
}

impl Options {
    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// One solution of the least cost, proved.
    #[default]
    Optimal,
    /// Some solution, soon.
    Any,
    /// Every solution of the least cost, as a graph.
    All,
}

/// How to look for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Whatever suits the goal and the puzzle.
    #[default]
    Auto,
    /// In order of cost from the start, without the lower bound.
    BreadthFirst,
    /// In order of cost so far plus lower bound.
    AStar,
    /// Depth-first with rising cost limits: little memory, states looked at many times.
    IdaStar,
    /// Some solution first, led by the estimate, then better ones until the best is proved.
    Anytime,
}

/// Where to stop. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The longest time to search, from the beginning of the [monitor](crate::Monitor).
    pub time: Option<Duration>,
    /// The most memory to hold, in bytes.
    pub memory: Option<u64>,
    /// The most states to store. Looked at between rounds, so that a few more can come.
    pub states: Option<u64>,
    /// Solutions that cost more than this are not looked for.
    pub cost: Option<Cost>,
}
