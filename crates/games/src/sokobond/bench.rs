//! Memory to work in, used again from state to state: a move allocates nothing.
//!
//! The engine looks at states from several threads, and at one while it expands another. So each
//! thread keeps a pile of benches; two are enough.

use std::cell::RefCell;

use super::bound::Marks;
use super::moves::Motion;
use super::scene::Scene;
use super::walk::Walk;

/// What looking at a state needs.
#[derive(Debug, Default)]
pub(crate) struct Bench {
    pub(crate) scene: Scene,
    pub(crate) motion: Motion,
    /// The scene after a move, before anything bonds.
    pub(crate) unbonded: Scene,
    pub(crate) marks: Marks,
    pub(crate) walk: Walk,
    /// Parts of a packed state.
    pub(crate) fields: Vec<u64>,
}

thread_local! {
    static BENCHES: RefCell<Vec<Bench>> = const { RefCell::new(Vec::new()) };
}

/// Works at a bench of this thread that nobody works at.
#[inline]
pub(crate) fn at_bench<T>(work: impl FnOnce(&mut Bench) -> T) -> T {
    let mut bench = BENCHES.with_borrow_mut(Vec::pop).unwrap_or_default();
    let done = work(&mut bench);
    BENCHES.with_borrow_mut(|benches| benches.push(bench));
    done
}
