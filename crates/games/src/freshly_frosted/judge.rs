//! The judge: a level and a layout in, a judgement out. It does not depend on any search.
//!
//! The factory runs until its state repeats. From there on it repeats for ever, so the run so far is a
//! proof. Brent's algorithm finds the cycle: one earlier state is kept, replaced after 1, 2, 4, 8 …
//! ticks, and compared with each later one. That takes at most about three times the ticks before the
//! first repetition, and memory for two states.
//!
//! Between the kept state and its repetition lies exactly one period. If the deliveries of that
//! period alone meet the goal, the layout is *steady*; otherwise the goal is met only during
//! start-up.
//!
//! With any-sources nothing repeats. The layout then runs with several orders for a fixed number of
//! ticks each, and the judgement states that it was tested, not proved.

use super::goal::Fault;
use super::layout::Layout;
use super::level::{Cell, Factory, Tile};
use super::simulate::Simulation;
use super::simulate::orders::ORDERS;
use super::simulate::state::State;

/// The result of running a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    Solved {
        /// Whether the goal is also met in every period (or in the second half of every test).
        steady: bool,
        grounds: Grounds,
    },
    /// A fault happens in this tick.
    Wrong { fault: Fault, tick: u64 },
    /// No fault happens, but the goal is never met.
    Unmet { fault: Fault, grounds: Grounds },
    /// Neither a fault nor a repetition within this many ticks.
    Undecided { ticks: u64 },
}

impl Judgement {
    pub(crate) fn is_solved(self) -> bool {
        matches!(self, Judgement::Solved { .. })
    }
}

/// The grounds for a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grounds {
    /// The factory repeats: the state after tick `until` equals the one `period` ticks earlier.
    Repeats { until: u64, period: u64 },
    /// Tested with this many orders of the any-sources, for this many ticks each.
    Tested { orders: u32, ticks: u64 },
}

/// Observes a run before each tick. Returns whether to continue.
pub(crate) type Onlooker<'a> = dyn FnMut(&Simulation<'_>) -> bool + 'a;

/// The judge with its tables, which are reused for all layouts of a factory.
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

    /// Runs the factory with this layout until the judgement is known.
    pub(crate) fn judge(&mut self, layout: &Layout) -> Judgement {
        self.judge_while(layout, &mut |_| true)
    }

    /// Like [`Judge::judge`], but undecided as soon as `go_on` returns false. It is called before each
    /// tick.
    pub(crate) fn judge_while(&mut self, layout: &Layout, go_on: &mut Onlooker<'_>) -> Judgement {
        if self.any_sources { self.test(layout, go_on) } else { self.prove(layout, go_on) }
    }

    /// The judgement without any-sources: a proof.
    fn prove(&mut self, layout: &Layout, go_on: &mut Onlooker<'_>) -> Judgement {
        let Judge { factory, simulation, kept, waiting, .. } = self;
        simulation.begin(layout, 0);
        kept.clear();
        let patience = patience(factory);
        let (mut since, mut power) = (0, 1);
        while simulation.ticks() < patience && go_on(simulation) {
            if let Err(fault) = simulation.step() {
                return Judgement::Wrong { fault, tick: simulation.ticks() };
            }
            since += 1;
            if simulation.state().same_future(kept, &factory.sources, waiting) {
                let grounds = Grounds::Repeats { until: simulation.ticks(), period: since };
                return match simulation.delivered().reach_the_goal(factory) {
                    Ok(()) => {
                        let steady = simulation.recent().reach_the_goal(factory).is_ok();
                        Judgement::Solved { steady, grounds }
                    }
                    Err(fault) => Judgement::Unmet { fault, grounds },
                };
            }
            if since == power {
                kept.copy_from(simulation.state());
                simulation.mark();
                (since, power) = (0, power * 2);
            }
        }
        Judgement::Undecided { ticks: simulation.ticks() }
    }

    /// The judgement with any-sources: a test.
    fn test(&mut self, layout: &Layout, go_on: &mut Onlooker<'_>) -> Judgement {
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
                    return Judgement::Undecided { ticks: simulation.ticks() };
                }
                if let Err(fault) = simulation.step() {
                    return Judgement::Wrong { fault, tick: simulation.ticks() };
                }
            }
            if let Err(fault) = simulation.delivered().reach_the_goal(self.factory) {
                return Judgement::Unmet { fault, grounds };
            }
            steady &= simulation.recent().reach_the_goal(self.factory).is_ok();
        }
        Judgement::Solved { steady, grounds }
    }
}

/// The maximum number of ticks without a repetition: more than any realistic factory needs, and a
/// few seconds on the largest boards.
fn patience(factory: &Factory) -> u64 {
    ((1 << 28) / factory.cells() as u64).clamp(10_000, 1 << 20)
}
