//! One run of a search: its limits, what it has proved, and its outcome.
//!
//! Outcomes are built here and nowhere else. A method says what it has proved so far
//! ([`raise_bound`](Run::raise_bound), [`exhaust`](Run::exhaust)) and what it has found
//! ([`finish`](Run::finish)); both proofs fail from the moment at which anybody was told to stop. So
//! a method that drops work on its way out cannot mistake what is left for everything there was:
//! [`Proof`] has no other source.

use std::sync::Arc;

use crate::monitor::Monitor;
use crate::stop::{Pace, Stop};
use crate::{Cost, Limit, Limits, Outcome, Progress, Puzzle, Solution, Statistics};

/// Says that the search behind an outcome proved it. Only a [`Run`] that was not stopped before its
/// proof was complete gives one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof(());

/// What a search counts as it goes; see [`Statistics`] for the meaning of the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States expanded, or what comes closest to that.
    pub expanded: u64,
    /// Successors generated, or what comes closest to that.
    pub generated: u64,
    /// Distinct states stored, or what else fills the memory. [`Limits::states`] limits this one.
    pub stored: u64,
}

/// A search while it runs.
///
/// The engine's methods use one behind [`solve_with`](crate::solve_with). A search of another kind, by
/// clauses or by construction, begins its own and calls [`check`](Run::check) often:
///
/// ```
/// use unriddle_search::{Counts, Limits, Monitor, Outcome, Run, Solution};
///
/// let mut monitor = Monitor::new();
/// let mut run = Run::new(&mut monitor, &Limits::default());
/// // Nobody needs to search a staircase of nine steps.
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
    /// How much of the puzzle's cost makes one as the caller counts.
    cost_scale: Cost,
    stop: Arc<Stop<'a>>,
    /// Of checks, and of the questions in between.
    pace: Pace,
    fine_pace: Pace,
    /// No solution is cheaper.
    bound: Cost,
    /// Everything that was not left out has been searched.
    exhausted: bool,
    counts: Counts,
}

impl<'m, 'a> Run<'m, 'a> {
    /// Begins a search with these limits. Time counts from the monitor's beginning.
    pub fn new(monitor: &'m mut Monitor<'a>, limits: &Limits) -> Self {
        let stop = monitor.stop(limits.time);
        Run::stopped_by(monitor, limits, stop, 1)
    }

    /// Begins a search of a puzzle.
    pub(crate) fn of<P: Puzzle>(monitor: &'m mut Monitor<'a>, limits: &Limits, puzzle: &P) -> Self {
        let mut stop = monitor.stop(limits.time);
        if let Some(interrupt) = puzzle.interrupt() {
            stop = stop.beside(&interrupt.stop);
        }
        Run::stopped_by(monitor, limits, stop, puzzle.cost_scale())
    }

    fn stopped_by(monitor: &'m mut Monitor<'a>, limits: &Limits, stop: Stop<'a>, cost_scale: Cost) -> Self {
        let stop = Arc::new(stop);
        let (pace, fine_pace) = (Pace::new(&stop), Pace::new(&stop));
        let (limits, cost_scale, counts) = (*limits, cost_scale.max(1), Counts::default());
        Run { monitor, limits, cost_scale, stop, pace, fine_pace, bound: 0, exhausted: false, counts }
    }

    /// What all threads of the search ask.
    pub(crate) fn stop(&self) -> Arc<Stop<'a>> {
        Arc::clone(&self.stop)
    }

    /// The dearest solution that is searched for; [`Cost::MAX`] where there is no limit.
    pub fn most_cost(&self) -> Cost {
        let most = self.limits.cost.and_then(|most| most.checked_add(1)?.checked_mul(self.cost_scale));
        most.map_or(Cost::MAX, |beyond| beyond - 1)
    }

    /// The most states that are stored.
    pub(crate) fn most_states(&self) -> u64 {
        self.limits.states.unwrap_or(u64::MAX)
    }

    /// The limit that stopped the search, if one did.
    pub fn stopped(&self) -> Option<Limit> {
        self.stop.limit()
    }

    /// Fails if the search was stopped, as far as anybody has noticed.
    pub(crate) fn proceed(&self) -> Result<(), Limit> {
        self.stop.limit().map_or(Ok(()), Err)
    }

    /// Stops the search: the method cannot go on, or a limit of its own is hit.
    pub fn stop_for(&mut self, limit: Limit) -> Limit {
        self.stop.raise(limit);
        self.stop.limit().unwrap_or(limit)
    }

    /// Takes `steps` steps of roughly equal work, and says whether it is time to
    /// [`check`](Run::check): about every millisecond, however long a step takes.
    pub fn is_check_due(&mut self, steps: u32) -> bool {
        self.pace.is_due(steps)
    }

    /// Checks every limit for a search that holds so many bytes and whose best solution costs `best`,
    /// and reports progress several times a second. To be called every few milliseconds.
    ///
    /// # Errors
    ///
    /// The limit that stops the search. From then on, nothing can be proved any more.
    pub fn check(&mut self, counts: Counts, bytes: usize, best: Option<Cost>) -> Result<(), Limit> {
        self.counts = counts;
        self.monitor.note_bytes(bytes);
        self.stop.poll();
        if counts.stored >= self.most_states() {
            self.stop.raise(Limit::States);
        }
        self.check_memory(bytes)?;
        if self.monitor.is_report_due() {
            let (bound, best) = (self.bound / self.cost_scale, best.map(|cost| cost / self.cost_scale));
            let statistics = self.statistics();
            self.monitor.report(&Progress { bound, best, statistics });
        }
        Ok(())
    }

    /// Fails if the search was stopped, or holding this much would exceed the memory limit.
    pub(crate) fn check_memory(&mut self, bytes: usize) -> Result<(), Limit> {
        if self.limits.memory.is_some_and(|most| bytes as u64 > most) {
            self.stop.raise(Limit::Memory);
        }
        self.proceed()
    }

    /// Asks only the clock and the caller whether to stop: for the steps between two checks.
    pub(crate) fn check_interruption(&mut self) -> Result<(), Limit> {
        match self.fine_pace.is_due(1) && self.stop.poll() {
            true => self.proceed(),
            false => Ok(()),
        }
    }

    /// Notes that solutions of this cost or more are not searched for any further, for a limit that
    /// does not stop the search.
    pub fn leave_out(&mut self, limit: Limit, cost: Cost) {
        self.stop.leave_out(limit, cost);
    }

    /// No solution costs less than this; proved so far.
    pub fn bound(&self) -> Cost {
        self.bound
    }

    /// Says that no solution costs less than `bound`.
    ///
    /// # Errors
    ///
    /// The limit that stopped the search. Work may have been dropped by then: the bound stays.
    pub fn raise_bound(&mut self, bound: Cost) -> Result<(), Limit> {
        self.proceed()?;
        self.bound = self.bound.max(bound);
        Ok(())
    }

    /// Says that everything was searched, except for what was [left out](Run::leave_out).
    ///
    /// # Errors
    ///
    /// The limit that stopped the search, also one that is hit only now.
    pub fn exhaust(&mut self) -> Result<(), Limit> {
        self.stop.poll();
        self.proceed()?;
        self.exhausted = true;
        Ok(())
    }

    /// Ends the search with the best solution that it found: what is proved of it follows from the
    /// [bound](Run::raise_bound) and from [exhaustion](Run::exhaust).
    #[must_use]
    pub fn finish<M>(&self, best: Option<Solution<M>>) -> Outcome<M> {
        // Without a bound, nothing is left that could be searched.
        let searched = (!self.exhausted).then_some(self.bound);
        let (bound, limit) = match (searched, self.stop.left_out()) {
            (Some(bound), Some((cost, limit))) if cost < bound => (Some(cost), Some(limit)),
            (None, Some((cost, limit))) => (Some(cost), Some(limit)),
            (searched, _) => (searched, None),
        };
        let (bound, limit) = (bound.map(|bound| bound / self.cost_scale), self.stop.limit().or(limit));
        let best = best.map(|solution| Solution { cost: solution.cost / self.cost_scale, ..solution });
        match (best, bound) {
            (Some(solution), None) => Outcome::Optimal(solution, Proof(())),
            (Some(solution), Some(bound)) if solution.cost <= bound => Outcome::Optimal(solution, Proof(())),
            (Some(solution), Some(bound)) => Outcome::Solved { solution, bound, limit },
            (None, None) => Outcome::Unsolvable(Proof(())),
            (None, Some(bound)) => Outcome::Stopped { limit: limit.unwrap_or(Limit::Method), bound },
        }
    }

    /// Sets the counts at the end of the search.
    pub fn count(&mut self, counts: Counts) {
        self.counts = counts;
    }

    /// What the search did so far, together with earlier ones under the same monitor.
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
        // That was proved before.
        assert!(matches!(run.finish(solution(3)), Outcome::Optimal(..)));
    }

    #[test]
    fn what_is_left_out_bounds_what_is_proved() {
        let mut monitor = Monitor::new();
        let mut run = Run::new(&mut monitor, &Limits::default());
        run.leave_out(Limit::Cost, 6);
        assert_eq!(run.exhaust(), Ok(()));
        assert_eq!(run.finish::<()>(None), Outcome::Stopped { limit: Limit::Cost, bound: 6 });
        assert!(matches!(run.finish(solution(6)), Outcome::Optimal(..)));
        assert!(matches!(run.finish(solution(7)), Outcome::Solved { bound: 6, .. }));
    }

    #[test]
    fn a_last_question_is_asked_before_everything_counts_as_searched() {
        let flag = std::sync::atomic::AtomicBool::new(true);
        let mut monitor = Monitor::new().cancel(&flag);
        let mut run = Run::new(&mut monitor, &Limits::default());
        assert_eq!(run.exhaust(), Err(Limit::Cancelled));
        assert_eq!(run.finish::<()>(None), Outcome::Stopped { limit: Limit::Cancelled, bound: 0 });
    }
}
