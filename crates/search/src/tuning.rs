//! Properties of a puzzle that most puzzles leave at their defaults.
//!
//! They are gathered in one value each for [`Puzzle`] and [`FlatPuzzle`], so that the traits stay small. Both
//! are plain data and function pointers: where `tuning` returns a constant, the compiler sees through it, and
//! the inner loops pay nothing.

use std::fmt;

use crate::distributed::ByteForm;
use crate::{Cost, FlatPuzzle, Puzzle};

/// Rarely needed properties of a [`Puzzle`]; see [`Puzzle::tuning`].
///
/// Fields may be added. Always finish with `..Tuning::default()`.
///
/// # Example
///
/// A walk in which stairs cost 1 and slides are free.
///
/// ```
/// use unriddle_search::{Cost, Puzzle, Tuning, solve};
///
/// struct Slides;
///
/// impl Puzzle for Slides {
///     type State = u8;
///     type Move = &'static str;
///
///     fn start(&self) -> u8 {
///         0
///     }
///
///     fn is_solved(&self, &floor: &u8) -> bool {
///         floor == 4
///     }
///
///     fn expand(&self, &floor: &u8, mut visit: impl FnMut(&'static str, Cost, u8)) {
///         match floor {
///             7.. => visit("slide", 0, floor - 3),
///             _ => visit("stairs", 1, if floor == 3 { 7 } else { floor + 1 }),
///         }
///     }
///
///     fn tuning(&self) -> Tuning<Self> {
///         Tuning { min_move_cost: 0, ..Tuning::default() }
///     }
/// }
///
/// assert_eq!(solve(&Slides).outcome.cost(), Some(4));
/// ```
pub struct Tuning<P: Puzzle + ?Sized> {
    /// A lower bound on the cost of any move. The default is 1.
    ///
    /// With 1 or more, breadth-first search ends as soon as it generates a solution. With 0, it first checks
    /// that no free move leads to a cheaper one. A search panics if it generates a cheaper move.
    pub min_move_cost: Cost,
    /// How much cost makes one unit of the reported cost. The default is 1.
    ///
    /// The remainder breaks ties between solutions: with a scale of 1000, a move of cost 1001 counts as one
    /// move, of a kind to avoid. An optimal solution has the least cost before division. Reported costs,
    /// bounds and the cost limit are in units; only [`Solutions::cost`](crate::Solutions::cost) is not
    /// divided.
    pub cost_scale: Cost,
    /// The class of a state in the anytime search, which keeps an open list per class and serves the lists in
    /// turn. The default is one class for all states.
    ///
    /// Useful where a puzzle is solved step by step: with the number of remaining steps as the class, a step
    /// that leads nowhere does not hold up the others. Memory grows with the highest class.
    pub queue_class: fn(&P, &P::State) -> u8,
    /// The memory that a state owns on the heap, such as the contents of a `Box`, for
    /// [`Limits::memory`](crate::Limits::memory). The default is 0. Not called for states that need no `drop`, as
    /// these own nothing.
    pub heap_bytes: fn(&P, &P::State) -> usize,
    /// The encoding of states that processes use to share a search. The default is none: the puzzle is searched
    /// by one process only.
    #[doc(hidden)]
    pub byte_form: Option<ByteForm<P::State>>,
}

impl<P: Puzzle + ?Sized> Default for Tuning<P> {
    #[inline]
    fn default() -> Self {
        Tuning {
            min_move_cost: 1,
            cost_scale: 1,
            queue_class: |_, _| 0,
            heap_bytes: |_, _| 0,
            byte_form: None,
        }
    }
}

impl<P: Puzzle + ?Sized> fmt::Debug for Tuning<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tuning")
            .field("min_move_cost", &self.min_move_cost)
            .field("cost_scale", &self.cost_scale)
            .finish_non_exhaustive()
    }
}

/// Rarely needed properties of a [`FlatPuzzle`]; see [`FlatPuzzle::tuning`].
///
/// [`Tuning`] explains the fields. Fields may be added. Always finish with `..FlatTuning::default()`.
pub struct FlatTuning<P: FlatPuzzle + ?Sized> {
    /// A lower bound on the cost of any move; see [`Tuning::min_move_cost`]. The default is 1.
    pub min_move_cost: Cost,
    /// How much cost makes one unit of the reported cost; see [`Tuning::cost_scale`]. The default is 1.
    pub cost_scale: Cost,
    /// The class of a state in the anytime search; see [`Tuning::queue_class`]. The default is one class.
    pub queue_class: fn(&P, &[u64]) -> u8,
    /// Whether several processes may share the search. The default is yes: states mean the same in all of
    /// them, and the puzzle records nothing outside its states that the others would need.
    #[doc(hidden)]
    pub can_spread: bool,
}

impl<P: FlatPuzzle + ?Sized> Default for FlatTuning<P> {
    #[inline]
    fn default() -> Self {
        FlatTuning { min_move_cost: 1, cost_scale: 1, queue_class: |_, _| 0, can_spread: true }
    }
}

impl<P: FlatPuzzle + ?Sized> fmt::Debug for FlatTuning<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatTuning")
            .field("min_move_cost", &self.min_move_cost)
            .field("cost_scale", &self.cost_scale)
            .field("can_spread", &self.can_spread)
            .finish_non_exhaustive()
    }
}
