//! The caller's side of a running search: cancellation, progress, the clock, the memory account.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::distributed::Peers;
use crate::race::Lane;
use crate::stop::{Stop, StopWhen};
use crate::{Counts, Limit, Limits, Progress, Statistics};

/// Controls a search from outside: cancels it, receives its progress, and adds up its statistics.
///
/// Several searches may run under one monitor, one after the other. They share its clock and add to the
/// same statistics. [`solve_with`](crate::solve_with) has an example.
pub struct Monitor<'a> {
    begun: Instant,
    cancel: Option<&'a AtomicBool>,
    stop_when: Option<StopWhen<'a>>,
    on_progress: Option<&'a mut dyn FnMut(&Progress)>,
    /// The other processes that share the search.
    pub(crate) peers: Option<&'a mut (dyn Peers + 'a)>,
    next_report: Duration,
    /// The counts of the last report. A small search that outgrows its store begins again; reports never go
    /// back.
    reported: Counts,
    /// The counts of the searches that have ended.
    counts: Counts,
    peak_bytes: u64,
    /// The strategy that runs under this monitor, if it is one of several, and the best of them so far.
    lane: Option<(&'a Lane, &'a AtomicU64)>,
}

/// What ends a search from outside, for the monitors of several strategies that run at once.
#[derive(Clone, Copy)]
pub(crate) struct Control<'a> {
    begun: Instant,
    cancel: Option<&'a AtomicBool>,
    stop_when: Option<StopWhen<'a>>,
}

impl<'a> Monitor<'a> {
    /// The time between two progress reports.
    pub(crate) const BETWEEN_REPORTS: Duration = Duration::from_millis(125);

    /// A monitor that starts its clock now, and neither cancels nor reports.
    #[must_use]
    pub fn new() -> Self {
        Monitor::controlled(Control { begun: Instant::now(), cancel: None, stop_when: None })
    }

    fn controlled(Control { begun, cancel, stop_when }: Control<'a>) -> Self {
        Monitor {
            begun,
            cancel,
            stop_when,
            on_progress: None,
            peers: None,
            next_report: Self::BETWEEN_REPORTS,
            reported: Counts::default(),
            counts: Counts::default(),
            peak_bytes: 0,
            lane: None,
        }
    }

    pub(crate) fn control(&self) -> Control<'a> {
        Control { begun: self.begun, cancel: self.cancel, stop_when: self.stop_when }
    }

    /// The monitor of one of several strategies that run at once. It reports no progress.
    pub(crate) fn for_lane(control: &Control<'a>, lane: &'a Lane, best: &'a AtomicU64) -> Self {
        Monitor { lane: Some((lane, best)), ..Monitor::controlled(*control) }
    }

    /// The monitor of one of several strategies that run one after the other.
    pub(crate) fn of_lane<'b>(&'b mut self, lane: &'b Lane, best: &'b AtomicU64) -> Monitor<'b> {
        let (control, reported) = (self.control(), self.reported);
        let on_progress: Option<&'b mut dyn FnMut(&Progress)> = match &mut self.on_progress {
            Some(report) => Some(&mut **report),
            None => None,
        };
        Monitor { on_progress, reported, ..Monitor::for_lane(&control, lane, best) }
    }

    /// Whether a strategy has worked more than it may, with these counts of its search.
    pub(crate) fn is_beaten(&self, counts: Counts) -> bool {
        self.lane.is_some_and(|(lane, best)| lane.is_beaten(best, self.total(counts), self.peak_bytes))
    }

    /// Reports the counts of several strategies that run at once.
    pub(crate) fn report_counts(&mut self, counts: Counts) {
        let statistics = self.statistics(counts);
        self.report(Progress { bound: 0, best: None, statistics });
    }

    /// Cancels the search when `flag` becomes true, within 50 ms.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Cancels the search when `stop` returns true. All threads call it before every step, which makes the
    /// search slower than a [flag](Monitor::cancel) does.
    #[must_use]
    pub fn stop_when(mut self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.stop_when = Some(stop);
        self
    }

    /// Calls `report` with the progress about eight times a second.
    #[must_use]
    pub fn on_progress(mut self, report: &'a mut dyn FnMut(&Progress)) -> Self {
        self.on_progress = Some(report);
        self
    }

    /// Shares the search with other processes, which call the same solver with the same puzzle and the same
    /// options; see [`distributed`](crate::distributed).
    #[doc(hidden)]
    #[must_use]
    pub fn peers(mut self, peers: &'a mut (dyn Peers + 'a)) -> Self {
        self.peers = Some(peers);
        self
    }

    /// Whether the search is shared with other processes.
    #[doc(hidden)]
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.peers.is_some()
    }

    /// The counts of the searches that have ended.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Resets the counts to earlier ones, to discard the searches since then before another one replaces them.
    pub fn go_back_to(&mut self, counts: Counts) {
        self.counts = counts;
    }

    /// An interrupt for a puzzle with slow methods, so that they can return early; see
    /// [`Puzzle::interrupt`](crate::Puzzle::interrupt). It stops at the same time limit as the search, and
    /// when the caller cancels.
    #[must_use]
    pub fn interrupt(&self, limits: &Limits) -> Interrupt<'a> {
        Interrupt { stop: self.stop(limits.time), paused: AtomicBool::new(false) }
    }

    /// The time since the clock was started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(crate) fn stop(&self, time: Option<Duration>) -> Stop<'a> {
        // A deadline beyond the range of the clock never comes.
        let deadline = time.and_then(|time| self.begun.checked_add(time));
        Stop::new(self.cancel, self.stop_when, deadline)
    }

    pub(crate) fn note_bytes(&mut self, bytes: usize) {
        self.peak_bytes = self.peak_bytes.max(bytes as u64);
    }

    pub(crate) fn is_report_due(&mut self) -> bool {
        self.on_progress.is_some() && self.begun.elapsed() >= self.next_report
    }

    pub(crate) fn report(&mut self, mut progress: Progress) {
        self.next_report = self.begun.elapsed() + Self::BETWEEN_REPORTS;
        let Counts { expanded, generated, stored } = &mut self.reported;
        let statistics = &mut progress.statistics;
        let counts = [&mut statistics.expanded, &mut statistics.generated, &mut statistics.stored];
        for (reported, count) in [expanded, generated, stored].into_iter().zip(counts) {
            *reported = (*reported).max(*count);
            *count = *reported;
        }
        if let Some(report) = &mut self.on_progress {
            report(&progress);
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
        Statistics { expanded, generated, stored, bytes: self.peak_bytes, elapsed: self.begun.elapsed() }
    }
}

/// Tells a puzzle when the time is up or the caller cancels; see [`Monitor::interrupt`]. The puzzle uses it to
/// report a move that [could not be decided](Interrupt::note_omission).
///
/// # Example
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use unriddle_search::{Cost, Interrupt, Limit, Limits, Monitor, Options, Outcome, Puzzle, solve_with};
///
/// /// A puzzle whose expansions take long.
/// struct Slow<'a> {
///     interrupt: Interrupt<'a>,
/// }
///
/// impl Puzzle for Slow<'_> {
///     type State = u64;
///     type Move = u64;
///
///     fn start(&self) -> u64 {
///         1
///     }
///
///     fn is_solved(&self, _: &u64) -> bool {
///         false
///     }
///
///     fn expand(&self, &number: &u64, mut visit: impl FnMut(u64, Cost, u64)) {
///         for factor in 2..u64::MAX {
///             if self.interrupt.is_raised() {
///                 return;
///             }
///             visit(factor, 1, number.wrapping_mul(factor));
///         }
///     }
///
///     fn interrupt(&self) -> Option<&Interrupt<'_>> {
///         Some(&self.interrupt)
///     }
/// }
///
/// let cancel = AtomicBool::new(true);
/// let mut monitor = Monitor::new().cancel(&cancel);
/// let slow = Slow { interrupt: monitor.interrupt(&Limits::default()) };
/// let report = solve_with(&slow, &Options::default(), &mut monitor);
/// assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::Cancelled, .. }));
/// ```
pub struct Interrupt<'a> {
    pub(crate) stop: Stop<'a>,
    /// Set while complete expansions are needed: when the engine replays a solution, and after its search.
    paused: AtomicBool,
}

impl Interrupt<'_> {
    /// Whether to return early. Takes about 25 ns.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        !self.paused.load(Ordering::Relaxed) && self.stop.poll()
    }

    /// Stops the search from within a puzzle that cannot continue, with [`Limit::Method`]. No effect if the search
    /// was stopped before.
    pub fn raise(&self) {
        self.stop.raise(Limit::Method);
    }

    /// Tells the search that an expansion omitted a move, because the puzzle could not decide where it leads.
    ///
    /// The search continues, but claims neither that a solution is optimal nor that there is none, unless that
    /// was proved before: its limit is [`Limit::Undecided`]. A space that was [explored](crate::explore) is not
    /// whole, and an [audit](crate::audit) fails.
    pub fn note_omission(&self) {
        self.stop.note_omission();
    }

    /// Whether an expansion omitted a move.
    #[must_use]
    pub fn has_omissions(&self) -> bool {
        self.stop.has_omissions()
    }

    /// The limit that raised the interrupt, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.stop.limit()
    }

    /// The time until the time limit; `None` without one.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.stop.time_left()
    }

    /// Disarms the interrupt for good, for a puzzle whose states are expanded again after its search.
    pub fn silence(&self) {
        self.paused.store(true, Ordering::Relaxed);
    }

    /// Does `work` with the interrupt suppressed.
    pub(crate) fn while_paused<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.paused.swap(true, Ordering::Relaxed);
        let done = work();
        self.paused.store(before, Ordering::Relaxed);
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
        let Monitor { begun, cancel, counts, peak_bytes, .. } = self;
        f.debug_struct("Monitor")
            .field("begun", begun)
            .field("cancel", cancel)
            .field("counts", counts)
            .field("peak_bytes", peak_bytes)
            .finish_non_exhaustive()
    }
}
