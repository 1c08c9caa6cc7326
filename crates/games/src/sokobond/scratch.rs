//! Working memory that is reused from state to state, so that a move does not allocate.
//!
//! The engine works on states in several threads, and asks for the bound of one state while it expands
//! another. So each thread keeps a small pool of scratches. Two per thread are enough.

use std::cell::RefCell;

use super::arrangement::Arrangement;
use super::bound::BoundScratch;
use super::moves::Motion;
use super::reachability::Reachability;
use super::shift::Molecules;
use super::symmetry::LeastImage;

/// The memory that work on a state needs.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) arrangement: Arrangement,
    pub(crate) molecules: Molecules,
    pub(crate) motion: Motion,
    /// The arrangement after a move, before anything bonds.
    pub(crate) unbonded: Arrangement,
    pub(crate) bounds: BoundScratch,
    pub(crate) reachability: Reachability,
    pub(crate) least_image: LeastImage,
}

thread_local! {
    static POOL: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
}

/// Calls `work` with a scratch of this thread that is not in use.
#[inline]
pub(crate) fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    let mut scratch = POOL.with_borrow_mut(Vec::pop).unwrap_or_default();
    let done = work(&mut scratch);
    POOL.with_borrow_mut(|pool| pool.push(scratch));
    done
}
