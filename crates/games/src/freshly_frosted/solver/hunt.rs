//! The hunt for layouts: the SAT solver proposes, exact time disposes.
//!
//! A model of the clauses is a layout. It is run; if it fails, the belts that had to do with it
//! become a clause, and the solver goes on. So every layout that comes out is right in exact time,
//! and when the solver finds a contradiction, no right layout is left that keeps to the clauses:
//! for the exact [`Timing`] none at all.
//!
//! The solver keeps what it has learnt from catch to catch, also when fewer belts are asked for.

use std::collections::{BTreeMap, HashMap};

use batsat::Lit;
use unriddle_search::{Cost, Limit};

use super::super::layout::Layout;
use super::super::level::{Cell, Factory};
use super::encode::Encoding;
use super::gauge::Gauge;
use super::graph::{Graph, NoGraph, Timing};
use super::reach::Reach;
use super::sat::{Sat, Verdict};
use super::totalizer::totalizer;
use super::trial::{Right, Trial, Trials};
use crate::Direction;

/// How many contradictions a run counts for, and how many of its ticks count for one more.
const TRIAL: u64 = 20;
const TICKS: u64 = 100;

/// What a hunt brings.
pub(super) enum Catch {
    /// A layout that is right.
    Right(Right),
    /// There is no layout left, or none that keeps to the bounds set.
    Nothing,
    /// The budget is spent.
    Spent,
    /// A limit of the search was hit.
    Over,
}

/// A hunt through the layouts of a level.
pub(super) struct Hunt<'g> {
    factory: &'g Factory,
    /// The belts that are there already.
    laid: &'g Layout,
    graph: Graph,
    sat: Sat<'g>,
    encoding: Encoding,
    reach: Reach,
    /// The outputs of a counter of belts, up to the most that are wanted.
    counter: Vec<Lit>,
    /// By cell and direction.
    belt_at: HashMap<(Cell, Direction), Lit>,
    /// Whether some layout took too long to tell: then nothing is proved.
    pub(super) undecided: bool,
}

impl<'g> Hunt<'g> {
    /// A hunt for layouts in which the belts of `laid` cost nothing.
    pub(super) fn new(
        factory: &'g Factory,
        laid: &'g Layout,
        timing: Timing,
        gauge: &'g dyn Gauge,
    ) -> Result<Self, NoGraph> {
        let graph = Graph::new(factory, timing, gauge)?;
        let mut sat = Sat::new(gauge);
        sat.hold(graph.bytes());
        let encoding = Encoding::new(&mut sat, factory, &graph, timing);
        let reach = Reach::new(&mut sat, &graph, &encoding, timing);
        let belt_at = graph.belts.iter().copied().zip(encoding.belt.iter().copied()).collect();
        Ok(Hunt {
            factory,
            laid,
            graph,
            sat,
            encoding,
            reach,
            counter: Vec::new(),
            belt_at,
            undecided: false,
        })
    }

    /// From now on, only layouts with at most so many further belts than there are already. A bound can only be lowered.
    pub(super) fn at_most(&mut self, belts: Cost) {
        // More belts than there are cells for is no bound.
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

    /// The next layout that is right, for at most `budget` contradictions.
    pub(super) fn next(&mut self, trials: &mut Trials<'_>, budget: u64) -> Catch {
        let until = self.sat.contradictions().saturating_add(budget);
        let (mut trials_made, ticks) = (0, trials.ticks());
        loop {
            let spent = self.sat.contradictions() + trials_made * TRIAL + (trials.ticks() - ticks) / TICKS;
            match self.sat.solve(&[], until.saturating_sub(spent), &mut self.reach) {
                Verdict::Model => {}
                Verdict::Contradiction => return Catch::Nothing,
                Verdict::Spent => return Catch::Spent,
                Verdict::Over => return Catch::Over,
            }
            let mut layout = Layout::bare(self.factory);
            for (&(cell, way), &laid) in self.graph.belts.iter().zip(&self.encoding.belt) {
                if self.sat.holds(laid) {
                    layout.set(cell, Some(way));
                }
            }
            trials_made += 1;
            match trials.run(&layout, self.sat.gauge()) {
                Trial::Right(right) => return Catch::Right(right),
                Trial::Wrong { belts, bare } => self.rule_out(&layout, &belts, bare),
                Trial::Undecided if self.sat.is_over() => return Catch::Over,
                Trial::Undecided => {
                    self.undecided = true;
                    self.sat.gauge().leave_out(Limit::Method, layout.belts_beyond(self.laid));
                    let belts: Vec<Cell> = layout.belts().map(|(cell, _)| cell).collect();
                    self.rule_out(&layout, &belts, None);
                }
            }
        }
    }

    /// No layout that has the same belts on these cells, and none on the bare one.
    pub(super) fn rule_out(&mut self, layout: &Layout, belts: &[Cell], bare: Option<Cell>) {
        let laid = belts.iter().filter_map(|&cell| self.belt_at.get(&(cell, layout.laid(cell)?)));
        let mut clause: Vec<Lit> = laid.map(|&laid| !laid).collect();
        if let Some(bare) = bare {
            clause.extend(Direction::ALL.iter().filter_map(|&way| self.belt_at.get(&(bare, way))));
        }
        self.sat.add(&clause);
    }

    /// No layout that has all belts of this one.
    pub(super) fn rule_out_all(&mut self, layout: &Layout) {
        let belts: Vec<Cell> = layout.belts().map(|(cell, _)| cell).collect();
        self.rule_out(layout, &belts, None);
    }
}
