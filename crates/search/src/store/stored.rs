//! How states of a kind are kept: one after the other, in the store and on their way to it.
//!
//! Everything that stores states is generic over [`Stored`]. There are two kinds: values of any type, which
//! lie in vectors of that type, and slices of words, which lie in vectors of words
//! ([`flat`](super::flat)).

use std::borrow::Borrow;
use std::hash::Hash;

use super::SegmentedVec;
use crate::audit::audit_graph;
use crate::explore::explore_graph;
use crate::searchable::StateGraph;
use crate::solve::{Found, OnSolution, search};
use crate::{Audit, Cost, Flaw, Monitor, Options, Space};

/// A kind of state that the engine can store.
///
/// Every type that a [`Puzzle`](crate::Puzzle) can have as its state is one, and so is `[u64]`, for a
/// [`FlatPuzzle`](crate::FlatPuzzle). There is nothing to implement.
pub trait Stored: Eq + Hash + Send + Sync + ToOwned<Owned: Clone + Eq + Hash + Send + Sync> {
    /// A state as an expansion hands it over: a value, or a slice that is valid during the call.
    #[doc(hidden)]
    type Given<'a>: Borrow<Self>;
    /// The scratch buffer in which an expansion builds states.
    #[doc(hidden)]
    type Scratch: Send + Sync;
    #[doc(hidden)]
    type List<B: Beside>: StateList<Self, B>;
    #[doc(hidden)]
    type GeneratedList: GeneratedList<Self>;

    /// Whether two states are equal.
    #[doc(hidden)]
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    /// The engine for states of this kind: [`search`], [`explore_graph`] and [`audit_graph`]. The one for slices
    /// is built with this crate, once, and not again with each program that uses it.
    #[doc(hidden)]
    fn search(
        puzzle: &dyn StateGraph<Self>,
        options: &Options,
        monitor: &mut Monitor<'_>,
        on_solution: Option<&mut OnSolution<'_>>,
    ) -> Found<Self>;
    #[doc(hidden)]
    fn explore(puzzle: &dyn StateGraph<Self>, options: &Options, monitor: &mut Monitor<'_>) -> Space<Self>;
    #[doc(hidden)]
    fn audit(puzzle: &dyn StateGraph<Self>, max_states: usize) -> Result<Audit, Flaw<Owned<Self>>>;
}

/// A state by itself: the value, or a vector of the words.
pub type Owned<S> = <S as ToOwned>::Owned;

/// A generated state on its way to its shard.
#[derive(Debug)]
pub struct Generated<'a, S: ?Sized> {
    pub(crate) hash: u64,
    /// The number of the expanded state.
    pub(crate) parent: u32,
    /// The cost from the start.
    pub(crate) cost: Cost,
    pub(crate) state: &'a S,
}

/// Data stored beside each state, so that both are in the same cache line.
pub trait Beside: Copy + Send + Sync {
    /// The words that it takes beside a state that is a slice: 0 or 1.
    const WORDS: usize;
    fn new(parent: u32, cost: Cost) -> Self;
    fn to_word(self) -> u64;
    fn from_word(word: u64) -> Self;
    /// The parent of the state, if it is kept here.
    fn parent(self) -> Option<u32>;
    /// The cost of the state from the start, if it is kept here.
    fn cost(self) -> Option<Cost>;
}

/// Nothing.
impl Beside for () {
    const WORDS: usize = 0;

    #[inline]
    fn new(_: u32, _: Cost) {}

    #[inline]
    fn to_word(self) -> u64 {
        0
    }

    #[inline]
    fn from_word(_: u64) {}

    #[inline]
    fn parent(self) -> Option<u32> {
        None
    }

    #[inline]
    fn cost(self) -> Option<Cost> {
        None
    }
}

/// The parent of a state and its cost from the start.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub(crate) parent: u32,
    pub(crate) cost: Cost,
}

impl Beside for Link {
    const WORDS: usize = 1;

    #[inline]
    fn new(parent: u32, cost: Cost) -> Self {
        Link { parent, cost }
    }

    #[inline]
    fn to_word(self) -> u64 {
        u64::from(self.cost) << 32 | u64::from(self.parent)
    }

    #[inline]
    fn from_word(word: u64) -> Self {
        Link { parent: word as u32, cost: (word >> 32) as Cost }
    }

    #[inline]
    fn parent(self) -> Option<u32> {
        Some(self.parent)
    }

    #[inline]
    fn cost(self) -> Option<Cost> {
        Some(self.cost)
    }
}

/// The states of a store, by number, each with what is kept beside it.
pub trait StateList<S: ?Sized, B>: Send + Sync {
    /// An empty list; `words` is the length of slices.
    fn new(words: usize) -> Self;
    fn len(&self) -> u32;
    fn push(&mut self, state: &S, beside: B);
    fn get(&self, number: u32) -> &S;
    fn beside(&self, number: u32) -> B;
    fn set_beside(&mut self, number: u32, beside: B);
    fn iter<'a>(&'a self) -> impl Iterator<Item = &'a S>
    where
        S: 'a;
    /// Memory held.
    fn bytes(&self) -> usize;
}

/// Generated states in the order of their generation.
pub trait GeneratedList<S: ?Sized + Stored>: Send + Sync {
    /// An empty list with this capacity, in states; `words` is the length of slices.
    fn new(words: usize, capacity: usize) -> Self;
    fn len(&self) -> usize;
    fn push(&mut self, hash: u64, parent: u32, cost: Cost, state: S::Given<'_>);
    fn push_copy(&mut self, hash: u64, parent: u32, cost: Cost, state: &S);
    fn hash(&self, at: usize) -> u64;
    fn get(&self, at: usize) -> Generated<'_, S>;
    fn truncate(&mut self, len: usize);
    /// Memory held.
    fn bytes(&self) -> usize;
}

impl<S: Clone + Eq + Hash + Send + Sync> Stored for S {
    type Given<'a> = S;
    type Scratch = ();
    type List<B: Beside> = SegmentedVec<(S, B)>;
    type GeneratedList = Vec<GeneratedValue<S>>;

    fn search(
        puzzle: &dyn StateGraph<S>,
        options: &Options,
        monitor: &mut Monitor<'_>,
        on_solution: Option<&mut OnSolution<'_>>,
    ) -> Found<S> {
        search(puzzle, options, monitor, on_solution)
    }

    fn explore(puzzle: &dyn StateGraph<S>, options: &Options, monitor: &mut Monitor<'_>) -> Space<S> {
        explore_graph(puzzle, options, monitor)
    }

    fn audit(puzzle: &dyn StateGraph<S>, max_states: usize) -> Result<Audit, Flaw<S>> {
        audit_graph(puzzle, max_states)
    }
}

impl<S: Clone + Send + Sync, B: Beside> StateList<S, B> for SegmentedVec<(S, B)> {
    fn new(_: usize) -> Self {
        SegmentedVec::new()
    }

    fn len(&self) -> u32 {
        self.len()
    }

    #[inline]
    fn push(&mut self, state: &S, beside: B) {
        self.push((state.clone(), beside));
    }

    #[inline]
    fn get(&self, number: u32) -> &S {
        &self.get(number).0
    }

    #[inline]
    fn beside(&self, number: u32) -> B {
        self.get(number).1
    }

    #[inline]
    fn set_beside(&mut self, number: u32, beside: B) {
        self.get_mut(number).1 = beside;
    }

    fn iter<'a>(&'a self) -> impl Iterator<Item = &'a S>
    where
        S: 'a,
    {
        self.iter().map(|(state, _)| state)
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// A generated state that is a value.
#[derive(Debug)]
pub struct GeneratedValue<S> {
    hash: u64,
    parent: u32,
    cost: Cost,
    state: S,
}

impl<S: Clone + Eq + Hash + Send + Sync> GeneratedList<S> for Vec<GeneratedValue<S>> {
    fn new(_: usize, capacity: usize) -> Self {
        Vec::with_capacity(capacity)
    }

    #[inline]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline]
    fn push(&mut self, hash: u64, parent: u32, cost: Cost, state: S) {
        self.push(GeneratedValue { hash, parent, cost, state });
    }

    fn push_copy(&mut self, hash: u64, parent: u32, cost: Cost, state: &S) {
        GeneratedList::push(self, hash, parent, cost, state.clone());
    }

    #[inline]
    fn hash(&self, at: usize) -> u64 {
        self[at].hash
    }

    #[inline]
    fn get(&self, at: usize) -> Generated<'_, S> {
        let GeneratedValue { hash, parent, cost, state } = &self[at];
        Generated { hash: *hash, parent: *parent, cost: *cost, state }
    }

    fn truncate(&mut self, len: usize) {
        self.truncate(len);
    }

    fn bytes(&self) -> usize {
        self.capacity() * size_of::<GeneratedValue<S>>()
    }
}
