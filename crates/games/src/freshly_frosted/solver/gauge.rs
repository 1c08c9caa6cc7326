//! What a search by clauses looks at while it runs: limits, counts, progress.
//!
//! The SAT solver calls back from deep inside, so everything here changes behind a shared
//! reference. Once a limit is hit, it stays hit, and everybody stops at the next look.

use std::cell::{Cell, RefCell};

use unriddle_search::{Cost, Counts, Limit, Watch};

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
    /// Every solution costs at least this much.
    fn raise_bound(&self, bound: Cost);
    /// The bound so far.
    fn bound(&self) -> Cost;
    /// A solution was found that costs so much.
    fn note_best(&self, cost: Cost);
    /// The dearest layout that is looked for.
    fn most_cost(&self) -> Cost;
    /// What was counted: contradictions met, each a part of a layout that cannot be; choices made;
    /// clauses learnt from contradictions and kept.
    fn counts(&self) -> Counts;
}

/// The watch of the search, with what there is to report.
pub(super) struct Meter<'w, 'a> {
    watch: RefCell<&'w mut Watch<'a>>,
    counts: Cell<Counts>,
    limit: Cell<Option<Limit>>,
    bytes: Cell<usize>,
    bound: Cell<Cost>,
    best: Cell<Option<Cost>>,
}

impl<'w, 'a> Meter<'w, 'a> {
    pub(super) fn new(watch: &'w mut Watch<'a>) -> Self {
        Meter {
            watch: RefCell::new(watch),
            counts: Cell::default(),
            limit: Cell::default(),
            bytes: Cell::default(),
            bound: Cell::default(),
            best: Cell::default(),
        }
    }

    fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        change(&mut counts);
        self.counts.set(counts);
    }
}

impl Gauge for Meter<'_, '_> {
    fn is_over(&self) -> bool {
        if self.limit.get().is_none() {
            let bytes = self.bytes.get();
            let (bound, best) = (self.bound.get(), self.best.get());
            self.limit.set(self.watch.borrow_mut().look(self.counts.get(), bytes, bound, best));
        }
        self.limit.get().is_some()
    }

    fn limit(&self) -> Option<Limit> {
        self.limit.get()
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
        self.bound.set(self.bound.get().max(bound));
    }

    fn bound(&self) -> Cost {
        self.bound.get()
    }

    fn note_best(&self, cost: Cost) {
        self.best.set(Some(self.best.get().map_or(cost, |best| best.min(cost))));
    }

    fn most_cost(&self) -> Cost {
        self.watch.borrow().most_cost()
    }

    fn counts(&self) -> Counts {
        self.counts.get()
    }
}
