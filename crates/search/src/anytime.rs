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

use crate::known::Known;
use crate::queue::Queue;
use crate::store::{Chunks, Store, hash_of};
use crate::watch::{Counts, Watch};
use crate::{Cost, Goal, Limit, Puzzle};

/// How much more the estimate counts than the cost so far.
const WEIGHT: Cost = 4;
/// States expanded between two looks at the clock.
const BETWEEN_CHECKS: u64 = 64;
/// Marks a cost whose state was expanded since it got that cost.
const EXPANDED: u32 = 1 << 31;

/// How the search ended.
pub(crate) enum Ending {
    /// The best solution known ends in this state; every solution costs at least `bound`.
    Found { number: u32, bound: Cost, limit: Option<Limit> },
    /// Nothing waits, and nothing was left out.
    Exhausted,
    /// A limit was hit before any solution.
    Stopped { limit: Limit, bound: Cost },
}

pub(crate) struct Anytime<'a, P: Puzzle> {
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
    /// The lowest sum that was left out for the cost limit.
    dropped: Option<Cost>,
    most_cost: Cost,
    /// Memory that the states hold elsewhere.
    heap_bytes: usize,
    pub(crate) counts: Counts,
}

pub(crate) fn anytime<'a, P: Puzzle>(
    puzzle: &'a P,
    goal: Goal,
    watch: &mut Watch<'a>,
) -> (Anytime<'a, P>, Ending) {
    let mut search = Anytime {
        puzzle,
        store: Store::new(),
        costs: Chunks::new(),
        queues: Vec::new(),
        turn: 0,
        waiting: BTreeMap::new(),
        best: None,
        dropped: None,
        most_cost: watch.most_cost().min(EXPANDED - 1),
        heap_bytes: 0,
        counts: Counts::default(),
    };
    search.reach(puzzle.canonical(puzzle.start()), 0, 0);
    let ending = search.run(goal, watch);
    (search, ending)
}

impl<P: Puzzle> Anytime<'_, P> {
    fn run(&mut self, goal: Goal, watch: &mut Watch<'_>) -> Ending {
        let mut next = Vec::new();
        loop {
            if let Some((cost, number)) = self.best
                && (goal == Goal::Any || self.bound() >= cost)
            {
                return Ending::Found { number, bound: self.bound().min(cost), limit: None };
            }
            let Some((stage, priority)) = self.next_in_turn() else {
                return match (self.best, self.dropped) {
                    (Some((cost, number)), _) => Ending::Found { number, bound: cost, limit: None },
                    (None, Some(bound)) => Ending::Stopped { limit: Limit::Cost, bound },
                    (None, None) => Ending::Exhausted,
                };
            };
            if self.counts.expanded.is_multiple_of(BETWEEN_CHECKS)
                && let Some(limit) = self.limit(watch)
            {
                let bound = self.bound();
                return match self.best {
                    Some((_, number)) => Ending::Found { number, bound, limit: Some(limit) },
                    None => Ending::Stopped { limit, bound },
                };
            }
            let Some(number) = self.queues[stage].pop(priority) else { continue };
            self.expand(number, &mut next);
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
    fn expand(&mut self, number: u32, next: &mut Vec<(Cost, P::State)>) {
        let cost = *self.costs.get(number);
        if cost & EXPANDED != 0 {
            return;
        }
        *self.costs.get_mut(number) = cost | EXPANDED;
        let state = self.store.state(number);
        let Some(rest) = self.puzzle.lower_bound(state) else { return };
        let total = cost.saturating_add(rest);
        self.unlist(total);
        if self.best.is_some_and(|(best, _)| total >= best) {
            return;
        }
        self.counts.expanded += 1;
        self.puzzle.expand(self.store.state(number), |_, step, state| {
            next.push((cost.saturating_add(step), self.puzzle.canonical(state)));
        });
        self.counts.generated += next.len() as u64;
        for (cost, state) in next.drain(..) {
            self.reach(state, cost, number);
        }
    }

    fn reach(&mut self, state: P::State, cost: Cost, parent: u32) {
        let hash = hash_of(&state);
        self.store.make_room(1);
        let known = self.store.find(hash, &state);
        let before = known.map(|number| *self.costs.get(number));
        if before.is_ok_and(|before| before & !EXPANDED <= cost) {
            return;
        }
        let Some(rest) = self.puzzle.lower_bound(&state) else { return };
        let total = cost.saturating_add(rest);
        if self.best.is_some_and(|(best, _)| total >= best) {
            return;
        }
        if total > self.most_cost {
            self.dropped = Some(self.dropped.map_or(total, |least| least.min(total)));
            return;
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
    }

    fn unlist(&mut self, total: Cost) {
        if let Some(count) = self.waiting.get_mut(&total) {
            *count -= 1;
            if *count == 0 {
                self.waiting.remove(&total);
            }
        }
    }

    /// Every solution costs at least this much.
    fn bound(&self) -> Cost {
        let waiting = self.waiting.first_key_value().map(|(&total, _)| total);
        let best = self.best.map(|(cost, _)| cost);
        [waiting, best, self.dropped].into_iter().flatten().min().unwrap_or(0)
    }

    fn limit(&self, watch: &mut Watch<'_>) -> Option<Limit> {
        let others =
            self.costs.bytes() + self.queues.iter().map(Queue::bytes).sum::<usize>() + self.heap_bytes;
        let best = self.best.map(|(cost, _)| cost);
        if let Some(limit) = watch.check(self.counts, others + self.store.bytes(), self.bound(), best) {
            return Some(limit);
        }
        if self.store.len() == u32::MAX {
            return Some(Limit::States);
        }
        watch.is_too_much(others + self.store.bytes_ahead()).then_some(Limit::Memory)
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
