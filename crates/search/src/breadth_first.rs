//! Breadth-first search: all states one move away, then two, then three.
//!
//! For puzzles whose moves all cost 1. No queue is needed: each shard's store lists its states
//! in the order in which they came, so a layer is a range of numbers. A state costs its packed
//! form plus 10 to 13 bytes. A solution ends the search as soon as it is generated, one layer before it
//! would be expanded, if the puzzle says that it has no [free moves](Puzzle::least_cost); otherwise the
//! rest of the layer is expanded first.
//!
//! A move of another cost makes it give up at once, for [`a_star`](crate::a_star) to take over.

use std::sync::Arc;

use crate::a_star::{Bound, a_star};
use crate::all_optimal::all_optimal;
use crate::known::path_to;
use crate::rounds::{self, Arrival, MOST_IN_SHARD, Outbox, Rounds, Shard, Size, each_with_previous};
use crate::stop::{Pace, Stop};
use crate::store::{Store, Vacancy, hash_of};
use crate::{Cost, Goal, Limit, Options, Outcome, Puzzle, Run, Solutions};

/// States that a shard expands in a round at the most: a round takes a few milliseconds.
const QUOTA: u32 = 1024;

/// How a search by layers ended that was not stopped.
enum Ending {
    /// The newest layer has all solutions with the fewest moves, or at least one of them where one is
    /// enough; or there is none, and nothing is left to expand.
    Complete,
    /// A small search has become a large one.
    Outgrown,
    /// A move does not cost 1.
    Uneven,
}

pub(crate) struct Layered<'a, P: Puzzle> {
    puzzle: &'a P,
    shard: usize,
    /// The first state of each layer, so far.
    layers: Vec<u32>,
    /// The next state of the layer to be expanded, and the end of that layer.
    next: u32,
    end: u32,
    solved: Vec<u32>,
    uneven: bool,
    generated: u64,
    /// Memory that the states hold elsewhere.
    heap_bytes: usize,
    stop: Arc<Stop<'a>>,
    pace: Pace,
}

impl<P: Puzzle> Layered<'_, P> {
    fn waiting(&self) -> u32 {
        (self.end - self.next).min(QUOTA)
    }

    /// Whether the search was stopped; asks for it every now and then.
    fn is_stopped(&mut self) -> bool {
        if self.pace.is_due(1) { self.stop.poll() } else { self.stop.is_stopped() }
    }
}

impl<P: Puzzle> Shard<P::State> for Layered<'_, P> {
    fn send(&mut self, stores: &[Store<P::State>], outbox: &mut Outbox<P::State>) {
        let locals: Vec<u32> = (self.next..self.next + self.waiting()).collect();
        self.pace.resume();
        each_with_previous(stores, self.shard, &locals, |_, parent, state, (previous_hash, previous)| {
            if self.is_stopped() {
                return;
            }
            self.next += 1;
            self.puzzle.expand(state, |_, cost, state| {
                self.generated += 1;
                self.uneven |= cost != 1;
                let state = self.puzzle.canonical(state);
                let hash = hash_of(&state);
                if hash != previous_hash || state != *previous {
                    outbox.send(Arrival { hash, parent, cost: 0, state });
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
        if let Err(vacancy) = found {
            if store.len() == MOST_IN_SHARD {
                return self.stop.raise(Limit::States);
            }
            let local = store.add(vacancy, arrival.hash, arrival.state.clone(), arrival.parent);
            self.heap_bytes += self.puzzle.heap_bytes(&arrival.state);
            if self.puzzle.is_solved(&arrival.state) {
                self.solved.push(local);
            }
        }
    }

    fn cost(&self, local: u32) -> Cost {
        self.layers.partition_point(|&first| first <= local) as Cost - 1
    }

    fn effort(&self) -> (u64, u64) {
        (u64::from(self.next), self.generated)
    }

    fn other_bytes(&self) -> usize {
        self.layers.capacity() * size_of::<u32>() + self.heap_bytes
    }
}

/// Searches layer by layer.
pub(crate) fn breadth_first<P: Puzzle>(
    puzzle: &P,
    options: &Options,
    run: &mut Run<'_, '_>,
) -> (Outcome<P::Move>, Option<Solutions<P>>) {
    let stop = run.stop();
    let start = puzzle.canonical(puzzle.start());
    let mut size = Size::Small;
    loop {
        let mut rounds = Rounds::new(start.clone(), size, options.thread_count(), |shard| Layered {
            puzzle,
            shard,
            layers: vec![0],
            next: 0,
            end: 0,
            solved: Vec::new(),
            uneven: false,
            generated: 0,
            heap_bytes: 0,
            stop: Arc::clone(&stop),
            pace: Pace::new(&stop),
        });
        let ending = search_layers(&mut rounds, puzzle.least_cost(), options.goal, run);
        match ending {
            Ok(Ending::Outgrown) => {
                size = Size::Large;
                continue;
            }
            Ok(Ending::Uneven) => {
                drop(rounds);
                return a_star(puzzle, options, Bound::Ignored, run);
            }
            Ok(Ending::Complete) | Err(_) => {}
        }
        run.count(rounds.counts());
        let found = solved(&rounds);
        let best = found.first().map(|&number| path_to(puzzle, &rounds, number));
        let all = match &best {
            // Interrupted while counting: the one solution is still proved optimal.
            Some(best) if options.goal == Goal::All && ending.is_ok() => {
                all_optimal(puzzle, &rounds, best.cost, &found, run).ok()
            }
            _ => None,
        };
        return (run.finish(best), all);
    }
}

/// Fails with the limit that stopped the search. No move costs less than `least_cost`.
fn search_layers<P: Puzzle>(
    rounds: &mut Rounds<Layered<'_, P>, P::State>,
    least_cost: Cost,
    goal: Goal,
    run: &mut Run<'_, '_>,
) -> Result<Ending, Limit> {
    for depth in 0.. {
        if rounds.shards.iter().any(|shard| !shard.solved.is_empty()) {
            // Free moves may lead to cheaper solutions from the rest of the last layer, and to further
            // ones of the same cost from this one.
            let is_uneven = least_cost == 0 && has_free_moves(rounds, goal, run)?;
            if is_uneven {
                return Ok(Ending::Uneven);
            }
            run.raise_bound(depth)?;
            return Ok(Ending::Complete);
        }
        run.raise_bound(depth)?;
        for (shard, store) in rounds.shards.iter_mut().zip(&rounds.stores) {
            (shard.next, shard.end) = (shard.end, store.len());
            shard.layers.push(shard.end);
        }
        if rounds.shards.iter().all(|shard| shard.waiting() == 0) {
            run.exhaust()?;
            return Ok(Ending::Complete);
        }
        if least_cost > 0 {
            run.raise_bound(depth + 1)?;
        }
        if depth >= run.most_cost() {
            if least_cost == 0 && has_free_moves(rounds, goal, run)? {
                return Ok(Ending::Uneven);
            }
            run.leave_out(Limit::Cost, depth + 1);
            run.exhaust()?;
            return Ok(Ending::Complete);
        }
        loop {
            let work: usize = rounds.shards.iter().map(|shard| shard.waiting() as usize).sum();
            if work == 0 {
                break;
            }
            if rounds.is_outgrown() {
                return Ok(Ending::Outgrown);
            }
            rounds.check(run, None)?;
            rounds.round(work);
            if rounds.shards.iter().any(|shard| shard.uneven) {
                return Ok(Ending::Uneven);
            }
            if goal != Goal::All && rounds.shards.iter().any(|shard| !shard.solved.is_empty()) {
                break;
            }
        }
    }
    unreachable!("layers end before numbers do")
}

/// Whether a state that was not expanded has a move that costs nothing: one of the layer that is being
/// expanded, or, for all solutions, also one of the newest layer.
fn has_free_moves<P: Puzzle>(
    rounds: &Rounds<Layered<'_, P>, P::State>,
    goal: Goal,
    run: &mut Run<'_, '_>,
) -> Result<bool, Limit> {
    for (shard, store) in rounds.shards.iter().zip(&rounds.stores) {
        let end = if goal == Goal::All { store.len() } else { shard.end };
        for local in shard.next..end {
            run.check_interruption()?;
            let mut is_free = false;
            shard.puzzle.expand(store.state(local), |_, cost, _| is_free |= cost == 0);
            if is_free {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn solved<P: Puzzle>(rounds: &Rounds<Layered<'_, P>, P::State>) -> Vec<u32> {
    let shards = rounds.shards.iter().enumerate();
    shards.flat_map(|(at, shard)| shard.solved.iter().map(move |&local| rounds::number(at, local))).collect()
}
