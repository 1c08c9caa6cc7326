//! Stops a search, and remembers that it was stopped.
//!
//! All threads of a search poll one [`Stop`]. Once it has stopped one of them, for whatever
//! reason, it stays that way: work may have been dropped, so nothing found afterwards is a proof.
//! [`Run`](crate::Run) builds its outcomes on that.
//!
//! A poll reads the clock, which takes about 25 ns. A [`Pace`] spaces polls by time instead of by
//! steps: one in a few dozen cheap steps, and one after every step that takes a millisecond.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::{Cost, Limit};

/// The caller's condition to stop; see [`Monitor::stop_when`](crate::Monitor::stop_when).
pub(crate) type StopWhen<'a> = &'a (dyn Fn() -> bool + Sync);

/// The value of [`Stop::left_out`] when nothing was left out.
const NOTHING: u64 = u64::MAX;

/// Remembers the first limit that was hit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latch(Arc<AtomicU8>);

impl Latch {
    /// The first limit. It is stored as its index in [`Limit::ALL`], plus 1; 0 is none.
    fn limit(&self) -> Option<Limit> {
        let index = usize::from(self.0.load(Ordering::Relaxed)).checked_sub(1)?;
        Limit::ALL.get(index).copied()
    }

    #[inline]
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Replaces the first limit by one that all processes of a search agree on.
    fn settle(&self, limit: Limit) {
        self.0.store(index(limit) + 1, Ordering::Relaxed);
    }

    fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    fn set(&self, limit: Limit) {
        let _ = self.0.compare_exchange(0, index(limit) + 1, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Shared by all threads of one search.
pub(crate) struct Stop<'a> {
    cancel: Option<&'a AtomicBool>,
    stop_when: Option<StopWhen<'a>>,
    deadline: Option<Instant>,
    hit: Latch,
    /// The latch of the puzzle's own [`Interrupt`](crate::Interrupt).
    puzzle: Option<Latch>,
    /// Whether the puzzle left out moves. Shared with the puzzle's own [`Interrupt`](crate::Interrupt).
    has_omissions: Arc<AtomicBool>,
    /// The least cost of the solutions that were left out, and the limit that they exceed: the cost
    /// times 256 plus the index of the limit.
    left_out: AtomicU64,
}

impl<'a> Stop<'a> {
    pub(crate) fn new(
        cancel: Option<&'a AtomicBool>,
        stop_when: Option<StopWhen<'a>>,
        deadline: Option<Instant>,
    ) -> Self {
        let (hit, left_out) = (Latch::default(), AtomicU64::new(NOTHING));
        let has_omissions = Arc::default();
        Stop { cancel, stop_when, deadline, hit, puzzle: None, has_omissions, left_out }
    }

    /// The same stop, which also stops once the puzzle's own one does, and knows what that left out.
    pub(crate) fn with_puzzle(mut self, puzzle: &Stop<'_>) -> Self {
        self.puzzle = Some(puzzle.hit.clone());
        self.has_omissions = Arc::clone(&puzzle.has_omissions);
        self
    }

    /// Notes that the puzzle left out a move that may lead anywhere.
    pub(crate) fn note_omission(&self) {
        self.has_omissions.store(true, Ordering::Relaxed);
    }

    /// Whether the puzzle left out moves.
    pub(crate) fn has_omissions(&self) -> bool {
        self.has_omissions.load(Ordering::Relaxed)
    }

    /// The time until the deadline, if there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.duration_since(Instant::now()))
    }

    /// The limit that stopped the search.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.hit.limit().or_else(|| self.puzzle.as_ref()?.limit())
    }

    /// Whether the search was stopped at an earlier poll.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.hit.is_set() || self.puzzle.as_ref().is_some_and(Latch::is_set)
    }

    /// Checks the caller's flag, the caller's condition and the clock. Returns whether to stop.
    pub(crate) fn poll(&self) -> bool {
        self.poll_at(Instant::now)
    }

    /// The same with a clock that was just read, or is read if there is a deadline.
    fn poll_at(&self, now: impl FnOnce() -> Instant) -> bool {
        if self.is_stopped() {
            return true;
        }
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.stop_when.is_some_and(|condition| condition())
        {
            self.raise(Limit::Cancelled);
        } else if self.deadline.is_some_and(|deadline| now() >= deadline) {
            self.raise(Limit::Time);
        }
        self.is_stopped()
    }

    /// Stops the search. The first limit stays.
    pub(crate) fn raise(&self, limit: Limit) {
        self.hit.set(limit);
    }

    /// Stops the search for the limit that all of its processes agree on.
    pub(crate) fn settle(&self, limit: Limit) {
        self.hit.settle(limit);
    }

    /// Lets the search go on, and returns the limit that stopped it. Only for a search of several processes,
    /// after work that does not count yet: it is stopped again before that work counts.
    pub(crate) fn withdraw(&self) -> Option<Limit> {
        let limit = self.limit();
        self.puzzle.iter().for_each(Latch::clear);
        self.hit.clear();
        limit
    }

    /// Notes that solutions of this cost or more were left out because of a limit that does not stop the
    /// search.
    pub(crate) fn leave_out(&self, limit: Limit, cost: Cost) {
        self.left_out.fetch_min(u64::from(cost) << 8 | u64::from(index(limit)), Ordering::Relaxed);
    }

    /// The least cost of the solutions that were left out, and the limit that they exceed.
    pub(crate) fn left_out(&self) -> Option<(Cost, Limit)> {
        match self.left_out.load(Ordering::Relaxed) {
            NOTHING => None,
            noted => Some(((noted >> 8) as Cost, Limit::ALL[(noted & 0xff) as usize])),
        }
    }
}

/// The index of a limit in [`Limit::ALL`].
fn index(limit: Limit) -> u8 {
    // The list is complete, and its length fits a byte.
    Limit::ALL.iter().position(|&other| other == limit).unwrap_or(0) as u8
}

/// Decides after which steps of a loop to poll a [`Stop`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Steps until the next poll.
    left: u32,
    /// Steps between two polls.
    every: u32,
    /// The maximum number of steps between two polls.
    most: u32,
    /// When it last polled or began.
    last: Instant,
}

impl Pace {
    /// The maximum number of steps between two polls, so that polls add less than a nanosecond to a step. In WebAssembly the clock
    /// is a function of the browser.
    const MAX: u32 = if cfg!(target_arch = "wasm32") { 256 } else { 64 };
    /// The time between two polls to aim for.
    const AIM: Duration = Duration::from_millis(1);

    /// Polls at every step at first, and always if the caller has a condition of its own.
    pub(crate) fn new(stop: &Stop<'_>) -> Self {
        let most = if stop.stop_when.is_some() { 1 } else { Self::MAX };
        Pace { left: 1, every: 1, most, last: Instant::now() }
    }

    /// Called when the loop continues after something else took time.
    pub(crate) fn resume(&mut self) {
        self.last = Instant::now();
    }

    /// Counts `steps` steps. Returns whether to poll now.
    #[inline]
    pub(crate) fn is_due(&mut self, steps: u32) -> bool {
        if steps < self.left {
            self.left -= steps;
            return false;
        }
        self.adapt();
        true
    }

    #[cold]
    fn adapt(&mut self) {
        let now = Instant::now();
        let took = now.duration_since(self.last);
        self.last = now;
        if took > 2 * Self::AIM {
            let times = (took.as_micros() / Self::AIM.as_micros()).min(u128::from(u32::MAX));
            self.every = (self.every / times as u32).max(1);
        } else if took < Self::AIM / 4 {
            self.every = (self.every * 4).min(self.most);
        }
        self.left = self.every;
    }
}

/// One thread's polls of a shared [`Stop`], at a [`Pace`] of its own.
pub(crate) struct StopCheck<'a> {
    stop: Arc<Stop<'a>>,
    pace: Pace,
}

impl<'a> StopCheck<'a> {
    pub(crate) fn new(stop: Arc<Stop<'a>>) -> Self {
        let pace = Pace::new(&stop);
        StopCheck { stop, pace }
    }

    /// Counts a step. Returns whether the search was stopped.
    #[inline]
    pub(crate) fn is_stopped(&mut self) -> bool {
        if self.pace.is_due(1) { self.stop.poll_at(|| self.pace.last) } else { self.stop.is_stopped() }
    }

    /// The pace of its polls.
    pub(crate) fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }

    pub(crate) fn stop(&self) -> &Stop<'a> {
        &self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_that_stops_a_search_stays() {
        let stop = Stop::new(None, None, None);
        assert!(!stop.poll());
        stop.raise(Limit::Memory);
        stop.raise(Limit::Time);
        assert!(stop.poll());
        assert_eq!(stop.limit(), Some(Limit::Memory));
    }

    #[test]
    fn a_search_stays_stopped_when_the_flag_is_lowered_again() {
        let flag = AtomicBool::new(true);
        let stop = Stop::new(Some(&flag), None, None);
        assert!(stop.poll());
        flag.store(false, Ordering::Relaxed);
        assert!(stop.poll());
        assert_eq!(stop.limit(), Some(Limit::Cancelled));
    }

    #[test]
    fn an_interrupted_puzzle_stops_its_search() {
        let puzzle = Stop::new(None, None, None);
        let search = Stop::new(None, None, None).with_puzzle(&puzzle);
        assert!(!search.poll());
        puzzle.raise(Limit::Time);
        assert!(search.poll());
        assert_eq!(search.limit(), Some(Limit::Time));
    }

    #[test]
    fn the_cheapest_solution_left_out_is_remembered_with_its_limit() {
        let stop = Stop::new(None, None, None);
        assert_eq!(stop.left_out(), None);
        for (limit, cost) in [(Limit::Cost, Cost::MAX), (Limit::Method, 7), (Limit::Cost, 9)] {
            stop.leave_out(limit, cost);
        }
        assert_eq!(stop.left_out(), Some((7, Limit::Method)));
        assert_eq!(stop.limit(), None);
    }

    #[test]
    fn cheap_steps_are_polled_rarely_and_slow_steps_each() {
        let mut pace = Pace::new(&Stop::new(None, None, None));
        let due = (0..1000).filter(|_| pace.is_due(1)).count();
        assert!(due < 100, "{due} polls in 1000 steps that take no time");
        let mut slow_step = || {
            std::thread::sleep(Duration::from_millis(5));
            pace.is_due(1)
        };
        while !slow_step() {}
        assert!((0..10).all(|_| slow_step()));
    }
}
