//! What stops a search, and the memory that it was stopped.
//!
//! Every thread of a search asks the same [`Stop`] whether to go on. Once it has said no, to
//! whichever thread and for whatever reason, it stays that way: work may have been dropped, so
//! nothing that is found out afterwards is a proof. [`Run`](crate::Run) builds its outcomes on that.
//!
//! Asking costs a clock reading, about 25 ns. A [`Pace`] spreads the questions by time instead of by
//! steps: every few dozen cheap steps, and after every single step that takes a millisecond.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{Cost, Limit};

/// Asked at every step of a search whether to stop.
pub(crate) type StopWhen<'a> = &'a (dyn Fn() -> bool + Sync);

/// Nothing was left out.
const NOTHING: u64 = u64::MAX;

/// Keeps the first limit that was hit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latch(Arc<AtomicU8>);

impl Latch {
    /// The first limit; it is kept as its place in [`Limit::ALL`], plus 1.
    fn limit(&self) -> Option<Limit> {
        let place = usize::from(self.0.load(Ordering::Relaxed)).checked_sub(1)?;
        Limit::ALL.get(place).copied()
    }

    #[inline]
    fn is_shut(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    fn shut(&self, limit: Limit) {
        let _ = self.0.compare_exchange(0, place(limit) + 1, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Shared by all threads of one search.
pub(crate) struct Stop<'a> {
    cancel: Option<&'a AtomicBool>,
    stop_when: Option<StopWhen<'a>>,
    deadline: Option<Instant>,
    hit: Latch,
    /// The latch of what the puzzle's own long steps ask.
    beside: Option<Latch>,
    /// The least cost of what was left out without being searched, and the limit that it exceeds:
    /// the cost times 256 plus the place of the limit.
    left_out: AtomicU64,
}

impl<'a> Stop<'a> {
    pub(crate) fn new(
        cancel: Option<&'a AtomicBool>,
        stop_when: Option<StopWhen<'a>>,
        deadline: Option<Instant>,
    ) -> Self {
        let (hit, left_out) = (Latch::default(), AtomicU64::new(NOTHING));
        Stop { cancel, stop_when, deadline, hit, beside: None, left_out }
    }

    /// The same stop, which also holds once the other one does.
    pub(crate) fn beside(mut self, other: &Stop<'_>) -> Self {
        self.beside = Some(other.hit.clone());
        self
    }

    /// The limit that stopped the search.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.hit.limit().or_else(|| self.beside.as_ref()?.limit())
    }

    /// Whether the search was stopped, as far as anybody has noticed.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.hit.is_shut() || self.beside.as_ref().is_some_and(Latch::is_shut)
    }

    /// Asks whether to stop: the caller's flag, the caller's question, the clock.
    pub(crate) fn poll(&self) -> bool {
        if self.is_stopped() {
            return true;
        }
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.stop_when.is_some_and(|ask| ask())
        {
            self.raise(Limit::Cancelled);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.raise(Limit::Time);
        }
        self.is_stopped()
    }

    /// Stops the search; the first limit stays.
    pub(crate) fn raise(&self, limit: Limit) {
        self.hit.shut(limit);
    }

    /// Notes that solutions of this cost or more were left out for a limit that does not stop the search.
    pub(crate) fn leave_out(&self, limit: Limit, cost: Cost) {
        self.left_out.fetch_min(u64::from(cost) << 8 | u64::from(place(limit)), Ordering::Relaxed);
    }

    /// The least cost of what was left out, and the limit that it exceeds.
    pub(crate) fn left_out(&self) -> Option<(Cost, Limit)> {
        match self.left_out.load(Ordering::Relaxed) {
            NOTHING => None,
            noted => Some(((noted >> 8) as Cost, Limit::ALL[(noted & 0xff) as usize])),
        }
    }
}

fn place(limit: Limit) -> u8 {
    // The list has all limits, and there are few.
    Limit::ALL.iter().position(|&other| other == limit).unwrap_or(0) as u8
}

/// Decides after which steps of a loop to ask a [`Stop`].
#[derive(Debug)]
pub(crate) struct Pace {
    /// Steps until the next question, and between two questions.
    left: u32,
    every: u32,
    most: u32,
    last: Instant,
}

impl Pace {
    /// The most steps between two questions.
    const MOST: u32 = 64;
    /// The time between two questions to aim for.
    const AIM: Duration = Duration::from_millis(1);

    /// Begins with a question at every step. Where the caller has a question of its own, it stays
    /// that way.
    pub(crate) fn new(stop: &Stop<'_>) -> Self {
        let most = if stop.stop_when.is_some() { 1 } else { Self::MOST };
        Pace { left: 1, every: 1, most, last: Instant::now() }
    }

    /// To be called when the loop begins again after something else took time.
    pub(crate) fn resume(&mut self) {
        self.last = Instant::now();
    }

    /// Takes `steps` steps, and says whether it is time to ask.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stopped_a_search_first_stays() {
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
    fn a_search_is_stopped_with_the_puzzle_that_it_searches() {
        let puzzle = Stop::new(None, None, None);
        let search = Stop::new(None, None, None).beside(&puzzle);
        assert!(!search.poll());
        puzzle.raise(Limit::Time);
        assert!(search.poll());
        assert_eq!(search.limit(), Some(Limit::Time));
    }

    #[test]
    fn the_cheapest_of_what_is_left_out_counts() {
        let stop = Stop::new(None, None, None);
        assert_eq!(stop.left_out(), None);
        for (limit, cost) in [(Limit::Cost, Cost::MAX), (Limit::Method, 7), (Limit::Cost, 9)] {
            stop.leave_out(limit, cost);
        }
        assert_eq!(stop.left_out(), Some((7, Limit::Method)));
        assert_eq!(stop.limit(), None);
    }

    #[test]
    fn slow_steps_are_followed_by_a_question_each() {
        let mut pace = Pace::new(&Stop::new(None, None, None));
        let due = (0..1000).filter(|_| pace.is_due(1)).count();
        assert!(due < 100, "{due} questions after 1000 steps that take no time");
        let mut slow_step = || {
            std::thread::sleep(Duration::from_millis(5));
            pace.is_due(1)
        };
        while !slow_step() {}
        assert!((0..10).all(|_| slow_step()));
    }
}
