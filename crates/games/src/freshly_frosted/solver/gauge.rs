//! What a search by clauses sees of its run: limits, counts, progress, proofs.
//!
//! The SAT solver calls back from deep inside, so everything here changes behind a shared
//! reference. Once a limit is hit, it stays hit, and everybody stops at the next look.

use std::cell::{Cell, RefCell};

use unriddle_search::{Cost, Counts, Limit, Outcome, Run, Solution, Solutions};

use super::super::layout::Layout;
use super::super::level::Level;
use super::super::notation::Move;

/// What a solver looks at.
pub(super) trait Gauge {
    /// Whether the search has to stop.
    fn is_over(&self) -> bool;
    /// The limit that was hit.
    fn limit(&self) -> Option<Limit>;
    /// So many bytes more are held.
    fn hold(&self, bytes: usize);
    /// So many bytes are given back.
    fn release(&self, bytes: usize);
    /// A contradiction was met, and a clause learnt.
    fn note_contradiction(&self);
    /// A learnt clause was forgotten.
    fn note_forgotten(&self);
    /// A belt, or where a donut stands, was chosen.
    fn note_choice(&self);
    /// Every solution costs at least this much, if the search was not stopped before.
    fn raise_bound(&self, bound: Cost);
    /// The bound so far.
    fn bound(&self) -> Cost;
    /// Solutions of this cost or more may have been left out.
    fn leave_out(&self, limit: Limit, cost: Cost);
    /// All others were searched, if the search was not stopped before.
    fn exhaust(&self);
    /// The outcome, with the best solution found.
    fn finish(&self, best: Option<Solution<Move>>) -> Outcome<Move>;
    /// All optimal solutions, if the search was not stopped before.
    fn listed(&self, found: &[Vec<Layout>]) -> Option<Solutions<Level>>;
    /// A solution was found that costs so much.
    fn note_best(&self, cost: Cost);
    /// The dearest layout that is looked for.
    fn most_cost(&self) -> Cost;
}

/// The run of the search, with what there is to report. It counts contradictions met, each a part of
/// a layout that cannot be; choices made; clauses learnt from contradictions and kept.
pub(super) struct Meter<'r, 'm, 'a> {
    run: RefCell<&'r mut Run<'m, 'a>>,
    counts: Cell<Counts>,
    bytes: Cell<usize>,
    best: Cell<Option<Cost>>,
}

impl<'r, 'm, 'a> Meter<'r, 'm, 'a> {
    pub(super) fn new(run: &'r mut Run<'m, 'a>) -> Self {
        Meter {
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

impl Gauge for Meter<'_, '_, '_> {
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

    fn note_contradiction(&self) {
        self.count(|counts| {
            counts.expanded += 1;
            counts.stored += 1;
        });
    }

    fn note_forgotten(&self) {
        self.count(|counts| counts.stored = counts.stored.saturating_sub(1));
    }

    fn note_choice(&self) {
        self.count(|counts| counts.generated += 1);
    }

    fn raise_bound(&self, bound: Cost) {
        // A search that was stopped has proved nothing more.
        let _ = self.run.borrow_mut().raise_bound(bound);
    }

    fn bound(&self) -> Cost {
        self.run.borrow().bound()
    }

    fn leave_out(&self, limit: Limit, cost: Cost) {
        self.run.borrow_mut().leave_out(limit, cost);
    }

    fn exhaust(&self) {
        // A search that was stopped has not seen everything.
        let _ = self.run.borrow_mut().exhaust();
    }

    fn finish(&self, best: Option<Solution<Move>>) -> Outcome<Move> {
        let mut run = self.run.borrow_mut();
        run.count(self.counts.get());
        run.finish(best)
    }

    fn listed(&self, found: &[Vec<Layout>]) -> Option<Solutions<Level>> {
        Solutions::listed(found, &mut self.run.borrow_mut())
    }

    fn note_best(&self, cost: Cost) {
        self.best.set(Some(self.best.get().map_or(cost, |best| best.min(cost))));
    }

    fn most_cost(&self) -> Cost {
        self.run.borrow().most_cost()
    }
}
