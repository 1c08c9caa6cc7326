//! The audit of a small level: it counts what can be reached, and catches every broken promise.

use crate::graph::Graph;
use unriddle_search::{Cost, Flaw, Puzzle, audit};

/// Two moves of cost 2 to the end, by way of state 1, and a direct move of cost 5. The bound of state 1 is
/// too high by `excess`, or rules out a solution.
struct Excess {
    graph: Graph,
    excess: Option<Cost>,
}

impl Excess {
    fn new(excess: Option<Cost>) -> Self {
        let edges = vec![(0, 1, 2), (1, 2, 2), (0, 2, 5)];
        Excess { graph: Graph::new(edges, vec![false, false, true], vec![100; 3]), excess }
    }
}

impl Puzzle for Excess {
    type State = u32;
    type Move = usize;

    fn start(&self) -> u32 {
        self.graph.start()
    }

    fn is_solved(&self, state: &u32) -> bool {
        self.graph.is_solved(state)
    }

    fn expand(&self, state: &u32, visit: impl FnMut(usize, Cost, u32)) {
        self.graph.expand(state, visit);
    }

    fn lower_bound(&self, state: &u32) -> Option<Cost> {
        let bound = self.graph.lower_bound(state)?;
        if *state == 1 { self.excess.map(|excess| bound + excess) } else { Some(bound) }
    }
}

#[test]
fn an_exact_bound_passes_and_the_optimal_cost_is_found() {
    let truth = audit(&Excess::new(Some(0)), 10).expect("the bound is exact");
    assert_eq!((truth.states, truth.optimal), (3, Some(4)));
}

#[test]
fn a_bound_above_the_true_cost_is_caught() {
    let flaw = audit(&Excess::new(Some(1)), 10);
    assert_eq!(flaw, Err(Flaw::BoundTooHigh { state: 1, bound: Some(3), cost: 2 }));
}

#[test]
fn a_bound_that_rules_out_a_solution_is_caught() {
    let flaw = audit(&Excess::new(None), 10);
    assert_eq!(flaw, Err(Flaw::BoundTooHigh { state: 1, bound: None, cost: 2 }));
}

#[test]
fn more_states_than_allowed_are_refused() {
    assert!(audit(&Excess::new(Some(0)), 3).is_ok());
    assert_eq!(audit(&Excess::new(Some(0)), 2), Err(Flaw::TooLarge));
}

/// A walk away from 0 to the left, until it is 3 cells away. The cells to the right cannot be reached.
struct Leftwards {
    canonical: fn(i32) -> i32,
}

impl Puzzle for Leftwards {
    type State = i32;
    type Move = ();

    fn start(&self) -> i32 {
        0
    }

    fn is_solved(&self, &at: &i32) -> bool {
        at.abs() == 3
    }

    fn expand(&self, &at: &i32, mut visit: impl FnMut((), Cost, i32)) {
        if at.abs() < 3 {
            visit((), 1, if at > 0 { at + 1 } else { at - 1 });
        }
    }

    fn canonical(&self, at: i32) -> i32 {
        (self.canonical)(at)
    }
}

#[test]
fn representatives_that_cannot_be_reached_are_not_counted() {
    // 0, -1, -2 and -3 can be reached; 1, 2 and 3 only stand for them.
    let truth = audit(&Leftwards { canonical: i32::abs }, 10).expect("mirror images are equivalent");
    assert_eq!((truth.states, truth.optimal), (4, Some(3)));
    // They are visited all the same.
    assert_eq!(audit(&Leftwards { canonical: i32::abs }, 6), Err(Flaw::TooLarge));
}

#[test]
fn a_representative_with_another_cost_is_caught() {
    let flaw = audit(&Leftwards { canonical: |at| at.max(-1) }, 10);
    assert_eq!(flaw, Err(Flaw::NotEquivalent { state: -2, representative: -1 }));
}

#[test]
fn a_representative_of_a_representative_is_caught() {
    let flaw = audit(&Leftwards { canonical: |at| -at }, 10);
    assert_eq!(flaw, Err(Flaw::NotIdempotent { state: 1 }));
}
