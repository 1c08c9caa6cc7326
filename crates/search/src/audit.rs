//! Checks the promises of a puzzle on every state of a small level.
//!
//! A lower bound that is too high, or a canonical form that joins states that are not equivalent,
//! makes proofs worthless, and no search can notice. A small level can be checked exhaustively: run
//! [`audit`] on a few of them in the tests of a new puzzle.
//!
//! Plain code on purpose: a hash map, and Dijkstra's algorithm backwards from the solved states. It
//! shares nothing with the search methods.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;

use crate::searchable::StateGraph;
use crate::store::{Owned, Stored};
use crate::{Cost, Interrupt, Searchable};

/// A promise that a puzzle breaks, with a state that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw<S> {
    /// The lower bound of a state exceeds its true cost, so it is not admissible.
    BoundTooHigh {
        /// The state.
        state: S,
        /// Its lower bound; `None` if the puzzle claims that no solution follows.
        bound: Option<Cost>,
        /// The true cost from the state to a solution.
        cost: Cost,
    },
    /// A state and its canonical form differ in whether they are solved, or in their true cost.
    NotEquivalent {
        /// The state.
        state: S,
        /// Its canonical form.
        representative: S,
    },
    /// A canonical form has another canonical form.
    NotIdempotent {
        /// The canonical form.
        state: S,
    },
    /// There are more states than the audit may visit. Nothing was checked.
    TooLarge,
    /// The puzzle [could not decide](crate::Interrupt::note_omission) all moves. Nothing was checked.
    Undecided,
}

impl<S> fmt::Display for Flaw<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::BoundTooHigh { bound: Some(bound), cost, .. } => {
                write!(f, "a state has the lower bound {bound}, but its cost is {cost}")
            }
            Flaw::BoundTooHigh { bound: None, cost, .. } => {
                write!(f, "the lower bound of a state rules out a solution, but its cost is {cost}")
            }
            Flaw::NotEquivalent { .. } => f.write_str("a state is not equivalent to its canonical form"),
            Flaw::NotIdempotent { .. } => f.write_str("a canonical form has another canonical form"),
            Flaw::TooLarge => f.write_str("there are too many states to check"),
            Flaw::Undecided => f.write_str("some moves could not be decided"),
        }
    }
}

impl<S: fmt::Debug> std::error::Error for Flaw<S> {}

/// The truth about a level, found by exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Audit {
    /// The number of states that can be reached from the start.
    pub states: usize,
    /// The cost of an optimal solution, if there is one.
    pub optimal: Option<Cost>,
}

/// Checks [`lower_bound`](crate::Puzzle::lower_bound) and [`canonical`](crate::Puzzle::canonical) on every state of a
/// small level.
///
/// Visits every state that can be reached, every canonical form, and everything that can be reached from
/// there: at most `max_states` in all. Checks that
///
/// - the lower bound of a state never exceeds its true cost;
/// - a state and its canonical form agree in solvedness and true cost;
/// - a canonical form is its own canonical form.
///
/// # Errors
///
/// The first [`Flaw`] that it finds, or [`Flaw::TooLarge`], or [`Flaw::Undecided`].
///
/// # Example
///
/// ```
/// # mod doubling { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/doubling/puzzle.rs")); }
/// # use doubling::Doubling;
/// use unriddle_search::{Flaw, audit};
///
/// // From 1 to 100 by doubling and adding one, with a lower bound.
/// let puzzle = Doubling { target: 100 };
/// let truth = audit(&puzzle, 1000).expect("the bound is admissible");
/// assert_eq!((truth.states, truth.optimal), (149, Some(8)));
/// assert_eq!(audit(&puzzle, 100), Err(Flaw::TooLarge));
/// ```
pub fn audit<P: Searchable>(puzzle: &P, max_states: usize) -> Result<Audit, Flaw<Owned<P::State>>> {
    P::State::audit(puzzle.graph(), max_states)
}

pub(crate) fn audit_graph<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    max_states: usize,
) -> Result<Audit, Flaw<Owned<S>>> {
    let Space { states, number_of, predecessors, reachable } = Space::<S>::explore(puzzle, max_states)?;
    if puzzle.interrupt().is_some_and(Interrupt::has_omissions) {
        return Err(Flaw::Undecided);
    }
    let truth = costs_to_solution(puzzle, &states, &predecessors);
    for (state, &cost) in states.iter().zip(&truth) {
        if let Some(cost) = cost {
            let bound = puzzle.lower_bound(state.borrow());
            if bound.is_none_or(|bound| bound > cost) {
                return Err(Flaw::BoundTooHigh { state: state.clone(), bound, cost });
            }
        }
        let representative = puzzle.canonical(state.clone());
        if puzzle.canonical(representative.clone()) != representative {
            return Err(Flaw::NotIdempotent { state: representative });
        }
        let same_cost = truth[number_of[representative.borrow()]] == cost;
        if !same_cost || puzzle.is_solved(representative.borrow()) != puzzle.is_solved(state.borrow()) {
            return Err(Flaw::NotEquivalent { state: state.clone(), representative });
        }
    }
    Ok(Audit { states: reachable, optimal: truth[0] })
}

/// All states of a level, with their canonical forms and what can be reached from those.
struct Space<S: ?Sized + Stored> {
    /// The start first, then what can be reached from it, then the rest.
    states: Vec<Owned<S>>,
    number_of: HashMap<Owned<S>, usize>,
    /// For each state, the states with a move to it, and the cost of that move.
    predecessors: Vec<Vec<(usize, Cost)>>,
    /// The number of states that can be reached from the start.
    reachable: usize,
}

impl<S: ?Sized + Stored> Space<S> {
    fn explore(puzzle: &dyn StateGraph<S>, max_states: usize) -> Result<Self, Flaw<Owned<S>>> {
        let (states, predecessors) = (Vec::new(), Vec::new());
        let mut space = Space { states, number_of: HashMap::new(), predecessors, reachable: 0 };
        space.number(puzzle.start());
        space.expand_from(puzzle, 0, max_states)?;
        space.reachable = space.states.len();
        let mut at = 0;
        while at < space.states.len() {
            let first = space.states.len();
            space.number(puzzle.canonical(space.states[at].clone()));
            space.expand_from(puzzle, first, max_states)?;
            at += 1;
        }
        Ok(space)
    }

    /// The number of a state, which is added if it is new.
    fn number(&mut self, state: Owned<S>) -> usize {
        *self.number_of.entry(state.clone()).or_insert_with(|| {
            self.states.push(state);
            self.predecessors.push(Vec::new());
            self.states.len() - 1
        })
    }

    /// Expands the states from number `first` on, and all their descendants.
    fn expand_from(
        &mut self,
        puzzle: &dyn StateGraph<S>,
        first: usize,
        max_states: usize,
    ) -> Result<(), Flaw<Owned<S>>> {
        let mut scratch = puzzle.scratch();
        let mut at = first;
        while at < self.states.len() {
            if self.states.len() > max_states {
                return Err(Flaw::TooLarge);
            }
            puzzle.successors(self.states[at].clone().borrow(), &mut scratch, &mut |cost, next| {
                let to = self.number(Borrow::<S>::borrow(&next).to_owned());
                self.predecessors[to].push((at, cost));
            });
            at += 1;
        }
        Ok(())
    }
}

/// The least cost from each state to a solved one, by Dijkstra's algorithm backwards.
fn costs_to_solution<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    states: &[Owned<S>],
    predecessors: &[Vec<(usize, Cost)>],
) -> Vec<Option<Cost>> {
    let mut costs = vec![None; states.len()];
    let solved = (0..states.len()).filter(|&state| puzzle.is_solved(states[state].borrow()));
    let mut heap: BinaryHeap<(Reverse<Cost>, usize)> = solved.map(|state| (Reverse(0), state)).collect();
    while let Some((Reverse(cost), state)) = heap.pop() {
        if costs[state].is_none() {
            costs[state] = Some(cost);
            for &(before, step) in &predecessors[state] {
                heap.push((Reverse(cost.saturating_add(step)), before));
            }
        }
    }
    costs
}
