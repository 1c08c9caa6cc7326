//! What an analysis may spend on searches: each has the same limit on states, and all share the time.
//!
//! The many small searches of an analysis run side by side, one thread each, and each ends the same way on any
//! number of threads unless the time runs out or the caller cancels.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use unriddle_kit::{Answer, Defect, Level, NoSpace, Request};
use unriddle_search::{Interrupt, Limit, Limits, Monitor, Options, Outcome, Statistics};

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
    interrupt: Interrupt<'a>,
    /// The time that it takes to expand a state, on one thread.
    pace: Duration,
    /// The first disagreement between a search and the rules of the game.
    defect: OnceLock<Defect>,
}

impl<'a> Effort<'a> {
    /// Starts the clock.
    pub(crate) fn new(budget: Budget<'a>) -> Self {
        let interrupt = Monitor::new().cancel(budget.cancel).interrupt(&budget.limits);
        Effort { budget, interrupt, pace: Duration::ZERO, defect: OnceLock::new() }
    }

    /// For work of which nobody needs to stop a part, on this thread.
    pub(crate) fn unlimited() -> Effort<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Effort::new(Budget { limits: Limits::default(), threads: 1, cancel: &NEVER })
    }

    pub(crate) fn threads(&self) -> usize {
        match self.budget.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// Notes how long the states of an exploration took.
    pub(crate) fn note_pace(&mut self, explored: &Statistics) {
        let expanded = u32::try_from(explored.expanded.max(1)).unwrap_or(u32::MAX);
        self.pace = explored.elapsed * self.threads() as u32 / expanded;
    }

    /// The time that is left, if it is limited; `None` if nothing is left or the caller cancelled.
    pub(crate) fn left(&self) -> Option<Option<Duration>> {
        (!self.is_over()).then(|| self.interrupt.time_left())
    }

    /// Whether the time is up, or the caller cancelled.
    pub(crate) fn is_over(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Whether so much time is left.
    pub(crate) fn has(&self, time: Duration) -> bool {
        self.left().is_some_and(|left| left.is_none_or(|left| time < left))
    }

    /// Whether there is time left to expand this many states again.
    pub(crate) fn affords(&self, states: usize) -> bool {
        self.has(self.pace.saturating_mul(u32::try_from(states).unwrap_or(u32::MAX)))
    }

    /// The limit that ended it.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.interrupt.limit()
    }

    /// Notes that an exploration disagrees with the rules of the game, if that is why there is no space.
    pub(crate) fn note(&self, reason: &NoSpace) {
        if let NoSpace::Defect(defect) = reason {
            self.note_defect(Some(defect));
        }
    }

    pub(crate) fn note_defect(&self, defect: Option<&Defect>) {
        defect.into_iter().for_each(|defect| _ = self.defect.set(defect.clone()));
    }

    /// The first disagreement between a search and the rules of the game, if there was one.
    pub(crate) fn defect(&self) -> Option<&Defect> {
        self.defect.get()
    }

    /// Solves a level on one thread, with at most this many states and this much time; `None` if nothing is left.
    pub(crate) fn solve(&self, level: &dyn Level, options: Options) -> Option<Answer> {
        let left = self.left()?;
        let time = [left, options.limits.time].into_iter().flatten().min();
        let limits = Limits { time, memory: self.budget.limits.memory, ..options.limits };
        let options = Options { limits, threads: 1, ..options };
        let request = Request { options, ..Request::default() };
        let answer = level.start().solve(&request, &mut Monitor::new().cancel(self.budget.cancel));
        self.note_defect(answer.defect.as_ref());
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
