//! The entry points: the caller states a goal, and the engine picks a method.

use std::borrow::Borrow;
use std::fmt;

use crate::a_star::{Bound, a_star};
use crate::anytime::anytime;
use crate::breadth_first::breadth_first;
use crate::distributed;
use crate::ida_star::ida_star;
use crate::ranked::ranked;
use crate::replay::{MoveIndex, follow, in_moves};
use crate::run::Run;
use crate::searchable::StateGraph;
use crate::solutions::SolutionGraph;
use crate::store::{Owned, Stored};
use crate::{
    Goal, Limit, Method, Monitor, Options, Outcome, Ranked, Searchable, Solution, Solutions, Statistics,
};

/// The result of a search: the outcome, statistics, and the solutions found.
#[must_use]
#[non_exhaustive]
pub struct Report<P: Searchable> {
    /// The answer.
    pub outcome: Outcome<P::Move>,
    /// Search statistics, including those of earlier searches under the same monitor.
    pub statistics: Statistics,
    /// With [`Goal::All`] and an optimal outcome: all optimal solutions, unless a limit was hit while they
    /// were counted.
    pub solutions: Option<Solutions<P>>,
    /// The states along the solution of the outcome, from the start to the solved state: one more than it has
    /// moves.
    ///
    /// Empty without a solution, and if the report is [new](Report::new) or
    /// [translated](Report::translated).
    pub states: Vec<Owned<P::State>>,
}

impl<P: Searchable> Report<P> {
    /// The report of a search of another kind, which has a [`Run`] of its own.
    pub fn new(run: &Run<'_, '_>, outcome: Outcome<P::Move>, solutions: Option<Solutions<P>>) -> Self {
        Report { outcome, statistics: run.statistics(), solutions, states: Vec::new() }
    }

    /// The same report for another puzzle with the same states and moves, such as one that wraps the puzzle
    /// that was searched.
    pub fn cast<Q: Searchable<State = P::State, Move = P::Move>>(self) -> Report<Q> {
        let Report { outcome, statistics, solutions, states } = self;
        Report { outcome, statistics, solutions: solutions.map(Solutions::cast), states }
    }

    /// The report for a puzzle that was searched in the form of another one: the same statistics, the
    /// outcome in its own moves, and no list of all solutions.
    pub fn translated<Q: Searchable>(&self, outcome: Outcome<Q::Move>) -> Report<Q> {
        Report { outcome, statistics: self.statistics, solutions: None, states: Vec::new() }
    }
}

impl<P: Searchable> fmt::Debug for Report<P>
where
    P::Move: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("outcome", &self.outcome)
            .field("statistics", &self.statistics)
            .field("solutions", &self.solutions)
            .finish_non_exhaustive()
    }
}

/// Finds an optimal solution, or proves that there is none.
///
/// The same as [`solve_with`] with the default [`Options`]: no limits, all cores. It ends with
/// [`Outcome::Optimal`] or [`Outcome::Unsolvable`], unless the space of states exceeds the machine: use
/// [`Limits::memory`](crate::Limits::memory) where that can happen.
///
/// # Example
///
/// ```
/// use unriddle_search::{Cost, Outcome, Puzzle, solve};
///
/// /// From 1 to a target by doubling and adding one.
/// struct Doubling {
///     target: u32,
/// }
///
/// impl Puzzle for Doubling {
///     type State = u32;
///     type Move = &'static str;
///
///     fn start(&self) -> u32 {
///         1
///     }
///
///     fn is_solved(&self, &number: &u32) -> bool {
///         number == self.target
///     }
///
///     fn expand(&self, &number: &u32, mut visit: impl FnMut(&'static str, Cost, u32)) {
///         if number < self.target {
///             visit("double", 1, number * 2);
///             visit("add", 1, number + 1);
///         }
///     }
/// }
///
/// let Outcome::Optimal(solution, _) = solve(&Doubling { target: 5 }).outcome else { unreachable!() };
/// assert_eq!(solution.moves, ["double", "double", "add"]);
///
/// // Numbers only grow.
/// assert!(matches!(solve(&Doubling { target: 0 }).outcome, Outcome::Unsolvable(_)));
/// ```
pub fn solve<P: Searchable>(puzzle: &P) -> Report<P> {
    solve_with(puzzle, &Options::default(), &mut Monitor::new())
}

/// Searches with the given options, under a monitor.
///
/// `options` set the goal, the method and the limits. `monitor` provides cancellation and progress reports.
/// Several searches may share a monitor, one after the other: its clock keeps running, and their statistics
/// add up.
///
/// - The outcome claims only what is proved, even if the search is stopped.
/// - The answer and all counts are the same for any number of threads, unless the search is stopped by the
///   caller or by a limit on time or memory.
/// - The search stops within 50 ms of a cancellation or of the end of its time, unless a single method of
///   the puzzle takes longer; see [`Puzzle::interrupt`](crate::Puzzle::interrupt).
///
/// # Panics
///
/// If a move costs less than the puzzle's [`min_move_cost`](crate::Tuning::min_move_cost), as for all searches.
///
/// # Examples
///
/// A limit on the number of states. (`Doubling` is the example of [`Puzzle`](crate::Puzzle).)
///
/// ```
/// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
/// # use doubling::Doubling;
/// use unriddle_search::{Limit, Limits, Monitor, Options, Outcome, solve_with};
///
/// let limits = Limits { states: Some(10), ..Limits::default() };
/// let options = Options { limits, threads: 1, ..Options::default() };
/// let report = solve_with(&Doubling { target: 1_000_000 }, &options, &mut Monitor::new());
/// assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::States, .. }));
/// ```
///
/// A monitor that cancels the search from a callback and prints its progress. Another thread could set the
/// flag as well.
///
/// ```
/// # use unriddle_search::{Cost, Puzzle};
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use unriddle_search::{Limit, Monitor, Options, Outcome, Progress, solve_with};
///
/// # struct Endless;
/// # impl Puzzle for Endless {
/// #     type State = u64;
/// #     type Move = ();
/// #     fn start(&self) -> u64 { 0 }
/// #     fn is_solved(&self, _: &u64) -> bool { false }
/// #     fn expand(&self, &at: &u64, mut visit: impl FnMut((), Cost, u64)) { visit((), 1, at + 1) }
/// # }
/// let cancel = AtomicBool::new(false);
/// let mut show = |progress: &Progress| {
///     println!("{} states, at least {} moves", progress.statistics.stored, progress.bound);
///     cancel.store(true, Ordering::Relaxed);
/// };
/// let mut monitor = Monitor::new().cancel(&cancel).on_progress(&mut show);
/// let report = solve_with(&Endless, &Options::default(), &mut monitor);
/// assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::Cancelled, .. }));
/// ```
pub fn solve_with<P: Searchable>(puzzle: &P, options: &Options, monitor: &mut Monitor<'_>) -> Report<P> {
    search_typed(puzzle, options, monitor, None)
}

/// Searches like [`solve_with`], and calls `on_solution` with each solution that is cheaper than those before,
/// as soon as it is found.
///
/// For large puzzles, where some solution is wanted soon and a better one later: the caller can show or store
/// each, and [cancel](Monitor::cancel) the search when one is good enough. Here [`Method::Auto`] means
/// [`Method::Anytime`], the only method that finds several solutions; with the default goal it ends with an
/// optimal one. With another method, `on_solution` is called at the end. If processes share the search, only the
/// first one learns of solutions before the end.
///
/// # Example
///
/// ```
/// use unriddle_search::{Monitor, Options, Outcome, from_fn, solve_anytime};
///
/// // From 1 to 100 by doubling and adding one; the estimate is misleading.
/// let puzzle = from_fn(1u32, |n| [("add", 1, n + 1), ("double", 1, n * 2)], |&n| n == 100)
///     .lower_bound(|&n| (n <= 100).then_some(0))
///     .estimate(|&n| n);
/// let mut costs = Vec::new();
/// let report = solve_anytime(&puzzle, &Options::default(), &mut Monitor::new(), |solution| {
///     costs.push(solution.moves.len());
/// });
/// assert!(costs.is_sorted_by(|a, b| a > b) && costs.last() == Some(&8));
/// assert!(matches!(report.outcome, Outcome::Optimal(..)));
/// ```
pub fn solve_anytime<P: Searchable>(
    puzzle: &P,
    options: &Options,
    monitor: &mut Monitor<'_>,
    mut on_solution: impl FnMut(&Solution<P::Move>),
) -> Report<P> {
    let method = if options.method == Method::Auto { Method::Anytime } else { options.method };
    let mut best = None;
    let mut visit = |solution: &Solution<P::Move>| {
        if best.is_none_or(|best| solution.cost < best) {
            best = Some(solution.cost);
            on_solution(solution);
        }
    };
    let mut on_found = |Solution { cost, moves }: Solution<MoveIndex>| {
        visit(&Solution { cost, moves: in_moves(puzzle, &moves) });
    };
    let report = search_typed(puzzle, &Options { method, ..*options }, monitor, Some(&mut on_found));
    report.outcome.solution().into_iter().for_each(visit);
    report
}

fn search_typed<P: Searchable>(
    puzzle: &P,
    options: &Options,
    monitor: &mut Monitor<'_>,
    on_solution: Option<&mut OnSolution<'_>>,
) -> Report<P> {
    let (outcome, statistics, solutions) = P::State::search(puzzle.graph(), options, monitor, on_solution);
    let mut states = Vec::new();
    let outcome = outcome.map_moves(|indexes| {
        let moves;
        (moves, states) = follow(puzzle, &indexes);
        moves
    });
    Report { outcome, statistics, solutions: solutions.map(Solutions), states }
}

/// Called with each better solution as soon as it is found, with moves by their index.
pub type OnSolution<'f> = dyn FnMut(Solution<MoveIndex>) + 'f;

/// The result of a search, with moves by their index.
pub type Found<S> = (Outcome<MoveIndex>, Statistics, Option<SolutionGraph<S>>);

pub(crate) fn search<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    options: &Options,
    monitor: &mut Monitor<'_>,
    mut on_solution: Option<&mut OnSolution<'_>>,
) -> Found<S> {
    let shared = monitor.peers.is_some();
    let mut run = Run::for_puzzle(monitor, &options.limits, puzzle);
    if shared && !distributed::is_possible(puzzle, options.goal) {
        run.stop_for(Limit::Method);
        return (run.finish(None), run.statistics(), None);
    }
    let (outcome, solutions) = match pick(puzzle, options) {
        Method::BreadthFirst => breadth_first(puzzle, options, &mut run),
        // It has no stores that could be spread.
        Method::IdaStar if shared => a_star(puzzle, options, Bound::Used, &mut run),
        Method::IdaStar => (ida_star(puzzle, &mut run), None),
        Method::Anytime => {
            let outcome = anytime(puzzle, options.goal, on_solution.as_deref_mut(), &mut run);
            // The memory of one machine is not enough: all of them go on.
            if shared && matches!(outcome, Outcome::Stopped { limit: Limit::Memory, .. }) {
                drop(run);
                let options = Options { method: Method::AStar, ..*options };
                return search(puzzle, &options, monitor, on_solution);
            }
            (outcome, None)
        }
        Method::AStar | Method::Auto => a_star(puzzle, options, Bound::Used, &mut run),
    };
    (outcome, run.statistics(), solutions)
}

/// Searches on a flat array of costs instead of a hash table, in order of cost from the start.
///
/// Takes 4 bytes per rank, and no memory per state. One thread; [`Options::method`] and
/// [`Options::threads`] have no effect. The guarantees are those of [`solve_with`].
///
/// [`Ranked`] has an example.
pub fn solve_ranked<P: Ranked>(puzzle: &P, options: &Options, monitor: &mut Monitor<'_>) -> Report<P> {
    // An array is not spread over processes, but stores are.
    if monitor.peers.is_some() {
        return solve_with(puzzle, options, monitor);
    }
    let mut run = Run::for_puzzle(monitor, &options.limits, puzzle.graph());
    ranked(puzzle, options.goal, &mut run)
}

/// The method that suits the goal and the puzzle. A bound that knows nothing about the start is not worth
/// its cost: breadth-first search is faster and leaner then.
fn pick<S: ?Sized + Stored>(puzzle: &dyn StateGraph<S>, options: &Options) -> Method {
    match (options.method, options.goal) {
        (Method::IdaStar | Method::Anytime, Goal::All) => Method::AStar,
        (Method::Auto, Goal::Any) => Method::Anytime,
        (Method::Auto, _) if puzzle.lower_bound(puzzle.start().borrow()) == Some(0) => Method::BreadthFirst,
        (Method::Auto, _) => Method::AStar,
        (named, _) => named,
    }
}
