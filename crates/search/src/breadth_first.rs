//! Breadth-first search: all states one move away, then two, then three.
//!
//! For puzzles whose moves all cost 1. No queue is needed: each shard's store lists its states
//! in the order in which they came, so a layer is a range of numbers. A state costs its packed
//! form plus 10 to 13 bytes. A solution ends the search as soon as it is generated, one layer
//! before it would be expanded.
//!
//! A move of another cost makes it give up at once, for [`a_star`](crate::a_star) to take over.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rounds::{self, Arrival, MOST_IN_SHARD, Outbox, Rounds, Shard, Size, each_with_previous};
use crate::store::{Store, Vacancy, hash_of};
use crate::watch::Watch;
use crate::{Cost, Goal, Limit, Puzzle};

/// States that a shard expands in a round at the most: a round takes a few milliseconds.
const QUOTA: u32 = 1024;

/// How a search by layers ended.
pub(crate) enum Ending {
    /// These states are solved, at this many moves.
    Found(Cost, Vec<u32>),
    /// There is nothing more to expand.
    Exhausted,
    /// A limit was hit; every solution takes at least this many moves.
    Stopped(Limit, Cost),
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
    stop: Option<&'a AtomicBool>,
}

impl<P: Puzzle> Layered<'_, P> {
    fn waiting(&self) -> u32 {
        (self.end - self.next).min(QUOTA)
    }

    /// Whether a state of the newest layer has a move that costs nothing.
    fn has_free_moves(&self, store: &Store<P::State>) -> bool {
        let mut free = false;
        for local in self.end..store.len() {
            self.puzzle.expand(store.state(local), |_, cost, _| free |= cost == 0);
        }
        free
    }
}

impl<P: Puzzle> Shard<P::State> for Layered<'_, P> {
    fn send(&mut self, stores: &[Store<P::State>], outbox: &mut Outbox<P::State>) {
        let locals: Vec<u32> = (self.next..self.next + self.waiting()).collect();
        each_with_previous(stores, self.shard, &locals, |_, parent, state, (previous_hash, previous)| {
            if self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
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

    fn receive(
        &mut self,
        store: &mut Store<P::State>,
        arrival: &Arrival<P::State>,
        found: Result<u32, Vacancy>,
    ) {
        if let Err(vacancy) = found
            && store.len() < MOST_IN_SHARD
        {
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

/// Searches layer by layer and gives all states seen, too.
pub(crate) fn breadth_first<'a, P: Puzzle>(
    puzzle: &'a P,
    goal: Goal,
    threads: usize,
    watch: &mut Watch<'a>,
) -> (Rounds<Layered<'a, P>, P::State>, Ending) {
    let stop = watch.cancel_flag();
    let start = puzzle.canonical(puzzle.start());
    let mut size = Size::Small;
    loop {
        let mut rounds = Rounds::new(start.clone(), size, threads, |shard| Layered {
            puzzle,
            shard,
            layers: vec![0],
            next: 0,
            end: 0,
            solved: Vec::new(),
            uneven: false,
            generated: 0,
            heap_bytes: 0,
            stop,
        });
        if let Some(ending) = search_layers(&mut rounds, goal, watch) {
            return (rounds, ending);
        }
        size = Size::Large;
    }
}

/// How it ended; nothing when a small search has become a large one.
fn search_layers<P: Puzzle>(
    rounds: &mut Rounds<Layered<'_, P>, P::State>,
    goal: Goal,
    watch: &mut Watch<'_>,
) -> Option<Ending> {
    for depth in 0.. {
        let found = solved(rounds);
        if !found.is_empty() {
            // A free move from here could lead to further solutions of the same cost.
            if goal == Goal::All && has_free_moves(rounds) {
                return Some(Ending::Uneven);
            }
            return Some(Ending::Found(depth, found));
        }
        for (shard, store) in rounds.shards.iter_mut().zip(&rounds.stores) {
            (shard.next, shard.end) = (shard.end, store.len());
            shard.layers.push(shard.end);
        }
        loop {
            let work: usize = rounds.shards.iter().map(|shard| shard.waiting() as usize).sum();
            if work == 0 {
                break;
            }
            if depth >= watch.most_cost() {
                return Some(Ending::Stopped(Limit::Cost, depth + 1));
            }
            if rounds.is_outgrown() {
                return None;
            }
            if let Some(limit) = rounds.limit(watch, depth + 1, None) {
                return Some(Ending::Stopped(limit, depth + 1));
            }
            rounds.round(work);
            if rounds.shards.iter().any(|shard| shard.uneven) {
                return Some(Ending::Uneven);
            }
            if goal != Goal::All && rounds.shards.iter().any(|shard| !shard.solved.is_empty()) {
                break;
            }
        }
        if rounds.shards.iter().zip(&rounds.stores).all(|(shard, store)| shard.end == store.len()) {
            return Some(Ending::Exhausted);
        }
    }
    unreachable!("layers end before numbers do")
}

fn has_free_moves<P: Puzzle>(rounds: &Rounds<Layered<'_, P>, P::State>) -> bool {
    rounds.shards.iter().zip(&rounds.stores).any(|(shard, store)| shard.has_free_moves(store))
}

fn solved<P: Puzzle>(rounds: &Rounds<Layered<'_, P>, P::State>) -> Vec<u32> {
    let shards = rounds.shards.iter().enumerate();
    shards.flat_map(|(at, shard)| shard.solved.iter().map(move |&local| rounds::number(at, local))).collect()
}
