//! One search on several processes: the interface between the engine and the network.
//!
//! The 32 shards of a search are dealt out to the processes, some to each. A round is the same as on one
//! machine (`sharded.rs`): every shard expands some states, the generated states go to their
//! shards, and every shard takes in what came to it in the order of the senders. After each round the
//! processes exchange a share of a hundred bytes: counts, the lowest priority, the cheapest solution,
//! whether one of them was stopped. All decisions depend only on the sum of these, so all processes
//! proceed alike, and the answer and all counts are those of one machine.
//!
//! The engine knows no network. It sees the other processes as [`Peers`], which carry messages between them.
//! Set them by [`Monitor::peers`](crate::Monitor::peers): all processes then call the same solver with the
//! same puzzle and the same options, and all of them get the same report. The puzzle needs an encoding
//! of its states: [`Tuning::byte_form`](crate::Tuning::byte_form).
//!
//! Once a process is lost nothing more is proved: the search ends as if cancelled.

mod bytes;
mod records;
mod rounds;
mod share;
mod solo;
mod walk;

pub use bytes::{ByteForm, StateBytes};
pub(crate) use rounds::{Part, UnderWay};
pub(crate) use share::{Tally, any};
pub(crate) use solo::Solo;

use crate::searchable::StateGraph;
use crate::store::Stored;
use crate::{Goal, Limit, Run};

/// The maximum number of processes that can share a search: one per shard.
pub const MAX_PROCESSES: usize = crate::sharded::SHARDS;

/// The other processes of a search, as one of them sees them.
///
/// Messages travel in batches. Every process [posts](Peers::post) any number of messages and
/// [dispatches](Peers::dispatch) them as one batch. [`deliver`](Peers::deliver) returns a batch when all
/// processes have dispatched theirs. Several batches may be under way; they are delivered in order.
pub trait Peers {
    /// The number of this process, from 0.
    fn index(&self) -> usize;

    /// The number of processes.
    fn count(&self) -> usize;

    /// Adds a message for another process to the batch.
    fn post(&mut self, to: usize, message: Vec<u8>);

    /// Ends the batch and lets it travel. Does not wait.
    fn dispatch(&mut self);

    /// Waits for the first batch that was dispatched and not yet delivered. Returns the messages of the others
    /// to this process, each with its sender: in the order of the senders, those of one sender in the order in
    /// which they were posted.
    ///
    /// # Errors
    ///
    /// A process is lost. From then on every call fails.
    fn deliver(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Lost>;

    /// Takes note of what each process holds, after every round.
    fn observe(&mut self, loads: &[Load]) {
        let _ = loads;
    }
}

/// Another process is lost, or does not do what this one does. Nothing can be proved any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// What one process holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// States stored.
    pub stored: u64,
    /// Memory held, in bytes.
    pub bytes: u64,
}

/// Sends `mine` to all other processes. Returns what each process sent, in the order of the processes.
pub(crate) fn gather(peers: &mut dyn Peers, mine: Vec<u8>) -> Result<Vec<Vec<u8>>, Lost> {
    send_to_all(peers, &mine);
    await_each(peers, mine)
}

/// Sends a batch with this message to all other processes.
fn send_to_all(peers: &mut dyn Peers, message: &[u8]) {
    let (own, count) = (peers.index(), peers.count());
    for to in (0..count).filter(|&to| to != own) {
        peers.post(to, message.to_vec());
    }
    peers.dispatch();
}

/// Waits for a batch with one message from each process, which sent `mine` itself. Returns them in the order
/// of the processes.
fn await_each(peers: &mut dyn Peers, mine: Vec<u8>) -> Result<Vec<Vec<u8>>, Lost> {
    let mut all = vec![None; peers.count()];
    all[peers.index()] = Some(mine);
    for (from, message) in peers.deliver()? {
        match all.get_mut(from) {
            Some(slot @ None) => *slot = Some(message),
            _ => return Err(Lost),
        }
    }
    all.into_iter().collect::<Option<Vec<_>>>().ok_or(Lost)
}

/// Whether this puzzle can be searched for this goal on several processes.
pub(crate) fn is_possible<S: ?Sized + Stored>(puzzle: &dyn StateGraph<S>, goal: Goal) -> bool {
    goal != Goal::All && puzzle.has_byte_form()
}

/// Stops a search that lost a process.
pub(crate) fn lost(run: &mut Run<'_, '_>) -> Limit {
    run.stop_for(Limit::Cancelled)
}
