//! Keeps every state once, packed, under a 32-bit number.
//!
//! Three parts: the states in the order in which they came, the number of each one's parent (4
//! bytes), and the hash index (6.4 to 9.6 bytes). Moves are not kept: a path is a chain of
//! parents, and [`replay`](crate::replay) finds its moves again.

mod chunks;
mod index;

use std::hash::{BuildHasher, Hash};

pub(crate) use chunks::Chunks;
use foldhash::fast::FixedState;
use index::Index;

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

    /// The number of a state, if it is found at first sight; otherwise it may be there or not.
    pub(crate) fn glimpse(&self, hash: u64, state: &S) -> Option<u32> {
        self.index.candidate(hash).filter(|&number| self.states.get(number) == state)
    }

    pub(crate) fn find(&self, hash: u64, state: &S) -> Option<u32> {
        self.index.find(hash, |number| self.states.get(number) == state).ok()
    }

    /// The number of a state and whether it was added just now.
    pub(crate) fn find_or_add(&mut self, hash: u64, state: &S, parent: u32) -> (u32, bool) {
        if self.index.is_full() {
            self.index.grow(self.states.iter().map(hash_of));
        }
        match self.index.find(hash, |number| self.states.get(number) == state) {
            Ok(number) => (number, false),
            Err(vacancy) => {
                let number = self.states.len();
                self.index.fill(vacancy, hash, number);
                self.states.push(state.clone());
                self.parents.push(parent);
                (number, true)
            }
        }
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
