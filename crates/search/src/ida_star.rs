//! IDA*: depth-first search with a rising cost bound.
//!
//! Each pass goes as deep as the bound allows; the next bound is the lowest total that exceeded
//! it. Keeps the current path and a transposition table of the first 65,536 states of a pass, so
//! it never runs out of memory; the price is that other states are expanded once per path to
//! them. Good where the lower bound is sharp and few paths lead to the same state. A state is
//! never entered twice on one path, and a state in the table never again at the same or a higher
//! cost: what can follow was searched already. So a finite puzzle without a solution is proved
//! to have none, although a large one may take long.

use std::collections::HashMap;

use crate::store::{StateHashBuilder, hash_of};
use crate::{Cost, Counts, Limit, Outcome, Puzzle, Run, Solution};

/// The most states in the transposition table: a few megabytes for packed states.
const TABLE_SIZE: usize = 1 << 16;

/// A state on the path, or one still to enter.
struct Step<P: Puzzle> {
    /// The move to it; none for the start.
    mv: Option<P::Move>,
    /// The cost from the start.
    cost: Cost,
    state: P::State,
    hash: u64,
}

struct Search<'p, P: Puzzle> {
    puzzle: &'p P,
    counts: Counts,
    /// The path from the start to here.
    path: Vec<Step<P>>,
    /// States still to enter, the deepest last.
    ahead: Vec<Step<P>>,
    /// The transposition table: the least cost at which a state was entered in this pass.
    table: HashMap<P::State, Cost, StateHashBuilder>,
    /// The bound of this pass: nothing more expensive is entered.
    most: Cost,
    /// The lowest total above the bound: the bound of the next pass.
    next: Option<Cost>,
}

/// How a depth-first pass ends, unless a limit stops it.
enum PassEnd {
    Solved,
    Exhausted,
}

pub(crate) fn ida_star<P: Puzzle>(puzzle: &P, run: &mut Run<'_, '_>) -> Outcome<P::Move> {
    let (path, ahead) = (Vec::new(), Vec::new());
    let (table, counts) = (HashMap::default(), Counts::default());
    let mut search = Search { puzzle, counts, path, ahead, table, most: 0, next: None };
    let found = search.passes(run);
    run.set_counts(search.counts);
    run.finish(found.ok().flatten())
}

impl<P: Puzzle> Search<'_, P> {
    /// The first solution in the first pass that has one. Fails with the limit that stopped the search.
    fn passes(&mut self, run: &mut Run<'_, '_>) -> Result<Option<Solution<P::Move>>, Limit> {
        let start = self.puzzle.start();
        let mut next = self.puzzle.lower_bound(&start);
        while let Some(bound) = next {
            if bound > run.most_cost() || bound == Cost::MAX {
                run.leave_out(Limit::Cost, bound);
                break;
            }
            run.raise_bound(bound)?;
            (self.most, self.next) = (bound, None);
            self.table.clear();
            let hash = hash_of(&start);
            self.ahead.push(Step { mv: None, cost: 0, state: start.clone(), hash });
            match self.pass(run)? {
                PassEnd::Solved => {
                    let cost = self.path.last().map_or(0, |step| step.cost);
                    let moves = self.path.iter().filter_map(|step| step.mv).collect();
                    return Ok(Some(Solution { cost, moves }));
                }
                PassEnd::Exhausted => next = self.next,
            }
        }
        run.exhaust()?;
        Ok(None)
    }

    fn pass(&mut self, run: &mut Run<'_, '_>) -> Result<PassEnd, Limit> {
        // For each level of the path, the number of states still to enter.
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
                return Ok(PassEnd::Solved);
            }
            if run.is_check_due(1) {
                run.check(self.counts, self.bytes(), None)?;
            }
            if !self.is_better(&step) {
                continue;
            }
            levels.push(self.enter(step, run)?);
        }
        Ok(PassEnd::Exhausted)
    }

    /// Whether the state was not entered in this pass at the same or a lower cost, by the table.
    fn is_better(&mut self, step: &Step<P>) -> bool {
        match self.table.get_mut(&step.state) {
            Some(cost) if *cost <= step.cost => false,
            Some(cost) => {
                *cost = step.cost;
                true
            }
            None => {
                if self.table.len() < TABLE_SIZE {
                    self.table.insert(step.state.clone(), step.cost);
                }
                true
            }
        }
    }

    /// Enters a state and pushes its successors, the first one on top. Returns their number.
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
        counts.stored = counts.stored.max((path.len() + ahead.len() + self.table.len()) as u64);
        Ok(ahead.len() - first)
    }

    fn bytes(&self) -> usize {
        let table = self.table.capacity() * size_of::<(P::State, Cost)>();
        (self.path.capacity() + self.ahead.capacity()) * size_of::<Step<P>>() + table
    }
}
