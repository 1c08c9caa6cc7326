//! The first half of a round: a shard expands some of its states and sends their successors.
//!
//! A round is limited by number and by bytes ([`Ration`]), so that many or large successors do not take more
//! memory.

use std::borrow::Borrow;

use super::{BATCH, Outbox, number, shard_and_local};
use crate::Searchable;
use crate::searchable::{StateGraph, check_cost};
use crate::stop::StopCheck;
use crate::store::{Beside, Store, Stored, hash_of, prefetch};

/// The bytes of generated states that a shard sends in a round, unless the last ones lead to more than those
/// before: 16 MB for all shards. With two rounds under way that is half of the 64 MB that processes may have in
/// flight.
const BYTES_PER_ROUND: usize = 1 << 19;
/// The overhead of a generated state, in bytes.
const RECORD_HEAD: usize = 16;

/// States of a shard to expand, and where to send their successors.
#[expect(missing_debug_implementations, reason = "an argument of one function, with nothing to show")]
pub struct Expansion<'e, 's, S: ?Sized + Stored, B: Beside> {
    pub(crate) stores: &'e [Store<S, B>],
    pub(crate) shard: usize,
    /// The numbers of the states in the shard.
    pub(crate) locals: &'e [u32],
    pub(crate) scratch: &'e mut S::Scratch,
    pub(crate) stop: &'e mut StopCheck<'s>,
    pub(crate) outbox: &'e mut Outbox<S>,
}

/// How much a shard sends in a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ration {
    /// The maximum number of states to expand.
    pub(crate) expanded: u32,
    /// The maximum number of states to generate. It is exceeded if the last states have more successors than those
    /// before.
    pub(crate) generated: u64,
}

impl Ration {
    /// At most this many states, and as many as fit into the bytes of a round. States take about as many bytes
    /// as this one.
    pub(crate) fn new<S: ?Sized + Stored>(expanded: u32, puzzle: &dyn StateGraph<S>, state: &S) -> Self {
        let bytes = RECORD_HEAD + size_of_val::<S>(state) + puzzle.on_store(state).1;
        Ration { expanded, generated: (BYTES_PER_ROUND / bytes) as u64 }
    }

    /// The number of states to expand next, after these. The first ones show how many states they lead to.
    pub(crate) fn next(self, done: &Expanded) -> u32 {
        let left = u64::from(self.expanded.saturating_sub(done.expanded));
        let fit = match (done.expanded, done.generated) {
            (0, _) => self.generated.clamp(1, BATCH as u64),
            (_, 0) => left,
            (_, generated) if generated >= self.generated => 0,
            (expanded, generated) => ((self.generated - generated) * u64::from(expanded) / generated).max(1),
        };
        left.min(fit) as u32
    }
}

/// What an expansion of many states did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expanded {
    /// The number of states that were expanded before the search was stopped.
    pub(crate) expanded: u32,
    /// The number of states that were generated.
    pub(crate) generated: u64,
    /// Whether a move does not cost 1. Only noted where no costs are kept.
    pub(crate) non_unit_cost: bool,
}

impl Expanded {
    pub(crate) fn add(&mut self, more: Expanded) {
        self.expanded += more.expanded;
        self.generated += more.generated;
        self.non_unit_cost |= more.non_unit_cost;
    }
}

/// Expands states and sends their successors to the shards. The innermost loop of a search, instantiated for each
/// puzzle.
///
/// Where moves can be undone, one move always leads back to the parent: a comparison saves that look-up. Parents
/// lie anywhere in memory, so they are read a batch at a time. A parent in another process cannot be read: the
/// state itself takes its place, which no move needs to lead to either.
pub(crate) fn expand_all<P: Searchable, B: Beside>(
    puzzle: &P,
    expansion: Expansion<'_, '_, P::State, B>,
) -> Expanded {
    let Expansion { stores, shard, locals, scratch, stop, outbox } = expansion;
    let min_move_cost = puzzle.min_cost();
    let mut done = Expanded::default();
    let mut previous: [Option<&P::State>; BATCH] = [None; BATCH];
    for batch in locals.chunks(BATCH) {
        for (&local, previous) in batch.iter().zip(&mut previous) {
            let (at, parent) = shard_and_local(stores[shard].parent(local));
            let is_here = parent < stores[at].len();
            let state = if is_here { stores[at].state(parent) } else { stores[shard].state(local) };
            prefetch(state);
            *previous = Some(state);
        }
        for (&local, previous) in batch.iter().zip(&previous) {
            let Some(previous) = *previous else { continue };
            if stop.is_stopped() {
                return done;
            }
            done.expanded += 1;
            let (previous_hash, number) = (hash_of(previous), number(shard, local));
            let so_far = stores[shard].beside(local).cost();
            puzzle.expand_canonical(stores[shard].state(local), scratch, |_, cost, given| {
                check_cost(cost, min_move_cost);
                done.generated += 1;
                done.non_unit_cost |= so_far.is_none() && cost != 1;
                let state: &P::State = given.borrow();
                let hash = hash_of(state);
                if hash != previous_hash || state != previous {
                    let total = so_far.map_or(0, |so_far| so_far.saturating_add(cost));
                    outbox.send(hash, number, total, given);
                }
            });
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_ends_at_its_states_or_at_its_bytes() {
        let ration = Ration { expanded: 1024, generated: 4000 };
        for (branching, expected) in
            [(0, 1024), (1, 1024), (3, 1024), (4, 1000), (7, 572), (100, 40), (9999, 32)]
        {
            let mut round = Expanded::default();
            loop {
                let expanded = ration.next(&round);
                if expanded == 0 {
                    break;
                }
                let generated = u64::from(expanded) * branching;
                round.add(Expanded { expanded, generated, non_unit_cost: false });
            }
            assert_eq!(round.expanded, expected, "{branching} states each");
        }
        let large = Ration { expanded: 1024, generated: 3 };
        assert_eq!(large.next(&Expanded::default()), 3);
    }
}
