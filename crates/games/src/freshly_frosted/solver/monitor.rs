//! How the SAT-based search accesses its run: limits, counts, progress and proofs.
//!
//! The SAT solver calls back while it is borrowed, so all methods take a shared reference. Once a
//! limit is hit it stays hit, and the search stops at its next check.

use std::cell::{Cell, RefCell};

use unriddle_search::{Cost, Counts, Limit, Outcome, Run, Solution, Solutions};

use super::super::layout::Layout;
use super::super::level::SearchLevel;
use super::super::notation::Move;

/// The run of a search, as the solver uses it.
pub(super) trait SolverMonitor {
    /// Checks the limits and the cancel flag. Returns whether the search must stop.
    fn is_over(&self) -> bool;
    /// The limit that was hit.
    fn limit(&self) -> Option<Limit>;
    /// Adds to the memory in use.
    fn hold(&self, bytes: usize);
    /// Subtracts from the memory in use.
    fn release(&self, bytes: usize);
    /// Counts a conflict and its learnt clause.
    fn note_conflict(&self);
    /// Counts a learnt clause that was deleted.
    fn note_deleted(&self);
    /// Counts a decision.
    fn note_decision(&self);
    /// Records that every solution costs at least `bound`. Has no effect once the search is stopped.
    fn raise_bound(&self, bound: Cost);
    /// The proved lower bound.
    fn bound(&self) -> Cost;
    /// Records that solutions of this cost or more may have been left out.
    fn leave_out(&self, limit: Limit, cost: Cost);
    /// Records that the search space is exhausted. Has no effect once the search is stopped.
    fn exhaust(&self);
    /// Ends the run and returns its outcome.
    fn finish(&self, best: Option<Solution<Move>>) -> Outcome<Move>;
    /// The optimal solutions, or `None` if the search was stopped.
    fn listed(&self, found: &[Vec<Layout>]) -> Option<Solutions<SearchLevel>>;
    /// Records the cost of a solution, for progress reports.
    fn note_best(&self, cost: Cost);
    /// The highest cost that the limits allow.
    fn most_cost(&self) -> Cost;
}

/// The run of the search with its statistics: conflicts count as expanded, decisions as generated,
/// and learnt clauses as stored.
pub(super) struct RunMonitor<'r, 'm, 'a> {
    run: RefCell<&'r mut Run<'m, 'a>>,
    counts: Cell<Counts>,
    bytes: Cell<usize>,
    best: Cell<Option<Cost>>,
}

impl<'r, 'm, 'a> RunMonitor<'r, 'm, 'a> {
    pub(super) fn new(run: &'r mut Run<'m, 'a>) -> Self {
        RunMonitor {
            run: RefCell::new(run),
            counts: Cell::default(),
            bytes: Cell::default(),
            best: Cell::default(),
        }
    }

    fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        change(&mut counts);
        self.counts.set(counts);
    }
}

impl SolverMonitor for RunMonitor<'_, '_, '_> {
    fn is_over(&self) -> bool {
        self.run.borrow_mut().check(self.counts.get(), self.bytes.get(), self.best.get()).is_err()
    }

    fn limit(&self) -> Option<Limit> {
        self.run.borrow().stopped()
    }

    fn hold(&self, bytes: usize) {
        self.bytes.set(self.bytes.get() + bytes);
    }

    fn release(&self, bytes: usize) {
        self.bytes.set(self.bytes.get().saturating_sub(bytes));
    }

    fn note_conflict(&self) {
        self.count(|counts| {
            counts.expanded += 1;
            counts.stored += 1;
        });
    }

    fn note_deleted(&self) {
        self.count(|counts| counts.stored = counts.stored.saturating_sub(1));
    }

    fn note_decision(&self) {
        self.count(|counts| counts.generated += 1);
    }

    fn raise_bound(&self, bound: Cost) {
        // A stopped search proves nothing more.
        let _ = self.run.borrow_mut().raise_bound(bound);
    }

    fn bound(&self) -> Cost {
        self.run.borrow().bound()
    }

    fn leave_out(&self, limit: Limit, cost: Cost) {
        self.run.borrow_mut().leave_out(limit, cost);
    }

    fn exhaust(&self) {
        // A stopped search is not exhaustive.
        let _ = self.run.borrow_mut().exhaust();
    }

    fn finish(&self, best: Option<Solution<Move>>) -> Outcome<Move> {
        let mut run = self.run.borrow_mut();
        run.set_counts(self.counts.get());
        run.finish(best)
    }

    fn listed(&self, found: &[Vec<Layout>]) -> Option<Solutions<SearchLevel>> {
        Solutions::from_paths(found, &mut self.run.borrow_mut())
    }

    fn note_best(&self, cost: Cost) {
        self.best.set(Some(self.best.get().map_or(cost, |best| best.min(cost))));
    }

    fn most_cost(&self) -> Cost {
        self.run.borrow().most_cost()
    }
}
