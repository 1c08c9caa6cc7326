//! Verifies a layout in the simulation, and reports the belts that its run depends on.
//!
//! A run depends only on the belts in its [`Trace`]. So if a layout fails, every layout with the same
//! belts on those cells fails in the same way. If it is valid, all other belts can be removed.
//!
//! A run usually takes microseconds. Where many lines merge, it can take up to a second until the
//! factory repeats, so the verifier checks the limits of the search during the run.

use super::super::goal::Fault;
use super::super::judge::{Judge, Judgement};
use super::super::layout::Layout;
use super::super::level::{Cell, Factory};
use super::super::trace::Trace;
use super::monitor::SolverMonitor;

/// Ticks between two checks of the limits.
const CHECK_INTERVAL: u64 = 64;

/// A valid layout without unused belts.
#[derive(Clone)]
pub(super) struct ValidLayout {
    pub(super) layout: Layout,
    /// Whether the goal is met for ever, not only during start-up.
    pub(super) steady: bool,
    /// The cells with belts, in the order in which donuts first need them; row by row within a tick.
    pub(super) order: Vec<Cell>,
}

/// The result of verifying a layout.
pub(super) enum Verification {
    Valid(ValidLayout),
    /// The layout fails. So does every layout that has the same belts on these cells and, if `bare` is
    /// set, no belt there.
    Invalid {
        belts: Vec<Cell>,
        bare: Option<Cell>,
    },
    /// The run was given up.
    Undecided,
}

/// The judge, with a trace of the belts that donuts need.
pub(super) struct Verifier<'a> {
    judge: Judge<'a>,
    /// The traces of the current run, and of all runs of the layout (one per order of the any-sources).
    this: Trace,
    all: Trace,
    /// Ticks of all runs so far.
    ticks: u64,
}

impl<'a> Verifier<'a> {
    pub(super) fn new(factory: &'a Factory) -> Self {
        Verifier { judge: Judge::new(factory), this: Trace::new(factory), all: Trace::new(factory), ticks: 0 }
    }

    /// Ticks of all runs so far.
    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Runs a layout until the result is known or a limit is hit.
    pub(super) fn run(&mut self, layout: &Layout, monitor: &dyn SolverMonitor) -> Verification {
        let Verifier { judge, this, all, ticks } = self;
        all.forget();
        let judgement = judge.judge_while(layout, &mut |simulation| {
            if simulation.ticks() == 0 {
                this.forget();
            }
            *ticks += 1;
            this.note(simulation);
            all.note(simulation);
            *ticks % CHECK_INTERVAL != 0 || !monitor.is_over()
        });
        match judgement {
            Judgement::Undecided { .. } => Verification::Undecided,
            Judgement::Solved { steady, .. } => {
                // The run has no fault, so there is a belt wherever one is needed.
                let order = all.order().to_vec();
                let mut needed = layout.clone();
                layout.belts().for_each(|(cell, _)| needed.set(cell, None));
                order.iter().for_each(|&cell| needed.set(cell, layout.laid(cell)));
                Verification::Valid(ValidLayout { layout: needed, steady, order })
            }
            // The belts of all orders include those of the failing one, so the clause is sound.
            Judgement::Unmet { .. } => Verification::Invalid { belts: all.order().to_vec(), bare: None },
            Judgement::Wrong { fault: Fault::NoBelt { at, .. }, .. } => {
                Verification::Invalid { belts: this.order().to_vec(), bare: Some(at) }
            }
            Judgement::Wrong { .. } => Verification::Invalid { belts: this.order().to_vec(), bare: None },
        }
    }
}
