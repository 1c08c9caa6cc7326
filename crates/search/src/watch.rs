//! Watches a running search: limits, the cancel flag, progress reports.
//!
//! Every method of the engine looks here every few hundred steps. So does a search of another kind
//! that runs behind the same front door: see [`Search::run_by`](crate::Search::run_by).

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Cost, Limit, Limits, Progress, Statistics};

/// How often progress is reported.
const BETWEEN_REPORTS: Duration = Duration::from_millis(125);

/// What a search counts as it goes; see [`Statistics`] for what the numbers mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States whose moves were looked at, or what comes closest to that.
    pub expanded: u64,
    /// Moves looked at, or what comes closest to that.
    pub generated: u64,
    /// Different states kept, or what else fills the memory. [`Limits::states`] limits this one.
    pub stored: u64,
}

/// The limits of a running search, its cancel flag, and somebody who wants to hear of its progress.
pub struct Watch<'a> {
    begun: Instant,
    limits: Limits,
    /// How much of the puzzle's cost makes one as the caller counts.
    unit: Cost,
    cancel: Option<&'a AtomicBool>,
    on_progress: Option<&'a mut dyn FnMut(&Progress)>,
    next_report: Duration,
    most_bytes: u64,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(
        limits: Limits,
        unit: Cost,
        cancel: Option<&'a AtomicBool>,
        on_progress: Option<&'a mut dyn FnMut(&Progress)>,
    ) -> Self {
        let begun = Instant::now();
        Watch { begun, limits, unit, cancel, on_progress, next_report: BETWEEN_REPORTS, most_bytes: 0 }
    }

    /// The dearest solution that is looked for; [`Cost::MAX`] where there is no limit.
    pub fn most_cost(&self) -> Cost {
        let most = self.limits.cost.and_then(|most| most.checked_add(1)?.checked_mul(self.unit));
        most.map_or(Cost::MAX, |beyond| beyond - 1)
    }

    /// The most states that are stored.
    pub(crate) fn most_states(&self) -> u64 {
        self.limits.states.unwrap_or(u64::MAX)
    }

    pub(crate) fn cancel_flag(&self) -> Option<&'a AtomicBool> {
        self.cancel
    }

    /// To be called often: which limit was hit, if any. Reports progress when it is time.
    pub(crate) fn check(
        &mut self,
        counts: Counts,
        bytes: usize,
        bound: Cost,
        best: Option<Cost>,
    ) -> Option<Limit> {
        self.most_bytes = self.most_bytes.max(bytes as u64);
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        let elapsed = self.begun.elapsed();
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Some(Limit::Time);
        }
        if counts.stored >= self.most_states() {
            return Some(Limit::States);
        }
        if elapsed >= self.next_report {
            self.next_report = elapsed + BETWEEN_REPORTS;
            let statistics = self.statistics(counts);
            if let Some(report) = &mut self.on_progress {
                let (bound, best) = (bound / self.unit, best.map(|cost| cost / self.unit));
                report(&Progress { bound, best, statistics });
            }
        }
        None
    }

    /// Which of time and the cancel flag ended the search, where states and memory no longer
    /// matter because the states are all there.
    pub(crate) fn interruption(&mut self, counts: Counts, bound: Cost) -> Option<Limit> {
        self.check(Counts { stored: 0, ..counts }, 0, bound, Some(bound))
    }

    /// To be called often, many times in 50 ms: which limit was hit, if any, by a search that holds
    /// so many bytes. Reports progress when it is time: every solution costs at least `bound`, and
    /// the best one found costs `best`.
    pub fn look(&mut self, counts: Counts, bytes: usize, bound: Cost, best: Option<Cost>) -> Option<Limit> {
        let limit = self.check(counts, bytes, bound, best);
        limit.or_else(|| self.is_too_much(bytes).then_some(Limit::Memory))
    }

    /// Whether holding this much would be more than the memory given.
    pub(crate) fn is_too_much(&self, bytes: usize) -> bool {
        self.limits.memory.is_some_and(|most| bytes as u64 > most)
    }

    pub(crate) fn statistics(&self, counts: Counts) -> Statistics {
        Statistics {
            expanded: counts.expanded,
            generated: counts.generated,
            stored: counts.stored,
            bytes: self.most_bytes,
            elapsed: self.begun.elapsed(),
        }
    }
}
