//! The front door: say what you want to know, not how to find it.

use crate::a_star::{Bound, a_star};
use crate::anytime::anytime;
use crate::breadth_first::breadth_first;
use crate::ida_star::ida_star;
use crate::ranked::ranked;
use crate::run::Run;
use crate::{Goal, Method, Monitor, Options, Outcome, Puzzle, Ranked, Solutions, Statistics};

/// What a search found and what it took.
#[non_exhaustive]
pub struct Report<P: Puzzle> {
    /// The answer.
    pub outcome: Outcome<P::Move>,
    /// What it took, together with earlier searches under the same monitor.
    pub statistics: Statistics,
    /// With [`Goal::All`] and an optimal outcome: all optimal solutions, unless a limit was hit while
    /// they were counted.
    pub solutions: Option<Solutions<P>>,
}

impl<P: Puzzle> Report<P> {
    /// The report of a search of another kind.
    pub fn new(run: &Run<'_, '_>, outcome: Outcome<P::Move>, solutions: Option<Solutions<P>>) -> Self {
        Report { outcome, statistics: run.statistics(), solutions }
    }

    /// The report about a puzzle with the same states and moves as the one that was searched.
    pub fn of<Q: Puzzle<State = P::State, Move = P::Move>>(self) -> Report<Q> {
        let Report { outcome, statistics, solutions } = self;
        Report { outcome, statistics, solutions: solutions.map(Solutions::of) }
    }

    /// The report about a puzzle that was searched in the form of another one: with the outcome in its
    /// own moves, and without the list of all solutions.
    pub fn translated<Q: Puzzle>(&self, outcome: Outcome<Q::Move>) -> Report<Q> {
        Report { outcome, statistics: self.statistics, solutions: None }
    }
}

impl<P: Puzzle> std::fmt::Debug for Report<P>
where
    P::Move: std::fmt::Debug,
{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Report")
            .field("outcome", &self.outcome)
            .field("statistics", &self.statistics)
            .finish_non_exhaustive()
    }
}

/// Finds an optimal solution, or proves that there is none.
///
/// ```
/// use unriddle_search::{Cost, Outcome, Puzzle, solve};
///
/// /// From 1 to 100 by doubling and adding one.
/// struct Doubling;
///
/// impl Puzzle for Doubling {
///     type State = u32;
///     type Move = &'static str;
///     fn start(&self) -> u32 {
///         1
///     }
///     fn is_solved(&self, &number: &u32) -> bool {
///         number == 100
///     }
///     fn expand(&self, &number: &u32, mut visit: impl FnMut(&'static str, Cost, u32)) {
///         if number < 100 {
///             visit("double", 1, number * 2);
///             visit("add", 1, number + 1);
///         }
///     }
/// }
///
/// let Outcome::Optimal(solution, _) = solve(&Doubling).outcome else { panic!("there is one") };
/// assert_eq!(solution.cost, 8);
/// ```
pub fn solve<P: Puzzle>(puzzle: &P) -> Report<P> {
    solve_with(puzzle, &Options::default(), &mut Monitor::new())
}

/// Searches as the options say, under a monitor.
///
/// ```
/// # use unriddle_search::{Cost, Puzzle};
/// use std::sync::atomic::AtomicBool;
/// use unriddle_search::{Goal, Limit, Monitor, Options, Outcome, solve_with};
/// # struct Endless;
/// # impl Puzzle for Endless {
/// #     type State = u64;
/// #     type Move = ();
/// #     fn start(&self) -> u64 { 0 }
/// #     fn is_solved(&self, _: &u64) -> bool { false }
/// #     fn expand(&self, &at: &u64, mut visit: impl FnMut((), Cost, u64)) { visit((), 1, at + 1) }
/// # }
///
/// let cancel = AtomicBool::new(true);
/// let options = Options { goal: Goal::Any, ..Options::default() };
/// let report = solve_with(&Endless, &options, &mut Monitor::new().cancel(&cancel));
/// assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::Cancelled, .. }));
/// ```
pub fn solve_with<P: Puzzle>(puzzle: &P, options: &Options, monitor: &mut Monitor<'_>) -> Report<P> {
    let mut run = Run::of(monitor, &options.limits, puzzle);
    let (outcome, solutions) = match pick(puzzle, options) {
        Method::BreadthFirst => breadth_first(puzzle, options, &mut run),
        Method::IdaStar => (ida_star(puzzle, &mut run), None),
        Method::Anytime => (anytime(puzzle, options.goal, &mut run), None),
        Method::AStar | Method::Auto => a_star(puzzle, options, Bound::Used, &mut run),
    };
    Report::new(&run, outcome, solutions)
}

/// Searches on flat arrays instead of a hash table, in order of cost: a method that the options name
/// is passed over.
pub fn solve_ranked<P: Ranked>(puzzle: &P, options: &Options, monitor: &mut Monitor<'_>) -> Report<P> {
    let mut run = Run::of(monitor, &options.limits, puzzle);
    let (outcome, solutions) = ranked(puzzle, options.goal, &mut run);
    Report::new(&run, outcome, solutions)
}

/// The method that suits the goal and the puzzle. A bound that knows nothing of the start is not
/// worth its cost: breadth-first search is then faster and leaner.
fn pick<P: Puzzle>(puzzle: &P, options: &Options) -> Method {
    match (options.method, options.goal) {
        (Method::IdaStar | Method::Anytime, Goal::All) => Method::AStar,
        (Method::Auto, Goal::Any) => Method::Anytime,
        (Method::Auto, _) if puzzle.lower_bound(&puzzle.start()) == Some(0) => Method::BreadthFirst,
        (Method::Auto, _) => Method::AStar,
        (named, _) => named,
    }
}
