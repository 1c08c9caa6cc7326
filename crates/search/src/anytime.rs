//! Some solution soon, then better ones, at last the best one with its proof.
//!
//! Best-first by cost so far plus a multiple of the puzzle's estimate: greedy enough to dive for
//! a solution. The search then simply goes on, leaving out whatever cannot beat the best
//! solution known; when nothing is left, that solution is optimal. The estimate only decides
//! the order, never what is left out, so it may be wrong as much as it likes.
//!
//! A puzzle that is solved step by step may name the [stage](Puzzle::stage) of a state. Each stage has
//! a queue, and the queues take turns, state by state.
//!
//! One thread; memory as for A*.

use std::collections::BTreeMap;

use crate::known::{Known, path_to};
use crate::queue::Queue;
use crate::store::{Chunks, Store, hash_of};
use crate::{Cost, Counts, Goal, Limit, Outcome, Puzzle, Run};

/// How much more the estimate counts than the cost so far.
const WEIGHT: Cost = 4;
/// Marks a cost whose state was expanded since it got that cost.
const EXPANDED: u32 = 1 << 31;

struct Anytime<'a, P: Puzzle> {
    puzzle: &'a P,
    store: Store<P::State>,
    /// The least known cost of each state, with the mark.
    costs: Chunks<u32>,
    /// By stage.
    queues: Vec<Queue>,
    /// The stage whose turn it was last.
    turn: usize,
    /// How many waiting states have each sum of cost and lower bound.
    waiting: BTreeMap<Cost, u64>,
    best: Option<(Cost, u32)>,
    most_cost: Cost,
    /// Memory that the states hold elsewhere.
    heap_bytes: usize,
    counts: Counts,
}

pub(crate) fn anytime<P: Puzzle>(puzzle: &P, goal: Goal, run: &mut Run<'_, '_>) -> Outcome<P::Move> {
    let mut search = Anytime {
        puzzle,
        store: Store::new(),
        costs: Chunks::new(),
        queues: Vec::new(),
        turn: 0,
        waiting: BTreeMap::new(),
        best: None,
        most_cost: run.most_cost().min(EXPANDED - 1),
        heap_bytes: 0,
        counts: Counts::default(),
    };
    // The best solution so far is there also when the search was stopped.
    let _ = search.run(goal, run);
    run.count(search.counts);
    run.finish(search.best.map(|(_, number)| path_to(puzzle, &search, number)))
}

impl<P: Puzzle> Anytime<'_, P> {
    /// Fails with the limit that stopped the search.
    fn run(&mut self, goal: Goal, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        self.reach(self.puzzle.canonical(self.puzzle.start()), 0, 0, run)?;
        let mut next = Vec::new();
        loop {
            if let Some((cost, _)) = self.best
                && (goal == Goal::Any || self.bound() >= cost)
            {
                return run.raise_bound(self.bound());
            }
            let Some((stage, priority)) = self.next_in_turn() else { return run.exhaust() };
            if run.is_check_due(1) {
                self.check(run)?;
            }
            let Some(number) = self.queues[stage].pop(priority) else { continue };
            self.expand(number, &mut next, run)?;
        }
    }

    /// The next stage at which something waits, and its lowest priority.
    fn next_in_turn(&mut self) -> Option<(usize, Cost)> {
        for _ in 0..self.queues.len() {
            self.turn = (self.turn + 1) % self.queues.len();
            if let Some(priority) = self.queues[self.turn].lowest() {
                return Some((self.turn, priority));
            }
        }
        None
    }

    /// Expands a state, unless that was done or it cannot beat the best.
    fn expand(
        &mut self,
        number: u32,
        next: &mut Vec<(Cost, P::State)>,
        run: &mut Run<'_, '_>,
    ) -> Result<(), Limit> {
        let cost = *self.costs.get(number);
        if cost & EXPANDED != 0 {
            return Ok(());
        }
        *self.costs.get_mut(number) = cost | EXPANDED;
        let state = self.store.state(number);
        let Some(rest) = self.puzzle.lower_bound(state) else { return Ok(()) };
        let total = cost.saturating_add(rest);
        self.unlist(total);
        if self.best.is_some_and(|(best, _)| total >= best) {
            return Ok(());
        }
        self.counts.expanded += 1;
        self.puzzle.expand(self.store.state(number), |_, step, state| {
            next.push((cost.saturating_add(step), self.puzzle.canonical(state)));
        });
        self.counts.generated += next.len() as u64;
        next.drain(..).try_for_each(|(cost, state)| self.reach(state, cost, number, run))
    }

    fn reach(
        &mut self,
        state: P::State,
        cost: Cost,
        parent: u32,
        run: &mut Run<'_, '_>,
    ) -> Result<(), Limit> {
        run.check_interruption()?;
        let hash = hash_of(&state);
        self.store.make_room(1);
        let known = self.store.find(hash, &state);
        let before = known.map(|number| *self.costs.get(number));
        if before.is_ok_and(|before| before & !EXPANDED <= cost) {
            return Ok(());
        }
        let Some(rest) = self.puzzle.lower_bound(&state) else { return Ok(()) };
        let total = cost.saturating_add(rest);
        if self.best.is_some_and(|(best, _)| total >= best) {
            return Ok(());
        }
        if total > self.most_cost {
            run.leave_out(Limit::Cost, total);
            return Ok(());
        }
        let solved = self.puzzle.is_solved(&state);
        let priority = cost.saturating_add(self.puzzle.estimate(&state).saturating_mul(WEIGHT));
        let number = match known {
            Ok(number) => {
                // It waited at its old cost, unless it was expanded or is a solution.
                if let Ok(before) = before
                    && before & EXPANDED == 0
                    && !solved
                {
                    self.unlist(before.saturating_add(rest));
                }
                self.store.set_parent(number, parent);
                *self.costs.get_mut(number) = cost;
                number
            }
            Err(vacancy) => {
                self.costs.push(cost);
                self.counts.stored += 1;
                self.heap_bytes += self.puzzle.heap_bytes(&state);
                self.store.add(vacancy, hash, state, parent)
            }
        };
        if solved {
            self.best = Some((cost, number));
        } else {
            *self.waiting.entry(total).or_default() += 1;
            let stage = usize::from(self.puzzle.stage(self.store.state(number)));
            if stage >= self.queues.len() {
                self.queues.resize_with(stage + 1, Queue::new);
            }
            self.queues[stage].push(priority, rest, number);
        }
        Ok(())
    }

    fn unlist(&mut self, total: Cost) {
        if let Some(count) = self.waiting.get_mut(&total) {
            *count -= 1;
            if *count == 0 {
                self.waiting.remove(&total);
            }
        }
    }

    /// No solution costs less, except for what was left out.
    fn bound(&self) -> Cost {
        let waiting = self.waiting.first_key_value().map(|(&total, _)| total);
        let best = self.best.map(|(cost, _)| cost);
        [waiting, best].into_iter().flatten().min().unwrap_or(0)
    }

    fn check(&self, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        run.raise_bound(self.bound())?;
        let others =
            self.costs.bytes() + self.queues.iter().map(Queue::bytes).sum::<usize>() + self.heap_bytes;
        run.check(self.counts, others + self.store.bytes(), self.best.map(|(cost, _)| cost))?;
        if self.store.len() == u32::MAX {
            return Err(run.stop_for(Limit::States));
        }
        run.check_memory(others + self.store.bytes_ahead())
    }
}

impl<P: Puzzle> Known<P::State> for Anytime<'_, P> {
    fn find(&self, state: &P::State) -> Option<u32> {
        self.store.find(hash_of(state), state).ok()
    }

    fn state(&self, number: u32) -> &P::State {
        self.store.state(number)
    }

    fn parent(&self, number: u32) -> u32 {
        self.store.parent(number)
    }

    fn cost(&self, number: u32) -> Cost {
        *self.costs.get(number) & !EXPANDED
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        0..self.store.len()
    }
}
