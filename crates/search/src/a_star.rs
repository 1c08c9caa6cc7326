//! A*: states in order of what they cost plus what they must still cost.
//!
//! Works for any costs and any admissible bound, consistent or not: a state reached more cheaply
//! is queued again, and its priority never falls below that of the state it came from. In a
//! round the shards expand states of the one lowest priority, those nearest to a solution first.
//! A solution is optimal once no lower priority waits; from the moment that one is known,
//! whatever cannot beat it is dropped. With a bound of zero this is Dijkstra's algorithm.
//!
//! A state costs its packed form plus 14 to 17 bytes (parent, cost, index), and 4 while it waits.

use std::sync::Arc;

use crate::all_optimal::all_optimal;
use crate::known::path_to;
use crate::queue::Queue;
use crate::rounds::{self, Arrival, MOST_IN_SHARD, Outbox, Rounds, Shard, Size, each_with_previous};
use crate::stop::{Pace, Stop};
use crate::store::{Chunks, Store, Vacancy, hash_of};
use crate::{Cost, Goal, Limit, Options, Outcome, Puzzle, Run, Solutions};

/// Marks a cost whose state was expanded since it got that cost.
const EXPANDED: u32 = 1 << 31;
/// The highest cost that can be told from the mark.
const MOST_COST: Cost = EXPANDED - 1;

/// Whether the puzzle's lower bound is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Used,
    Ignored,
}

/// How a search ended that was not stopped.
enum Ending {
    /// Nothing cheaper waits than the best solution; for all solutions, nothing as cheap either.
    Complete,
    /// A small search has become a large one.
    Outgrown,
}

pub(crate) struct Open<'a, P: Puzzle> {
    puzzle: &'a P,
    bound: Bound,
    shard: usize,
    /// The least known cost of each state, with the mark.
    costs: Chunks<u32>,
    queue: Queue,
    /// The priority of the states that are expanded in this round, and how many at the most.
    floor: Cost,
    quota: u32,
    /// Higher priorities exceed the cost limit, or what can be stored.
    most: Cost,
    /// Higher priorities cannot beat the best solution.
    of_use: Cost,
    /// The cheapest solved states received.
    solved: Option<(Cost, Vec<u32>)>,
    expanded: u64,
    generated: u64,
    /// Memory that the states hold elsewhere.
    heap_bytes: usize,
    stop: Arc<Stop<'a>>,
    pace: Pace,
}

impl<P: Puzzle> Open<'_, P> {
    /// Takes the states to be expanded in this round from the queue.
    fn take(&mut self) -> Vec<u32> {
        let mut taken = Vec::with_capacity(self.quota as usize);
        while taken.len() < self.quota as usize {
            let Some(local) = self.queue.pop(self.floor) else { break };
            let cost = self.costs.get_mut(local);
            if *cost & EXPANDED == 0 {
                *cost |= EXPANDED;
                taken.push(local);
            }
        }
        taken
    }

    /// Whether the search was stopped; asks for it every now and then.
    fn is_stopped(&mut self) -> bool {
        if self.pace.is_due(1) { self.stop.poll() } else { self.stop.is_stopped() }
    }

    fn note_solved(&mut self, cost: Cost, local: u32) {
        match &mut self.solved {
            Some((least, _)) if *least < cost => {}
            Some((least, all)) if *least == cost => all.push(local),
            _ => self.solved = Some((cost, vec![local])),
        }
    }
}

impl<P: Puzzle> Shard<P::State> for Open<'_, P> {
    fn send(&mut self, stores: &[Store<P::State>], outbox: &mut Outbox<P::State>) {
        let locals = self.take();
        self.pace.resume();
        each_with_previous(stores, self.shard, &locals, |local, parent, state, (previous_hash, previous)| {
            if self.is_stopped() {
                return;
            }
            self.expanded += 1;
            let cost = self.cost(local);
            self.puzzle.expand(state, |_, step, state| {
                self.generated += 1;
                let state = self.puzzle.canonical(state);
                let hash = hash_of(&state);
                if hash != previous_hash || state != *previous {
                    outbox.send(Arrival { hash, parent, cost: cost.saturating_add(step), state });
                }
            });
        });
    }

    fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }

    fn receive(
        &mut self,
        store: &mut Store<P::State>,
        arrival: &Arrival<P::State>,
        found: Result<u32, Vacancy>,
    ) {
        if self.is_stopped() {
            return;
        }
        if found.is_ok_and(|local| self.cost(local) <= arrival.cost) {
            return;
        }
        let rest = match self.bound {
            Bound::Ignored => 0,
            Bound::Used => match self.puzzle.lower_bound(&arrival.state) {
                Some(rest) => rest,
                None => return,
            },
        };
        let priority = arrival.cost.saturating_add(rest).max(self.floor);
        if priority > self.of_use {
            return;
        }
        if priority > self.most {
            self.stop.leave_out(Limit::Cost, priority);
            return;
        }
        let local = match found {
            Ok(local) => {
                store.set_parent(local, arrival.parent);
                *self.costs.get_mut(local) = arrival.cost;
                local
            }
            Err(_) if store.len() == MOST_IN_SHARD => return self.stop.raise(Limit::States),
            Err(vacancy) => {
                self.costs.push(arrival.cost);
                self.heap_bytes += self.puzzle.heap_bytes(&arrival.state);
                store.add(vacancy, arrival.hash, arrival.state.clone(), arrival.parent)
            }
        };
        if self.puzzle.is_solved(&arrival.state) {
            self.note_solved(arrival.cost, local);
        } else {
            self.queue.push(priority, rest, local);
        }
    }

    fn cost(&self, local: u32) -> Cost {
        *self.costs.get(local) & !EXPANDED
    }

    fn effort(&self) -> (u64, u64) {
        (self.expanded, self.generated)
    }

    fn other_bytes(&self) -> usize {
        self.costs.bytes() + self.queue.bytes() + self.heap_bytes
    }
}

/// Searches by priority.
pub(crate) fn a_star<P: Puzzle>(
    puzzle: &P,
    options: &Options,
    bound: Bound,
    run: &mut Run<'_, '_>,
) -> (Outcome<P::Move>, Option<Solutions<P>>) {
    let (most, stop) = (run.most_cost().min(MOST_COST), run.stop());
    let start = puzzle.canonical(puzzle.start());
    let mut size = Size::Small;
    loop {
        let mut rounds = Rounds::new(start.clone(), size, options.thread_count(), |shard| Open {
            puzzle,
            bound,
            shard,
            costs: Chunks::new(),
            queue: Queue::new(),
            floor: 0,
            quota: 0,
            most,
            of_use: Cost::MAX,
            solved: None,
            expanded: 0,
            generated: 0,
            heap_bytes: 0,
            stop: Arc::clone(&stop),
            pace: Pace::new(&stop),
        });
        let ending = search_by_priority(&mut rounds, options.goal, run);
        if matches!(ending, Ok(Ending::Outgrown)) {
            size = Size::Large;
            continue;
        }
        run.count(rounds.counts());
        let best = solved(&rounds);
        let outcome = run.finish(best.as_ref().map(|(_, found)| path_to(puzzle, &rounds, found[0])));
        let all = match best {
            // Interrupted while counting: the one solution is still proved optimal.
            Some((cost, found)) if options.goal == Goal::All && ending.is_ok() => {
                all_optimal(puzzle, &rounds, cost, &found, run).ok()
            }
            _ => None,
        };
        return (outcome, all);
    }
}

/// Fails with the limit that stopped the search.
fn search_by_priority<P: Puzzle>(
    rounds: &mut Rounds<Open<'_, P>, P::State>,
    goal: Goal,
    run: &mut Run<'_, '_>,
) -> Result<Ending, Limit> {
    loop {
        let best = solved(rounds).map(|(cost, _)| cost);
        let Some(floor) = rounds.shards.iter_mut().filter_map(|shard| shard.queue.lowest()).min() else {
            run.exhaust()?;
            return Ok(Ending::Complete);
        };
        run.raise_bound(best.map_or(floor, |cost| floor.min(cost)))?;
        // For all solutions, what waits at their very cost may still lead to more of them.
        if best.is_some_and(|cost| floor > cost || (floor == cost && goal != Goal::All)) {
            return Ok(Ending::Complete);
        }
        if rounds.is_outgrown() {
            return Ok(Ending::Outgrown);
        }
        rounds.check(run, best)?;
        let quota = (rounds.stored() / 8192).clamp(16, 256) as u32;
        for shard in &mut rounds.shards {
            (shard.floor, shard.quota) = (floor, quota);
            if let Some(cost) = best {
                shard.of_use = if goal == Goal::All { cost } else { cost.saturating_sub(1) };
            }
        }
        rounds.round(rounds.shards.len() * quota as usize);
    }
}

/// The cheapest solved states of all shards.
fn solved<P: Puzzle>(rounds: &Rounds<Open<'_, P>, P::State>) -> Option<(Cost, Vec<u32>)> {
    let least = rounds.shards.iter().filter_map(|shard| Some(shard.solved.as_ref()?.0)).min()?;
    let mut found = Vec::new();
    for (at, shard) in rounds.shards.iter().enumerate() {
        if let Some((cost, locals)) = &shard.solved
            && *cost == least
        {
            found.extend(locals.iter().map(|&local| rounds::number(at, local)));
        }
    }
    Some((least, found))
}
