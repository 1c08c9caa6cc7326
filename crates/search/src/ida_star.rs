//! IDA*: depth-first up to a cost, then up to the next higher one that occurred.
//!
//! Keeps the path it is on and the first 65,536 states of a pass, so it never runs out of memory;
//! it pays by looking at other states once for each way to get there. Good where the bound is
//! sharp and few paths lead to the same state. A state is never entered twice on one path, and
//! no kept one again at the same or a higher cost: what could follow was seen already. So a
//! finite puzzle without a solution is proved to have none, though a large one may take long.

use std::collections::HashMap;

use crate::store::hash_of;
use crate::{Cost, Counts, Limit, Outcome, Puzzle, Run, Solution};

/// How many states of a pass are kept.
const MOST_KEPT: usize = 1 << 16;

/// A state that was reached and not yet left.
struct Step<P: Puzzle> {
    /// The move to it; none for the start.
    mv: Option<P::Move>,
    /// What it costs from the start.
    cost: Cost,
    state: P::State,
    hash: u64,
}

struct Search<'p, P: Puzzle> {
    puzzle: &'p P,
    counts: Counts,
    /// The path from the start to here.
    path: Vec<Step<P>>,
    /// States still to be entered, those of deeper levels on top.
    ahead: Vec<Step<P>>,
    /// The least cost at which states were entered in this pass.
    kept: HashMap<P::State, Cost, foldhash::fast::FixedState>,
    /// Nothing dearer is entered.
    most: Cost,
    /// The cheapest that was not entered for that.
    next: Option<Cost>,
}

/// How a depth-first pass ended that was not stopped.
enum Pass {
    Solved,
    Done,
}

pub(crate) fn ida_star<P: Puzzle>(puzzle: &P, run: &mut Run<'_, '_>) -> Outcome<P::Move> {
    let (path, ahead) = (Vec::new(), Vec::new());
    let (kept, counts) = (HashMap::default(), Counts::default());
    let mut search = Search { puzzle, counts, path, ahead, kept, most: 0, next: None };
    let found = search.passes(run);
    run.count(search.counts);
    run.finish(found.ok().flatten())
}

impl<P: Puzzle> Search<'_, P> {
    /// The first solution within the lowest cost that has one. Fails with the limit that stopped the
    /// search.
    fn passes(&mut self, run: &mut Run<'_, '_>) -> Result<Option<Solution<P::Move>>, Limit> {
        let start = self.puzzle.start();
        // The cheapest that was not entered in the last pass.
        let mut next = self.puzzle.lower_bound(&start);
        while let Some(bound) = next {
            if bound > run.most_cost() || bound == Cost::MAX {
                run.leave_out(Limit::Cost, bound);
                break;
            }
            run.raise_bound(bound)?;
            (self.most, self.next) = (bound, None);
            self.kept.clear();
            let hash = hash_of(&start);
            self.ahead.push(Step { mv: None, cost: 0, state: start.clone(), hash });
            match self.pass(run)? {
                Pass::Solved => {
                    let cost = self.path.last().map_or(0, |step| step.cost);
                    let moves = self.path.iter().filter_map(|step| step.mv).collect();
                    return Ok(Some(Solution { cost, moves }));
                }
                Pass::Done => next = self.next,
            }
        }
        run.exhaust()?;
        Ok(None)
    }

    fn pass(&mut self, run: &mut Run<'_, '_>) -> Result<Pass, Limit> {
        // How many states of each level of the path are still to be entered.
        let mut levels = vec![1usize];
        while let Some(left) = levels.last_mut() {
            if *left == 0 {
                levels.pop();
                self.path.pop();
                continue;
            }
            *left -= 1;
            let Some(step) = self.ahead.pop() else { break };
            if self.puzzle.is_solved(&step.state) {
                self.path.push(step);
                return Ok(Pass::Solved);
            }
            if run.is_check_due(1) {
                run.check(self.counts, self.bytes(), None)?;
            }
            if !self.is_better(&step) {
                continue;
            }
            levels.push(self.enter(step, run)?);
        }
        Ok(Pass::Done)
    }

    /// Whether nothing is known of the state in this pass that makes entering it useless.
    fn is_better(&mut self, step: &Step<P>) -> bool {
        match self.kept.get_mut(&step.state) {
            Some(cost) if *cost <= step.cost => false,
            Some(cost) => {
                *cost = step.cost;
                true
            }
            None => {
                if self.kept.len() < MOST_KEPT {
                    self.kept.insert(step.state.clone(), step.cost);
                }
                true
            }
        }
    }

    /// Goes on to a state and lists where to go from there; the first move ends up on top.
    fn enter(&mut self, step: Step<P>, run: &mut Run<'_, '_>) -> Result<usize, Limit> {
        self.path.push(step);
        let Search { puzzle, path, ahead, counts, most, next, .. } = self;
        let Some(here) = path.last() else { return Ok(0) };
        let first = ahead.len();
        counts.expanded += 1;
        puzzle.expand(&here.state, |mv, cost, state| {
            counts.generated += 1;
            if run.check_interruption().is_err() {
                return;
            }
            let cost = here.cost.saturating_add(cost);
            let Some(rest) = puzzle.lower_bound(&state) else { return };
            let total = cost.saturating_add(rest);
            if total > *most {
                *next = Some(next.map_or(total, |least| least.min(total)));
                return;
            }
            let hash = hash_of(&state);
            if !path.iter().any(|step| step.hash == hash && step.state == state) {
                ahead.push(Step { mv: Some(mv), cost, state, hash });
            }
        });
        run.proceed()?;
        ahead[first..].reverse();
        counts.stored = counts.stored.max((path.len() + ahead.len() + self.kept.len()) as u64);
        Ok(ahead.len() - first)
    }

    fn bytes(&self) -> usize {
        let kept = self.kept.capacity() * size_of::<(P::State, Cost)>();
        (self.path.capacity() + self.ahead.capacity()) * size_of::<Step<P>>() + kept
    }
}
