//! One search on many threads that takes the same course on any number of them.
//!
//! States are distributed over 32 shards by their hash; each shard has a store of its own, which
//! only the thread that works on the shard changes. A search proceeds in rounds of two halves.
//! Every shard first *sends*: it expands some of its states and sorts the generated states by
//! their shard. Then every shard *receives*: it takes what was sent to it, in the order of the
//! senders. A round depends on nothing but the shards, so numbers, counts and answers are the
//! same whether one thread visits all shards or many share them. The outboxes cost little (they
//! are written and read in order) and pay even on one thread: a receiver looks up hundreds of
//! states in one small table at a time.
//!
//! A search starts with a single shard, which is cheapest. One that outgrows it starts again
//! with all of them: by then a few milliseconds of work are lost.

mod expansion;
mod outbox;

use std::borrow::Borrow;

pub use self::expansion::{Expanded, Expansion};
pub(crate) use self::expansion::{Ration, expand_all};
pub use self::outbox::Outbox;
use crate::closed::ClosedList;
use crate::distributed::{Part, Tally, UnderWay};
use crate::stop::Pace;
use crate::store::{Beside, Generated, GeneratedList, Owned, Store, Stored, Vacancy, hash_of};
use crate::threads::{HAS_THREADS, Threads};
use crate::{Cost, Counts, Limit, Run};

pub(crate) const SHARD_BITS: u32 = 5;
/// The number of shards of a large search. It does not depend on the number of threads, because the
/// order of work depends on it. There are more shards than most machines have cores, so that shards with
/// more work than others do not leave cores idle.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
/// A search with more states than this is large.
const MAX_IN_SMALL: u64 = 1 << 15;
/// The maximum number of states in a shard.
pub(crate) const MAX_IN_SHARD: u32 = 1 << (32 - SHARD_BITS);
/// A round that expands fewer states than this runs on one thread: waking the others would cost more
/// than it gains.
const WORTH_THREADS: usize = 1024;
/// States expanded between two checks of the limits, unless expansions are slow.
const BETWEEN_CHECKS: usize = 512;
/// The store of a shard with fewer states than this fits the processor's cache.
const FITS_CACHE: u32 = 2048;
/// A shard with more states than this has an index that takes milliseconds to grow.
const LARGE_INDEX: u32 = 1 << 16;
/// The number of look-ups whose waits for memory overlap. A core can wait for a few dozen cache lines at
/// once.
const BATCH: usize = 32;

/// How many shards a search has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// One shard.
    Small,
    /// All shards.
    Large,
}

impl Size {
    /// The number of shards.
    pub(crate) fn shards(self) -> usize {
        if self == Size::Small { 1 } else { SHARDS }
    }
}

/// How a search of shards ends, unless a limit stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// There is nothing more to find: the best solution is optimal, or there is none.
    Complete,
    /// There are too many states for one shard.
    Outgrown,
    /// A move does not cost 1, which the method needs.
    NonUnitCost,
}

/// The number of a state among all shards.
pub(crate) fn number(shard: usize, local: u32) -> u32 {
    local << SHARD_BITS | shard as u32
}

/// The shard of a state and its number there.
pub(crate) fn shard_and_local(number: u32) -> (usize, u32) {
    (number as usize % SHARDS, number >> SHARD_BITS)
}

/// The shard of a state with this hash. `shards` is 1 or 32.
pub(crate) fn shard_of(hash: u64, shards: usize) -> usize {
    hash as usize & (shards - 1)
}

/// The state of a search method for one shard, besides the store, and its operations.
pub(crate) trait Shard<S: ?Sized + Stored>: Send + Sync {
    /// What it keeps beside each state.
    type Beside: Beside;
    /// Whether a generated state needs its [cost](Generated::cost).
    const HAS_COSTS: bool = false;
    /// The maximum number of states that it expands in a round, if they do not depend on what it receives in the round
    /// before. Then it may send a round before it has received the one before. If they do, it may send a round before
    /// it knows what the others have received.
    const INDEPENDENT: Option<u32> = None;
    /// Expands some states of this shard.
    fn send(&mut self, stores: &[Store<S, Self::Beside>], outbox: &mut Outbox<S>);
    /// Called before it receives what was sent in a round. What it sent itself in that round counts from now on.
    fn begin_taking_in(&mut self) {}
    /// The pace at which it checks whether to stop.
    fn pace(&mut self) -> &mut Pace;
    /// Called before this shard continues after others have worked.
    fn resume(&mut self) {
        self.pace().resume();
    }
    /// Takes in a state that was looked up in the store of this shard. The store has room for it.
    fn receive(
        &mut self,
        store: &mut Store<S, Self::Beside>,
        generated: &Generated<'_, S>,
        found: Result<u32, Vacancy>,
    );
    /// The least known cost of a state, by its number in this shard.
    fn cost(&self, store: &Store<S, Self::Beside>, local: u32) -> Cost;
    /// What there is to know after a round, except for the number of stored states.
    fn tally(&mut self, store: &Store<S, Self::Beside>) -> Tally;
    /// Memory held besides the store.
    fn other_bytes(&self) -> usize;
    /// Appends the bytes of a state. Only for shards that several processes share, as the next two.
    fn write_state(&self, state: &S, bytes: &mut Vec<u8>) {
        let _ = (state, bytes);
    }
    /// Takes a state from the front of `bytes`. `None` if there is none.
    fn read_state(&self, bytes: &mut &[u8]) -> Option<Owned<S>> {
        let _ = bytes;
        None
    }
    /// Stops the search because states for this shard are lost.
    fn fail(&mut self) {}
}

/// Takes in states a batch at a time: first fetches all their buckets, then the states to compare them
/// with, so that the waits for memory overlap.
///
/// Not inlined: a browser optimises a function while it runs, but continues with the slow code until the next call,
/// and a small function has more registers for its variables.
#[inline(never)]
pub(crate) fn receive_all<S: ?Sized + Stored, K: Shard<S>>(
    shard: &mut K,
    store: &mut Store<S, K::Beside>,
    received: &S::GeneratedList,
) {
    let len = received.len();
    for first in (0..len).step_by(BATCH) {
        let batch = first..(first + BATCH).min(len);
        store.make_room(BATCH);
        if store.len() > FITS_CACHE {
            batch.clone().for_each(|at| store.prefetch(received.hash(at)));
            batch.clone().for_each(|at| store.prefetch_state(received.hash(at)));
        }
        for at in batch {
            let generated = received.get(at);
            let found = store.find(generated.hash, generated.state);
            shard.receive(store, &generated, found);
        }
    }
}

/// The shards whose indexes grow before they receive what was sent.
///
/// A large index takes as long to grow as many rounds, and with it all shards wait for the next round. So shards have the same sizes
/// of indexes in pairs, and as soon as one of a pair has no more room, both grow, on two threads.
fn grow_in_pairs<S: ?Sized + Stored, B: Beside>(
    stores: &[Store<S, B>],
    outboxes: &[Outbox<S>],
) -> [bool; SHARDS] {
    let mut grows = [false; SHARDS];
    let is_full = |at: usize| {
        let received = outboxes.iter().map(|outbox| outbox.to(at).len()).sum();
        !stores[at].has_room(received)
    };
    for first in (0..stores.len()).step_by(2) {
        let pair = first..(first + 2).min(stores.len());
        let grow = stores[first].len() > LARGE_INDEX && pair.clone().any(is_full);
        grows[pair].fill(grow);
    }
    grows
}

/// All shards of a search and the traffic between them.
pub(crate) struct Sharded<K: Shard<S>, S: ?Sized + Stored> {
    pub(crate) shards: Vec<K>,
    /// The states of each shard.
    pub(crate) stores: Vec<Store<S, K::Beside>>,
    /// The state of the search after the last round, in all processes.
    pub(crate) tally: Tally,
    /// The shards of this process, if several share the search. The others stay empty here.
    pub(crate) part: Option<Part>,
    /// One per sending shard, or a single one while one thread does all the work.
    pub(crate) outboxes: Vec<Outbox<S>>,
    /// The rounds under way, if several processes share the search.
    pub(crate) under_way: UnderWay<S>,
    /// The length of states that are slices.
    pub(crate) words: usize,
    threads: usize,
    pub(crate) pool: Option<Threads>,
    /// States expanded since the limits were last checked.
    unchecked: usize,
    /// The memory held at that check.
    bytes_before: usize,
    /// With several processes: the memory that they hold, and whether one of them has no more.
    pub(crate) bytes_of_all: usize,
    pub(crate) is_full: bool,
}

impl<K: Shard<S>, S: ?Sized + Stored> Sharded<K, S> {
    /// Shards that hold nothing but the start; `words` is the length of states that are slices. `part` is the
    /// part of this process, if several share the search.
    pub(crate) fn new(
        start: &Owned<S>,
        words: usize,
        size: Size,
        threads: usize,
        part: Option<Part>,
        shard: impl Fn(usize) -> K,
    ) -> Self {
        let start: &S = start.borrow();
        let count = size.shards();
        let mut shards: Vec<K> = (0..count).map(shard).collect();
        let mut stores: Vec<Store<S, K::Beside>> =
            (0..count).map(|at| Store::staggered(words, at - at % 2)).collect();
        let hash = hash_of(start);
        let at = shard_of(hash, count);
        let generated = Generated { hash, parent: number(at, 0), cost: 0, state: start };
        if part.as_ref().is_none_or(|part| part.own().contains(&at)) {
            let found = stores[at].find(hash, start);
            shards[at].receive(&mut stores[at], &generated, found);
        }
        Sharded {
            shards,
            stores,
            tally: Tally::default(),
            part,
            outboxes: vec![Outbox::new(count, words)],
            under_way: UnderWay::new(),
            words,
            threads,
            pool: None,
            unchecked: BETWEEN_CHECKS,
            bytes_before: 0,
            bytes_of_all: 0,
            is_full: false,
        }
    }

    /// Sends and receives once, and takes stock. `work` is the number of states to expand, as an estimate.
    /// Fails with the limit that stopped another process.
    pub(crate) fn round(&mut self, work: usize, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        self.unchecked += work;
        let in_parallel = HAS_THREADS
            && self.threads > 1
            && self.shards.len() > 1
            && work >= WORTH_THREADS
            && self.ready_pool();
        match (self.is_spread(), in_parallel) {
            (false, false) => self.round_alone(),
            (false, true) => self.round_in_parallel(),
            (true, _) => self.round_in_part(in_parallel, run)?,
        }
        self.take_stock(run)
    }

    /// One thread visits all shards, and takes its pace along: it reads the clock once and not before each visit. In
    /// WebAssembly, where the clock is a function of the browser, 3 % of a search went there.
    fn round_alone(&mut self) {
        if self.shards.len() > 1 {
            self.shards[0].resume();
        }
        let mut pace = *self.shards[0].pace();
        let outbox = &mut self.outboxes[0];
        for shard in &mut self.shards {
            *shard.pace() = pace;
            shard.send(&self.stores, outbox);
            pace = *shard.pace();
        }
        for (to, (shard, store)) in self.shards.iter_mut().zip(&mut self.stores).enumerate() {
            *shard.pace() = pace;
            shard.begin_taking_in();
            receive_all(shard, store, outbox.to(to));
            outbox.clear_to(to);
            pace = *shard.pace();
        }
        *self.shards[0].pace() = pace;
    }

    fn round_in_parallel(&mut self) {
        let Sharded { shards, stores, outboxes, pool, .. } = self;
        let Some(pool) = pool else { return };
        pool.each_pair(shards, outboxes, |_, shard, outbox| {
            shard.resume();
            shard.send(stores, outbox);
        });
        let grows = grow_in_pairs(stores, outboxes);
        pool.each_pair(shards, stores, |to, shard, store| {
            shard.resume();
            shard.begin_taking_in();
            if grows[to] {
                store.grow_index();
            }
            for outbox in outboxes.iter() {
                receive_all(shard, store, outbox.to(to));
            }
        });
        outboxes.iter_mut().for_each(Outbox::clear);
    }

    /// Starts the threads when they first pay off. Stays with one thread if the system
    /// refuses more.
    fn ready_pool(&mut self) -> bool {
        if self.pool.is_none() {
            self.pool = Threads::new(self.threads);
            if self.pool.is_none() {
                self.threads = 1;
            }
            self.outboxes.resize_with(self.shards.len(), || Outbox::new(SHARDS, self.words));
        }
        self.pool.is_some()
    }

    pub(crate) fn counts(&self) -> Counts {
        let Tally { expanded, generated, stored, .. } = self.tally;
        Counts { expanded, generated, stored }
    }

    /// The number of states in all stores.
    pub(crate) fn stored(&self) -> u64 {
        self.tally.stored
    }

    /// Whether a small search has become too large for one shard.
    pub(crate) fn is_outgrown(&self) -> bool {
        self.shards.len() == 1 && self.stored() > MAX_IN_SMALL
    }

    /// Checks the limits. The memory limit applies to what the search may hold by the next check: all
    /// indexes grown, and as much added as since the last check.
    pub(crate) fn check(&mut self, run: &mut Run<'_, '_>, best: Option<Cost>) -> Result<(), Limit> {
        run.proceed()?;
        if self.is_spread() {
            return run.check_counts(self.counts(), self.bytes_of_all, self.is_full, best);
        }
        let due = run.is_check_due(1) || self.unchecked >= BETWEEN_CHECKS;
        if !due && self.stored() < run.most_states() {
            return Ok(());
        }
        self.unchecked = 0;
        let (now, next) = self.bytes_now_and_next();
        run.check(self.counts(), now, best)?;
        run.check_memory(next)
    }

    /// The memory held, and what may be held at the next check.
    pub(crate) fn bytes_now_and_next(&mut self) -> (usize, usize) {
        let boxes = self.outboxes.iter().map(Outbox::bytes).sum::<usize>() + self.under_way.bytes();
        let bytes = |of: fn(&Store<S, K::Beside>) -> usize| {
            let others = self.shards.iter().map(Shard::other_bytes).sum::<usize>();
            boxes + others + self.stores.iter().map(of).sum::<usize>()
        };
        let (now, ahead) = (bytes(Store::bytes), bytes(Store::bytes_ahead));
        let added = now.saturating_sub(std::mem::replace(&mut self.bytes_before, now));
        (now, ahead + added)
    }

    /// The number of a state, if it is stored.
    pub(crate) fn find(&self, state: &S) -> Option<u32> {
        let hash = hash_of(state);
        let at = shard_of(hash, self.stores.len());
        let local = self.stores[at].find(hash, state).ok()?;
        Some(number(at, local))
    }

    /// The least known cost of the state with this number.
    pub(crate) fn cost(&self, number: u32) -> Cost {
        let (at, local) = shard_and_local(number);
        self.shards[at].cost(&self.stores[at], local)
    }

    /// The numbers of all states, in no particular order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        let stores = self.stores.iter().enumerate();
        stores.flat_map(|(at, store)| (0..store.len()).map(move |local| number(at, local)))
    }
}

impl<K: Shard<S>, S: ?Sized + Stored> ClosedList<S> for Sharded<K, S> {
    fn state(&self, number: u32) -> &S {
        let (at, local) = shard_and_local(number);
        self.stores[at].state(local)
    }

    fn parent(&self, number: u32) -> u32 {
        let (at, local) = shard_and_local(number);
        self.stores[at].parent(local)
    }
}
