//! Some layout, soon.
//!
//! Two hunts take turns, each with a budget of contradictions that doubles from round to round: for
//! steady layouts, which is quick, and for any layout that exact time may let through. The turns are
//! counted in contradictions, so the first catch is the same on every machine. A catch that meets the
//! goal only while the factory starts up is kept in reserve while the same hunt looks for a steady
//! one; then it is shortened for a while.

use unriddle_search::{Cost, Limit, Outcome, Solution, Solutions};

use super::super::layout::Layout;
use super::super::level::{Factory, Level, Tile};
use super::super::notation::Move;
use super::bound::least_belts;
use super::gauge::Gauge;
use super::graph::{Graph, NoGraph, Timing};
use super::hunt::{Catch, Hunt};
use super::trial::{Right, Trials};

/// Contradictions in the first round of each hunt.
const FIRST_ROUND: u64 = 4_000;
/// Catches after the first in search of a steady one, and contradictions between two of them.
const STEADYING: usize = 20;
const STEADYING_BUDGET: u64 = 500;
/// Contradictions between one layout and a shorter one, where any is asked for.
const SHORTENING: u64 = 500;

/// What is known when no steady layout is left, and one that depends on timing is still looked for.
const NOT_WITHOUT_TIMING: &str = "no layout works steadily without regard to timing";

/// Why a proof or a count is not made, where no limit was hit.
pub(super) const UNDECIDED: &str = "some layouts run so long without repeating that they cannot be judged";

/// What a search found.
pub(super) struct Finding {
    pub(super) outcome: Outcome<Move>,
    pub(super) solutions: Option<Solutions<Level>>,
    pub(super) notes: Vec<String>,
}

/// There is no layout: all were searched, or a limit was hit.
pub(super) struct NoLayout;

/// A search of one level.
pub(super) struct Quest<'q> {
    level: &'q Level,
    factory: &'q Factory,
    gauge: &'q dyn Gauge,
    pub(super) trials: Trials<'q>,
    pub(super) notes: Vec<String>,
}

impl<'q> Quest<'q> {
    pub(super) fn new(level: &'q Level, gauge: &'q dyn Gauge) -> Self {
        let factory = &level.factory;
        Quest { level, factory, gauge, trials: Trials::new(factory), notes: Vec::new() }
    }

    /// Some layout, soon.
    pub(super) fn any(mut self) -> Finding {
        match self.first() {
            Ok((best, mut hunt)) => {
                let best = self.shortened(best, &mut hunt, SHORTENING);
                self.found(&best, None)
            }
            Err(NoLayout) => self.failed(),
        }
    }

    /// The belts that were there before.
    pub(super) fn laid(&self) -> &'q Layout {
        &self.level.start
    }

    /// What a layout costs: the belts that are not there already.
    pub(super) fn cost(&self, layout: &Layout) -> Cost {
        self.level.cost(layout)
    }

    /// Whether each source has one way: then what works in time works without regard to it, too.
    fn flow_decides(&self) -> bool {
        let copies = |group| self.factory.exits(group).len() > 1;
        self.factory.tiles.iter().all(|&tile| match tile {
            Tile::Splitter(_) | Tile::AnySource(_) => false,
            Tile::Entrance(group) => !copies(group),
            _ => true,
        })
    }

    /// The clauses that no right layout breaks.
    pub(super) fn proving(&self) -> Timing {
        if self.flow_decides() { Timing::Flow } else { Timing::Exact }
    }

    /// A hunt for layouts that cost at most `most`.
    pub(super) fn hunt(&self, timing: Timing, most: Cost) -> Result<Hunt<'q>, NoGraph> {
        let mut hunt = Hunt::new(self.factory, self.laid(), timing, self.gauge)?;
        hunt.at_most(most);
        Ok(hunt)
    }

    /// Where to look for layouts, the quickest first; the last one leaves nothing out.
    pub(super) fn timings(&self) -> Vec<Timing> {
        match self.proving() {
            // Without crossovers, steady is no more than flow.
            Timing::Flow if !self.factory.tiles.contains(&Tile::Crossover) => vec![Timing::Flow],
            proving => vec![Timing::Steady, proving],
        }
    }

    /// The first layout that is right, and the hunt that caught it.
    pub(super) fn first(&mut self) -> Result<(Right, Hunt<'q>), NoLayout> {
        self.set_bound()?;
        let most = self.gauge.most_cost();
        let proving = self.proving();
        let mut hunts: Vec<(Timing, Option<Hunt<'q>>)> =
            self.timings().into_iter().map(|timing| (timing, None)).collect();
        let mut budget = FIRST_ROUND;
        loop {
            for (timing, hunt) in std::mem::take(&mut hunts) {
                let mut hunt = match hunt.map_or_else(|| self.hunt(timing, most), Ok) {
                    Ok(hunt) => hunt,
                    Err(NoGraph::Over) => return Err(NoLayout),
                    Err(NoGraph::Unsolvable) if timing == proving => return Err(self.none_left(Cost::MAX)),
                    Err(NoGraph::Unsolvable) => {
                        self.notes.push(NOT_WITHOUT_TIMING.into());
                        continue;
                    }
                };
                match hunt.next(&mut self.trials, budget) {
                    Catch::Right(first) => {
                        self.notes.clear();
                        self.gauge.note_best(self.cost(&first.layout));
                        let best = self.steadied(first, &mut hunt);
                        return Ok((best, hunt));
                    }
                    Catch::Nothing if timing == proving => {
                        self.notes.clear();
                        return Err(self.none_left(most));
                    }
                    Catch::Nothing => self.notes.push(NOT_WITHOUT_TIMING.into()),
                    Catch::Spent => hunts.push((timing, Some(hunt))),
                    Catch::Over => return Err(NoLayout),
                }
            }
            budget *= 2;
        }
    }

    /// How many belts are needed at the least.
    fn set_bound(&self) -> Result<(), NoLayout> {
        match Graph::new(self.factory, self.proving(), self.gauge) {
            Ok(graph) => {
                self.gauge.raise_bound(least_belts(self.factory, &graph, self.laid()));
                Ok(())
            }
            Err(NoGraph::Unsolvable) => Err(self.none_left(Cost::MAX)),
            Err(NoGraph::Over) => Err(NoLayout),
        }
    }

    /// No layout is left that costs at most `most`.
    fn none_left(&self, most: Cost) -> NoLayout {
        if let Some(beyond) = most.checked_add(1) {
            self.gauge.leave_out(Limit::Cost, beyond);
        }
        self.gauge.exhaust();
        NoLayout
    }

    /// A steady layout in place of one that is not, if one is soon found.
    pub(super) fn steadied(&mut self, best: Right, hunt: &mut Hunt<'q>) -> Right {
        let mut other = best.clone();
        for _ in 0..STEADYING {
            if other.steady {
                return other;
            }
            hunt.rule_out_all(&other.layout);
            match hunt.next(&mut self.trials, STEADYING_BUDGET) {
                Catch::Right(right) => other = right,
                Catch::Nothing | Catch::Spent | Catch::Over => break,
            }
        }
        best
    }

    /// A layout with fewer belts, again and again, until none is found within `budget`. One that is
    /// steady is not given up for one that is not.
    pub(super) fn shortened(&mut self, mut best: Right, hunt: &mut Hunt<'q>, budget: u64) -> Right {
        while let Some(fewer) = self.cost(&best.layout).checked_sub(1) {
            hunt.at_most(fewer);
            match hunt.next(&mut self.trials, budget) {
                Catch::Right(right) if right.steady || !best.steady => best = right,
                _ => break,
            }
            self.gauge.note_best(self.cost(&best.layout));
        }
        best
    }

    /// The moves that make a layout, in the order in which donuts need the belts.
    pub(super) fn solution(&self, right: &Right) -> Solution<Move> {
        let moves = right.order.iter().map(|&cell| Move { cell, belt: right.layout.laid(cell) });
        let new = |mv: &Move| mv.belt != self.laid().laid(mv.cell);
        Solution { cost: self.cost(&right.layout), moves: moves.filter(new).collect() }
    }

    /// A layout was found. What is proved of it follows from what the gauge was told.
    pub(super) fn found(self, best: &Right, solutions: Option<Solutions<Level>>) -> Finding {
        let outcome = self.gauge.finish(Some(self.solution(best)));
        Finding { outcome, solutions, notes: self.notes }
    }

    /// No layout was found.
    pub(super) fn failed(mut self) -> Finding {
        let outcome = self.gauge.finish(None);
        if matches!(outcome, Outcome::Stopped { limit: Limit::Method, .. }) {
            self.notes.push(UNDECIDED.into());
        }
        Finding { outcome, solutions: None, notes: self.notes }
    }

    pub(super) fn gauge(&self) -> &'q dyn Gauge {
        self.gauge
    }
}
