//! All optimal solutions (under construction).
use num_bigint::BigUint;

use crate::{Cost, Puzzle, Solution};

/// Every solution of the least cost, as the graph of the states that lie on one.
pub struct Solutions<P: Puzzle> {
    pub(crate) cost: Cost,
    pub(crate) states: Vec<P::State>,
}

impl<P: Puzzle> Solutions<P> {
    /// What each of them costs.
    pub fn cost(&self) -> Cost {
        self.cost
    }
    /// How many there are.
    pub fn count(&self) -> BigUint {
        BigUint::from(1u32)
    }
    /// The first `n` of them, in the order of the moves that the puzzle gives.
    pub fn first(&self, _puzzle: &P, _n: usize) -> Vec<Solution<P::Move>> {
        Vec::new()
    }
    /// The states that lie on at least one of them (representatives, where there is symmetry).
    pub fn states(&self) -> impl Iterator<Item = &P::State> {
        self.states.iter()
    }
    /// The states that lie on every one of them.
    pub fn shared_states(&self) -> Vec<&P::State> {
        Vec::new()
    }
}
