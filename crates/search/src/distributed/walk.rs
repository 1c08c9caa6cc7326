//! The way back from a solved state to the start, through the stores of all processes.
//!
//! A state's parent may lie in any process. The owner of the state that has its turn tells all others the
//! states from there on, as long as they are its own; then the owner of the next one continues. Every
//! process ends with the same chain, replays it, and so checks it.

use std::borrow::Borrow;

use super::bytes::StateBytes;
use super::{Lost, gather, lost};
use crate::closed::chain_to;
use crate::replay::{MoveIndex, replay, try_replay};
use crate::searchable::StateGraph;
use crate::sharded::{Shard, Sharded, shard_and_local};
use crate::store::{Owned, Stored};
use crate::{Cost, Limit, Run, Solution};

/// The maximum number of states in one message.
const MAX_LINKS: u32 = 4096;

impl<K: Shard<S>, S: ?Sized + Stored> Sharded<K, S> {
    /// The cheapest solution found, if there is one.
    pub(crate) fn solution(
        &self,
        puzzle: &dyn StateGraph<S>,
        run: &mut Run<'_, '_>,
    ) -> Option<Solution<MoveIndex>> {
        let (cost, number) = self.tally.solved?;
        if self.part.is_none() {
            return Some(replay(puzzle, &chain_to(self, number)));
        }
        let chain = self.chain_to(number, run).ok()?;
        let solution = replayed(puzzle, &chain, cost);
        if solution.is_none() {
            lost(run);
        }
        solution
    }

    /// The states from the start to the one with this number.
    fn chain_to(&self, number: u32, run: &mut Run<'_, '_>) -> Result<Vec<Owned<S>>, Limit> {
        let Some(part) = &self.part else { return Err(lost(run)) };
        let (mut chain, mut at) = (Vec::new(), number);
        loop {
            let owner = part.owner(shard_and_local(at).0);
            let message = if owner == part.index { self.links(at) } else { Vec::new() };
            let messages = run.peers().ok_or(Lost).and_then(|peers| gather(peers, message));
            let links = messages.ok().and_then(|messages| self.read_links(&messages[owner], &mut chain));
            // A chain that does not end is not one.
            let (next, is_start) =
                links.filter(|_| chain.len() as u64 <= self.tally.stored).ok_or_else(|| lost(run))?;
            if is_start {
                chain.reverse();
                return Ok(chain);
            }
            at = next;
        }
    }

    /// The states from this one back, as long as they are stored here: their number, the number of the next
    /// one, whether the last one is the start, and the states.
    fn links(&self, mut at: u32) -> Vec<u8> {
        let (mut links, mut is_start, mut states) = (0u32, false, Vec::new());
        let own = self.part.as_ref().map_or(0..0, super::Part::own);
        while links < MAX_LINKS && !is_start {
            let (shard, local) = shard_and_local(at);
            if !own.contains(&shard) {
                break;
            }
            self.shards[shard].write_state(self.stores[shard].state(local), &mut states);
            links += 1;
            let parent = self.stores[shard].parent(local);
            is_start = parent == at;
            at = parent;
        }
        let mut message = Vec::with_capacity(9 + states.len());
        links.write(&mut message);
        at.write(&mut message);
        u8::from(is_start).write(&mut message);
        message.append(&mut states);
        message
    }

    /// Reads what [`links`](Self::links) wrote: the number of the next state, and whether there is none.
    fn read_links(&self, mut message: &[u8], chain: &mut Vec<Owned<S>>) -> Option<(u32, bool)> {
        let (links, next) = (u32::read(&mut message)?, u32::read(&mut message)?);
        let is_start = u8::read(&mut message)? == 1;
        for _ in 0..links {
            chain.push(self.shards.first()?.read_state(&mut message)?);
        }
        (links > 0 && message.is_empty()).then_some((next, is_start))
    }
}

/// The moves along a chain of states, if they lead to a solved state at this cost.
fn replayed<S: ?Sized + Stored>(
    puzzle: &dyn StateGraph<S>,
    chain: &[Owned<S>],
    cost: Cost,
) -> Option<Solution<MoveIndex>> {
    let is_solved = chain.last().is_some_and(|end| puzzle.is_solved(end.borrow()));
    let begins = chain.first().is_some_and(|first| *first == puzzle.canonical(puzzle.start()));
    try_replay(puzzle, chain).filter(|solution| is_solved && begins && solution.cost == cost)
}
