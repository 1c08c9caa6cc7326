//! Runs a layout in exact time, and tells which belts had to do with what came of it.
//!
//! A run depends only on the belts in its [`Trace`]. So a layout that fails tells more than that it
//! fails: every layout with the same belts on those cells fails in the same way, whatever lies
//! elsewhere. And of a layout that is right, the other belts can be taken up.
//!
//! A run takes microseconds; where many lines merge, it can be long before it repeats, and take as
//! much as a second. So the limits of the search are looked at on the way.

use super::super::goal::Fault;
use super::super::judge::{Judge, Verdict};
use super::super::layout::Layout;
use super::super::level::{Cell, Factory};
use super::super::trace::Trace;
use super::gauge::Gauge;

/// Ticks between two looks at the limits.
const BETWEEN_LOOKS: u64 = 64;

/// A layout that is right, without needless belts.
#[derive(Clone)]
pub(super) struct Right {
    pub(super) layout: Layout,
    /// Whether the goal is met for ever, not only while the factory starts up.
    pub(super) steady: bool,
    /// The cells with belts, in the order in which donuts first need them; of one tick, row by row.
    pub(super) order: Vec<Cell>,
}

/// What came of a layout.
pub(super) enum Trial {
    Right(Right),
    /// It is wrong, and so is every layout that has the same belts on these cells, and, if a cell is
    /// named, no belt there.
    Wrong {
        belts: Vec<Cell>,
        bare: Option<Cell>,
    },
    /// It takes too long to tell.
    Undecided,
}

/// The judge, with notes of the belts that donuts need.
pub(super) struct Trials<'a> {
    judge: Judge<'a>,
    /// In the present run, and in all runs with other orders of any-sources.
    this: Trace,
    all: Trace,
    /// Ticks run so far, of all layouts.
    ticks: u64,
}

impl<'a> Trials<'a> {
    pub(super) fn new(factory: &'a Factory) -> Self {
        Trials { judge: Judge::new(factory), this: Trace::new(factory), all: Trace::new(factory), ticks: 0 }
    }

    /// Ticks run so far, of all layouts.
    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Runs a layout, until it is known what becomes of it or a limit is hit.
    pub(super) fn run(&mut self, layout: &Layout, gauge: &dyn Gauge) -> Trial {
        let Trials { judge, this, all, ticks } = self;
        all.forget();
        let verdict = judge.judge_while(layout, &mut |simulation| {
            if simulation.ticks() == 0 {
                this.forget();
            }
            *ticks += 1;
            this.note(simulation);
            all.note(simulation);
            *ticks % BETWEEN_LOOKS != 0 || !gauge.is_over()
        });
        match verdict {
            Verdict::Undecided { .. } => Trial::Undecided,
            Verdict::Solved { steady, .. } => {
                // Nothing goes wrong, so a belt lies wherever one is needed.
                let order = all.order().to_vec();
                let mut needed = layout.clone();
                layout.belts().for_each(|(cell, _)| needed.set(cell, None));
                order.iter().for_each(|&cell| needed.set(cell, layout.laid(cell)));
                Trial::Right(Right { layout: needed, steady, order })
            }
            // What is missing may be missed in one order by what is met in another.
            Verdict::Unmet { .. } => Trial::Wrong { belts: all.order().to_vec(), bare: None },
            Verdict::Wrong { fault: Fault::NoBelt { at, .. }, .. } => {
                Trial::Wrong { belts: this.order().to_vec(), bare: Some(at) }
            }
            Verdict::Wrong { .. } => Trial::Wrong { belts: this.order().to_vec(), bare: None },
        }
    }
}
