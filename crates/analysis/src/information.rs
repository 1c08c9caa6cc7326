//! Minimum solution information: the bits that a player must know to find a solution.
//!
//! A player who picks evenly among the sensible moves of each state makes a given solution with the product of
//! one over their numbers. The negative logarithm of that, to the base of 2, is the information in the
//! solution; the least over all solutions measures how hard the level is to find by chance. The measure is
//! that of Chen, White and Sturtevant, "Entropy as a Measure of Puzzle Difficulty" (AIIDE 2023).
//!
//! Sensible is every state that a move leads to, but for those nearer to the start: a player who has tried
//! a way does not go back along it. Two moves to the same state are one choice.
//!
//! Found by Dijkstra's algorithm, with the logarithm of the number of choices as the cost of a move.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use unriddle_kit::Graph;

use super::edges::Edges;

/// A state that waits to be expanded, the fewest bits first.
struct Waiting {
    bits: f64,
    state: u32,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bits.total_cmp(&self.bits).then(other.state.cmp(&self.state))
    }
}

/// The least information in any solution, in bits; `None` if there is no solution.
pub(super) fn information(graph: &dyn Graph, edges: &Edges) -> Option<f64> {
    let mut least = vec![f64::INFINITY; graph.states() as usize];
    least[graph.start() as usize] = 0.0;
    let mut heap = BinaryHeap::from([Waiting { bits: 0.0, state: graph.start() }]);
    while let Some(Waiting { bits, state }) = heap.pop() {
        if bits > least[state as usize] {
            continue;
        }
        if graph.is_solved(state) {
            return Some(bits);
        }
        let cost = graph.cost_of(state);
        let mut choices: Vec<u32> = edges.after(state).filter(|&next| graph.cost_of(next) >= cost).collect();
        choices.sort_unstable();
        choices.dedup();
        let more = bits + (choices.len() as f64).log2();
        for next in choices {
            if more < least[next as usize] {
                least[next as usize] = more;
                heap.push(Waiting { bits: more, state: next });
            }
        }
    }
    None
}
