//! A search that one process does alone while the others wait for its result.
//!
//! For methods that are not spread over processes, and for small searches: what one process finds, all report.

use std::borrow::Borrow;

use super::bytes::StateBytes;
use super::share::{read_left_out, read_limit, write_left_out, write_limit};
use super::{Lost, Tally, gather, lost};
use crate::closed::{ClosedList, chain_to};
use crate::replay::{MoveIndex, replay, try_replay};
use crate::run::Finding;
use crate::searchable::StateGraph;
use crate::sharded::End;
use crate::store::{Owned, Stored};
use crate::{Counts, Limit, Outcome, Run};

/// Process 0 sends the end of its search, and its findings, to all others.
pub(super) fn share_end(
    own: Option<Result<End, Limit>>,
    tally: &mut Tally,
    run: &mut Run<'_, '_>,
) -> Result<End, Limit> {
    let mut message = Vec::new();
    if let Some(end) = own {
        let end = match end {
            Err(_) => 0,
            Ok(End::Complete) => 1,
            Ok(End::Outgrown) => 2,
            Ok(End::NonUnitCost) => 3u8,
        };
        end.write(&mut message);
        tally.write(&mut message);
        run.finding().write(&mut message);
    }
    let messages = run.peers().ok_or(Lost).and_then(|peers| gather(peers, message));
    let told = messages.ok().and_then(|messages| {
        let mut bytes = &messages[0][..];
        Some((u8::read(&mut bytes)?, Tally::read(&mut bytes)?, Finding::read(&mut bytes)?))
    });
    let Some((end, known, finding)) = told else { return Err(lost(run)) };
    *tally = known;
    run.adopt(&finding);
    match end {
        1 => Ok(End::Complete),
        2 => Ok(End::Outgrown),
        3 => Ok(End::NonUnitCost),
        _ => Err(finding.limit.unwrap_or_else(|| lost(run))),
    }
}

impl StateBytes for Finding {
    fn write(&self, bytes: &mut Vec<u8>) {
        let Finding { bound, exhausted, counts, limit, left_out } = *self;
        bound.write(bytes);
        u8::from(exhausted).write(bytes);
        [counts.expanded, counts.generated, counts.stored].write(bytes);
        write_limit(limit, bytes);
        write_left_out(left_out, bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (bound, exhausted) = (u32::read(bytes)?, u8::read(bytes)? == 1);
        let [expanded, generated, stored] = <[u64; 3]>::read(bytes)?;
        let counts = Counts { expanded, generated, stored };
        let (limit, left_out) = (read_limit(bytes)?, read_left_out(bytes)?);
        Some(Finding { bound, exhausted, counts, limit, left_out })
    }
}

/// The result of a search: the states from the start to its best solution.
pub(crate) struct Solo<S: ?Sized + Stored>(Option<Vec<Owned<S>>>);

impl<S: ?Sized + Stored> Solo<S> {
    /// The way to the state with this number, if there is one.
    pub(crate) fn new(closed: &dyn ClosedList<S>, number: Option<u32>) -> Self {
        Solo(number.map(|number| chain_to(closed, number)))
    }

    /// The outcome of a search that process 0 does, for all processes.
    pub(crate) fn finish(
        puzzle: &dyn StateGraph<S>,
        run: &mut Run<'_, '_>,
        search: impl FnOnce(&mut Run<'_, '_>) -> Solo<S>,
    ) -> Outcome<MoveIndex> {
        let Some(index) = run.peers().map(|peers| peers.index()) else {
            let Solo(chain) = search(run);
            return run.finish(chain.map(|chain| replay(puzzle, &chain)));
        };
        let message = if index == 0 { search(run).write(puzzle, run) } else { Vec::new() };
        let messages = run.peers().ok_or(Lost).and_then(|peers| gather(peers, message));
        let found = messages.ok().and_then(|messages| Solo::read(puzzle, &messages[0]));
        let Some((finding, Solo(chain))) = found else {
            lost(run);
            return run.finish(None);
        };
        run.adopt(&finding);
        let is_solved =
            |chain: &&Vec<Owned<S>>| chain.last().is_some_and(|end| puzzle.is_solved(end.borrow()));
        let solution = chain.as_ref().filter(is_solved).and_then(|chain| try_replay(puzzle, chain));
        if solution.is_none() && chain.is_some() {
            lost(run);
            return run.finish(None);
        }
        run.finish(solution)
    }

    fn write(&self, puzzle: &dyn StateGraph<S>, run: &Run<'_, '_>) -> Vec<u8> {
        let mut message = Vec::new();
        run.finding().write(&mut message);
        u8::from(self.0.is_some()).write(&mut message);
        for state in self.0.iter().flatten() {
            puzzle.write_state(state.borrow(), &mut message);
        }
        message
    }

    fn read(puzzle: &dyn StateGraph<S>, mut message: &[u8]) -> Option<(Finding, Self)> {
        let bytes = &mut message;
        let finding = Finding::read(bytes)?;
        let is_found = u8::read(bytes)? == 1;
        let mut chain = Vec::new();
        while !bytes.is_empty() {
            chain.push(puzzle.read_state(bytes)?);
        }
        Some((finding, Solo(is_found.then_some(chain))))
    }
}
