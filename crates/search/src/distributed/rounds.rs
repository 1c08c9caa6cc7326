//! The rounds of a search whose shards are dealt out to several processes.
//!
//! A message to another process is a shard's number and the records for it: the number of the parent, the
//! cost where the method keeps costs, and the state. The hash is computed again, which is cheaper than
//! sending it. Consecutive shards belong to one process, so the order of the senders is the order of the
//! processes, and among its own shards the order in which each process filled its outboxes.

use std::borrow::Borrow;
use std::ops::Range;

use super::bytes::StateBytes;
use super::share::{self, Share};
use super::{Load, Lost, Tally, lost, solo};
use crate::sharded::{End, Outbox, Shard, Sharded, Size, receive_all};
use crate::store::{GeneratedList, Store, Stored, hash_of};
use crate::threads::HAS_THREADS;
use crate::{Cost, Limit, Run};

/// The number of records that are decoded before they are taken in, so that they stay in the cache.
const DECODED: usize = 512;

/// The shards that belong to each process.
pub(crate) struct Part {
    pub(super) index: usize,
    /// The first shard of each process, and the number of shards.
    bounds: Vec<usize>,
}

impl Part {
    /// The part of this process, if there are others.
    pub(crate) fn new(run: &mut Run<'_, '_>, size: Size) -> Option<Self> {
        let (index, count) = run.peers().map(|peers| (peers.index(), peers.count()))?;
        let bounds = (0..=count).map(|process| (process * size.shards()).div_ceil(count)).collect();
        Some(Part { index, bounds })
    }

    /// The shards of this process.
    pub(crate) fn own(&self) -> Range<usize> {
        self.bounds[self.index]..self.bounds[self.index + 1]
    }

    /// The process that a shard belongs to.
    pub(super) fn owner(&self, shard: usize) -> usize {
        self.bounds.partition_point(|&first| first <= shard) - 1
    }

    /// The shards of the other processes.
    fn foreign(&self) -> impl Iterator<Item = usize> {
        let own = self.own();
        (0..self.shards()).filter(move |shard| !own.contains(shard))
    }

    fn processes(&self) -> usize {
        self.bounds.len() - 1
    }

    fn shards(&self) -> usize {
        self.bounds[self.processes()]
    }
}

/// The records that other processes sent to each shard of this one, in the order of the senders.
#[derive(Default)]
struct Arrived(Vec<Vec<(usize, Vec<u8>)>>);

impl Arrived {
    /// Lets a shard take in everything that was sent to it, by this process and by the others.
    fn receive<K: Shard<S>, S: ?Sized + Stored>(
        &self,
        part: &Part,
        words: usize,
        to: usize,
        shard: &mut K,
        store: &mut Store<S, K::Beside>,
        mut own: impl FnMut(&mut K, &mut Store<S, K::Beside>),
    ) {
        let mut messages = self.0.get(to).into_iter().flatten().peekable();
        for process in 0..part.processes() {
            if process == part.index {
                own(shard, store);
            } else if let Some((_, records)) = messages.next_if(|(from, _)| *from == process)
                && take_in(shard, store, words, records).is_none()
            {
                // Records that cannot be read are work that is lost.
                shard.fail();
            }
        }
    }
}

/// Takes in records that were sent as bytes. `None` if they are malformed.
fn take_in<K: Shard<S>, S: ?Sized + Stored>(
    shard: &mut K,
    store: &mut Store<S, K::Beside>,
    words: usize,
    mut records: &[u8],
) -> Option<()> {
    let mut decoded = S::GeneratedList::new(words, DECODED);
    while !records.is_empty() {
        decoded.truncate(0);
        while decoded.len() < DECODED && !records.is_empty() {
            let parent = u32::read(&mut records)?;
            let cost = if K::HAS_COSTS { Cost::read(&mut records)? } else { 0 };
            let state = shard.read_state(&mut records)?;
            let state: &S = state.borrow();
            decoded.push_copy(hash_of(state), parent, cost, state);
        }
        receive_all(shard, store, &decoded);
    }
    Some(())
}

/// The message with all records for a shard. Empty if there are none.
fn message<K: Shard<S>, S: ?Sized + Stored>(shard: &K, to: usize, outboxes: &[Outbox<S>]) -> Vec<u8> {
    let records: usize = outboxes.iter().map(|outbox| outbox.to(to).len()).sum();
    if records == 0 {
        return Vec::new();
    }
    let mut message = Vec::new();
    (to as u8).write(&mut message);
    for list in outboxes.iter().map(|outbox| outbox.to(to)) {
        for at in 0..list.len() {
            let generated = list.get(at);
            generated.parent.write(&mut message);
            if K::HAS_COSTS {
                generated.cost.write(&mut message);
            }
            shard.write_state(generated.state, &mut message);
            if at == 0 {
                message.reserve((message.len() - 1) * records);
            }
        }
    }
    message
}

impl<K: Shard<S>, S: ?Sized + Stored> Sharded<K, S> {
    /// Whether the shards are spread over several processes. A small search has one shard, and one process
    /// does it alone.
    pub(crate) fn is_spread(&self) -> bool {
        HAS_THREADS && self.part.is_some() && self.shards.len() > 1
    }

    /// Does a search, unless another process does it: then this one waits, and takes over how it ended.
    pub(crate) fn search(
        &mut self,
        run: &mut Run<'_, '_>,
        search: impl FnOnce(&mut Self, &mut Run<'_, '_>) -> Result<End, Limit>,
    ) -> Result<End, Limit> {
        let Some(part) = self.part.as_ref().filter(|_| HAS_THREADS && self.shards.len() == 1) else {
            return search(self, run);
        };
        let is_own = part.index == part.owner(0);
        let own = is_own.then(|| search(self, run));
        solo::share_end(own, &mut self.tally, run)
    }

    /// A round for the shards of this process: between its two halves, states travel to and from the others.
    pub(crate) fn round_in_part(&mut self, in_parallel: bool, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let Sharded { shards, stores, outboxes, pool, .. } = self;
        let pool = pool.as_ref().filter(|_| in_parallel);
        let send = |shard: &mut K, outbox: &mut Outbox<S>| {
            shard.resume();
            shard.send(stores, outbox);
        };
        match pool {
            Some(pool) => pool.each_pair(shards, outboxes, |_, shard, outbox| send(shard, outbox)),
            None => shards.iter_mut().for_each(|shard| send(shard, &mut outboxes[0])),
        }
        let Sharded { shards, stores, outboxes, pool, part, words, .. } = self;
        let Some(part) = part else { return Ok(()) };
        let mut messages = part.foreign().map(|to| (to, Vec::new())).collect::<Vec<_>>();
        let write = |to: usize, written: &mut Vec<u8>| *written = message(&shards[to], to, outboxes);
        match pool {
            Some(pool) => {
                // Nothing stands beside a message.
                let mut nothing = vec![(); messages.len()];
                pool.each_pair(&mut messages, &mut nothing, |_, (to, written), ()| write(*to, written));
            }
            None => messages.iter_mut().for_each(|(to, written)| write(*to, written)),
        }
        let arrived = exchange(part, messages, run)?;
        let receive = |to: usize, shard: &mut K, store: &mut Store<S, K::Beside>| {
            shard.resume();
            arrived.receive(part, *words, to, shard, store, |shard, store| {
                outboxes.iter().for_each(|outbox| receive_all(shard, store, outbox.to(to)));
            });
        };
        let own = part.own();
        let (shards, stores) = (&mut shards[own.clone()], &mut stores[own.clone()]);
        match pool.as_ref().filter(|_| in_parallel) {
            Some(pool) => {
                pool.each_pair(shards, stores, |to, shard, store| receive(own.start + to, shard, store));
            }
            None => {
                let receivers = own.zip(shards.iter_mut().zip(stores));
                receivers.for_each(|(to, (shard, store))| receive(to, shard, store));
            }
        }
        outboxes.iter_mut().for_each(Outbox::clear);
        Ok(())
    }

    /// Takes stock after a round: the tally of all shards, in all processes.
    pub(crate) fn take_stock(&mut self, run: &mut Run<'_, '_>) -> Result<(), Limit> {
        let mut tally = Tally::default();
        for (shard, store) in self.shards.iter_mut().zip(&self.stores) {
            tally.add(&Tally { stored: u64::from(store.len()), ..shard.tally(store) });
        }
        if !self.is_spread() {
            self.tally = tally;
            return Ok(());
        }
        let (now, next) = self.bytes_now_and_next();
        let (is_full, stop) = (run.is_beyond_memory(next), run.stop());
        let (stopped, left_out) = (stop.limit(), stop.left_out());
        let mine = Share { tally, stopped, left_out, is_full, bytes: now as u64 };
        let all = stock_of_all(&mine, run)?;
        (self.tally, self.is_full, self.bytes_of_all) = (all.tally, all.is_full, all.bytes as usize);
        // A process that was stopped may have dropped work: the tally is not the whole.
        all.stopped.map_or(Ok(()), |limit| Err(run.agree_on_stop(limit)))
    }
}

/// Sends to the other processes what was generated for their shards, and receives what they send.
fn exchange(part: &Part, messages: Vec<(usize, Vec<u8>)>, run: &mut Run<'_, '_>) -> Result<Arrived, Limit> {
    let Some(peers) = run.peers() else { return Err(lost(run)) };
    for (to, message) in messages.into_iter().filter(|(_, message)| !message.is_empty()) {
        peers.post(part.owner(to), message);
    }
    let delivered = peers.deliver();
    let mut arrived = Arrived(vec![Vec::new(); part.shards()]);
    for (from, mut message) in delivered.map_err(|Lost| lost(run))? {
        match message.first().map(|&shard| usize::from(shard)) {
            Some(to) if part.own().contains(&to) => {
                message.drain(..1);
                arrived.0[to].push((from, message));
            }
            _ => return Err(lost(run)),
        }
    }
    Ok(arrived)
}

/// The stock of all processes together, given that of this one.
fn stock_of_all(mine: &Share, run: &mut Run<'_, '_>) -> Result<Share, Limit> {
    let shares = share::exchange(run, mine)?;
    let mut all = Share { tally: Tally::default(), stopped: None, left_out: None, is_full: false, bytes: 0 };
    for share in &shares {
        all.tally.add(&share.tally);
        all.stopped = all.stopped.or(share.stopped);
        all.is_full |= share.is_full;
        all.bytes += share.bytes;
        if let Some((cost, limit)) = share.left_out {
            run.leave_out(limit, cost);
        }
    }
    let load = |share: &Share| Load { stored: share.tally.stored, bytes: share.bytes };
    let loads: Vec<Load> = shares.iter().map(load).collect();
    if let Some(peers) = run.peers() {
        peers.observe(&loads);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shard_belongs_to_one_process_and_parts_differ_by_one() {
        for count in 1..=32 {
            let bounds: Vec<usize> = (0..=count).map(|process| (process * 32usize).div_ceil(count)).collect();
            let parts: Vec<Part> = (0..count).map(|index| Part { index, bounds: bounds.clone() }).collect();
            let sizes: Vec<usize> = parts.iter().map(|part| part.own().len()).collect();
            assert_eq!(sizes.iter().sum::<usize>(), 32);
            assert!(
                sizes.iter().max().zip(sizes.iter().min()).is_some_and(|(most, least)| most - least <= 1)
            );
            for shard in 0..32 {
                assert!(parts[parts[0].owner(shard)].own().contains(&shard));
            }
        }
    }
}
