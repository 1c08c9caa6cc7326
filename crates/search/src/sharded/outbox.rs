//! What shards send to each other in a round: generated states, sorted by the shard that they belong to.

use super::shard_of;
use crate::Cost;
use crate::store::{GeneratedList, Stored};

/// The capacity of a new outbox, per shard, so that small rounds do not allocate.
const OUTBOX_ROOM: usize = 64;

/// What a sender holds for each shard.
pub struct Outbox<S: ?Sized + Stored>(Vec<S::GeneratedList>);

impl<S: ?Sized + Stored> Outbox<S> {
    pub(crate) fn new(shards: usize, words: usize) -> Self {
        Outbox((0..shards).map(|_| S::GeneratedList::new(words, OUTBOX_ROOM)).collect())
    }

    /// Sends a state to its shard, with the number of the expanded state and the cost from the start.
    #[inline]
    pub(crate) fn send(&mut self, hash: u64, parent: u32, cost: Cost, state: S::Given<'_>) {
        let to = shard_of(hash, self.0.len());
        self.0[to].push(hash, parent, cost, state);
    }

    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(|list| list.truncate(0));
    }

    pub(crate) fn clear_to(&mut self, shard: usize) {
        self.0[shard].truncate(0);
    }

    /// What was sent to a shard.
    pub(crate) fn to(&self, shard: usize) -> &S::GeneratedList {
        &self.0[shard]
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(GeneratedList::bytes).sum()
    }
}
