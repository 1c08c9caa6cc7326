//! The cost from each state to the nearest solution, backwards along the moves that were gathered.
//!
//! With moves that all cost 1 that is a breadth-first search from all solved states at once. The moves
//! into a state are its parent in the store and, from [flat arrays](Incoming) that are freed at its end, the
//! others. Other costs take a heap, and one expansion per move to find what it costs; the costs from the
//! start are then found in the same way.
//!
//! Where the search was stopped before it had all states, those with a way to a state that was not
//! expanded are undecided; what is left has been searched to its end and is dead.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Numbering;
use super::gather::Gathered;
use super::incoming::Incoming;
use super::move_log::MoveLog;
use crate::closed::ClosedList;
use crate::searchable::StateGraph;
use crate::sharded::{Shard, Sharded};
use crate::store::{Store, Stored};
use crate::{Cost, Limit, Run};

/// No solution can follow.
pub(super) const DEAD: Cost = Cost::MAX;
/// No solution was found to follow, but not everything was searched.
pub(super) const UNDECIDED: Cost = Cost::MAX - 1;

/// The states that were gathered, with the moves into each.
pub(super) struct Backwards<'s, 'a, S: ?Sized + Stored> {
    puzzle: &'a dyn StateGraph<S>,
    sharded: &'s mut Sharded<Gathered<'a, S>, S>,
    numbering: &'s Numbering,
    incoming: Vec<Incoming>,
}

impl<'s, 'a, S: ?Sized + Stored> Backwards<'s, 'a, S> {
    /// Turns the moves around. Fails if there is no memory for that.
    pub(super) fn new(
        puzzle: &'a dyn StateGraph<S>,
        sharded: &'s mut Sharded<Gathered<'a, S>, S>,
        numbering: &'s Numbering,
        run: &mut Run<'_, '_>,
    ) -> Result<Self, Limit> {
        let mut backwards = Backwards { puzzle, sharded, numbering, incoming: Vec::new() };
        for at in 0..backwards.sharded.shards.len() {
            let Sharded { shards, stores, .. } = &*backwards.sharded;
            let states = stores[at].len();
            let more = Incoming::most_bytes(&shards[at].moves, states, numbering);
            run.check(backwards.sharded.counts(), backwards.bytes() + more, None)?;
            let moves = std::mem::replace(&mut backwards.sharded.shards[at].moves, MoveLog::new());
            backwards.incoming.push(Incoming::new(&moves, states, numbering));
        }
        Ok(backwards)
    }

    /// Memory held, with the costs that are about to be found.
    fn bytes(&self) -> usize {
        let Sharded { shards, stores, .. } = &*self.sharded;
        let others: usize = shards.iter().map(Shard::other_bytes).sum();
        let states: usize = stores.iter().map(Store::bytes).sum();
        let incoming: usize = self.incoming.iter().map(Incoming::bytes).sum();
        others + states + incoming + self.numbering.len() as usize * size_of::<Cost>()
    }

    /// Calls `visit` with each state that has a move to the one with this dense number.
    fn each_before(&self, number: u32, mut visit: impl FnMut(u32)) {
        let (at, local) = self.numbering.place(number);
        let parent = self.sharded.stores[at].parent(local);
        let parent = self.numbering.dense(parent);
        if parent != number {
            visit(parent);
        }
        self.incoming[at].of(local).for_each(visit);
    }

    /// The dense numbers of all solved states.
    fn solved(&self) -> Vec<u32> {
        let shards = self.sharded.shards.iter().enumerate();
        shards
            .flat_map(|(at, shard)| shard.solved.iter().map(move |&local| (at, local)))
            .map(|(at, local)| self.numbering.dense(crate::sharded::number(at, local)))
            .collect()
    }

    /// The cost of the cheapest move from one state to another, by their dense numbers.
    fn step(&self, before: u32, after: u32) -> Option<Cost> {
        let sharded = &*self.sharded;
        let target = sharded.state(self.numbering.sharded(after));
        let (mut least, mut scratch) = (None, self.puzzle.scratch());
        let state = sharded.state(self.numbering.sharded(before));
        self.puzzle.canonical_successors(state, &mut scratch, &mut |cost, next| {
            let next: &S = next.borrow();
            if least.is_none_or(|least| cost < least) && next == target {
                least = Some(cost);
            }
        });
        least
    }

    /// The cost from each state to the nearest solution. What an early end leaves open is undecided.
    pub(super) fn costs_to_solution(
        &self,
        unit: bool,
        run: &mut Run<'_, '_>,
    ) -> (Vec<Cost>, Result<(), Limit>) {
        let mut costs = vec![DEAD; self.numbering.len() as usize];
        let ended = if unit { self.by_layers(&mut costs, run) } else { self.by_heap(&mut costs, run) };
        let ended = ended.and_then(|()| self.leave_undecided(&mut costs, run));
        if ended.is_err() {
            costs.iter_mut().filter(|cost| **cost == DEAD).for_each(|cost| *cost = UNDECIDED);
        }
        (costs, ended)
    }

    fn by_layers(&self, costs: &mut [Cost], run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let mut layer = self.solved();
        layer.iter().for_each(|&number| costs[number as usize] = 0);
        let mut further = Vec::new();
        for cost in 1.. {
            for &number in &layer {
                run.check_interruption()?;
                self.each_before(number, |before| {
                    if costs[before as usize] == DEAD {
                        costs[before as usize] = cost;
                        further.push(before);
                    }
                });
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut further);
            if layer.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn by_heap(&self, costs: &mut [Cost], run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let solved = self.solved();
        solved.iter().for_each(|&number| costs[number as usize] = 0);
        let mut heap: BinaryHeap<(Reverse<Cost>, u32)> =
            solved.into_iter().map(|number| (Reverse(0), number)).collect();
        while let Some((Reverse(cost), number)) = heap.pop() {
            run.check_interruption()?;
            if cost > costs[number as usize] {
                continue;
            }
            self.each_before(number, |before| {
                let least = &mut costs[before as usize];
                if *least > cost
                    && let Some(total) = self.step(before, number).and_then(|step| cost.checked_add(step))
                    && total < *least
                {
                    *least = total;
                    heap.push((Reverse(total), before));
                }
            });
        }
        Ok(())
    }

    /// Marks the states from which an unexpanded state can be reached as undecided rather than dead.
    fn leave_undecided(&self, costs: &mut [Cost], run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let Sharded { shards, stores, .. } = &*self.sharded;
        let mut open = Vec::new();
        for (at, (shard, store)) in shards.iter().zip(stores).enumerate() {
            let numbers = (shard.complete..store.len()).map(|local| crate::sharded::number(at, local));
            open.extend(numbers.map(|number| self.numbering.dense(number)));
        }
        open.retain(|&number| costs[number as usize] == DEAD);
        open.iter().for_each(|&number| costs[number as usize] = UNDECIDED);
        while let Some(number) = open.pop() {
            run.check_interruption()?;
            self.each_before(number, |before| {
                if costs[before as usize] == DEAD {
                    costs[before as usize] = UNDECIDED;
                    open.push(before);
                }
            });
        }
        Ok(())
    }
}

/// The cost from the start to each state, for moves of any cost, by Dijkstra's algorithm. Sets the parents to
/// those on a cheapest way.
pub(super) fn costs_from_start<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    sharded: &mut Sharded<Gathered<'_, S>, S>,
    numbering: &Numbering,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Cost>, Limit> {
    let mut costs = vec![Cost::MAX; numbering.len() as usize];
    let Some(start) = sharded.find(puzzle.canonical(puzzle.start()).borrow()) else { return Ok(costs) };
    costs[numbering.dense(start) as usize] = 0;
    let mut heap = BinaryHeap::from([(Reverse(0), start)]);
    let (mut better, mut scratch) = (Vec::new(), puzzle.scratch());
    while let Some((Reverse(cost), number)) = heap.pop() {
        run.check_interruption()?;
        let state = sharded.state(number);
        if cost > costs[numbering.dense(number) as usize] || puzzle.is_solved(state) {
            continue;
        }
        puzzle.canonical_successors(state, &mut scratch, &mut |step, next| {
            if let Some(next) = sharded.find(next.borrow())
                && let total = cost.saturating_add(step)
                && total < costs[numbering.dense(next) as usize]
            {
                costs[numbering.dense(next) as usize] = total;
                better.push((total, next));
            }
        });
        for (total, next) in better.drain(..) {
            let (at, local) = crate::sharded::shard_and_local(next);
            sharded.stores[at].set_parent(local, number);
            heap.push((Reverse(total), next));
        }
    }
    Ok(costs)
}
