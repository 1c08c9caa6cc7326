//! The level as a puzzle for the engine's own methods, which search belt by belt.
//!
//! A layout is judged by running it, which can take seconds on a large board. So a run checks whether
//! the search is over, and then gives up. A layout that was given up, for this reason or because it
//! takes too long to repeat, may be a solution. The outcome therefore claims nothing beyond its cost.

use std::sync::atomic::{AtomicU32, Ordering};

use unriddle_search::{Cost, Interrupt, Limit, Monitor, Options, Puzzle, Report, Tuning, solve_with};

use super::super::judge::{Judge, Judgement};
use super::super::layout::Layout;
use super::super::level::SearchLevel;
use super::super::notation::Move;
use super::super::simulate::Simulation;
use super::any::UNDECIDED;

/// Cells simulated between two checks whether the search is over: a few milliseconds.
const CHECK_INTERVAL: u64 = 1 << 16;
/// Stands for "every layout was judged".
const NONE: Cost = Cost::MAX;

struct Layouts<'a> {
    level: &'a SearchLevel,
    interrupt: Interrupt<'a>,
    /// The lowest cost of a layout that was not judged.
    undecided: AtomicU32,
}

impl Layouts<'_> {
    /// Whether to continue a run.
    fn go_on(&self, simulation: &Simulation<'_>) -> bool {
        let ticks = (CHECK_INTERVAL / self.level.factory.cells() as u64).max(1);
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
        let judgement =
            Judge::new(&self.level.factory).judge_while(layout, &mut |simulation| self.go_on(simulation));
        match judgement {
            Judgement::Solved { .. } => true,
            Judgement::Wrong { .. } | Judgement::Unmet { .. } => false,
            Judgement::Undecided { .. } => {
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

    fn tuning(&self) -> Tuning<Self> {
        Tuning { heap_bytes: |_, layout| layout.heap_bytes(), ..Tuning::default() }
    }
}

/// Searches with a method of the engine.
pub(super) fn search(
    level: &SearchLevel,
    options: &Options,
    monitor: &mut Monitor<'_>,
    notes: &mut Vec<String>,
) -> Report<SearchLevel> {
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
        // A layout of optimal cost that was not judged may be another solution.
        report.solutions = report.solutions.filter(|all| all.cost() < undecided);
    }
    report.cast()
}
