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
use crate::sharded::{self, MOST_IN_SHARD, Outbox, Shard, Sharded, Size};
use crate::stop::StopCheck;
use crate::store::{Generated, Store, Stored, Vacancy, hash_of};
use crate::{Cost, Limit, Options, Run, Searchable};

/// The most states that a shard expands in a round; as in breadth-first search.
const QUOTA: u32 = 1024;

/// What was gathered in one shard.
pub(super) struct Gathered<'a, P: Searchable> {
    puzzle: &'a P,
    shard: usize,
    room: <P::State as Stored>::Room,
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

impl<P: Searchable> Gathered<'_, P> {
    /// The number of states to expand in the next round.
    fn waiting(&self) -> u32 {
        (self.end - self.next).min(QUOTA)
    }
}

impl<P: Searchable> Shard<P::State> for Gathered<'_, P> {
    type Beside = ();

    fn send(&mut self, stores: &[Store<P::State>], outbox: &mut Outbox<P::State>) {
        for local in self.next..self.next + self.waiting() {
            if self.stop.is_stopped() {
                return;
            }
            self.next += 1;
            let (parent, state) = (sharded::number(self.shard, local), stores[self.shard].state(local));
            if self.solved.binary_search(&local).is_ok() {
                continue;
            }
            self.puzzle.expand_canonical(state, &mut self.room, |_, cost, given| {
                self.generated += 1;
                self.non_unit_cost |= cost != 1;
                let hash = hash_of::<P::State>(given.borrow());
                outbox.send(hash, parent, 0, given);
            });
        }
    }

    fn resume(&mut self) {
        self.stop.resume();
    }

    fn receive(
        &mut self,
        store: &mut Store<P::State>,
        generated: &Generated<'_, P::State>,
        found: Result<u32, Vacancy>,
    ) {
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
            Err(_) if store.len() == MOST_IN_SHARD => self.stop.stop().raise(Limit::States),
            Err(vacancy) => {
                let local = store.add(vacancy, generated.hash, generated.state, generated.parent, 0);
                self.heap_bytes += self.puzzle.heap_bytes(generated.state);
                if self.puzzle.is_solved(generated.state) {
                    self.solved.push(local);
                }
            }
        }
    }

    fn cost(&self, _: &Store<P::State>, local: u32) -> Cost {
        self.layers.partition_point(|&first| first <= local) as Cost - 1
    }

    fn tally(&mut self, _: &Store<P::State>) -> Tally {
        Tally { expanded: self.next.into(), generated: self.generated, ..Tally::default() }
    }

    fn other_bytes(&self) -> usize {
        let numbers = self.layers.capacity() + self.solved.capacity();
        numbers * size_of::<u32>() + self.moves.bytes() + self.heap_bytes
    }
}

/// All states that can be reached, with the limit that stopped the search before it had all of them.
pub(super) fn gather<'a, 'b: 'a, P: Searchable>(
    puzzle: &'a P,
    options: &Options,
    run: &mut Run<'_, 'b>,
) -> (Sharded<Gathered<'a, P>, P::State>, Result<(), Limit>) {
    let stop = run.stop();
    let (start, words) = (puzzle.canonical(puzzle.start()), puzzle.words());
    let mut size = Size::Small;
    loop {
        let mut sharded = Sharded::new(&start, words, size, options.thread_count(), None, |shard| Gathered {
            puzzle,
            shard,
            room: puzzle.room(),
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
fn gather_layers<P: Searchable>(
    sharded: &mut Sharded<Gathered<'_, P>, P::State>,
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
