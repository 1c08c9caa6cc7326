//! The threads of a search.
//!
//! All shards are worked on at once, by their index. The work is passed as a trait object: a call per shard and
//! round costs nothing, and the machinery of parallel iterators is built once rather than for each type of states.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Whether there can be threads. Where there are none, the code for them is left out, which would be a large part of
/// what a browser loads.
pub(crate) const HAS_THREADS: bool = !cfg!(all(target_arch = "wasm32", target_os = "unknown"));

/// Several threads that wait for work.
pub(crate) struct Threads(ThreadPool);

impl Threads {
    /// Starts this many threads. `None` if the system refuses.
    pub(crate) fn new(count: usize) -> Option<Self> {
        ThreadPoolBuilder::new().num_threads(count).build().ok().map(Threads)
    }

    /// Calls `work` with each index below `count`, in no particular order, and returns when all calls have.
    fn each_index(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        self.0.install(|| (0..count).into_par_iter().for_each(work));
    }

    /// Calls `work` with the elements of both slices at each index that both have.
    pub(crate) fn each_pair<A: Send, B: Send>(
        &self,
        first: &mut [A],
        second: &mut [B],
        work: impl Fn(usize, &mut A, &mut B) + Sync,
    ) {
        // Each is locked once, by the one thread that gets its index.
        let pairs: Vec<Mutex<(&mut A, &mut B)>> = first.iter_mut().zip(second).map(Mutex::new).collect();
        self.each_index(pairs.len(), &|at| {
            let mut pair = pairs[at].lock().unwrap_or_else(PoisonError::into_inner);
            let (first, second) = &mut *pair;
            work(at, first, second);
        });
    }
}
