//! Keeps every state once, packed, under a 32-bit number.
//!
//! Three parts: the states in the order in which they came, the number of each one's parent (4
//! bytes), and the hash index (6.4 to 8.5 bytes). Moves are not kept: a path is a chain of
//! parents, and [`replay`](crate::replay) finds its moves again.

mod chunks;
mod index;

use std::hash::{BuildHasher, Hash};

pub(crate) use chunks::Chunks;
use foldhash::fast::FixedState;
use index::Index;
pub(crate) use index::Vacancy;

/// The hash by which states are told apart, spread over shards and found: the same in each run.
pub(crate) fn hash_of<S: Hash>(state: &S) -> u64 {
    FixedState::with_seed(0x756e_7269_6464_6c65).hash_one(state)
}

/// States, their parents and the way to find them. Numbers here count from 0 in this store.
pub(crate) struct Store<S> {
    states: Chunks<S>,
    parents: Chunks<u32>,
    index: Index,
}

impl<S: Clone + Eq + Hash> Store<S> {
    pub(crate) fn new() -> Self {
        Store { states: Chunks::new(), parents: Chunks::new(), index: Index::new() }
    }

    pub(crate) fn len(&self) -> u32 {
        self.states.len()
    }

    pub(crate) fn state(&self, number: u32) -> &S {
        self.states.get(number)
    }

    pub(crate) fn parent(&self, number: u32) -> u32 {
        *self.parents.get(number)
    }

    pub(crate) fn set_parent(&mut self, number: u32, parent: u32) {
        *self.parents.get_mut(number) = parent;
    }

    /// Reads ahead what a look-up of this hash will read; see [`Index::touch`].
    pub(crate) fn touch(&self, hash: u64) -> u64 {
        self.index.touch(hash)
    }

    /// Makes sure that so many states can be added without moving anything in the index.
    pub(crate) fn make_room(&mut self, more: usize) {
        while !self.index.has_room(more) {
            self.index.grow(self.states.iter().map(hash_of));
        }
    }

    /// The number of a state, or the place where it can be [added](Store::add).
    pub(crate) fn find(&self, hash: u64, state: &S) -> Result<u32, Vacancy> {
        self.index.find(hash, |number| self.states.get(number) == state)
    }

    /// What [`find`](Store::find) gives now, when it gave `found` before other states were added.
    pub(crate) fn find_again(
        &self,
        found: Result<u32, Vacancy>,
        hash: u64,
        state: &S,
    ) -> Result<u32, Vacancy> {
        match found {
            Err(vacancy) if !self.index.is_vacant(vacancy) => self.find(hash, state),
            found => found,
        }
    }

    /// Adds a state where it was not found; there must be [room](Store::make_room).
    pub(crate) fn add(&mut self, vacancy: Vacancy, hash: u64, state: S, parent: u32) -> u32 {
        let number = self.states.len();
        self.index.fill(vacancy, hash, number);
        self.states.push(state);
        self.parents.push(parent);
        number
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        self.states.bytes() + self.parents.bytes() + self.index.bytes()
    }

    /// Memory that it may come to hold at once, when the index grows.
    pub(crate) fn bytes_ahead(&self) -> usize {
        self.states.bytes() + self.parents.bytes() + self.index.bytes_grown()
    }
}
