//! One run of a search: its limits, what it has proved, and its outcome.
//!
//! Outcomes are built here and nowhere else. A method states what it has proved so far
//! ([`raise_bound`](Run::raise_bound), [`exhaust`](Run::exhaust)) and what it has found
//! ([`finish`](Run::finish)). Both proofs fail once the search was stopped, so a method that drops
//! work on its way out cannot mistake the rest for the whole: [`Proof`] has no other source. Both
//! also account for moves that the puzzle itself left out ([`Interrupt::note_omission`]): nothing is
//! proved beyond the bound that was proved before the first of them.
//!
//! [`Interrupt::note_omission`]: crate::Interrupt::note_omission

use std::sync::Arc;

use crate::distributed::Peers;
use crate::monitor::Monitor;
use crate::searchable::StateGraph;
use crate::stop::{Pace, Stop, StopCheck};
use crate::store::Stored;
use crate::threads::HAS_THREADS;
use crate::{Cost, Limit, Limits, Outcome, Progress, Solution, Statistics};

/// Evidence that a search proved its outcome. Only a [`Run`] that was not stopped before its proof was
/// complete creates one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof(());

/// The counters of a search; see [`Statistics`] for their meaning.
///
/// A search without states to expand, such as one by a SAT solver, counts the closest equivalents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Distinct states stored, or their closest equivalent. [`Limits::states`] applies to this count.
    pub stored: u64,
}

/// The findings of a search, without its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) bound: Cost,
    pub(crate) exhausted: bool,
    pub(crate) counts: Counts,
    pub(crate) limit: Option<Limit>,
    pub(crate) left_out: Option<(Cost, Limit)>,
}

/// A running search: checks its limits, records what it proves and builds its outcome.
///
/// [`solve_with`](crate::solve_with) creates one for the engine's own methods. A search of another kind,
/// such as one by a SAT solver, creates its own, calls [`check`](Run::check) often, and gets the same
/// limits, progress reports and [proofs](Proof).
///
/// # Example
///
/// ```
/// use unriddle_search::{Counts, Limits, Monitor, Outcome, Run, Solution};
///
/// let mut monitor = Monitor::new();
/// let mut run = Run::new(&mut monitor, &Limits::default());
/// // A staircase of nine steps needs no search.
/// let counts = Counts { expanded: 1, ..Counts::default() };
/// let outcome = match run.check(counts, 100, None).and_then(|()| run.raise_bound(9)) {
///     Ok(()) => run.finish(Some(Solution { cost: 9, moves: vec![(); 9] })),
///     Err(_) => run.finish(None),
/// };
/// assert!(matches!(outcome, Outcome::Optimal(solution, _) if solution.cost == 9));
/// ```
pub struct Run<'m, 'a> {
    monitor: &'m mut Monitor<'a>,
    limits: Limits,
    /// See [`Tuning::cost_scale`](crate::Tuning::cost_scale).
    cost_scale: Cost,
    stop: Arc<Stop<'a>>,
    /// When the next [`check`](Run::check) is due.
    pace: Pace,
    /// The cheaper checks in between.
    between: StopCheck<'a>,
    /// No solution is cheaper.
    bound: Cost,
    /// Everything but what was left out has been searched.
    exhausted: bool,
    counts: Counts,
}

impl<'m, 'a> Run<'m, 'a> {
    /// Starts a search with these limits. Time counts from the creation of the monitor.
    #[must_use]
    pub fn new(monitor: &'m mut Monitor<'a>, limits: &Limits) -> Self {
        let stop = monitor.stop(limits.time);
        Run::stopped_by(monitor, limits, stop, 1)
    }

    /// Starts a search of a puzzle.
    pub(crate) fn for_puzzle<S: ?Sized + Stored>(
        monitor: &'m mut Monitor<'a>,
        limits: &Limits,
        puzzle: &dyn StateGraph<S>,
    ) -> Self {
        let mut stop = monitor.stop(limits.time);
        if let Some(interrupt) = puzzle.interrupt() {
            stop = stop.with_puzzle(&interrupt.stop);
        }
        Run::stopped_by(monitor, limits, stop, puzzle.cost_scale())
    }

    fn stopped_by(monitor: &'m mut Monitor<'a>, limits: &Limits, stop: Stop<'a>, cost_scale: Cost) -> Self {
        let stop = Arc::new(stop);
        let (pace, between) = (Pace::new(&stop), StopCheck::new(Arc::clone(&stop)));
        let (limits, cost_scale, counts) = (*limits, cost_scale.max(1), Counts::default());
        Run { monitor, limits, cost_scale, stop, pace, between, bound: 0, exhausted: false, counts }
    }

    /// What all threads of the search poll.
    pub(crate) fn stop(&self) -> Arc<Stop<'a>> {
        Arc::clone(&self.stop)
    }

    /// The highest cost of a solution within the cost limit; [`Cost::MAX`] without a limit.
    #[must_use]
    pub fn most_cost(&self) -> Cost {
        let most = self.limits.cost.and_then(|most| most.checked_add(1)?.checked_mul(self.cost_scale));
        most.map_or(Cost::MAX, |beyond| beyond - 1)
    }

    /// A cost as it is reported.
    pub(crate) fn in_units(&self, cost: Cost) -> Cost {
        cost / self.cost_scale
    }

    /// The limit on stored states.
    pub(crate) fn most_states(&self) -> u64 {
        self.limits.states.unwrap_or(u64::MAX)
    }

    /// The limit that stopped the search, if one did.
    #[must_use]
    pub fn stopped(&self) -> Option<Limit> {
        self.stop.limit()
    }

    /// Fails if the search was stopped at an earlier check.
    pub(crate) fn proceed(&self) -> Result<(), Limit> {
        self.stop.limit().map_or(Ok(()), Err)
    }

    /// Stops the search because the method reached a limit of its own. Returns the limit that was hit
    /// first.
    pub(crate) fn stop_for(&mut self, limit: Limit) -> Limit {
        self.stop.raise(limit);
        self.stop.limit().unwrap_or(limit)
    }

    /// Counts `steps` steps of roughly equal work. Returns whether the next [`check`](Run::check) is due:
    /// about every millisecond, however long a step takes.
    pub(crate) fn is_check_due(&mut self, steps: u32) -> bool {
        self.pace.is_due(steps)
    }

    /// Checks every limit, and reports progress several times a second. To be called every few
    /// milliseconds.
    ///
    /// `counts` are the counters of this search so far, `bytes` is the memory that it holds, and `best` is
    /// the cost of the best solution found.
    ///
    /// # Errors
    ///
    /// The limit that stops the search. From then on it can prove nothing more.
    pub fn check(&mut self, counts: Counts, bytes: usize, best: Option<Cost>) -> Result<(), Limit> {
        self.stop.poll();
        let is_full = self.is_beyond_memory(bytes);
        self.check_counts(counts, bytes, is_full, best)
    }

    /// Checks the limits that follow from what the search holds, and reports progress. Reads no clock: all
    /// processes of a search come to the same conclusion.
    pub(crate) fn check_counts(
        &mut self,
        counts: Counts,
        bytes: usize,
        is_full: bool,
        best: Option<Cost>,
    ) -> Result<(), Limit> {
        self.counts = counts;
        self.monitor.note_bytes(bytes);
        if self.monitor.is_beaten(counts) {
            self.stop.raise(Limit::Method);
        }
        if counts.stored >= self.most_states() {
            self.stop.raise(Limit::States);
        }
        if is_full {
            self.stop.raise(Limit::Memory);
        }
        self.proceed()?;
        if self.monitor.is_report_due() {
            let (bound, best) = (self.in_units(self.bound), best.map(|cost| self.in_units(cost)));
            let statistics = self.statistics();
            self.monitor.report(Progress { bound, best, statistics });
        }
        Ok(())
    }

    /// Fails if the search was stopped, or if `bytes` exceed the memory limit.
    pub(crate) fn check_memory(&mut self, bytes: usize) -> Result<(), Limit> {
        if self.is_beyond_memory(bytes) {
            self.stop.raise(Limit::Memory);
        }
        self.proceed()
    }

    /// Whether `bytes` exceed the memory limit.
    pub(crate) fn is_beyond_memory(&self, bytes: usize) -> bool {
        self.limits.memory.is_some_and(|most| bytes as u64 > most)
    }

    /// The other processes of the search, if there are any.
    pub(crate) fn peers(&mut self) -> Option<&mut (dyn Peers + 'a)> {
        self.monitor.peers.as_deref_mut().filter(|_| HAS_THREADS)
    }

    /// Stops the search because one of its processes was stopped. Returns the limit.
    pub(crate) fn agree_on_stop(&mut self, limit: Limit) -> Limit {
        self.stop.settle(limit);
        limit
    }

    /// The findings of the search so far.
    pub(crate) fn finding(&self) -> Finding {
        let Run { bound, exhausted, counts, .. } = *self;
        Finding { bound, exhausted, counts, limit: self.stop.limit(), left_out: self.stop.left_out() }
    }

    /// Takes over what another process of the same search has proved and counted.
    pub(crate) fn adopt(&mut self, finding: &Finding) {
        (self.bound, self.exhausted, self.counts) = (finding.bound, finding.exhausted, finding.counts);
        if let Some(limit) = finding.limit {
            self.stop.settle(limit);
        }
        if let Some((cost, limit)) = finding.left_out {
            self.stop.leave_out(limit, cost);
        }
    }

    /// Checks only the clock and the caller, for the steps between two full checks.
    pub(crate) fn check_interruption(&mut self) -> Result<(), Limit> {
        if self.between.is_stopped() { self.proceed() } else { Ok(()) }
    }

    /// Notes that solutions of this cost or more are left out because of a limit that does not stop the
    /// search. The outcome claims nothing beyond this cost.
    pub fn leave_out(&mut self, limit: Limit, cost: Cost) {
        self.stop.leave_out(limit, cost);
    }

    /// The lower bound proved so far: no solution costs less.
    #[must_use]
    pub fn bound(&self) -> Cost {
        self.bound
    }

    /// States that no solution costs less than `bound`.
    ///
    /// # Errors
    ///
    /// The limit that stopped the search. Work may have been dropped by then, so the bound stays as it is.
    pub fn raise_bound(&mut self, bound: Cost) -> Result<(), Limit> {
        self.proceed()?;
        self.account_for_omissions();
        self.bound = self.bound.max(bound);
        Ok(())
    }

    /// States that everything was searched, except for what was [left out](Run::leave_out).
    ///
    /// # Errors
    ///
    /// The limit that stopped the search, or one that is hit only now.
    pub fn exhaust(&mut self) -> Result<(), Limit> {
        // Processes that share a search read their clocks while they work, never while they decide.
        if self.monitor.peers.is_none() {
            self.stop.poll();
        }
        self.proceed()?;
        self.account_for_omissions();
        self.exhausted = true;
        Ok(())
    }

    /// Leaves out everything beyond the present bound if the puzzle left out moves. The bound was proved
    /// before that, so it holds whatever these moves lead to.
    pub(crate) fn account_for_omissions(&self) {
        if self.stop.has_omissions() {
            self.stop.leave_out(Limit::Undecided, self.bound);
        }
    }

    /// Whether the puzzle left out moves.
    pub(crate) fn has_omissions(&self) -> bool {
        self.stop.has_omissions()
    }

    /// Fails if solutions of this cost may have been missed, so that they cannot be counted.
    pub(crate) fn check_none_missed(&self, cost: Cost) -> Result<(), Limit> {
        if self.stop.has_omissions() {
            return Err(Limit::Undecided);
        }
        match self.stop.left_out() {
            Some((least, limit)) if least <= cost => Err(limit),
            _ => Ok(()),
        }
    }

    /// The proof that everything was searched, with nothing left out; `None` before
    /// [exhaustion](Run::exhaust).
    pub(crate) fn whole(&self) -> Option<Proof> {
        (self.exhausted && self.stop.left_out().is_none()).then_some(Proof(()))
    }

    /// Does further work after this run was stopped, in a run with its own limits that the caller can cancel.
    /// Nothing that it finds is a proof of this run.
    pub(crate) fn aside(&mut self, limits: &Limits, work: impl FnOnce(&mut Run<'_, 'a>)) {
        let mut aside = Run::new(self.monitor, limits);
        work(&mut aside);
        aside.set_counts(Counts::default());
    }

    /// The outcome of the search, given the best solution that it found. What is proved about it follows
    /// from the [bound](Run::raise_bound) and from [exhaustion](Run::exhaust).
    pub fn finish<M>(&self, best: Option<Solution<M>>) -> Outcome<M> {
        // Without a bound, nothing is left to search.
        let searched = (!self.exhausted).then_some(self.bound);
        let (bound, limit) = match (searched, self.stop.left_out()) {
            (Some(bound), Some((cost, limit))) if cost < bound => (Some(cost), Some(limit)),
            (None, Some((cost, limit))) => (Some(cost), Some(limit)),
            (searched, _) => (searched, None),
        };
        let limit = self.stop.limit().or(limit);
        let bound = bound.map(|bound| self.in_units(bound));
        let best = best.map(|solution| Solution { cost: self.in_units(solution.cost), ..solution });
        match (best, bound) {
            (Some(solution), None) => Outcome::Optimal(solution, Proof(())),
            (Some(solution), Some(bound)) if self.is_start_doubtful(&solution) => {
                Outcome::Solved { solution, bound, limit: limit.or(Some(Limit::Undecided)) }
            }
            (Some(solution), Some(bound)) if solution.cost <= bound => Outcome::Optimal(solution, Proof(())),
            (Some(solution), Some(bound)) => Outcome::Solved { solution, bound, limit },
            (None, None) => Outcome::Unsolvable(Proof(())),
            (None, Some(bound)) => Outcome::Stopped { limit: limit.unwrap_or(Limit::Method), bound },
        }
    }

    /// Whether a solution without cost proves nothing: something was omitted before the first move.
    fn is_start_doubtful<M>(&self, solution: &Solution<M>) -> bool {
        solution.cost == 0 && self.stop.has_omissions()
    }

    /// Sets the counters at the end of the search.
    pub fn set_counts(&mut self, counts: Counts) {
        self.counts = counts;
    }

    /// The statistics so far, including those of earlier searches under the same monitor.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.monitor.statistics(self.counts)
    }
}

impl Drop for Run<'_, '_> {
    fn drop(&mut self) {
        self.monitor.add(self.counts);
    }
}

impl std::fmt::Debug for Run<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Run { limits, bound, exhausted, counts, .. } = self;
        f.debug_struct("Run")
            .field("limits", limits)
            .field("stopped", &self.stopped())
            .field("bound", bound)
            .field("exhausted", exhausted)
            .field("counts", counts)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(cost: Cost) -> Option<Solution<()>> {
        Some(Solution { cost, moves: Vec::new() })
    }

    #[test]
    fn nothing_is_proved_once_a_search_was_stopped() {
        let mut monitor = Monitor::new();
        let mut run = Run::new(&mut monitor, &Limits::default());
        assert_eq!(run.raise_bound(3), Ok(()));
        run.stop_for(Limit::Memory);
        assert_eq!(run.raise_bound(9), Err(Limit::Memory));
        assert_eq!(run.exhaust(), Err(Limit::Memory));
        let limit = Limit::Memory;
        assert_eq!(run.finish::<()>(None), Outcome::Stopped { limit, bound: 3 });
        let Outcome::Solved { bound: 3, limit: Some(Limit::Memory), .. } = run.finish(solution(9)) else {
            panic!("not proved")
        };
        // The bound of 3 was proved before the stop.
        assert!(matches!(run.finish(solution(3)), Outcome::Optimal(..)));
    }

    #[test]
    fn nothing_is_proved_beyond_what_is_left_out() {
        let mut monitor = Monitor::new();
        let mut run = Run::new(&mut monitor, &Limits::default());
        run.leave_out(Limit::Cost, 6);
        assert_eq!(run.exhaust(), Ok(()));
        assert_eq!(run.finish::<()>(None), Outcome::Stopped { limit: Limit::Cost, bound: 6 });
        assert!(matches!(run.finish(solution(6)), Outcome::Optimal(..)));
        assert!(matches!(run.finish(solution(7)), Outcome::Solved { bound: 6, .. }));
    }

    #[test]
    fn nothing_is_proved_beyond_the_bound_before_an_omission() {
        let mut monitor = Monitor::new();
        let mut run = Run::new(&mut monitor, &Limits::default());
        assert_eq!(run.raise_bound(4), Ok(()));
        run.stop.note_omission();
        assert_eq!(run.raise_bound(7), Ok(()));
        assert_eq!(run.exhaust(), Ok(()));
        assert_eq!(run.whole(), None);
        assert_eq!(run.finish::<()>(None), Outcome::Stopped { limit: Limit::Undecided, bound: 4 });
        assert!(matches!(run.finish(solution(4)), Outcome::Optimal(..)));
        let Outcome::Solved { bound: 4, limit: Some(Limit::Undecided), .. } = run.finish(solution(5)) else {
            panic!("a cheaper solution may follow from what was left out")
        };
        assert_eq!(run.check_none_missed(4), Err(Limit::Undecided));
    }

    #[test]
    fn an_omission_before_the_search_leaves_no_proof_at_all() {
        let mut monitor = Monitor::new();
        let run = Run::new(&mut monitor, &Limits::default());
        assert!(matches!(run.finish(solution(0)), Outcome::Optimal(..)));
        run.stop.note_omission();
        let Outcome::Solved { bound: 0, limit: Some(Limit::Undecided), .. } = run.finish(solution(0)) else {
            panic!("the start may be another one")
        };
    }

    #[test]
    fn exhaustion_is_refused_if_the_caller_cancels_at_the_last_moment() {
        let flag = std::sync::atomic::AtomicBool::new(true);
        let mut monitor = Monitor::new().cancel(&flag);
        let mut run = Run::new(&mut monitor, &Limits::default());
        assert_eq!(run.exhaust(), Err(Limit::Cancelled));
        assert_eq!(run.finish::<()>(None), Outcome::Stopped { limit: Limit::Cancelled, bound: 0 });
    }
}
