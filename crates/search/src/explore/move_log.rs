//! The moves to states that were stored before, as they come, in 4 to 5 bytes each.
//!
//! Shards receive what another one sent in the order of its states, so the state before a move is mostly the next one
//! of the same shard. Both numbers are written as differences to those of the last move, seven bits per byte
//! with the lowest first: a byte for the state before, and as many as it takes for the other.

use crate::sharded::SHARD_BITS;
use crate::store::SegmentedVec;

/// A list of moves that can only be added to and read from its beginning.
pub(super) struct MoveLog {
    bytes: SegmentedVec<u8>,
    len: usize,
    last: (u32, u32),
}

impl MoveLog {
    pub(super) fn new() -> Self {
        MoveLog { bytes: SegmentedVec::new(), len: 0, last: (0, 0) }
    }

    /// The number of moves.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a move from a state, by its number among all, to one of this shard. The same move again is left out.
    pub(super) fn push(&mut self, from: u32, to: u32) {
        // The shard is in the lowest bits of a number: the rest is to change by little.
        let from = from.rotate_right(SHARD_BITS);
        if self.len > 0 && self.last == (from, to) {
            return;
        }
        self.write(from.wrapping_sub(self.last.0));
        self.write(to.wrapping_sub(self.last.1));
        self.last = (from, to);
        self.len += 1;
    }

    /// Writes a difference, which is small if it is near 0 on either side.
    fn write(&mut self, difference: u32) {
        let signed = difference as i32;
        let mut rest = (signed << 1 ^ signed >> 31) as u32;
        while rest >= 128 {
            self.bytes.push(rest as u8 | 128);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    /// Calls `visit` with each move.
    pub(super) fn each(&self, mut visit: impl FnMut(u32, u32)) {
        let mut bytes = self.bytes.iter();
        let mut read = || {
            let (mut rest, mut shift) = (0, 0);
            for &byte in bytes.by_ref() {
                rest |= u32::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            rest >> 1 ^ (rest & 1).wrapping_neg()
        };
        let (mut from, mut to) = (0u32, 0u32);
        for _ in 0..self.len {
            from = from.wrapping_add(read());
            to = to.wrapping_add(read());
            visit(from.rotate_left(SHARD_BITS), to);
        }
    }

    /// Memory held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_they_were_written() {
        let numbers = [0, 1, 2, 33, 127, 128, 1 << 20, u32::MAX / 2, u32::MAX - 1, u32::MAX];
        let mut log = MoveLog::new();
        let mut moves = Vec::new();
        for from in numbers {
            for to in numbers {
                log.push(from, to);
                log.push(from, to);
                moves.push((from, to));
            }
        }
        let mut read = Vec::new();
        log.each(|from, to| read.push((from, to)));
        assert_eq!((read, log.len()), (moves, numbers.len() * numbers.len()));
    }

    #[test]
    fn moves_from_one_state_after_the_other_take_two_bytes() {
        let mut log = MoveLog::new();
        (0..40_960).for_each(|at| log.push(at << SHARD_BITS | 7, at / 2));
        // The last segment may be nearly empty.
        assert!(log.bytes() < 2 * 40_960 + 2 * 4096, "{} bytes", log.bytes());
    }
}
