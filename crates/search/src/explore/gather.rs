//! Finds every state that can be reached, layer by layer, and the moves between them.
//!
//! The rounds are those of [`breadth_first`](crate::breadth_first), but nothing ends them early: a solved
//! state is stored and not expanded, and the search goes on. The move that first reached a state is
//! known to the store as its parent. Every other move is noted in a [log](MoveLog), 4 to 5 bytes each.
//! States stay in the order of their layers, so a layer is a range of numbers, whatever moves cost.

use std::borrow::Borrow;
use std::sync::Arc;

use super::move_log::MoveLog;
use crate::distributed::Tally;
use crate::searchable::StateGraph;
use crate::sharded::{self, MAX_IN_SHARD, Outbox, Shard, Sharded, Size};
use crate::stop::{Pace, StopCheck};
use crate::store::{Generated, Store, Stored, Vacancy, hash_of};
use crate::{Cost, Limit, Options, Run};

/// The maximum number of states that a shard expands in a round; as in breadth-first search.
const QUOTA: u32 = 1024;

/// What was gathered in one shard.
pub(super) struct Gathered<'a, S: ?Sized + Stored> {
    puzzle: &'a dyn StateGraph<S>,
    shard: usize,
    scratch: S::Scratch,
    /// The first state of each layer so far.
    pub(super) layers: Vec<u32>,
    /// The next state to expand.
    next: u32,
    /// The end of the layer that is being expanded.
    end: u32,
    /// The states below this one were expanded, and all that they lead to is stored.
    pub(super) complete: u32,
    /// The solved states, in order.
    pub(super) solved: Vec<u32>,
    /// Moves to states of this shard that were stored before.
    pub(super) moves: MoveLog,
    /// Whether a move of another cost than 1 was generated.
    pub(super) non_unit_cost: bool,
    generated: u64,
    heap_bytes: usize,
    stop: StopCheck<'a>,
}

impl<S: ?Sized + Stored> Gathered<'_, S> {
    /// The number of states to expand in the next round.
    fn waiting(&self) -> u32 {
        (self.end - self.next).min(QUOTA)
    }
}

impl<S: ?Sized + Stored> Shard<S> for Gathered<'_, S> {
    type Beside = ();

    fn send(&mut self, stores: &[Store<S>], outbox: &mut Outbox<S>) {
        for local in self.next..self.next + self.waiting() {
            if self.stop.is_stopped() {
                return;
            }
            self.next += 1;
            let (parent, state) = (sharded::number(self.shard, local), stores[self.shard].state(local));
            if self.solved.binary_search(&local).is_ok() {
                continue;
            }
            self.puzzle.canonical_successors(state, &mut self.scratch, &mut |cost, given| {
                self.generated += 1;
                self.non_unit_cost |= cost != 1;
                let hash = hash_of::<S>(given.borrow());
                outbox.send(hash, parent, 0, given);
            });
        }
    }

    fn pace(&mut self) -> &mut Pace {
        self.stop.pace()
    }

    fn receive(&mut self, store: &mut Store<S>, generated: &Generated<'_, S>, found: Result<u32, Vacancy>) {
        // The start, which is its own parent, is always stored.
        let is_start = store.len() == 0 && generated.parent == sharded::number(self.shard, 0);
        if self.stop.is_stopped() && !is_start {
            return;
        }
        match found {
            Ok(local) => {
                let is_loop = generated.parent == sharded::number(self.shard, local);
                if !is_loop && store.parent(local) != generated.parent {
                    self.moves.push(generated.parent, local);
                }
            }
            Err(_) if store.len() == MAX_IN_SHARD => self.stop.stop().raise(Limit::States),
            Err(vacancy) => {
                let local = store.add(vacancy, generated.hash, generated.state, generated.parent, 0);
                let (is_solved, heap_bytes) = self.puzzle.on_store(generated.state);
                self.heap_bytes += heap_bytes;
                if is_solved {
                    self.solved.push(local);
                }
            }
        }
    }

    fn cost(&self, _: &Store<S>, local: u32) -> Cost {
        self.layers.partition_point(|&first| first <= local) as Cost - 1
    }

    fn tally(&mut self, _: &Store<S>) -> Tally {
        Tally { expanded: self.next.into(), generated: self.generated, ..Tally::default() }
    }

    fn other_bytes(&self) -> usize {
        let numbers = self.layers.capacity() + self.solved.capacity();
        numbers * size_of::<u32>() + self.moves.bytes() + self.heap_bytes
    }
}

/// All states that can be reached, with the limit that stopped the search before it had all of them.
pub(super) fn gather<'a, 'b: 'a, S: ?Sized + Stored>(
    puzzle: &'a dyn StateGraph<S>,
    options: &Options,
    run: &mut Run<'_, 'b>,
) -> (Sharded<Gathered<'a, S>, S>, Result<(), Limit>) {
    let stop = run.stop();
    let (start, words) = (puzzle.canonical(puzzle.start()), puzzle.words());
    let mut size = Size::Small;
    loop {
        let mut sharded = Sharded::new(&start, words, size, options.thread_count(), None, |shard| Gathered {
            puzzle,
            shard,
            scratch: puzzle.scratch(),
            layers: vec![0],
            next: 0,
            end: 0,
            complete: 0,
            solved: Vec::new(),
            moves: MoveLog::new(),
            non_unit_cost: false,
            generated: 0,
            heap_bytes: 0,
            stop: StopCheck::new(Arc::clone(&stop)),
        });
        match gather_layers(&mut sharded, run) {
            Ok(true) => return (sharded, Ok(())),
            Ok(false) => size = Size::Large,
            Err(limit) => return (sharded, Err(limit)),
        }
    }
}

/// Returns whether it has all states: if not, there are too many for one shard. Fails with the limit that
/// stopped it.
fn gather_layers<S: ?Sized + Stored>(
    sharded: &mut Sharded<Gathered<'_, S>, S>,
    run: &mut Run<'_, '_>,
) -> Result<bool, Limit> {
    sharded.take_stock(run)?;
    for depth in 0.. {
        for (shard, store) in sharded.shards.iter_mut().zip(&sharded.stores) {
            (shard.next, shard.end) = (shard.end, store.len());
            shard.layers.push(shard.end);
        }
        if sharded.shards.iter().all(|shard| shard.waiting() == 0) {
            break;
        }
        if depth >= run.most_cost() {
            return Err(run.stop_for(Limit::Cost));
        }
        loop {
            let work: usize = sharded.shards.iter().map(|shard| shard.waiting() as usize).sum();
            if work == 0 {
                break;
            }
            if sharded.is_outgrown() {
                return Ok(false);
            }
            sharded.check(run, None)?;
            sharded.round(work, run)?;
            run.proceed()?;
            sharded.shards.iter_mut().for_each(|shard| shard.complete = shard.next);
        }
    }
    Ok(true)
}
