//! The threads of a search.
//!
//! All shards are worked on at once. Parallel iterators would do the same, but they are instantiated for each
//! type of states, which doubled the build time of a program with several puzzles.

use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Whether there can be threads, and other processes to search with. Elsewhere the code for them is left out, as it
/// would be a large part of the WebAssembly module.
pub(crate) const HAS_THREADS: bool = !cfg!(all(target_arch = "wasm32", target_os = "unknown"));

/// Several threads that wait for work.
pub(crate) struct Threads(ThreadPool);

impl Threads {
    /// Starts this many threads. `None` if the system refuses.
    pub(crate) fn new(count: usize) -> Option<Self> {
        ThreadPoolBuilder::new().num_threads(count).build().ok().map(Threads)
    }

    /// Calls `work` on each thread, and returns when all calls have.
    fn on_each(&self, work: &(dyn Fn() + Sync)) {
        self.0.broadcast(|_| work());
    }

    /// Calls `work` with the elements of both slices at each index that both have, in no particular order.
    pub(crate) fn each_pair<A: Send, B: Send>(
        &self,
        first: &mut [A],
        second: &mut [B],
        work: impl Fn(usize, &mut A, &mut B) + Sync,
    ) {
        // Each thread takes the next pair when it has finished one.
        let pairs = Mutex::new(first.iter_mut().zip(second).enumerate());
        self.on_each(&|| {
            loop {
                let next = pairs.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((at, (first, second))) = next else { break };
                work(at, first, second);
            }
        });
    }
}
