//! The part of a closed list that is needed to reconstruct a path.

use crate::store::{Owned, Stored};

/// The states that a search stored, by number, each with its parent.
pub(crate) trait ClosedList<S: ?Sized> {
    /// The state with this number.
    fn state(&self, number: u32) -> &S;
    /// The number of the state on the cheapest known path to this one; its own number for the start.
    fn parent(&self, number: u32) -> u32;
}

/// The states from the start to the one with this number.
pub(crate) fn chain_to<S: ?Sized + Stored>(closed: &dyn ClosedList<S>, number: u32) -> Vec<Owned<S>> {
    let mut chain = vec![closed.state(number).to_owned()];
    let mut at = number;
    while closed.parent(at) != at {
        at = closed.parent(at);
        chain.push(closed.state(at).to_owned());
    }
    chain.reverse();
    chain
}
