//! Proves the fewest belts, and lists all layouts with that cost.
//!
//! The search lowers the cost from the first layout. It starts with steady layouts, where the solver
//! is fast, and continues with the complete clauses: once no layout with fewer belts is left there,
//! the best one is optimal. If timing cannot matter, the clauses of the flow are complete. Otherwise
//! the proof needs the clauses of [exact timing](super::exact_timing). They allow many invalid
//! layouts, each of which has to be simulated, so on large levels with splitters the proof may not
//! end.
//!
//! Optimal layouts are found one after the other, and each is ruled out when found. Two layouts
//! differ if the belts that their donuts need differ; other belts that were already laid stay. Each is
//! returned as the path on which [`SearchLevel::extend_while`] builds it, so that the list agrees
//! with the count.

use unriddle_search::{Cost, Solutions};

use super::super::layout::Layout;
use super::super::level::SearchLevel;
use super::any::{NoLayout, Solver, SolverReport, UNDECIDED};
use super::cegar::Candidate;
use super::graph::{NoGraph, Timing};
use super::verify::ValidLayout;

/// The maximum number of optimal layouts that are listed.
const MAX_LISTED: usize = 100_000;

/// The state of a proof.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// No layout has fewer belts than the best.
    Made,
    /// A limit was hit, or some layout could not be judged.
    Open,
}

impl Solver<'_> {
    /// Finds a layout with the fewest belts.
    pub(super) fn optimal(mut self) -> SolverReport {
        let first = match self.first() {
            Ok((first, _)) => first,
            Err(NoLayout) => return self.failed(),
        };
        let (best, _) = self.lowered(first);
        self.found(&best, None)
    }

    /// Finds every layout with the fewest belts.
    pub(super) fn all(mut self) -> SolverReport {
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

    /// The best layout found, and whether it is proved optimal.
    fn lowered(&mut self, mut best: ValidLayout) -> (ValidLayout, Proof) {
        let mut proof = Proof::Open;
        for timing in self.timings() {
            let lowest = self.lowest(&mut best, timing);
            if lowest == Proof::Open {
                break;
            }
            if timing == self.proving() {
                self.monitor().raise_bound(self.cost(&best.layout));
                proof = Proof::Made;
            } else {
                self.notes.push("no layout that works steadily regardless of timing has fewer belts".into());
            }
        }
        if proof == Proof::Made {
            // The outcome implies the notes.
            self.notes.clear();
            best = self.steady_one(best);
        }
        (best, proof)
    }

    /// Lowers the cost of `best` among the layouts of this timing, until none is cheaper.
    fn lowest(&mut self, best: &mut ValidLayout, timing: Timing) -> Proof {
        let cost = self.cost(&best.layout);
        let Some(fewer) = cost.checked_sub(1).filter(|_| cost > self.monitor().bound()) else {
            return Proof::Made;
        };
        let mut cegar = match self.cegar(timing, fewer) {
            Ok(cegar) => cegar,
            Err(NoGraph::Unsolvable { .. }) => return Proof::Made,
            Err(NoGraph::Over) => return Proof::Open,
        };
        loop {
            match cegar.next(&mut self.verifier, u64::MAX) {
                Candidate::Valid(valid) => {
                    *best = valid;
                    let cost = self.cost(&best.layout);
                    self.monitor().note_best(cost);
                    let Some(fewer) = cost.checked_sub(1).filter(|_| cost > self.monitor().bound()) else {
                        return Proof::Made;
                    };
                    cegar.at_most(fewer);
                }
                Candidate::Nothing if !cegar.undecided => return Proof::Made,
                Candidate::Nothing => {
                    self.notes.push(UNDECIDED.into());
                    return Proof::Open;
                }
                Candidate::Spent | Candidate::Over => return Proof::Open,
            }
        }
    }

    /// A steady layout of the same cost, if one is found quickly.
    fn steady_one(&mut self, best: ValidLayout) -> ValidLayout {
        if best.steady {
            return best;
        }
        match self.cegar(Timing::Steady, self.cost(&best.layout)) {
            Ok(mut cegar) => self.steadied(best, &mut cegar),
            Err(_) => best,
        }
    }

    /// Every layout of this cost, which is the lowest.
    fn listed(&mut self, cost: Cost) -> Option<Solutions<SearchLevel>> {
        let mut cegar = self.cegar(self.proving(), cost).ok()?;
        let mut found: Vec<Vec<Layout>> = Vec::new();
        loop {
            match cegar.next(&mut self.verifier, u64::MAX) {
                Candidate::Valid(valid) => {
                    cegar.rule_out_all(&valid.layout);
                    let growth = self.growth(&valid);
                    // Held twice: here and in the solutions built from it.
                    let bytes = growth.iter().map(|layout| size_of::<Layout>() + layout.heap_bytes());
                    self.monitor().hold(2 * bytes.sum::<usize>());
                    found.push(growth);
                }
                Candidate::Nothing if !cegar.undecided => return self.monitor().listed(&found),
                Candidate::Nothing => {
                    self.notes.push(UNDECIDED.into());
                    return None;
                }
                Candidate::Spent | Candidate::Over => return None,
            }
            if found.len() > MAX_LISTED {
                self.notes.push(format!("there are more than {MAX_LISTED} layouts with as few belts"));
                return None;
            }
        }
    }

    /// The path to a layout: every intermediate layout, from the start to the layout itself.
    fn growth(&self, valid: &ValidLayout) -> Vec<Layout> {
        let mut so_far = self.laid().clone();
        let mut states = vec![so_far.clone()];
        for mv in self.solution(valid).moves {
            so_far.set(mv.cell, mv.belt);
            states.push(so_far.clone());
        }
        states
    }
}
