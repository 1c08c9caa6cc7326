//! How generated states travel: a message is the number of a shard and the records for it.
//!
//! A record is the number of the parent, the cost where the method keeps costs, and the state. Parents are
//! expanded in order, shard by shard, and their costs hardly differ. So a number or a cost travels as its
//! difference to the one before, in as few bytes as it takes: one or two instead of four. The hash is computed
//! again, which is cheaper than sending it.

use std::borrow::Borrow;

use super::bytes::StateBytes;
use crate::Cost;
use crate::sharded::{Outbox, SHARD_BITS, Shard, receive_all};
use crate::store::{GeneratedList, Store, Stored, hash_of};

/// The number of records that are decoded before they are taken in, so that they stay in the cache.
const DECODED: usize = 512;
/// The maximum length of an encoded difference, in bytes.
const MAX_BYTES: u32 = 5;

/// The message with all records for a shard. Empty if there are none.
pub(super) fn write<K: Shard<S>, S: ?Sized + Stored>(
    shard: &K,
    to: usize,
    outboxes: &[Outbox<S>],
) -> Vec<u8> {
    let records: usize = outboxes.iter().map(|outbox| outbox.to(to).len()).sum();
    let mut message = Vec::new();
    if records == 0 {
        return message;
    }
    (to as u8).write(&mut message);
    let mut is_first = true;
    let (mut parent, mut cost) = (Differences::default(), Differences::default());
    for list in outboxes.iter().map(|outbox| outbox.to(to)) {
        for at in 0..list.len() {
            let generated = list.get(at);
            // The shard comes first, so that the difference of two parents in one shard is small.
            parent.write(generated.parent.rotate_right(SHARD_BITS), &mut message);
            if K::HAS_COSTS {
                cost.write(generated.cost, &mut message);
            }
            shard.write_state(generated.state, &mut message);
            if std::mem::take(&mut is_first) {
                // The first record has the longest differences.
                message.reserve(message.len() * records);
            }
        }
    }
    message
}

/// Takes in records that were written as bytes. `None` if they are malformed.
pub(super) fn take_in<K: Shard<S>, S: ?Sized + Stored>(
    shard: &mut K,
    store: &mut Store<S, K::Beside>,
    words: usize,
    mut records: &[u8],
) -> Option<()> {
    let mut decoded = S::GeneratedList::new(words, DECODED);
    let (mut parents, mut costs) = (Differences::default(), Differences::default());
    while !records.is_empty() {
        decoded.truncate(0);
        while decoded.len() < DECODED && !records.is_empty() {
            let parent = parents.read(&mut records)?.rotate_left(SHARD_BITS);
            let cost: Cost = if K::HAS_COSTS { costs.read(&mut records)? } else { 0 };
            let state = shard.read_state(&mut records)?;
            let state: &S = state.borrow();
            decoded.push_copy(hash_of(state), parent, cost, state);
        }
        receive_all(shard, store, &decoded);
    }
    Some(())
}

/// A sequence of numbers, each as its difference to the one before: 7 bits per byte, the lowest first. The
/// highest bit of a byte says that another one follows. The lowest bit of a difference is its sign.
#[derive(Default)]
struct Differences {
    last: u32,
}

impl Differences {
    #[inline]
    fn write(&mut self, number: u32, bytes: &mut Vec<u8>) {
        let difference = number.wrapping_sub(std::mem::replace(&mut self.last, number)) as i32;
        let mut rest = (difference << 1 ^ difference >> 31) as u32;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }

    /// Takes a number from the front of `bytes`. `None` if there is none.
    #[inline]
    fn read(&mut self, bytes: &mut &[u8]) -> Option<u32> {
        let mut coded = 0;
        for at in 0..MAX_BYTES {
            let byte = u8::read(bytes)?;
            coded |= u32::from(byte & 0x7f) << (7 * at);
            if byte < 0x80 {
                let difference = coded >> 1 ^ (coded & 1).wrapping_neg();
                self.last = self.last.wrapping_add(difference);
                return Some(self.last);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_their_differences_and_close_ones_take_a_byte() {
        let numbers = [0, 1, 64, 0, 63, u32::MAX, 0, 1 << 31, 7, u32::MAX / 2, 1 << 27, (1 << 27) + 8191];
        let (mut bytes, mut writer) = (Vec::new(), Differences::default());
        for (at, &number) in numbers.iter().enumerate() {
            writer.write(number, &mut bytes);
            if at == 1 {
                assert_eq!(bytes, [0, 2]);
            }
        }
        let (mut rest, mut reader) = (&bytes[..], Differences::default());
        for number in numbers {
            assert_eq!(reader.read(&mut rest), Some(number));
        }
        assert_eq!(reader.read(&mut rest), None);
        assert_eq!(Differences::default().read(&mut &[255; 9][..]), None);
        assert_eq!(Differences::default().read(&mut &[128][..]), None);
    }
}
