//! The message that each process sends to the others after a round, and how all of them are combined.

use super::{Lost, await_each, bytes::StateBytes, gather, lost, send_to_all};
use crate::{Cost, Limit, Run};

/// The state of a search after a round: of one shard, of one process, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// States expanded, generated and stored.
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) stored: u64,
    /// States of the layer that is being expanded that wait for it. Breadth-first search only.
    pub(crate) waiting: u64,
    /// The lowest priority of an open state. A* only.
    pub(crate) lowest: Option<Cost>,
    /// The cost and the number of the cheapest solved state, the first of several.
    pub(crate) solved: Option<(Cost, u32)>,
    /// Whether a move of another cost than 1 was generated. Breadth-first search only.
    pub(crate) non_unit_cost: bool,
}

impl Tally {
    /// Adds the tally of the shards that follow.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.stored += other.stored;
        self.waiting += other.waiting;
        self.lowest = self.lowest.into_iter().chain(other.lowest).min();
        self.solved = match (self.solved, other.solved) {
            (Some(first), Some(second)) if second.0 < first.0 => Some(second),
            (first, second) => first.or(second),
        };
        self.non_unit_cost |= other.non_unit_cost;
    }
}

/// The message that a process sends to the others after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) tally: Tally,
    /// The limit that stopped the process in this round. It may have dropped work.
    pub(super) stopped: Option<Limit>,
    /// The least cost of the solutions that it left out, and why.
    pub(super) left_out: Option<(Cost, Limit)>,
    /// Whether another round might exceed its memory limit.
    pub(super) is_full: bool,
    /// Memory held.
    pub(super) bytes: u64,
}

/// Two optional numbers, with a mark that says which there are.
fn write_optional(first: Option<u32>, second: Option<u32>, bytes: &mut Vec<u8>) {
    (u8::from(first.is_some()) | u8::from(second.is_some()) << 1).write(bytes);
    first.unwrap_or(0).write(bytes);
    second.unwrap_or(0).write(bytes);
}

fn read_optional(bytes: &mut &[u8]) -> Option<(Option<u32>, Option<u32>)> {
    let (mark, first, second) = (u8::read(bytes)?, u32::read(bytes)?, u32::read(bytes)?);
    Some(((mark & 1 != 0).then_some(first), (mark & 2 != 0).then_some(second)))
}

/// A limit as a byte, 0 for none.
pub(super) fn write_limit(limit: Option<Limit>, bytes: &mut Vec<u8>) {
    let index = limit.and_then(|limit| Limit::ALL.iter().position(|&other| other == limit));
    index.map_or(0, |index| index as u8 + 1).write(bytes);
}

pub(super) fn read_limit(bytes: &mut &[u8]) -> Option<Option<Limit>> {
    match u8::read(bytes)? {
        0 => Some(None),
        index => Limit::ALL.get(usize::from(index) - 1).copied().map(Some),
    }
}

/// What was left out, as bytes.
pub(super) fn write_left_out(left_out: Option<(Cost, Limit)>, bytes: &mut Vec<u8>) {
    write_limit(left_out.map(|(_, limit)| limit), bytes);
    left_out.map_or(0, |(cost, _)| cost).write(bytes);
}

pub(super) fn read_left_out(bytes: &mut &[u8]) -> Option<Option<(Cost, Limit)>> {
    let (limit, cost) = (read_limit(bytes)?, Cost::read(bytes)?);
    Some(limit.map(|limit| (cost, limit)))
}

impl StateBytes for Tally {
    fn write(&self, bytes: &mut Vec<u8>) {
        let Tally { expanded, generated, stored, waiting, lowest, solved, non_unit_cost } = *self;
        [expanded, generated, stored, waiting].write(bytes);
        write_optional(lowest, None, bytes);
        write_optional(solved.map(|(cost, _)| cost), solved.map(|(_, number)| number), bytes);
        u8::from(non_unit_cost).write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let [expanded, generated, stored, waiting] = <[u64; 4]>::read(bytes)?;
        let (lowest, _) = read_optional(bytes)?;
        let (cost, number) = read_optional(bytes)?;
        let (solved, non_unit_cost) = (cost.zip(number), u8::read(bytes)? == 1);
        Some(Tally { expanded, generated, stored, waiting, lowest, solved, non_unit_cost })
    }
}

impl StateBytes for Share {
    fn write(&self, bytes: &mut Vec<u8>) {
        let Share { tally, stopped, left_out, is_full, bytes: held } = *self;
        tally.write(bytes);
        write_limit(stopped, bytes);
        write_left_out(left_out, bytes);
        u8::from(is_full).write(bytes);
        held.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Share {
            tally: Tally::read(bytes)?,
            stopped: read_limit(bytes)?,
            left_out: read_left_out(bytes)?,
            is_full: u8::read(bytes)? == 1,
            bytes: u64::read(bytes)?,
        })
    }
}

/// Sends the share of this process to all others.
pub(super) fn announce(run: &mut Run<'_, '_>, mine: &Share) -> Result<(), Limit> {
    let mut message = Vec::new();
    mine.write(&mut message);
    let Some(peers) = run.peers() else { return Err(lost(run)) };
    send_to_all(peers, &message);
    Ok(())
}

/// The shares of all processes, in their order. This one has announced its own.
pub(super) fn await_all(run: &mut Run<'_, '_>, mine: &Share) -> Result<Vec<Share>, Limit> {
    let mut message = Vec::new();
    mine.write(&mut message);
    let shares = run.peers().ok_or(Lost).and_then(|peers| await_each(peers, message));
    let shares = shares.map(|all| all.iter().map(|bytes| whole(bytes)).collect::<Option<Vec<Share>>>());
    shares.ok().flatten().ok_or_else(|| lost(run))
}

/// A value that takes all of `bytes`.
pub(super) fn whole<T: StateBytes>(mut bytes: &[u8]) -> Option<T> {
    T::read(&mut bytes).filter(|_| bytes.is_empty())
}

/// Whether something holds in one of the processes, each of which has checked it for its own shards.
pub(crate) fn any(run: &mut Run<'_, '_>, own: Result<bool, Limit>) -> Result<bool, Limit> {
    let mut message = vec![u8::from(own == Ok(true))];
    write_limit(own.err(), &mut message);
    let all = run.peers().ok_or(Lost).and_then(|peers| gather(peers, message)).map_err(|Lost| lost(run))?;
    let mut holds = false;
    for message in &all {
        let mut bytes = &message[..];
        match (u8::read(&mut bytes), read_limit(&mut bytes)) {
            (Some(_), Some(Some(limit))) => return Err(run.agree_on_stop(limit)),
            (Some(value), Some(None)) => holds |= value == 1,
            _ => return Err(lost(run)),
        }
    }
    Ok(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_comes_back_from_its_bytes() {
        let tally = Tally {
            expanded: 1,
            generated: 1 << 40,
            stored: 3,
            waiting: 4,
            lowest: Some(0),
            solved: Some((5, 6)),
            non_unit_cost: true,
        };
        let left_out = Some((9, Limit::Cost));
        let full = Share { tally, stopped: Some(Limit::Time), left_out, is_full: true, bytes: 7 };
        let bare = Share { tally: Tally::default(), stopped: None, left_out: None, is_full: false, bytes: 0 };
        for share in [full, bare] {
            let mut bytes = Vec::new();
            share.write(&mut bytes);
            assert_eq!(whole(&bytes), Some(share));
            assert_eq!(whole::<Share>(&bytes[1..]), None);
        }
    }

    #[test]
    fn of_several_solved_states_the_first_of_the_cheapest_counts() {
        let with = |solved| Tally { solved, ..Tally::default() };
        let mut sum = Tally::default();
        for solved in [None, Some((5, 1)), Some((3, 2)), None, Some((3, 4))] {
            sum.add(&with(solved));
        }
        assert_eq!(sum.solved, Some((3, 2)));
    }
}
