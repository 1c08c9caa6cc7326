//! Which belts a run uses, in the order in which donuts first need them.
//!
//! A run depends only on the belts on these cells: whatever lies elsewhere, it goes the same way. And
//! two layouts whose belts are the same up to some place in the order run alike until a donut needs
//! the belt there. So the order gives every layout one way to be built, belt by belt, and tells which
//! belts may be taken up.
//!
//! Costs a look at every move of a donut, and a byte a cell.

use super::level::{Cell, Factory};
use super::simulate::Simulation;

/// The free cells where donuts have needed a belt so far; of one tick, row by row.
pub(crate) struct Trace {
    seen: Vec<bool>,
    order: Vec<Cell>,
}

impl Trace {
    /// The trace of a run that has not begun.
    pub(crate) fn new(factory: &Factory) -> Self {
        Trace { seen: vec![false; factory.cells()], order: Vec::new() }
    }

    /// The cells, the one that was first needed first.
    pub(crate) fn order(&self) -> &[Cell] {
        &self.order
    }

    /// Back to before the run.
    pub(crate) fn forget(&mut self) {
        self.order.drain(..).for_each(|cell| self.seen[cell.index()] = false);
    }

    /// Notes who needs a belt after the last tick. Needs to be called after every tick.
    pub(crate) fn note(&mut self, simulation: &Simulation<'_>) {
        let before = self.order.len();
        for mv in simulation.moved() {
            if !self.seen[mv.to.index()] && simulation.needs_belt(mv.to) {
                self.seen[mv.to.index()] = true;
                self.order.push(mv.to);
            }
        }
        self.order[before..].sort_unstable();
    }
}
