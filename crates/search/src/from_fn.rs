//! A puzzle made of closures, for small problems and for those who know the `pathfinding` crate.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::{Cost, Puzzle, Tuning};

/// Makes a [`Puzzle`] of a start and two closures.
///
/// `successors` returns each legal move in a state, its cost, and the state after it. `is_solved` says whether
/// a state is a solution. The methods of [`FromFn`] add a lower bound and other properties. Both closures must
/// be pure functions, as [`Puzzle`] explains.
///
/// A move can be anything that is [`Copy`]: an enum, a string literal, the next state itself, or `()` if only
/// the states matter. [`Report::states`](crate::Report::states) has the states along the solution.
///
/// # Panics
///
/// A search panics if a move is free. Call [`min_move_cost`](FromFn::min_move_cost) with 0 to allow that.
///
/// # Examples
///
/// A knight goes from one corner of a chessboard to the opposite one. Only the cells on its way matter, so the
/// moves are `()`.
///
/// ```
/// use unriddle_search::{from_fn, solve};
///
/// const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///
/// let puzzle = from_fn(
///     (0, 0),
///     |&(x, y): &(i32, i32)| {
///         let cells = JUMPS.map(|(dx, dy)| (x + dx, y + dy));
///         cells.into_iter().filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y)).map(|cell| ((), 1, cell))
///     },
///     |&cell| cell == (7, 7),
/// );
/// let report = solve(&puzzle);
/// assert_eq!(report.outcome.cost(), Some(6));
/// assert_eq!(report.states.len(), 7);
/// assert_eq!((report.states[0], report.states[6]), ((0, 0), (7, 7)));
/// ```
///
/// From 1 to 100 by doubling and adding one, with names for the moves and a lower bound.
///
/// ```
/// use unriddle_search::{Outcome, from_fn, solve};
///
/// let puzzle = from_fn(1u32, |n| [("double", 1, n * 2), ("add", 1, n + 1)], |&n| n == 100)
///     // A move at most doubles the number. Above 100, there is no solution.
///     .lower_bound(|&n| (n <= 100).then(|| (100 / n).ilog2()));
/// let Outcome::Optimal(solution, _) = solve(&puzzle).outcome else { panic!("100 can be reached") };
/// assert_eq!(solution.cost, 8);
/// assert_eq!(solution.moves[6..], ["double", "double"]);
/// ```
pub fn from_fn<'a, S, M, I, F, G>(start: S, successors: F, is_solved: G) -> FromFn<'a, S, M, F, G>
where
    S: Clone + Eq + Hash + Send + Sync,
    M: Copy + Send + Sync,
    I: IntoIterator<Item = (M, Cost, S)>,
    F: Fn(&S) -> I + Sync,
    G: Fn(&S) -> bool + Sync,
{
    FromFn {
        start,
        successors,
        is_solved,
        lower_bound: None,
        estimate: None,
        canonical: None,
        min_move_cost: 1,
        heap_bytes: |_| 0,
        moves: PhantomData,
    }
}

/// A property of a state.
type OfState<'a, S, T> = Box<dyn Fn(&S) -> T + Send + Sync + 'a>;

/// A puzzle made of closures; see [`from_fn`].
///
/// The closures that these methods add are called through a pointer. For long searches, a type that implements
/// [`Puzzle`] is faster.
pub struct FromFn<'a, S, M, F, G> {
    start: S,
    successors: F,
    is_solved: G,
    lower_bound: Option<OfState<'a, S, Option<Cost>>>,
    estimate: Option<OfState<'a, S, Cost>>,
    canonical: Option<Box<dyn Fn(S) -> S + Send + Sync + 'a>>,
    min_move_cost: Cost,
    heap_bytes: fn(&S) -> usize,
    moves: PhantomData<fn() -> M>,
}

impl<'a, S, M, F, G> FromFn<'a, S, M, F, G> {
    /// Adds a lower bound on the cost from a state to a solution: a heuristic for A*, which must be admissible.
    /// `None` means that no solution can follow. See [`Puzzle::lower_bound`].
    #[must_use]
    pub fn lower_bound(mut self, bound: impl Fn(&S) -> Option<Cost> + Send + Sync + 'a) -> Self {
        self.lower_bound = Some(Box::new(bound));
        self
    }

    /// Adds an estimate of the cost from a state to a solution, which need not be admissible. See
    /// [`Puzzle::estimate`].
    #[must_use]
    pub fn estimate(mut self, estimate: impl Fn(&S) -> Cost + Send + Sync + 'a) -> Self {
        self.estimate = Some(Box::new(estimate));
        self
    }

    /// Adds a symmetry: the representative of all states that are equivalent to a state. See
    /// [`Puzzle::canonical`].
    #[must_use]
    pub fn canonical(mut self, canonical: impl Fn(S) -> S + Send + Sync + 'a) -> Self {
        self.canonical = Some(Box::new(canonical));
        self
    }

    /// Sets a lower bound on the cost of any move, which is 1 otherwise. 0 allows free moves. See
    /// [`Tuning::min_move_cost`].
    #[must_use]
    pub fn min_move_cost(mut self, cost: Cost) -> Self {
        self.min_move_cost = cost;
        self
    }

    /// Sets the memory that a state owns on the heap, so that [`Limits::memory`](crate::Limits::memory)
    /// includes it. See [`Tuning::heap_bytes`].
    #[must_use]
    pub fn heap_bytes(mut self, heap_bytes: fn(&S) -> usize) -> Self {
        self.heap_bytes = heap_bytes;
        self
    }
}

impl<S, M, I, F, G> Puzzle for FromFn<'_, S, M, F, G>
where
    S: Clone + Eq + Hash + Send + Sync,
    M: Copy + Send + Sync,
    I: IntoIterator<Item = (M, Cost, S)>,
    F: Fn(&S) -> I + Sync,
    G: Fn(&S) -> bool + Sync,
{
    type State = S;
    type Move = M;

    fn start(&self) -> S {
        self.start.clone()
    }

    #[inline]
    fn is_solved(&self, state: &S) -> bool {
        (self.is_solved)(state)
    }

    #[inline]
    fn expand(&self, state: &S, mut visit: impl FnMut(M, Cost, S)) {
        for (mv, cost, next) in (self.successors)(state) {
            visit(mv, cost, next);
        }
    }

    #[inline]
    fn lower_bound(&self, state: &S) -> Option<Cost> {
        self.lower_bound.as_ref().map_or(Some(0), |bound| bound(state))
    }

    fn estimate(&self, state: &S) -> Cost {
        match &self.estimate {
            Some(estimate) => estimate(state),
            None => self.lower_bound(state).unwrap_or(Cost::MAX),
        }
    }

    #[inline]
    fn canonical(&self, state: S) -> S {
        match &self.canonical {
            Some(canonical) => canonical(state),
            None => state,
        }
    }

    #[inline]
    fn tuning(&self) -> Tuning<Self> {
        Tuning {
            min_move_cost: self.min_move_cost,
            heap_bytes: |puzzle, state| (puzzle.heap_bytes)(state),
            ..Tuning::default()
        }
    }
}

impl<S: fmt::Debug, M, F, G> fmt::Debug for FromFn<'_, S, M, F, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFn")
            .field("start", &self.start)
            .field("min_move_cost", &self.min_move_cost)
            .finish_non_exhaustive()
    }
}
