//! The belts that a run uses, in the order in which donuts first need them.
//!
//! A run depends only on the belts on these cells. Two layouts whose belts agree up to some place in
//! the order run identically until a donut needs the belt there. So the order gives every layout
//! exactly one way to be built, belt by belt, and shows which belts are unused.
//!
//! The trace costs one check per move of a donut, and one byte per cell.

use super::level::{Cell, Factory};
use super::simulate::Simulation;

/// The free cells where donuts have needed a belt so far; row by row within a tick.
pub(crate) struct Trace {
    seen: Vec<bool>,
    order: Vec<Cell>,
}

impl Trace {
    /// An empty trace.
    pub(crate) fn new(factory: &Factory) -> Self {
        Trace { seen: vec![false; factory.cells()], order: Vec::new() }
    }

    /// The cells, in the order in which they were first needed.
    pub(crate) fn order(&self) -> &[Cell] {
        &self.order
    }

    /// Clears the trace for a new run.
    pub(crate) fn forget(&mut self) {
        self.order.drain(..).for_each(|cell| self.seen[cell.index()] = false);
    }

    /// Adds the cells that need a belt since the last tick. Must be called after every tick.
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
