//! One search on many threads, with the same course for any number of them.
//!
//! States are spread over 32 shards by their hash; each shard has its own store and is only
//! ever touched by the one thread that works on it. A search goes in rounds of two halves: every
//! shard first *sends* (expands some of its own states and sorts what comes out by the shard
//! that it belongs to), then every shard *receives* (takes what was sent to it, in the order of
//! the senders). What happens in a round depends on nothing but the shards, so numbers, counts
//! and answers are the same whether one thread walks through the shards or many share them.
//! The detour through the boxes costs little (they are written and read in order) and pays even
//! on one thread: a receiver looks up hundreds of states in one small table at a time.

use std::hash::Hash;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::known::Known;
use crate::store::{Store, hash_of};
use crate::watch::{Counts, Watch};
use crate::{Cost, Limit};

const SHARD_BITS: u32 = 5;
/// How many shards there are, for any number of threads.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
/// The most states a shard can number.
pub(crate) const MOST_IN_SHARD: u32 = 1 << (32 - SHARD_BITS);
/// A round that expands fewer states than this is done by one thread.
const WORTH_THREADS: usize = 2048;
/// Look-ups whose memory is waited for together.
const TOGETHER: usize = 32;

/// The number of a state among all shards.
pub(crate) fn number(shard: usize, local: u32) -> u32 {
    local << SHARD_BITS | shard as u32
}

/// The shard of a state and its number there.
pub(crate) fn shard_and_local(number: u32) -> (usize, u32) {
    (number as usize % SHARDS, number >> SHARD_BITS)
}

/// The shard to which a state with this hash belongs.
pub(crate) fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
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
    fn new() -> Self {
        Outbox((0..SHARDS).map(|_| Vec::new()).collect())
    }

    pub(crate) fn send(&mut self, arrival: Arrival<S>) {
        self.0[shard_of(arrival.hash)].push(arrival);
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(Vec::capacity).sum::<usize>() * size_of::<Arrival<S>>()
    }
}

/// A part of the search that owns the states of one shard.
pub(crate) trait Shard<S>: Send {
    /// Expands some states.
    fn send(&mut self, outbox: &mut Outbox<S>);
    /// Takes in a state. `seen` is its number, where that is known already.
    fn receive(&mut self, arrival: &Arrival<S>, seen: Option<u32>);
    /// The states of this shard.
    fn store(&self) -> &Store<S>;
    /// The least known cost of a state, by its number here.
    fn cost(&self, local: u32) -> Cost;
    /// States expanded and moves looked at so far.
    fn effort(&self) -> (u64, u64);
    /// Memory held besides the store.
    fn other_bytes(&self) -> usize;

    /// Takes in states, several at a time: first reads all their buckets, then all the states
    /// that they may be equal to, so that the waits for memory overlap.
    fn receive_all(&mut self, arrivals: &[Arrival<S>])
    where
        S: Clone + Eq + Hash,
    {
        let mut seen = [None; TOGETHER];
        for together in arrivals.chunks(TOGETHER) {
            let touched = together.iter().fold(0, |sum, arrival| sum ^ self.store().touch(arrival.hash));
            std::hint::black_box(touched);
            for (arrival, seen) in together.iter().zip(&mut seen) {
                *seen = self.store().glimpse(arrival.hash, &arrival.state);
            }
            for (arrival, &seen) in together.iter().zip(&seen) {
                self.receive(arrival, seen);
            }
        }
    }
}

/// All shards of a search and what runs between them.
pub(crate) struct Rounds<K, S> {
    pub(crate) shards: Vec<K>,
    /// One for each shard as sender, or a single one while one thread does it all.
    outboxes: Vec<Outbox<S>>,
    threads: usize,
    pool: Option<ThreadPool>,
}

impl<K: Shard<S>, S: Clone + Eq + Hash + Send + Sync> Rounds<K, S> {
    /// Empty shards but for the start.
    pub(crate) fn new(start: S, threads: usize, shard: impl Fn(usize) -> K) -> Self {
        let mut shards: Vec<K> = (0..SHARDS).map(shard).collect();
        let hash = hash_of(&start);
        let at = shard_of(hash);
        shards[at].receive(&Arrival { hash, parent: number(at, 0), cost: 0, state: start }, None);
        Rounds { shards, outboxes: vec![Outbox::new()], threads, pool: None }
    }

    /// Sends and receives once. `work` is how many states will be expanded.
    pub(crate) fn round(&mut self, work: usize) {
        if self.threads > 1 && work >= WORTH_THREADS && self.ready_pool() {
            self.round_in_parallel();
        } else {
            self.round_alone();
        }
    }

    fn round_alone(&mut self) {
        let outbox = &mut self.outboxes[0];
        for shard in &mut self.shards {
            shard.send(outbox);
        }
        for (shard, arrivals) in self.shards.iter_mut().zip(&mut outbox.0) {
            shard.receive_all(arrivals);
            arrivals.clear();
        }
    }

    fn round_in_parallel(&mut self) {
        let Rounds { shards, outboxes, pool, .. } = self;
        let Some(pool) = pool else { return };
        pool.install(|| {
            shards.par_iter_mut().zip(outboxes.par_iter_mut()).for_each(|(shard, outbox)| shard.send(outbox));
            shards.par_iter_mut().enumerate().for_each(|(to, shard)| {
                for outbox in outboxes.iter() {
                    shard.receive_all(&outbox.0[to]);
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
            self.outboxes.resize_with(SHARDS, Outbox::new);
        }
        self.pool.is_some()
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for shard in &self.shards {
            let (expanded, generated) = shard.effort();
            counts.expanded += expanded;
            counts.generated += generated;
            counts.stored += u64::from(shard.store().len());
        }
        counts
    }

    /// Which limit was hit, if any; memory counts as it would be after all indexes have grown.
    pub(crate) fn limit(&self, watch: &mut Watch<'_>, bound: Cost, best: Option<Cost>) -> Option<Limit> {
        let boxes: usize = self.outboxes.iter().map(Outbox::bytes).sum();
        let bytes = |of: fn(&Store<S>) -> usize| {
            boxes + self.shards.iter().map(|shard| of(shard.store()) + shard.other_bytes()).sum::<usize>()
        };
        if let Some(limit) = watch.check(self.counts(), bytes(Store::bytes), bound, best) {
            return Some(limit);
        }
        if self.shards.iter().any(|shard| shard.store().len() == MOST_IN_SHARD) {
            return Some(Limit::States);
        }
        watch.is_too_much(bytes(Store::bytes_ahead)).then_some(Limit::Memory)
    }
}

impl<K: Shard<S>, S: Clone + Eq + Hash> Known<S> for Rounds<K, S> {
    fn find(&self, state: &S) -> Option<u32> {
        let hash = hash_of(state);
        let at = shard_of(hash);
        let local = self.shards[at].store().find(hash, state)?;
        Some(number(at, local))
    }

    fn state(&self, number: u32) -> &S {
        let (at, local) = shard_and_local(number);
        self.shards[at].store().state(local)
    }

    fn parent(&self, number: u32) -> u32 {
        let (at, local) = shard_and_local(number);
        self.shards[at].store().parent(local)
    }

    fn cost(&self, number: u32) -> Cost {
        let (at, local) = shard_and_local(number);
        self.shards[at].cost(local)
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        let shards = self.shards.iter().enumerate();
        shards.flat_map(|(at, shard)| (0..shard.store().len()).map(move |local| number(at, local)))
    }
}
