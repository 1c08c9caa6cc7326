//! The moves into each state of a shard, but for the one from its parent, in flat arrays.
//!
//! The state before a move takes as many bytes as the largest number needs: 3 up to sixteen million states, then 4. Where
//! the moves into a state begin takes 2.25 bytes per state: a number for every sixteenth state, and how far
//! from there those of each end. If some are too far for two bytes, as with a state that many lead to, all
//! take four.

use super::Numbering;
use super::move_log::MoveLog;

/// States per number of [`Ends::Near`].
const BLOCK: usize = 16;

/// The moves into the states of a shard.
pub(super) struct Incoming {
    ends: Ends,
    /// The dense numbers of the states before the moves, `width` bytes each, the lowest first.
    from: Vec<u8>,
    width: usize,
}

/// Where the moves into each state end.
enum Ends {
    /// By the beginning of a block, and the distance from there.
    Near {
        blocks: Vec<u32>,
        ends: Vec<u16>,
    },
    Far(Vec<u32>),
}

impl Ends {
    fn new(far: Vec<u32>) -> Self {
        let begin = |block: usize| if block == 0 { 0 } else { far[block * BLOCK - 1] };
        let blocks: Vec<u32> = (0..far.len().div_ceil(BLOCK)).map(begin).collect();
        let near = |(at, &end): (usize, &u32)| u16::try_from(end - blocks[at / BLOCK]).ok();
        match far.iter().enumerate().map(near).collect() {
            Some(ends) => Ends::Near { blocks, ends },
            None => Ends::Far(far),
        }
    }

    fn end(&self, local: usize) -> usize {
        match self {
            Ends::Near { blocks, ends } => blocks[local / BLOCK] as usize + usize::from(ends[local]),
            Ends::Far(ends) => ends[local] as usize,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Ends::Near { blocks, ends } => {
                blocks.capacity() * size_of::<u32>() + ends.capacity() * size_of::<u16>()
            }
            Ends::Far(ends) => ends.capacity() * size_of::<u32>(),
        }
    }
}

impl Incoming {
    /// Turns the moves into the states of a shard around.
    pub(super) fn new(log: &MoveLog, states: u32, numbering: &Numbering) -> Self {
        let width = Self::width(numbering);
        let mut ends = vec![0u32; states as usize];
        log.each(|_, to| ends[to as usize] += 1);
        let mut end = 0;
        for place in &mut ends {
            end += *place;
            *place = end;
        }
        // Filled from the end of each part to its beginning; what is left are the beginnings, each of which is the end of
        // the part before.
        let mut from = vec![0; log.len() * width];
        log.each(|source, to| {
            let place = &mut ends[to as usize];
            *place -= 1;
            let at = *place as usize * width;
            from[at..at + width].copy_from_slice(&numbering.dense(source).to_le_bytes()[..width]);
        });
        if !ends.is_empty() {
            ends.rotate_left(1);
            ends[states as usize - 1] = end;
        }
        Incoming { ends: Ends::new(ends), from, width }
    }

    /// The bytes of a number.
    fn width(numbering: &Numbering) -> usize {
        (u32::BITS - numbering.len().leading_zeros()).div_ceil(8).max(1) as usize
    }

    /// The memory that [`new`](Self::new) needs for a while.
    pub(super) fn most_bytes(log: &MoveLog, states: u32, numbering: &Numbering) -> usize {
        log.len() * Self::width(numbering) + states as usize * 2 * size_of::<u32>()
    }

    /// The states before the moves into a state.
    pub(super) fn of(&self, local: u32) -> impl Iterator<Item = u32> {
        let local = local as usize;
        let first = if local == 0 { 0 } else { self.ends.end(local - 1) };
        let part = &self.from[first * self.width..self.ends.end(local) * self.width];
        part.chunks_exact(self.width)
            .map(|number| number.iter().rev().fold(0, |high, &byte| high << 8 | u32::from(byte)))
    }

    /// Memory held.
    pub(super) fn bytes(&self) -> usize {
        self.ends.bytes() + self.from.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sharded::number;

    /// The moves into each state, as they are read back.
    fn turned(moves: &[(u32, u32)], states: u32) -> Vec<Vec<u32>> {
        let mut log = MoveLog::new();
        moves.iter().for_each(|&(from, to)| log.push(number(0, from), to));
        let incoming = Incoming::new(&log, states, &Numbering { first: vec![0, states] });
        let sorted = |local| {
            let mut all: Vec<u32> = incoming.of(local).collect();
            all.sort_unstable();
            all
        };
        (0..states).map(sorted).collect()
    }

    fn expected(moves: &[(u32, u32)], states: u32) -> Vec<Vec<u32>> {
        let into = |to| {
            let mut all: Vec<u32> = moves.iter().filter(|mv| mv.1 == to).map(|mv| mv.0).collect();
            all.sort_unstable();
            all
        };
        (0..states).map(into).collect()
    }

    #[test]
    fn moves_are_found_at_their_ends() {
        for states in [1, 2, 15, 16, 17, 40, 300] {
            let moves: Vec<(u32, u32)> =
                (0..3 * states).map(|at| (at * 7 % states, at * at * 5 % states)).collect();
            let mut moves = moves;
            moves.dedup();
            assert_eq!(turned(&moves, states), expected(&moves, states), "{states} states");
        }
    }

    #[test]
    fn a_state_that_very_many_moves_lead_to_is_no_exception() {
        let states = 70_000;
        let mut moves: Vec<(u32, u32)> = (0..states).map(|from| (from, 20)).collect();
        moves.extend([(1, 21), (2, 69_999)]);
        let turned = turned(&moves, states);
        assert_eq!(turned[20], (0..states).collect::<Vec<_>>());
        assert_eq!((&turned[19], &turned[21], &turned[69_999]), (&vec![], &vec![1], &vec![2]));
    }
}
