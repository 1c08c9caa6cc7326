//! What a caller may ask of a search: the goal, the method, the limits.

use std::time::Duration;

use crate::Cost;

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
    /// The longest time to search.
    pub time: Option<Duration>,
    /// The most memory to hold, in bytes.
    pub memory: Option<u64>,
    /// The most states to store. Looked at between rounds, so that a few more can come.
    pub states: Option<u64>,
    /// Solutions that cost more than this are not looked for.
    pub cost: Option<Cost>,
}
