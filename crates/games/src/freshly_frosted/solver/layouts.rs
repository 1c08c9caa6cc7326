//! The level as the engine's own methods search it: belt by belt.
//!
//! Whether a layout solves the level is seen by running it, which can take seconds on a large board. So a
//! run asks whether the search is over, and gives up with it. A layout that was given up, for this
//! reason or because it never repeats, may be a solution: the outcome claims nothing beyond its cost.

use std::sync::atomic::{AtomicU32, Ordering};

use unriddle_search::{Cost, Interrupt, Limit, Monitor, Options, Puzzle, Report, solve_with};

use super::super::judge::{Judge, Verdict};
use super::super::layout::Layout;
use super::super::level::Level;
use super::super::notation::Move;
use super::super::simulate::Simulation;
use super::quest::UNDECIDED;

/// Cells that may move their donuts between two questions whether the search is over: a few
/// milliseconds.
const BETWEEN_QUESTIONS: u64 = 1 << 16;
/// Every layout was judged.
const NONE: Cost = Cost::MAX;

struct Layouts<'a> {
    level: &'a Level,
    interrupt: Interrupt<'a>,
    /// The least cost of a layout that was not judged.
    undecided: AtomicU32,
}

impl Layouts<'_> {
    /// Whether a run is not to be given up yet.
    fn go_on(&self, simulation: &Simulation<'_>) -> bool {
        let ticks = (BETWEEN_QUESTIONS / self.level.factory.cells() as u64).max(1);
        !simulation.ticks().is_multiple_of(ticks) || !self.interrupt.is_raised()
    }
}

impl Puzzle for Layouts<'_> {
    type State = Layout;
    type Move = Move;

    fn start(&self) -> Layout {
        self.level.start()
    }

    fn is_solved(&self, layout: &Layout) -> bool {
        let verdict =
            Judge::new(&self.level.factory).judge_while(layout, &mut |simulation| self.go_on(simulation));
        match verdict {
            Verdict::Solved { .. } => true,
            Verdict::Wrong { .. } | Verdict::Unmet { .. } => false,
            Verdict::Undecided { .. } => {
                self.undecided.fetch_min(self.level.cost(layout), Ordering::Relaxed);
                false
            }
        }
    }

    fn expand(&self, layout: &Layout, visit: impl FnMut(Move, Cost, Layout)) {
        self.level.extend_while(layout, |simulation| self.go_on(simulation), visit);
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Some(&self.interrupt)
    }

    fn heap_bytes(&self, layout: &Layout) -> usize {
        self.level.heap_bytes(layout)
    }
}

/// Searches with a method of the engine.
pub(super) fn search(
    level: &Level,
    options: &Options,
    monitor: &mut Monitor<'_>,
    notes: &mut Vec<String>,
) -> Report<Level> {
    let interrupt = monitor.interrupt(&options.limits);
    let layouts = Layouts { level, interrupt, undecided: AtomicU32::new(NONE) };
    let mut report = solve_with(&layouts, options, monitor);
    let undecided = layouts.undecided.into_inner();
    if undecided != NONE {
        let limit = layouts.interrupt.limit().unwrap_or(Limit::Method);
        if limit == Limit::Method {
            notes.push(UNDECIDED.into());
        }
        report.outcome = report.outcome.with_left_out(limit, undecided);
        // What cannot be judged at the optimal cost may be one more solution.
        report.solutions = report.solutions.filter(|all| all.cost() < undecided);
    }
    report.of()
}
