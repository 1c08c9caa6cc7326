//! The fewest belts, proved; and all layouts that have no more.
//!
//! Downwards from the first layout. First among steady ones, where the solver is quick. Then among
//! all that the proof must look at: when none with fewer belts is left there, the best is optimal. A
//! level in which the flow decides is proved by the flow; else by the clauses of
//! [exact time](super::stall), which let many layouts through that then have to be run one by one:
//! on large levels with splitters that may not come to an end.
//!
//! All optimal layouts are found one after the other, each ruled out when found. A layout is counted by
//! the belts that its donuts need: of those that lay there before, the others stay and do no harm.
//! It is given as the states on the one way on which [`extend`](Level::extend) builds it, so that as
//! many layouts are listed as are counted.

use unriddle_search::{Cost, Solutions};

use super::super::layout::Layout;
use super::super::level::Level;
use super::graph::{NoGraph, Timing};
use super::hunt::Catch;
use super::quest::{Finding, NoLayout, Quest, UNDECIDED};
use super::trial::Right;

/// The most optimal layouts that are listed.
const MOST_LISTED: usize = 100_000;

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// No layout has fewer belts than the best.
    Made,
    /// A limit was hit, or some layout cannot be judged.
    Open,
}

impl Quest<'_> {
    /// The fewest belts.
    pub(super) fn optimal(mut self) -> Finding {
        let first = match self.first() {
            Ok((first, _)) => first,
            Err(NoLayout) => return self.failed(),
        };
        let (best, _) = self.lowered(first);
        self.found(&best, None)
    }

    /// The fewest belts, and every layout with as few.
    pub(super) fn all(mut self) -> Finding {
        let first = match self.first() {
            Ok((first, _)) => first,
            Err(NoLayout) => return self.failed(),
        };
        let (best, proof) = self.lowered(first);
        let solutions = match proof {
            Proof::Open => None,
            Proof::Made => self.listed(self.cost(&best.layout)),
        };
        self.found(&best, solutions)
    }

    /// A layout with as few belts as can be found, and whether there are none with fewer.
    fn lowered(&mut self, mut best: Right) -> (Right, Proof) {
        let mut proof = Proof::Open;
        for timing in self.timings() {
            let lowest = self.lowest(&mut best, timing);
            if lowest == Proof::Open {
                break;
            }
            if timing == self.proving() {
                self.gauge().raise_bound(self.cost(&best.layout));
                proof = Proof::Made;
            } else {
                self.notes
                    .push("no layout that works steadily without regard to timing has fewer belts".into());
            }
        }
        if proof == Proof::Made {
            // That is said better by the outcome.
            self.notes.clear();
            best = self.steady_one(best);
        }
        (best, proof)
    }

    /// The fewest belts that are found in this way, and whether there are none with fewer.
    fn lowest(&mut self, best: &mut Right, timing: Timing) -> Proof {
        let cost = self.cost(&best.layout);
        let Some(fewer) = cost.checked_sub(1).filter(|_| cost > self.gauge().bound()) else {
            return Proof::Made;
        };
        let mut hunt = match self.hunt(timing, fewer) {
            Ok(hunt) => hunt,
            Err(NoGraph::Unsolvable) => return Proof::Made,
            Err(NoGraph::Over) => return Proof::Open,
        };
        loop {
            match hunt.next(&mut self.trials, u64::MAX) {
                Catch::Right(right) => {
                    *best = right;
                    let cost = self.cost(&best.layout);
                    self.gauge().note_best(cost);
                    let Some(fewer) = cost.checked_sub(1).filter(|_| cost > self.gauge().bound()) else {
                        return Proof::Made;
                    };
                    hunt.at_most(fewer);
                }
                Catch::Nothing if !hunt.undecided => return Proof::Made,
                Catch::Nothing => {
                    self.notes.push(UNDECIDED.into());
                    return Proof::Open;
                }
                Catch::Spent | Catch::Over => return Proof::Open,
            }
        }
    }

    /// A steady layout with as few belts, if one is soon found.
    fn steady_one(&mut self, best: Right) -> Right {
        if best.steady {
            return best;
        }
        match self.hunt(Timing::Steady, self.cost(&best.layout)) {
            Ok(mut hunt) => self.steadied(best, &mut hunt),
            Err(_) => best,
        }
    }

    /// Every layout that costs as little as any.
    fn listed(&mut self, cost: Cost) -> Option<Solutions<Level>> {
        let mut hunt = self.hunt(self.proving(), cost).ok()?;
        let mut found: Vec<Vec<Layout>> = Vec::new();
        loop {
            match hunt.next(&mut self.trials, u64::MAX) {
                Catch::Right(right) => {
                    hunt.rule_out_all(&right.layout);
                    let growth = self.growth(&right);
                    // Once here, and once among the solutions that are made of it.
                    let bytes = growth.iter().map(|layout| size_of::<Layout>() + layout.heap_bytes());
                    self.gauge().hold(2 * bytes.sum::<usize>());
                    found.push(growth);
                }
                Catch::Nothing if !hunt.undecided => return self.gauge().listed(&found),
                Catch::Nothing => {
                    self.notes.push(UNDECIDED.into());
                    return None;
                }
                Catch::Spent | Catch::Over => return None,
            }
            if found.len() > MOST_LISTED {
                self.notes.push(format!("there are more than {MOST_LISTED} layouts with as few belts"));
                return None;
            }
        }
    }

    /// The layouts on the way to this one, belt by belt, from the first to itself.
    fn growth(&self, right: &Right) -> Vec<Layout> {
        let mut so_far = self.laid().clone();
        let mut states = vec![so_far.clone()];
        for mv in self.solution(right).moves {
            so_far.set(mv.cell, mv.belt);
            states.push(so_far.clone());
        }
        states
    }
}
