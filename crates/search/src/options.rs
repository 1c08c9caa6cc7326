//! Search options: the goal, the method, the limits, the threads.

use std::time::Duration;

use crate::Cost;

/// How to search, as plain data.
///
/// The default asks for one optimal solution, by the method that suits the puzzle, without limits, on all
/// cores.
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
    /// How to search for it.
    pub method: Method,
    /// Where to stop.
    pub limits: Limits,
    /// The maximum number of threads; 0 for one per core. Small searches use one.
    ///
    /// The answer and all counts are the same for any number of threads, unless the search is stopped by
    /// the caller or by a limit on time or memory.
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

/// What to search for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Goal {
    /// One solution of the least cost, with the proof that none is cheaper.
    ///
    /// ```
    /// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
    /// # use doubling::Doubling;
    /// use unriddle_search::{Goal, Monitor, Options, Outcome, solve_with};
    ///
    /// // From 1 to 100 by doubling and adding one.
    /// let options = Options { goal: Goal::Optimal, ..Options::default() };
    /// let report = solve_with(&Doubling { target: 100 }, &options, &mut Monitor::new());
    /// assert!(matches!(report.outcome, Outcome::Optimal(solution, _) if solution.cost == 8));
    /// ```
    #[default]
    Optimal,
    /// Some solution, as soon as possible. It may turn out to be optimal.
    ///
    /// ```
    /// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
    /// # use doubling::Doubling;
    /// use unriddle_search::{Goal, Monitor, Options, solve_with};
    ///
    /// // From 1 to 100 by doubling and adding one.
    /// let options = Options { goal: Goal::Any, ..Options::default() };
    /// let report = solve_with(&Doubling { target: 100 }, &options, &mut Monitor::new());
    /// let solution = report.outcome.solution().expect("adding alone leads there");
    /// assert!(solution.cost >= 8);
    /// ```
    Any,
    /// Every solution of the least cost, counted exactly and listed on request:
    /// [`Report::solutions`](crate::Report::solutions).
    ///
    /// ```
    /// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
    /// # use doubling::Doubling;
    /// use unriddle_search::{BigUint, Goal, Monitor, Options, solve_with};
    ///
    /// // From 1 to 100 by doubling and adding one.
    /// let puzzle = Doubling { target: 100 };
    /// let options = Options { goal: Goal::All, ..Options::default() };
    /// let report = solve_with(&puzzle, &options, &mut Monitor::new());
    /// let all = report.solutions.expect("there is a solution, and no limit");
    ///
    /// // There are two: the first move may double 1 or add 1 to it.
    /// assert_eq!(all.count(), &BigUint::from(2u32));
    /// let listed = all.first(&puzzle, 10);
    /// assert_eq!(listed.iter().map(|solution| solution.moves[0]).collect::<Vec<_>>(), ["double", "add"]);
    /// ```
    All,
}

/// How to search.
///
/// [`Goal::All`] needs breadth-first search or A*: with another method, A* is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The method that suits the goal and the puzzle.
    ///
    /// [`Anytime`](Method::Anytime) for [`Goal::Any`]; otherwise [`BreadthFirst`](Method::BreadthFirst) if
    /// the lower bound of the start is 0, and [`AStar`](Method::AStar) if it is not.
    #[default]
    Auto,
    /// In order of cost from the start, without the lower bound. The least memory per state, if all moves
    /// cost 1; otherwise Dijkstra's algorithm.
    BreadthFirst,
    /// A*: in order of cost so far plus lower bound.
    AStar,
    /// IDA*: depth-first with a rising cost bound. Little memory, but states are expanded many times.
    IdaStar,
    /// Some solution first, guided by [`estimate`](crate::Puzzle::estimate), then better ones until the best
    /// is proved optimal. One thread.
    Anytime,
}

/// Where to stop. `None` is no limit.
///
/// A search that stops at a limit says so in its [`Outcome`](crate::Outcome), with the best solution and the
/// best lower bound so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum time, from the creation of the [monitor](crate::Monitor).
    pub time: Option<Duration>,
    /// The maximum memory, in bytes, as accounted by the search itself. The search stops before it would
    /// exceed it.
    pub memory: Option<u64>,
    /// The maximum number of states to store. Checked between rounds of work, so the search may store a few more.
    /// [`Method::IdaStar`] and [`Method::Anytime`] check it about every millisecond, so how many more varies
    /// from run to run.
    pub states: Option<u64>,
    /// The maximum cost of a solution.
    pub cost: Option<Cost>,
}
