//! Stores every state once, packed, under a 32-bit number.
//!
//! Three parts: the states in the order in which they were added, the number of each state's
//! parent (4 bytes), and the hash index (8.6 to 9.2 bytes on average). Moves are not stored: a path is a
//! chain of parents, and [`replay`](crate::replay) finds its moves again.

mod flat;
mod hash;
mod huge_pages;
mod index;
mod prefetch;
mod segmented_vec;
mod stored;

use std::hash::{Hash, Hasher};

use crate::Cost;

pub(crate) use flat::FlatScratch;
pub(crate) use hash::StateHashBuilder;
use hash::StateHasher;
pub(crate) use huge_pages::zeros;
use index::Index;
pub(crate) use index::Vacancy;
pub(crate) use prefetch::prefetch;
pub(crate) use segmented_vec::SegmentedVec;
pub use stored::Stored;
pub(crate) use stored::{Beside, Generated, GeneratedList, Link, Owned, StateList};

/// The hash that distributes states over shards and finds them.
#[inline]
pub(crate) fn hash_of<S: ?Sized + Hash>(state: &S) -> u64 {
    let mut hasher = StateHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// States, their parents and the index that finds them. Numbers count from 0 in each store.
///
/// A search that keeps the cost of each state has it [beside](Link) the state, together with the parent.
/// Otherwise parents are in a list of their own: beside a state of eight bytes, one of four would take eight.
pub struct Store<S: ?Sized + Stored, B: Beside = ()> {
    states: S::List<B>,
    /// Empty if parents are kept beside the states.
    parents: SegmentedVec<u32>,
    index: Index,
}

impl<S: ?Sized + Stored> Store<S, Link> {
    #[inline]
    pub(crate) fn cost(&self, number: u32) -> Cost {
        self.states.beside(number).cost
    }

    #[inline]
    pub(crate) fn set_link(&mut self, number: u32, parent: u32, cost: Cost) {
        self.states.set_beside(number, Link { parent, cost });
    }
}

impl<S: ?Sized + Stored> Store<S> {
    #[inline]
    pub(crate) fn set_parent(&mut self, number: u32, parent: u32) {
        *self.parents.get_mut(number) = parent;
    }
}

impl<S: ?Sized + Stored, B: Beside> Store<S, B> {
    /// An empty store; `words` is the length of states that are slices.
    pub(crate) fn new(words: usize) -> Self {
        Store::staggered(words, 0)
    }

    /// An empty store. Those with different stages, from 0 to 31, grow their indexes at different times.
    pub(crate) fn staggered(words: usize, stage: usize) -> Self {
        Store { states: S::List::<B>::new(words), parents: SegmentedVec::new(), index: Index::new(stage) }
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.states.len()
    }

    #[inline]
    pub(crate) fn state(&self, number: u32) -> &S {
        self.states.get(number)
    }

    #[inline]
    pub(crate) fn beside(&self, number: u32) -> B {
        self.states.beside(number)
    }

    #[inline]
    pub(crate) fn parent(&self, number: u32) -> u32 {
        self.states.beside(number).parent().unwrap_or_else(|| *self.parents.get(number))
    }

    /// Fetches what a look-up of this hash will read first.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Fetches the state with which a look-up of this hash will compare, if there is one.
    #[inline]
    pub(crate) fn prefetch_state(&self, hash: u64) {
        if let Some(number) = self.index.candidate(hash) {
            prefetch(self.states.get(number));
        }
    }

    /// Whether `more` states can be added without growing the index.
    #[inline]
    pub(crate) fn has_room(&self, more: usize) -> bool {
        self.index.has_room(more)
    }

    /// Makes sure that `more` states can be added without growing the index.
    #[inline]
    pub(crate) fn make_room(&mut self, more: usize) {
        while !self.has_room(more) {
            self.grow_index();
        }
    }

    #[cold]
    pub(crate) fn grow_index(&mut self) {
        self.index.grow(self.states.iter().map(hash_of));
    }

    /// The number of a state, or the slot where it can be [added](Store::add).
    #[inline]
    pub(crate) fn find(&self, hash: u64, state: &S) -> Result<u32, Vacancy> {
        self.index.find(hash, |number| self.states.get(number).is_same(state))
    }

    /// Adds a state that was not found. There must be [room](Store::make_room).
    #[inline]
    pub(crate) fn add(&mut self, vacancy: Vacancy, hash: u64, state: &S, parent: u32, cost: Cost) -> u32 {
        let number = self.states.len();
        self.index.fill(vacancy, hash, number);
        let beside = B::new(parent, cost);
        self.states.push(state, beside);
        if beside.parent().is_none() {
            self.parents.push(parent);
        }
        number
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        self.states.bytes() + self.parents.bytes() + self.index.bytes()
    }

    /// Memory held after the index has grown, if it has to grow soon.
    pub(crate) fn bytes_ahead(&self) -> usize {
        self.states.bytes() + self.parents.bytes() + self.index.bytes_ahead()
    }
}
