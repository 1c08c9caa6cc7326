//! Checks the promises of a puzzle by looking at every state.
//!
//! A lower bound that is too high, or a canonical form that joins states that are not equal,
//! makes proofs worthless, and nothing in a search can notice. For a small level everything can
//! be looked at: run [`audit`] on a few of them in the tests of a new puzzle.
//!
//! Plain code on purpose: a hash map, and Dijkstra's algorithm backwards from the solutions. It
//! shares nothing with the search methods.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::{Cost, Puzzle};

/// A promise that does not hold, with a state that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw<S> {
    /// The lower bound is higher than the true cost, or says that there is no solution.
    BoundTooHigh {
        /// Where.
        state: S,
        /// What the puzzle says; `None` for no solution.
        bound: Option<Cost>,
        /// The true cost.
        cost: Cost,
    },
    /// A state and its representative differ in solvedness or in their true cost.
    NotEqual {
        /// The state.
        state: S,
        /// What is said to stand for it.
        representative: S,
    },
    /// The representative of a representative is another state.
    Unsettled {
        /// A representative.
        state: S,
    },
    /// There are more states than the number given: nothing was checked.
    TooLarge,
}

/// The true costs, where every promise holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// How many states can be reached.
    pub states: usize,
    /// The cost of an optimal solution, if there is one.
    pub optimal: Option<Cost>,
}

/// Looks at every state that can be reached (and every representative), if there are at most
/// `most`, and compares what the puzzle says of it with the truth.
pub fn audit<P: Puzzle>(puzzle: &P, most: usize) -> Result<Audit, Flaw<P::State>> {
    let mut states = vec![puzzle.start()];
    let mut number_of = HashMap::from([(puzzle.start(), 0)]);
    let mut ways_back: Vec<Vec<(usize, Cost)>> = vec![Vec::new()];
    let mut reachable = 0;
    let mut at = 0;
    while at < states.len() {
        if states.len() > most {
            return Err(Flaw::TooLarge);
        }
        let here = states[at].clone();
        let mut number = |state: P::State, ways_back: &mut Vec<Vec<(usize, Cost)>>| {
            *number_of.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                ways_back.push(Vec::new());
                states.len() - 1
            })
        };
        puzzle.expand(&here, |_, cost, next| {
            let to = number(next, &mut ways_back);
            ways_back[to].push((at, cost));
        });
        number(puzzle.canonical(here), &mut ways_back);
        reachable += 1;
        at += 1;
    }

    let truth = costs_to_solution(puzzle, &states, &ways_back);
    for (state, &cost) in states.iter().zip(&truth) {
        if let Some(cost) = cost {
            let bound = puzzle.lower_bound(state);
            if bound.is_none_or(|bound| bound > cost) {
                return Err(Flaw::BoundTooHigh { state: state.clone(), bound, cost });
            }
        }
        let representative = puzzle.canonical(state.clone());
        if puzzle.canonical(representative.clone()) != representative {
            return Err(Flaw::Unsettled { state: representative });
        }
        let same_cost = truth[number_of[&representative]] == cost;
        if !same_cost || puzzle.is_solved(&representative) != puzzle.is_solved(state) {
            return Err(Flaw::NotEqual { state: state.clone(), representative });
        }
    }
    Ok(Audit { states: reachable, optimal: truth[0] })
}

fn costs_to_solution<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    ways_back: &[Vec<(usize, Cost)>],
) -> Vec<Option<Cost>> {
    let mut costs = vec![None; states.len()];
    let solved = (0..states.len()).filter(|&state| puzzle.is_solved(&states[state]));
    let mut heap: BinaryHeap<(Reverse<Cost>, usize)> = solved.map(|state| (Reverse(0), state)).collect();
    while let Some((Reverse(cost), state)) = heap.pop() {
        if costs[state].is_none() {
            costs[state] = Some(cost);
            for &(before, step) in &ways_back[state] {
                heap.push((Reverse(cost.saturating_add(step)), before));
            }
        }
    }
    costs
}
