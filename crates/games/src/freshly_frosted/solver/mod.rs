//! The solver: layouts by clauses, confirmed in exact time.
//!
//! A level becomes a [graph] of where donuts can go, the graph becomes [clauses](encode), and a
//! [SAT solver](sat) looks for belts. Two things make that quick. While it chooses, [`Reach`](reach)
//! keeps every donut connected to its source and to a target, which clauses say badly. And what a
//! layout does in [time](trial) is left to the simulation: the solver [hunts](hunt) for layouts that
//! work without regard to time, which nearly always work in time as well, and learns from each
//! that does not.
//!
//! Where a solution is called optimal, or a level unsolvable, that is proved for exact time. Without
//! splitters, copies and any-sources each source has one way, all of which its donuts must get
//! right, so that what works in time works without regard to it, too: the flow decides. Everywhere
//! else the proof is made with clauses that hold in [every exact run](stall).
//!
//! One thread, and no clock but for the limits: the same call takes the same way every time.

mod bound;
mod encode;
mod gauge;
mod graph;
mod hunt;
mod layouts;
mod optimal;
mod quest;
mod reach;
mod sat;
mod stall;
#[cfg(test)]
mod tests;
mod totalizer;
mod trial;

use unriddle_search::{Goal, Method, Monitor, Options, Report, Run};

use self::gauge::Meter;
use self::quest::Quest;
use super::level::Level;

/// Searches a level: by clauses, unless a method of the engine is asked for by name.
pub(crate) fn search(
    level: &Level,
    options: &Options,
    monitor: &mut Monitor<'_>,
    notes: &mut Vec<String>,
) -> Report<Level> {
    if options.method != Method::Auto {
        return layouts::search(level, options, monitor, notes);
    }
    let mut run = Run::new(monitor, &options.limits);
    let finding = {
        let meter = Meter::new(&mut run);
        let quest = Quest::new(level, &meter);
        match options.goal {
            Goal::Any => quest.any(),
            Goal::Optimal => quest.optimal(),
            Goal::All => quest.all(),
        }
    };
    notes.extend(finding.notes);
    Report::new(&run, finding.outcome, finding.solutions)
}
