//! The judge: a level and a layout in, a verdict out. It knows nothing of any search.
//!
//! The factory runs until its whole state comes back; from there on it repeats for ever, so what
//! held so far holds always. The repeat is found by Brent's method: one earlier state is kept,
//! set anew after 1, 2, 4, 8 … ticks, and compared in full with each later one. That takes at
//! most some three times the ticks before the first repeat, two states of memory, and is a proof.
//!
//! Between the kept state and its return lies exactly one period: if the goal is also met by what
//! is delivered there, the layout is *steady*; otherwise it is met only by what the start-up
//! brought.
//!
//! With any-sources nothing repeats. The layout is run with several orders for a stated number of
//! ticks each, and the verdict says that it was tested, not proved.

use super::goal::Fault;
use super::layout::Layout;
use super::level::{Cell, Factory, Tile};
use super::simulate::Simulation;
use super::simulate::orders::ORDERS;
use super::simulate::state::State;

/// What the judge says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Solved {
        /// Whether the goal is also met in every repetition (or in the second half of every test).
        steady: bool,
        grounds: Grounds,
    },
    /// Something goes wrong in this tick.
    Wrong { fault: Fault, tick: u64 },
    /// Nothing goes wrong, but the goal is not met however long the factory runs.
    Unmet { fault: Fault, grounds: Grounds },
    /// Neither a fault nor a repeat within so many ticks.
    Undecided { ticks: u64 },
}

impl Verdict {
    pub(crate) fn is_solved(self) -> bool {
        matches!(self, Verdict::Solved { .. })
    }
}

/// How the judge knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grounds {
    /// The factory repeats itself: the state at the end of tick `until` is that of `period` ticks
    /// before.
    Repeats { until: u64, period: u64 },
    /// So many orders of the any-sources, for so many ticks each.
    Tested { orders: u32, ticks: u64 },
}

/// Somebody who watches a run, and says whether to go on.
pub(crate) type Onlooker<'a> = dyn FnMut(&Simulation<'_>) -> bool + 'a;

/// The judge with its tables, used again for each layout of one factory.
pub(crate) struct Judge<'a> {
    factory: &'a Factory,
    simulation: Simulation<'a>,
    /// The state that each later one is compared with.
    kept: State,
    waiting: Vec<Cell>,
    any_sources: bool,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(factory: &'a Factory) -> Self {
        let any = |&source: &Cell| matches!(factory.tile(source), Tile::AnySource(_));
        let any_sources = factory.sources.iter().any(any);
        let kept = State::empty(factory);
        Judge { factory, simulation: Simulation::new(factory), kept, waiting: Vec::new(), any_sources }
    }

    /// Runs the factory with this layout until it is known what becomes of it.
    pub(crate) fn judge(&mut self, layout: &Layout) -> Verdict {
        self.judge_while(layout, &mut |_| true)
    }

    /// The same, as long as `go_on` says so, which sees the factory before each tick; then it is
    /// undecided.
    pub(crate) fn judge_while(&mut self, layout: &Layout, go_on: &mut Onlooker<'_>) -> Verdict {
        if self.any_sources { self.test(layout, go_on) } else { self.prove(layout, go_on) }
    }

    /// The verdict where nothing is left to chance.
    fn prove(&mut self, layout: &Layout, go_on: &mut Onlooker<'_>) -> Verdict {
        let Judge { factory, simulation, kept, waiting, .. } = self;
        simulation.begin(layout, 0);
        kept.clear();
        let patience = patience(factory);
        let (mut since, mut power) = (0, 1);
        while simulation.ticks() < patience && go_on(simulation) {
            if let Err(fault) = simulation.step() {
                return Verdict::Wrong { fault, tick: simulation.ticks() };
            }
            since += 1;
            if simulation.state().same_future(kept, &factory.sources, waiting) {
                let grounds = Grounds::Repeats { until: simulation.ticks(), period: since };
                return match simulation.delivered().reach_the_goal(factory) {
                    Ok(()) => {
                        let steady = simulation.recent().reach_the_goal(factory).is_ok();
                        Verdict::Solved { steady, grounds }
                    }
                    Err(fault) => Verdict::Unmet { fault, grounds },
                };
            }
            if since == power {
                kept.copy_from(simulation.state());
                simulation.mark();
                (since, power) = (0, power * 2);
            }
        }
        Verdict::Undecided { ticks: simulation.ticks() }
    }

    /// The verdict where any-sources push what they like.
    fn test(&mut self, layout: &Layout, go_on: &mut Onlooker<'_>) -> Verdict {
        // Long enough for each target to see each kind many times.
        let ticks = (40 * self.factory.cells() as u64).clamp(2_000, 100_000);
        let grounds = Grounds::Tested { orders: ORDERS, ticks };
        let simulation = &mut self.simulation;
        let mut steady = true;
        for order in 0..ORDERS {
            simulation.begin(layout, order);
            for tick in 0..ticks {
                if tick == ticks / 2 {
                    simulation.mark();
                }
                if !go_on(simulation) {
                    return Verdict::Undecided { ticks: simulation.ticks() };
                }
                if let Err(fault) = simulation.step() {
                    return Verdict::Wrong { fault, tick: simulation.ticks() };
                }
            }
            if let Err(fault) = simulation.delivered().reach_the_goal(self.factory) {
                return Verdict::Unmet { fault, grounds };
            }
            steady &= simulation.recent().reach_the_goal(self.factory).is_ok();
        }
        Verdict::Solved { steady, grounds }
    }
}

/// How many ticks are run at the most without a repeat: more than any factory needs that a person
/// would build, and a few seconds' work on the largest boards.
fn patience(factory: &Factory) -> u64 {
    ((1 << 28) / factory.cells() as u64).clamp(10_000, 1 << 20)
}
