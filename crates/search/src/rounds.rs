//! One search on many threads, with the same course for any number of them.
//!
//! States are spread over 32 shards by their hash; each shard has its own store, which only the
//! one thread that works on it changes. A search goes in rounds of two halves: every
//! shard first *sends* (expands some of its own states and sorts what comes out by the shard
//! that it belongs to), then every shard *receives* (takes what was sent to it, in the order of
//! the senders). What happens in a round depends on nothing but the shards, so numbers, counts
//! and answers are the same whether one thread walks through the shards or many share them.
//! The detour through the boxes costs little (they are written and read in order) and pays even
//! on one thread: a receiver looks up hundreds of states in one small table at a time.
//!
//! A search begins with a single shard, which costs least. One that outgrows it is begun anew
//! with all of them: by then a few milliseconds' work is lost.

use std::hash::Hash;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::known::Known;
use crate::stop::Pace;
use crate::store::{Store, Vacancy, hash_of};
use crate::{Cost, Counts, Limit, Run};

const SHARD_BITS: u32 = 5;
/// How many shards a large search has, for any number of threads.
const SHARDS: usize = 1 << SHARD_BITS;
/// With more states than this a search is large.
const MOST_IN_SMALL: u64 = 1 << 15;
/// The most states a shard can number.
pub(crate) const MOST_IN_SHARD: u32 = 1 << (32 - SHARD_BITS);
/// A round that expands fewer states than this is done by one thread.
const WORTH_THREADS: usize = 1024;
/// States expanded between two checks of the limits, unless they take long.
const BETWEEN_CHECKS: usize = 512;
/// A shard with fewer states than this lies in the processor's cache.
const FITS_CACHE: u32 = 2048;
/// Look-ups whose memory is waited for together.
const TOGETHER: usize = 32;

/// How a search is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// One shard.
    Small,
    /// Many shards.
    Large,
}

/// The number of a state among all shards.
pub(crate) fn number(shard: usize, local: u32) -> u32 {
    local << SHARD_BITS | shard as u32
}

/// The shard of a state and its number there.
pub(crate) fn shard_and_local(number: u32) -> (usize, u32) {
    (number as usize % SHARDS, number >> SHARD_BITS)
}

/// The shard of so many to which a state with this hash belongs. There are 1 or 32.
fn shard_of(hash: u64, shards: usize) -> usize {
    hash as usize & (shards - 1)
}

/// A state on its way to its shard.
pub(crate) struct Arrival<S> {
    pub(crate) hash: u64,
    /// The number of the state that it came from.
    pub(crate) parent: u32,
    /// What it costs to get there from the start.
    pub(crate) cost: Cost,
    pub(crate) state: S,
}

/// What a sender has for each shard.
pub(crate) struct Outbox<S>(Vec<Vec<Arrival<S>>>);

impl<S> Outbox<S> {
    fn new(shards: usize) -> Self {
        Outbox((0..shards).map(|_| Vec::with_capacity(64)).collect())
    }

    pub(crate) fn send(&mut self, arrival: Arrival<S>) {
        let to = shard_of(arrival.hash, self.0.len());
        self.0[to].push(arrival);
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(Vec::capacity).sum::<usize>() * size_of::<Arrival<S>>()
    }
}

/// What a method keeps for each shard besides its store, and what it does there.
pub(crate) trait Shard<S>: Send {
    /// Expands some states of this shard.
    fn send(&mut self, stores: &[Store<S>], outbox: &mut Outbox<S>);
    /// The pace at which this shard asks whether to stop.
    fn pace(&mut self) -> &mut Pace;
    /// Takes in a state, which was looked up in the store of this shard; there is room for it.
    fn receive(&mut self, store: &mut Store<S>, arrival: &Arrival<S>, found: Result<u32, Vacancy>);
    /// The least known cost of a state, by its number here.
    fn cost(&self, local: u32) -> Cost;
    /// States expanded and moves looked at so far.
    fn effort(&self) -> (u64, u64);
    /// Memory held besides the store.
    fn other_bytes(&self) -> usize;
}

/// Calls `expand` with each of the given states of a shard: its number there, its number among
/// all, the state, and the state that it was reached from with its hash. Where moves can be taken
/// back, one always leads back there: a comparison here saves a look-up. The states before lie
/// anywhere in memory, so they are read several at a time.
pub(crate) fn each_with_previous<'a, S: Clone + Eq + Hash>(
    stores: &'a [Store<S>],
    shard: usize,
    locals: &[u32],
    mut expand: impl FnMut(u32, u32, &S, (u64, &S)),
) {
    let mut previous: [Option<(u64, &'a S)>; TOGETHER] = [None; TOGETHER];
    for together in locals.chunks(TOGETHER) {
        for (&local, previous) in together.iter().zip(&mut previous) {
            let (at, local) = shard_and_local(stores[shard].parent(local));
            let state = stores[at].state(local);
            *previous = Some((hash_of(state), state));
        }
        for (&local, previous) in together.iter().zip(&previous) {
            if let Some(previous) = *previous {
                expand(local, number(shard, local), stores[shard].state(local), previous);
            }
        }
    }
}

/// Takes in states, several at a time: first reads all their buckets, then looks all of them up,
/// so that the waits for memory overlap.
fn receive_all<S: Clone + Eq + Hash>(
    shard: &mut impl Shard<S>,
    store: &mut Store<S>,
    arrivals: &[Arrival<S>],
) {
    if arrivals.is_empty() {
        return;
    }
    shard.pace().resume();
    let mut found = [Ok(0); TOGETHER];
    for together in arrivals.chunks(TOGETHER) {
        store.make_room(TOGETHER);
        if store.len() > FITS_CACHE {
            let touched = together.iter().fold(0, |sum, arrival| sum ^ store.touch(arrival.hash));
            std::hint::black_box(touched);
        }
        for (arrival, found) in together.iter().zip(&mut found) {
            *found = store.find(arrival.hash, &arrival.state);
        }
        for (arrival, &found) in together.iter().zip(&found) {
            let found = store.find_again(found, arrival.hash, &arrival.state);
            shard.receive(store, arrival, found);
        }
    }
}

/// All shards of a search and what runs between them.
pub(crate) struct Rounds<K, S> {
    pub(crate) shards: Vec<K>,
    /// The states of each shard.
    pub(crate) stores: Vec<Store<S>>,
    /// One for each shard as sender, or a single one while one thread does it all.
    outboxes: Vec<Outbox<S>>,
    threads: usize,
    pool: Option<ThreadPool>,
    /// States expanded since limits were last looked at, and the memory held then.
    unchecked: usize,
    bytes_before: usize,
}

impl<K: Shard<S>, S: Clone + Eq + Hash + Send + Sync> Rounds<K, S> {
    /// Empty shards but for the start.
    pub(crate) fn new(start: S, size: Size, threads: usize, shard: impl Fn(usize) -> K) -> Self {
        let count = if size == Size::Small { 1 } else { SHARDS };
        let mut shards: Vec<K> = (0..count).map(shard).collect();
        let mut stores: Vec<Store<S>> = (0..count).map(|_| Store::new()).collect();
        let hash = hash_of(&start);
        let at = shard_of(hash, count);
        let arrival = Arrival { hash, parent: number(at, 0), cost: 0, state: start };
        receive_all(&mut shards[at], &mut stores[at], &[arrival]);
        let outboxes = vec![Outbox::new(count)];
        Rounds { shards, stores, outboxes, threads, pool: None, unchecked: BETWEEN_CHECKS, bytes_before: 0 }
    }

    /// Sends and receives once. `work` is how many states will be expanded.
    pub(crate) fn round(&mut self, work: usize) {
        self.unchecked += work;
        if self.threads > 1 && self.shards.len() > 1 && work >= WORTH_THREADS && self.ready_pool() {
            self.round_in_parallel();
        } else {
            self.round_alone();
        }
    }

    fn round_alone(&mut self) {
        let outbox = &mut self.outboxes[0];
        for shard in &mut self.shards {
            shard.send(&self.stores, outbox);
        }
        for ((shard, store), arrivals) in self.shards.iter_mut().zip(&mut self.stores).zip(&mut outbox.0) {
            receive_all(shard, store, arrivals);
            arrivals.clear();
        }
    }

    fn round_in_parallel(&mut self) {
        let Rounds { shards, stores, outboxes, pool, .. } = self;
        let Some(pool) = pool else { return };
        pool.install(|| {
            let senders = shards.par_iter_mut().zip(outboxes.par_iter_mut());
            senders.for_each(|(shard, outbox)| shard.send(stores, outbox));
            let receivers = shards.par_iter_mut().zip(stores.par_iter_mut()).enumerate();
            receivers.for_each(|(to, (shard, store))| {
                for outbox in outboxes.iter() {
                    receive_all(shard, store, &outbox.0[to]);
                }
            });
            outboxes.par_iter_mut().for_each(|outbox| outbox.0.iter_mut().for_each(Vec::clear));
        });
    }

    /// Starts the threads the first time that they are worth it; stays with one thread where
    /// the system gives no more.
    fn ready_pool(&mut self) -> bool {
        if self.pool.is_none() {
            match ThreadPoolBuilder::new().num_threads(self.threads).build() {
                Ok(pool) => self.pool = Some(pool),
                Err(_) => self.threads = 1,
            }
            self.outboxes.resize_with(self.shards.len(), || Outbox::new(SHARDS));
        }
        self.pool.is_some()
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for shard in &self.shards {
            let (expanded, generated) = shard.effort();
            counts.expanded += expanded;
            counts.generated += generated;
        }
        counts.stored = self.stored();
        counts
    }

    /// How many states there are.
    pub(crate) fn stored(&self) -> u64 {
        self.stores.iter().map(|store| u64::from(store.len())).sum()
    }

    /// Whether a small search has become too large for one shard.
    pub(crate) fn is_outgrown(&self) -> bool {
        self.shards.len() == 1 && self.stored() > MOST_IN_SMALL
    }

    /// Checks the limits. Memory counts as it would be after all indexes have grown and as much was
    /// added as since the last check.
    pub(crate) fn check(&mut self, run: &mut Run<'_, '_>, best: Option<Cost>) -> Result<(), Limit> {
        run.proceed()?;
        let due = run.is_check_due(1) || self.unchecked >= BETWEEN_CHECKS;
        if !due && self.stored() < run.most_states() {
            return Ok(());
        }
        self.unchecked = 0;
        let boxes: usize = self.outboxes.iter().map(Outbox::bytes).sum();
        let bytes = |of: fn(&Store<S>) -> usize| {
            let others = self.shards.iter().map(Shard::other_bytes).sum::<usize>();
            boxes + others + self.stores.iter().map(of).sum::<usize>()
        };
        let (now, ahead) = (bytes(Store::bytes), bytes(Store::bytes_ahead));
        let added = now.saturating_sub(std::mem::replace(&mut self.bytes_before, now));
        run.check(self.counts(), now, best)?;
        run.check_memory(ahead + added)
    }
}

impl<K: Shard<S>, S: Clone + Eq + Hash> Known<S> for Rounds<K, S> {
    fn find(&self, state: &S) -> Option<u32> {
        let hash = hash_of(state);
        let at = shard_of(hash, self.stores.len());
        let local = self.stores[at].find(hash, state).ok()?;
        Some(number(at, local))
    }

    fn state(&self, number: u32) -> &S {
        let (at, local) = shard_and_local(number);
        self.stores[at].state(local)
    }

    fn parent(&self, number: u32) -> u32 {
        let (at, local) = shard_and_local(number);
        self.stores[at].parent(local)
    }

    fn cost(&self, number: u32) -> Cost {
        let (at, local) = shard_and_local(number);
        self.shards[at].cost(local)
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        let stores = self.stores.iter().enumerate();
        stores.flat_map(|(at, store)| (0..store.len()).map(move |local| number(at, local)))
    }
}
