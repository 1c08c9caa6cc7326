//! IDA*: depth-first up to a cost, then up to the next higher one that occurred.
//!
//! Keeps the path it is on and the first 65,536 states of a pass, so it never runs out of memory;
//! it pays by looking at other states once for each way to get there. Good where the bound is
//! sharp and few paths lead to the same state. A state is never entered twice on one path, and
//! no kept one again at the same or a higher cost: what could follow was seen already. So a
//! finite puzzle without a solution is proved to have none, though a large one may take long.

use std::collections::HashMap;

use crate::store::hash_of;
use crate::watch::{Counts, Watch};
use crate::{Cost, Limit, Outcome, Puzzle, Solution};

/// States expanded between two looks at the clock.
const BETWEEN_CHECKS: u64 = 256;

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

struct Search<'w, 'a, P: Puzzle> {
    puzzle: &'a P,
    watch: &'w mut Watch<'a>,
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

/// How a depth-first pass ended.
enum Pass {
    Solved,
    Done,
    Stopped(Limit),
}

pub(crate) fn ida_star<'a, P: Puzzle>(puzzle: &'a P, watch: &mut Watch<'a>) -> (Outcome<P::Move>, Counts) {
    let (path, ahead) = (Vec::new(), Vec::new());
    let (kept, counts) = (HashMap::default(), Counts::default());
    let mut search = Search { puzzle, watch, counts, path, ahead, kept, most: 0, next: None };
    let outcome = search.run();
    (outcome, search.counts)
}

impl<P: Puzzle> Search<'_, '_, P> {
    fn run(&mut self) -> Outcome<P::Move> {
        let start = self.puzzle.start();
        let Some(mut bound) = self.puzzle.lower_bound(&start) else { return Outcome::Unsolvable };
        loop {
            if bound > self.watch.most_cost() {
                return Outcome::Stopped { limit: Limit::Cost, bound };
            }
            (self.most, self.next) = (bound, None);
            self.kept.clear();
            let hash = hash_of(&start);
            self.ahead.push(Step { mv: None, cost: 0, state: start.clone(), hash });
            match self.pass() {
                Pass::Solved => {
                    let cost = self.path.last().map_or(0, |step| step.cost);
                    let moves = self.path.iter().filter_map(|step| step.mv).collect();
                    return Outcome::Optimal(Solution { cost, moves });
                }
                Pass::Stopped(limit) => return Outcome::Stopped { limit, bound },
                Pass::Done => match self.next {
                    Some(Cost::MAX) => return Outcome::Stopped { limit: Limit::Cost, bound },
                    Some(next) => bound = next,
                    None => return Outcome::Unsolvable,
                },
            }
        }
    }

    fn pass(&mut self) -> Pass {
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
                return Pass::Solved;
            }
            if self.counts.expanded.is_multiple_of(BETWEEN_CHECKS)
                && let Some(limit) = self.watch.check(self.counts, self.bytes(), self.most, None)
            {
                return Pass::Stopped(limit);
            }
            if !self.is_better(&step) {
                continue;
            }
            levels.push(self.enter(step));
        }
        Pass::Done
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
    fn enter(&mut self, step: Step<P>) -> usize {
        self.path.push(step);
        let Search { puzzle, path, ahead, counts, most, next, .. } = self;
        let Some(here) = path.last() else { return 0 };
        let first = ahead.len();
        counts.expanded += 1;
        puzzle.expand(&here.state, |mv, cost, state| {
            counts.generated += 1;
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
        ahead[first..].reverse();
        counts.stored = counts.stored.max((path.len() + ahead.len() + self.kept.len()) as u64);
        ahead.len() - first
    }

    fn bytes(&self) -> usize {
        let kept = self.kept.capacity() * size_of::<(P::State, Cost)>();
        (self.path.capacity() + self.ahead.capacity()) * size_of::<Step<P>>() + kept
    }
}
