//! What a finished search knows: its states by number, their costs and parents.

use crate::replay::replay;
use crate::{Cost, Puzzle, Solution};

/// The states that a search stored.
pub(crate) trait Known<S> {
    /// The number of a state.
    fn find(&self, state: &S) -> Option<u32>;
    /// The state with a number.
    fn state(&self, number: u32) -> &S;
    /// The number of the state that it was best reached from; its own for the start.
    fn parent(&self, number: u32) -> u32;
    /// The least known cost to get there.
    fn cost(&self, number: u32) -> Cost;
    /// All numbers, in no particular order.
    fn numbers(&self) -> impl Iterator<Item = u32>;
}

/// The moves from the start to the state with this number.
pub(crate) fn path_to<P: Puzzle>(puzzle: &P, known: &impl Known<P::State>, number: u32) -> Solution<P::Move> {
    let mut chain = vec![known.state(number).clone()];
    let mut at = number;
    while known.parent(at) != at {
        at = known.parent(at);
        chain.push(known.state(at).clone());
    }
    chain.reverse();
    replay(puzzle, &chain)
}
