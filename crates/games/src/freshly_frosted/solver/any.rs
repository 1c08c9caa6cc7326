//! Finds any layout quickly.
//!
//! Several CEGAR loops take turns, each with a budget of conflicts that doubles every round. Some
//! search for steady layouts, which is fast; another for every layout that exact timing may
//! allow, with a smaller budget. How long a SAT solver needs varies widely with the order of its decisions,
//! so there are two loops for steady layouts, which differ in nothing but their [`Decay`]. The budget counts
//! conflicts, not time, so the first solution is the same on every machine. If that solution meets the goal only during start-up, the same loop searches for a
//! steady one for a while. The result is then shortened within a small budget.

use unriddle_search::{Cost, Limit, Outcome, Solution, Solutions};

use super::super::layout::Layout;
use super::super::level::{Factory, SearchLevel, Tile};
use super::super::notation::Move;
use super::bound::least_belts;
use super::cegar::{Candidate, Cegar};
use super::clash::{explain, missing_topping};
use super::graph::{Graph, NoGraph, Timing};
use super::monitor::SolverMonitor;
use super::sat::Decay;
use super::verify::{ValidLayout, Verifier};

/// Conflicts in the first round of each CEGAR loop.
const FIRST_ROUND: u64 = 4_000;
/// The part of a round's conflicts that the loop for exact timing gets. It rarely finds the first layout.
const EXACT_PART: u64 = 8;
/// How many further layouts are tried in search of a steady one, and the conflicts allowed for each.
const STEADYING: usize = 20;
const STEADYING_BUDGET: u64 = 500;
/// Conflicts allowed for each shorter layout when any layout will do.
const SHORTENING: u64 = 500;

/// The note for a level without steady layouts, while the search for one that depends on timing
/// continues.
const NOT_WITHOUT_TIMING: &str = "no layout works steadily regardless of timing";

/// Why there is no proof or count although no limit was hit.
pub(super) const UNDECIDED: &str = "some layouts run so long without repeating that they cannot be judged";

/// The result of a search.
pub(super) struct SolverReport {
    pub(super) outcome: Outcome<Move>,
    pub(super) solutions: Option<Solutions<SearchLevel>>,
    pub(super) notes: Vec<String>,
}

/// No layout was found: the search space is exhausted, or a limit was hit.
pub(super) struct NoLayout;

/// A search of one level.
pub(super) struct Solver<'q> {
    level: &'q SearchLevel,
    factory: &'q Factory,
    monitor: &'q dyn SolverMonitor,
    pub(super) verifier: Verifier<'q>,
    pub(super) notes: Vec<String>,
}

impl<'q> Solver<'q> {
    pub(super) fn new(level: &'q SearchLevel, monitor: &'q dyn SolverMonitor) -> Self {
        let factory = &level.factory;
        Solver { level, factory, monitor, verifier: Verifier::new(factory), notes: Vec::new() }
    }

    /// Finds any layout quickly.
    pub(super) fn any(mut self) -> SolverReport {
        match self.first() {
            Ok((best, mut cegar)) => {
                let best = self.shortened(best, &mut cegar, SHORTENING);
                self.found(&best, None)
            }
            Err(NoLayout) => self.failed(),
        }
    }

    /// The belts that the search starts with.
    pub(super) fn laid(&self) -> &'q Layout {
        &self.level.start
    }

    /// The cost of a layout: its belts that are not already laid.
    pub(super) fn cost(&self, layout: &Layout) -> Cost {
        self.level.cost(layout)
    }

    /// Whether all donuts of a source take the same path. A layout that works with exact timing then
    /// also works without timing.
    fn flow_decides(&self) -> bool {
        let copies = |group| self.factory.exits(group).len() > 1;
        self.factory.tiles.iter().all(|&tile| match tile {
            Tile::Splitter(_) | Tile::AnySource(_) => false,
            Tile::Entrance(group) => !copies(group),
            _ => true,
        })
    }

    /// The timing whose clauses no valid layout violates, as a proof requires.
    pub(super) fn proving(&self) -> Timing {
        if self.flow_decides() { Timing::Flow } else { Timing::Exact }
    }

    /// A CEGAR loop over the layouts that cost at most `most`.
    pub(super) fn cegar(&self, timing: Timing, most: Cost) -> Result<Cegar<'q>, NoGraph> {
        self.cegar_with(timing, Decay::Slow, most)
    }

    fn cegar_with(&self, timing: Timing, decay: Decay, most: Cost) -> Result<Cegar<'q>, NoGraph> {
        let mut cegar = Cegar::new(self.factory, self.laid(), timing, decay, self.monitor)?;
        cegar.at_most(most);
        Ok(cegar)
    }

    /// The timings to search with, fastest first. The last one is complete.
    pub(super) fn timings(&self) -> Vec<Timing> {
        match self.proving() {
            // Without crossovers, steady and flow have the same clauses.
            Timing::Flow if !self.factory.tiles.contains(&Tile::Crossover) => vec![Timing::Flow],
            proving => vec![Timing::Steady, proving],
        }
    }

    /// The first valid layout, and the CEGAR loop that found it.
    pub(super) fn first(&mut self) -> Result<(ValidLayout, Cegar<'q>), NoLayout> {
        self.set_bound()?;
        let most = self.monitor.most_cost();
        let proving = self.proving();
        let mut searches: Vec<(Timing, Decay, Option<Cegar<'q>>)> = Vec::new();
        for timing in self.timings() {
            searches.push((timing, Decay::Slow, None));
            if timing != Timing::Exact {
                searches.push((timing, Decay::Fast, None));
            }
        }
        let mut budget = FIRST_ROUND;
        let mut exhausted = None;
        loop {
            for (timing, decay, cegar) in std::mem::take(&mut searches) {
                if exhausted == Some(timing) {
                    continue;
                }
                let mut cegar = match cegar.map_or_else(|| self.cegar_with(timing, decay, most), Ok) {
                    Ok(cegar) => cegar,
                    Err(NoGraph::Over) => return Err(NoLayout),
                    Err(NoGraph::Unsolvable { .. }) if timing == proving => {
                        return Err(self.none_left(Cost::MAX));
                    }
                    Err(NoGraph::Unsolvable { .. }) => {
                        self.notes.push(NOT_WITHOUT_TIMING.into());
                        exhausted = Some(timing);
                        continue;
                    }
                };
                let part = if timing == Timing::Exact { budget / EXACT_PART } else { budget };
                match cegar.next(&mut self.verifier, part) {
                    Candidate::Valid(first) => {
                        self.notes.clear();
                        self.monitor.note_best(self.cost(&first.layout));
                        let best = self.steadied(first, &mut cegar);
                        return Ok((best, cegar));
                    }
                    Candidate::Nothing if timing == proving => {
                        self.notes.clear();
                        return Err(self.none_left(most));
                    }
                    Candidate::Nothing => {
                        self.notes.push(NOT_WITHOUT_TIMING.into());
                        exhausted = Some(timing);
                    }
                    Candidate::Spent => searches.push((timing, decay, Some(cegar))),
                    Candidate::Over => return Err(NoLayout),
                }
            }
            budget *= 2;
        }
    }

    /// Raises the lower bound to the belts that every layout needs.
    fn set_bound(&self) -> Result<(), NoLayout> {
        match Graph::new(self.factory, self.proving(), self.monitor) {
            Ok(graph) => {
                self.monitor.raise_bound(least_belts(self.factory, &graph, self.laid()));
                Ok(())
            }
            Err(NoGraph::Unsolvable { .. }) => Err(self.none_left(Cost::MAX)),
            Err(NoGraph::Over) => Err(NoLayout),
        }
    }

    /// Records that no layout is left that costs at most `most`.
    fn none_left(&self, most: Cost) -> NoLayout {
        if let Some(beyond) = most.checked_add(1) {
            self.monitor.leave_out(Limit::Cost, beyond);
        }
        self.monitor.exhaust();
        NoLayout
    }

    /// Replaces a layout that is not steady by a steady one, if one is found quickly.
    pub(super) fn steadied(&mut self, best: ValidLayout, cegar: &mut Cegar<'q>) -> ValidLayout {
        let mut other = best.clone();
        for _ in 0..STEADYING {
            if other.steady {
                return other;
            }
            cegar.rule_out_all(&other.layout);
            match cegar.next(&mut self.verifier, STEADYING_BUDGET) {
                Candidate::Valid(valid) => other = valid,
                Candidate::Nothing | Candidate::Spent | Candidate::Over => break,
            }
        }
        best
    }

    /// Repeatedly finds a layout with fewer belts, until none is found within `budget`. A steady
    /// layout is never replaced by one that is not.
    pub(super) fn shortened(
        &mut self,
        mut best: ValidLayout,
        cegar: &mut Cegar<'q>,
        budget: u64,
    ) -> ValidLayout {
        while let Some(fewer) = self.cost(&best.layout).checked_sub(1) {
            cegar.at_most(fewer);
            match cegar.next(&mut self.verifier, budget) {
                Candidate::Valid(valid) if valid.steady || !best.steady => best = valid,
                _ => break,
            }
            self.monitor.note_best(self.cost(&best.layout));
        }
        best
    }

    /// The moves that make a layout, in the order in which donuts need the belts.
    pub(super) fn solution(&self, valid: &ValidLayout) -> Solution<Move> {
        let moves = valid.order.iter().map(|&cell| Move { cell, belt: valid.layout.laid(cell) });
        let new = |mv: &Move| mv.belt != self.laid().laid(mv.cell);
        Solution { cost: self.cost(&valid.layout), moves: moves.filter(new).collect() }
    }

    /// The result with a layout. The monitor knows the bound that was proved.
    pub(super) fn found(self, best: &ValidLayout, solutions: Option<Solutions<SearchLevel>>) -> SolverReport {
        let outcome = self.monitor.finish(Some(self.solution(best)));
        SolverReport { outcome, solutions, notes: self.notes }
    }

    /// The result without a layout.
    pub(super) fn failed(mut self) -> SolverReport {
        let outcome = self.monitor.finish(None);
        if matches!(outcome, Outcome::Stopped { limit: Limit::Method, .. }) {
            self.notes.push(UNDECIDED.into());
        }
        if matches!(outcome, Outcome::Unsolvable(_)) && missing_topping(self.factory).is_none() {
            self.notes.extend(explain(self.factory, self.proving(), self.monitor));
        }
        SolverReport { outcome, solutions: None, notes: self.notes }
    }

    pub(super) fn monitor(&self) -> &'q dyn SolverMonitor {
        self.monitor
    }
}
