//! What an analysis may spend on searches: each has the same limit on states, and all share the time.
//!
//! The many small searches of an analysis run side by side, one thread each, and each ends the same way on any
//! number of threads unless the time runs out or the caller cancels.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use unriddle_search::{Limits, Monitor, Options, Outcome};

use crate::{Answer, Level, Request};

/// The limits of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// The limits of the exploration and of each search. The time is that of the whole analysis.
    pub limits: Limits,
    /// The most threads; 0 for one per core.
    pub threads: usize,
    /// Set to true to stop.
    pub cancel: &'a AtomicBool,
}

/// What is left of a budget.
pub(crate) struct Effort<'a> {
    pub(crate) budget: Budget<'a>,
    /// The time that all searches took together, in microseconds.
    spent: AtomicU64,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(budget: Budget<'a>) -> Self {
        Effort { budget, spent: AtomicU64::new(0) }
    }

    pub(crate) fn threads(&self) -> usize {
        match self.budget.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// Notes time that was spent on one thread out of `threads`.
    pub(crate) fn spend(&self, time: Duration, threads: usize) {
        self.spent.fetch_add(time.as_micros() as u64 / threads.max(1) as u64, Ordering::Relaxed);
    }

    /// The time that is left, if it is limited; `None` if nothing is left or the caller cancelled.
    pub(crate) fn left(&self) -> Option<Option<Duration>> {
        if self.budget.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let Some(time) = self.budget.limits.time else { return Some(None) };
        let left = time.saturating_sub(Duration::from_micros(self.spent.load(Ordering::Relaxed)));
        (left > Duration::ZERO).then_some(Some(left))
    }

    /// Solves a level on one thread, with at most this many states and this much time; `None` if nothing is left.
    pub(crate) fn solve(&self, level: &dyn Level, options: Options, threads: usize) -> Option<Answer> {
        let left = self.left()?;
        let time = [left, options.limits.time].into_iter().flatten().min();
        let limits = Limits { time, memory: self.budget.limits.memory, ..options.limits };
        let options = Options { limits, threads: 1, ..options };
        let request = Request { options, ..Request::default() };
        let answer = level.start().solve(&request, &mut Monitor::new().cancel(self.budget.cancel));
        self.spend(answer.statistics.elapsed, threads);
        let cancelled = self.budget.cancel.load(Ordering::Relaxed);
        let unfinished = matches!(answer.outcome, Outcome::Stopped { .. } | Outcome::Solved { .. });
        (!(cancelled && unfinished)).then_some(answer)
    }
}

/// Calls `work` with each item, on several threads, and returns the results in order.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.iter().map(work).collect();
    }
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let result = work(item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}
