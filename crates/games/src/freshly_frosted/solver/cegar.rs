//! Counterexample-guided abstraction refinement (CEGAR): the SAT solver proposes a layout, and the
//! simulation verifies it.
//!
//! A model of the clauses is a layout. If it fails in the simulation, the belts that caused the
//! failure become a clause, and the solver continues. So every layout that is returned is valid with
//! exact timing. When the clauses become unsatisfiable, no valid layout is left that satisfies the
//! original ones; with [`Timing::Exact`], no valid layout is left at all.
//!
//! Learnt clauses are kept from one layout to the next, also when the bound on belts is lowered.

use std::collections::{BTreeMap, HashMap};

use batsat::Lit;
use unriddle_kit::Direction;
use unriddle_search::{Cost, Limit};

use super::super::layout::Layout;
use super::super::level::{Cell, Factory};
use super::connectivity::Connectivity;
use super::encode::Encoding;
use super::graph::{Graph, NoGraph, Timing};
use super::monitor::SolverMonitor;
use super::sat::{Decay, Sat, SatResult};
use super::totalizer::totalizer;
use super::verify::{ValidLayout, Verification, Verifier};

/// A simulated run counts as this many conflicts, plus one for every `TICKS` ticks.
const RUN: u64 = 20;
const TICKS: u64 = 100;

/// The result of one search for a layout.
pub(super) enum Candidate {
    /// A valid layout.
    Valid(ValidLayout),
    /// No layout is left within the bound on belts.
    Nothing,
    /// The budget is spent.
    Spent,
    /// A limit of the search was hit.
    Over,
}

/// The CEGAR loop over the layouts of a level.
pub(super) struct Cegar<'g> {
    factory: &'g Factory,
    /// The belts that are already laid.
    laid: &'g Layout,
    graph: Graph,
    sat: Sat<'g>,
    encoding: Encoding,
    connectivity: Connectivity,
    /// The outputs of the totalizer over the belts.
    counter: Vec<Lit>,
    /// By cell and direction.
    belt_at: HashMap<(Cell, Direction), Lit>,
    /// Whether the verification of some layout gave up. Nothing is proved then.
    pub(super) undecided: bool,
}

impl<'g> Cegar<'g> {
    /// A loop over layouts in which the belts of `laid` cost nothing.
    pub(super) fn new(
        factory: &'g Factory,
        laid: &'g Layout,
        timing: Timing,
        decay: Decay,
        monitor: &'g dyn SolverMonitor,
    ) -> Result<Self, NoGraph> {
        let graph = Graph::new(factory, timing, monitor)?;
        let mut sat = Sat::new(monitor, decay);
        sat.hold(graph.bytes());
        let encoding = Encoding::new(&mut sat, factory, &graph, timing);
        let connectivity = Connectivity::new(&mut sat, &graph, &encoding, timing);
        let belt_at = graph.belts.iter().copied().zip(encoding.belt.iter().copied()).collect();
        Ok(Cegar {
            factory,
            laid,
            graph,
            sat,
            encoding,
            connectivity,
            counter: Vec::new(),
            belt_at,
            undecided: false,
        })
    }

    /// From now on, accepts only layouts with at most `belts` belts in addition to those already
    /// laid. The bound can only be lowered.
    pub(super) fn at_most(&mut self, belts: Cost) {
        // A bound that no layout exceeds needs no clauses.
        let belts = usize::try_from(belts).unwrap_or(usize::MAX);
        if belts >= self.graph.belts.len() {
            return;
        }
        if self.counter.is_empty() {
            let mut laid_on: BTreeMap<Cell, Vec<Lit>> = BTreeMap::new();
            let all = self.graph.belts.iter().zip(&self.encoding.belt);
            for (&(cell, _), &laid) in all.filter(|&(&(cell, way), _)| self.laid.laid(cell) != Some(way)) {
                laid_on.entry(cell).or_default().push(laid);
            }
            let mut used = Vec::new();
            for laid in laid_on.values() {
                let here = self.sat.variable();
                laid.iter().for_each(|&laid| self.sat.add(&[!laid, here]));
                used.push(here);
            }
            self.counter = totalizer(&mut self.sat, &used, belts + 1);
        }
        if let Some(&more) = self.counter.get(belts) {
            self.sat.add(&[!more]);
        }
    }

    /// Finds the next valid layout within `budget` conflicts.
    pub(super) fn next(&mut self, verifier: &mut Verifier<'_>, budget: u64) -> Candidate {
        let until = self.sat.conflicts().saturating_add(budget);
        let (mut runs, ticks) = (0, verifier.ticks());
        loop {
            let spent = self.sat.conflicts() + runs * RUN + (verifier.ticks() - ticks) / TICKS;
            match self.sat.solve(&[], until.saturating_sub(spent), &mut self.connectivity) {
                SatResult::Model => {}
                SatResult::Unsatisfiable => return Candidate::Nothing,
                SatResult::Spent => return Candidate::Spent,
                SatResult::Over => return Candidate::Over,
            }
            let mut layout = Layout::bare(self.factory);
            for (&(cell, way), &laid) in self.graph.belts.iter().zip(&self.encoding.belt) {
                if self.sat.holds(laid) {
                    layout.set(cell, Some(way));
                }
            }
            runs += 1;
            match verifier.run(&layout, self.sat.monitor()) {
                Verification::Valid(valid) => return Candidate::Valid(valid),
                Verification::Invalid { belts, bare } => self.rule_out(&layout, &belts, bare),
                Verification::Undecided if self.sat.is_over() => return Candidate::Over,
                Verification::Undecided => {
                    self.undecided = true;
                    self.sat.monitor().leave_out(Limit::Method, layout.belts_beyond(self.laid));
                    let belts: Vec<Cell> = layout.belts().map(|(cell, _)| cell).collect();
                    self.rule_out(&layout, &belts, None);
                }
            }
        }
    }

    /// Rules out all layouts that have the same belts on these cells and no belt on `bare`.
    pub(super) fn rule_out(&mut self, layout: &Layout, belts: &[Cell], bare: Option<Cell>) {
        let laid = belts.iter().filter_map(|&cell| self.belt_at.get(&(cell, layout.laid(cell)?)));
        let mut clause: Vec<Lit> = laid.map(|&laid| !laid).collect();
        if let Some(bare) = bare {
            clause.extend(Direction::ALL.iter().filter_map(|&way| self.belt_at.get(&(bare, way))));
        }
        self.sat.add(&clause);
    }

    /// Rules out all layouts that contain every belt of this one.
    pub(super) fn rule_out_all(&mut self, layout: &Layout) {
        let belts: Vec<Cell> = layout.belts().map(|(cell, _)| cell).collect();
        self.rule_out(layout, &belts, None);
    }
}
