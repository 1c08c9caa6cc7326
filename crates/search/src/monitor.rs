//! The caller's side of a running search: cancellation, progress, the clock, the memory account.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::stop::{Stop, StopWhen};
use crate::{Counts, Limit, Limits, Progress, Statistics};

/// The time between two progress reports.
const BETWEEN_REPORTS: Duration = Duration::from_millis(125);

/// Watches over a solve from outside: stops it, hears of its progress, and sums up what it took.
///
/// A solve may consist of several searches, one after the other; they share the monitor's clock and
/// add to the same statistics.
pub struct Monitor<'a> {
    begun: Instant,
    cancel: Option<&'a AtomicBool>,
    stop_when: Option<StopWhen<'a>>,
    on_progress: Option<&'a mut dyn FnMut(&Progress)>,
    next_report: Duration,
    /// Of the searches that have ended.
    counts: Counts,
    most_bytes: u64,
}

impl<'a> Monitor<'a> {
    /// A monitor that starts its clock now and never interferes.
    pub fn new() -> Self {
        Monitor {
            begun: Instant::now(),
            cancel: None,
            stop_when: None,
            on_progress: None,
            next_report: BETWEEN_REPORTS,
            counts: Counts::default(),
            most_bytes: 0,
        }
    }

    /// Stops the search when `flag` becomes true, within 50 ms.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Stops the search when `stop` returns true. It is called before every step of every thread,
    /// which makes the search slower than a flag does.
    #[must_use]
    pub fn stop_when(mut self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.stop_when = Some(stop);
        self
    }

    /// Calls `report` with the progress several times a second.
    #[must_use]
    pub fn on_progress(mut self, report: &'a mut dyn FnMut(&Progress)) -> Self {
        self.on_progress = Some(report);
        self
    }

    /// The time since the monitor was made.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// What a puzzle asks whose single steps take long; see [`Puzzle::interrupt`](crate::Puzzle::interrupt).
    pub fn interrupt(&self, limits: &Limits) -> Interrupt<'a> {
        Interrupt { stop: self.stop(limits.time), paused: AtomicBool::new(false) }
    }

    pub(crate) fn stop(&self, time: Option<Duration>) -> Stop<'a> {
        // A deadline beyond what the clock can count never comes.
        let deadline = time.and_then(|time| self.begun.checked_add(time));
        Stop::new(self.cancel, self.stop_when, deadline)
    }

    pub(crate) fn note_bytes(&mut self, bytes: usize) {
        self.most_bytes = self.most_bytes.max(bytes as u64);
    }

    pub(crate) fn is_report_due(&mut self) -> bool {
        self.on_progress.is_some() && self.begun.elapsed() >= self.next_report
    }

    pub(crate) fn report(&mut self, progress: &Progress) {
        self.next_report = self.begun.elapsed() + BETWEEN_REPORTS;
        if let Some(report) = &mut self.on_progress {
            report(progress);
        }
    }

    /// Adds the counts of a search that has ended.
    pub(crate) fn add(&mut self, counts: Counts) {
        self.counts = self.total(counts);
    }

    fn total(&self, counts: Counts) -> Counts {
        Counts {
            expanded: self.counts.expanded + counts.expanded,
            generated: self.counts.generated + counts.generated,
            stored: self.counts.stored + counts.stored,
        }
    }

    pub(crate) fn statistics(&self, counts: Counts) -> Statistics {
        let Counts { expanded, generated, stored } = self.total(counts);
        Statistics { expanded, generated, stored, bytes: self.most_bytes, elapsed: self.begun.elapsed() }
    }
}

/// Says when time is up or the caller wants to stop; see [`Monitor::interrupt`].
pub struct Interrupt<'a> {
    pub(crate) stop: Stop<'a>,
    /// While the engine needs whole steps to write down a solution that it has found.
    paused: AtomicBool,
}

impl Interrupt<'_> {
    /// Whether to stop now. Takes about 25 ns.
    pub fn is_raised(&self) -> bool {
        !self.paused.load(Ordering::Relaxed) && self.stop.poll()
    }

    /// What raised it.
    pub fn limit(&self) -> Option<Limit> {
        self.stop.limit()
    }

    /// Does something in which every step is whole.
    pub(crate) fn while_paused<T>(&self, work: impl FnOnce() -> T) -> T {
        self.paused.store(true, Ordering::Relaxed);
        let done = work();
        self.paused.store(false, Ordering::Relaxed);
        done
    }
}

impl std::fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interrupt").field("limit", &self.limit()).finish_non_exhaustive()
    }
}

impl Default for Monitor<'_> {
    fn default() -> Self {
        Monitor::new()
    }
}

impl std::fmt::Debug for Monitor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Monitor { begun, cancel, counts, most_bytes, .. } = self;
        f.debug_struct("Monitor")
            .field("begun", begun)
            .field("cancel", cancel)
            .field("counts", counts)
            .field("most_bytes", most_bytes)
            .finish_non_exhaustive()
    }
}
