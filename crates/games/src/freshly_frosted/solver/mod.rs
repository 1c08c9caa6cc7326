//! The solver: a SAT solver proposes layouts, and the simulation verifies them.
//!
//! A level becomes a [graph] of where donuts can go, the graph becomes [clauses](encode), and a
//! [SAT solver](sat) searches for belts. Two things make this fast. A [theory](connectivity) checks
//! during the search that every donut is connected to its source and to a target, which is
//! expensive to express in clauses. And the clauses mostly ignore timing: in a
//! [CEGAR loop](cegar), the simulation [verifies](verify) each layout that the solver proposes, and
//! each one that fails becomes a new clause. Nearly all layouts that work without timing also work
//! with it.
//!
//! An optimal cost, or that a level is unsolvable, is proved for exact timing. Without splitters,
//! copies and any-sources, all donuts of a source take the same path. A layout that works with
//! exact timing then also works without timing, so the clauses of the flow prove it. In all other
//! levels the proof uses only clauses that hold in [every exact run](exact_timing).
//!
//! The solver runs on one thread and reads the clock only for the limits, so the same call always
//! takes the same steps.

mod any;
mod bound;
mod cegar;
mod clash;
mod connectivity;
mod encode;
mod exact_timing;
mod graph;
mod layouts;
mod monitor;
mod optimal;
mod sat;
#[cfg(test)]
mod tests;
mod totalizer;
mod verify;

use unriddle_search::{Goal, Method, Monitor, Options, Report, Run};

use self::any::Solver;
pub(crate) use self::clash::missing_topping;
use self::monitor::RunMonitor;
use super::level::SearchLevel;

/// Searches a level with the SAT solver, or with a method of the engine if one is requested.
pub(crate) fn search(
    level: &SearchLevel,
    options: &Options,
    monitor: &mut Monitor<'_>,
    notes: &mut Vec<String>,
) -> Report<SearchLevel> {
    if options.method != Method::Auto {
        return layouts::search(level, options, monitor, notes);
    }
    let mut run = Run::new(monitor, &options.limits);
    let report = {
        let monitor = RunMonitor::new(&mut run);
        let solver = Solver::new(level, &monitor);
        match options.goal {
            Goal::Any => solver.any(),
            Goal::All => solver.all(),
            _ => solver.optimal(),
        }
    };
    notes.extend(report.notes);
    Report::new(&run, report.outcome, report.solutions)
}
