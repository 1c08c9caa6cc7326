//! States that are slices of words, all of one length that is only known at run time.
//!
//! They lie one after the other in vectors of words, without a box each: a state takes its words and no
//! more. Segments hold a power of two of states in at most 64 kB, so that a state is found by a shift and a
//! multiplication, and so that a short list of long states does not take much.

use super::stored::{Beside, Generated, GeneratedList, StateList, Stored};
use crate::audit::audit_graph;
use crate::explore::explore_graph;
use crate::searchable::StateGraph;
use crate::solve::{Found, OnSolution, search};
use crate::{Audit, Cost, Flaw, Monitor, Options, Space, words};

/// The maximum number of words per segment, unless a single state has more.
const MAX_WORDS: usize = 1 << 13;
/// The maximum number of states per segment, as a power of two.
const MAX_BITS: u32 = 12;
/// Words before the state in a list of generated states: the hash; the cost and the parent.
const HEAD: usize = 2;

impl Stored for [u64] {
    type Given<'a> = &'a [u64];
    type Scratch = FlatScratch;
    type List<B: Beside> = FlatVec;
    type GeneratedList = FlatGenerated;

    #[inline]
    fn is_same(&self, other: &Self) -> bool {
        words::are_equal(self, other)
    }

    fn search(
        puzzle: &dyn StateGraph<[u64]>,
        options: &Options,
        monitor: &mut Monitor<'_>,
        on_solution: Option<&mut OnSolution<'_>>,
    ) -> Found<[u64]> {
        search(puzzle, options, monitor, on_solution)
    }

    fn explore(puzzle: &dyn StateGraph<[u64]>, options: &Options, monitor: &mut Monitor<'_>) -> Space<[u64]> {
        explore_graph(puzzle, options, monitor)
    }

    fn audit(puzzle: &dyn StateGraph<[u64]>, max_states: usize) -> Result<Audit, Flaw<Vec<u64>>> {
        audit_graph(puzzle, max_states)
    }
}

/// Scratch buffers for an expansion.
#[derive(Debug)]
pub struct FlatScratch {
    /// The state that an expansion builds.
    pub(crate) next: Vec<u64>,
    /// Its representative.
    pub(crate) canonical: Vec<u64>,
}

/// A growing list of slices of one length, indexed from 0. They never move. Each is followed by the word that is
/// kept beside it, if there is one.
#[derive(Debug)]
pub struct FlatVec {
    /// The words of a state.
    words: usize,
    /// The words of a state with what is kept beside it.
    stride: usize,
    /// A segment holds two to this power of states.
    bits: u32,
    /// Full segments.
    segments: Vec<Vec<u64>>,
    /// The segment that is being filled.
    newest: Vec<u64>,
    len: u32,
}

impl FlatVec {
    /// The words of a full segment.
    fn segment_words(&self) -> usize {
        self.stride << self.bits
    }

    #[inline]
    fn segment(&self, number: u32) -> &[u64] {
        self.segments.get((number >> self.bits) as usize).unwrap_or(&self.newest)
    }

    /// The index of a state's first word in its segment.
    #[inline]
    fn first_word(&self, number: u32) -> usize {
        (number as usize & ((1 << self.bits) - 1)) * self.stride
    }

    /// Begins another segment.
    #[cold]
    fn next_segment(&mut self) {
        let next = Vec::with_capacity(self.segment_words());
        self.segments.push(std::mem::replace(&mut self.newest, next));
    }
}

impl<B: Beside> StateList<[u64], B> for FlatVec {
    fn new(words: usize) -> Self {
        let stride = words + B::WORDS;
        let bits = (MAX_WORDS / stride.max(1)).max(1).ilog2().min(MAX_BITS);
        FlatVec { words, stride, bits, segments: Vec::new(), newest: Vec::new(), len: 0 }
    }

    fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    fn push(&mut self, state: &[u64], beside: B) {
        assert_eq!(state.len(), self.words, "a state has as many words as its puzzle says");
        if self.newest.len() == self.segment_words() && self.stride > 0 {
            self.next_segment();
        }
        words::append(&mut self.newest, state);
        self.newest.extend((0..B::WORDS).map(|_| beside.to_word()));
        self.len += 1;
    }

    #[inline]
    fn get(&self, number: u32) -> &[u64] {
        let first = self.first_word(number);
        &self.segment(number)[first..first + self.words]
    }

    #[inline]
    fn beside(&self, number: u32) -> B {
        let at = self.first_word(number) + self.words;
        B::from_word(if B::WORDS == 0 { 0 } else { self.segment(number)[at] })
    }

    #[inline]
    fn set_beside(&mut self, number: u32, beside: B) {
        let at = self.first_word(number) + self.words;
        let segment = self.segments.get_mut((number >> self.bits) as usize).unwrap_or(&mut self.newest);
        if B::WORDS > 0 {
            segment[at] = beside.to_word();
        }
    }

    fn iter<'a>(&'a self) -> impl Iterator<Item = &'a [u64]>
    where
        [u64]: 'a,
    {
        (0..self.len).map(|number| StateList::<[u64], B>::get(self, number))
    }

    fn bytes(&self) -> usize {
        let words = self.segments.len() * self.segment_words() + self.newest.capacity();
        words * size_of::<u64>() + self.segments.capacity() * size_of::<Vec<u64>>()
    }
}

/// Generated states, each with two words before it.
#[derive(Debug)]
pub struct FlatGenerated {
    words: usize,
    all: Vec<u64>,
}

impl GeneratedList<[u64]> for FlatGenerated {
    fn new(words: usize, capacity: usize) -> Self {
        FlatGenerated { words, all: Vec::with_capacity((words + HEAD) * capacity) }
    }

    #[inline]
    fn len(&self) -> usize {
        self.all.len() / (self.words + HEAD)
    }

    #[inline]
    fn push(&mut self, hash: u64, parent: u32, cost: Cost, state: &[u64]) {
        assert_eq!(state.len(), self.words, "a state has as many words as its puzzle says");
        self.all.extend_from_slice(&[hash, u64::from(cost) << 32 | u64::from(parent)]);
        words::append(&mut self.all, state);
    }

    fn push_copy(&mut self, hash: u64, parent: u32, cost: Cost, state: &[u64]) {
        self.push(hash, parent, cost, state);
    }

    #[inline]
    fn hash(&self, at: usize) -> u64 {
        self.all[at * (self.words + HEAD)]
    }

    #[inline]
    fn get(&self, at: usize) -> Generated<'_, [u64]> {
        let first = at * (self.words + HEAD);
        let all = &self.all[first..first + HEAD + self.words];
        Generated { hash: all[0], parent: all[1] as u32, cost: (all[1] >> 32) as Cost, state: &all[HEAD..] }
    }

    fn truncate(&mut self, len: usize) {
        self.all.truncate(len * (self.words + HEAD));
    }

    fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::stored::Link;
    use super::*;

    /// Fills a list and reads it again.
    fn check<B: Beside>(words: usize) {
        fn list<B: Beside>(list: &FlatVec) -> &impl StateList<[u64], B> {
            list
        }
        let mut all = <FlatVec as StateList<[u64], B>>::new(words);
        let state = |number: u32| -> Vec<u64> {
            (0..words as u64).map(|word| word * 31 + u64::from(number)).collect()
        };
        let count = (40_000 / words.max(1) as u32).clamp(3, 10_000);
        (0..count).for_each(|number| all.push(&state(number), B::new(number, 1)));
        (0..count).step_by(2).for_each(|number| all.set_beside(number, B::new(number, 2)));
        let all = list::<B>(&all);
        assert_eq!(all.len(), count);
        for number in 0..count {
            assert_eq!(all.get(number), state(number), "{words} words");
            assert_eq!(all.beside(number).to_word(), B::new(number, 2 - number % 2).to_word());
        }
        assert!(all.iter().zip(0..).all(|(found, number)| found == state(number)), "{words} words");
        let least = count as usize * (words + B::WORDS) * 8;
        assert!((least..=2 * least + 80_000).contains(&all.bytes()), "{words} words: {}", all.bytes());
    }

    #[test]
    fn a_list_returns_every_state_whatever_its_length() {
        for words in [0, 1, 2, 5, 63, 64, 1000, 9000] {
            check::<()>(words);
            check::<Link>(words);
        }
    }

    #[test]
    fn a_generated_state_keeps_its_hash_parent_and_cost() {
        for words in [0, 1, 7] {
            let mut list = FlatGenerated::new(words, 4);
            for n in 0..100_u64 {
                list.push(n << 40, n as u32, Cost::MAX - n as Cost, &vec![n; words]);
            }
            assert_eq!(list.len(), 100);
            list.truncate(60);
            assert_eq!(list.len(), 60);
            let Generated { hash, parent, cost, state } = list.get(59);
            assert_eq!((hash, parent, cost), (59 << 40, 59, Cost::MAX - 59));
            assert_eq!(state, vec![59; words]);
        }
    }
}
