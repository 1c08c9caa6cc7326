//! The hash of states: the same on every machine, for every word size.
//!
//! Shards, buckets and so the course of a search follow from it. A hash that differs between machines of 32 and
//! of 64 bits would make the choice among equal solutions, and the counts, depend on the machine.
//!
//! A 64-bit word is folded in by one multiplication to 128 bits whose halves are combined; shorter integers
//! are gathered into words first. That costs one multiplication for a state of up to eight bytes. It is made
//! for states, not for keys that an attacker chooses.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds [`StateHasher`]s, for hash maps.
pub(crate) type StateHashBuilder = BuildHasherDefault<StateHasher>;

/// Digits of π, which have no structure that states could meet.
const SEED: u64 = 0x243f_6a88_85a3_08d3;
const FIRST: u64 = 0x1319_8a2e_0370_7345;
const SECOND: u64 = 0xa409_3822_299f_31d1;

/// A [`Hasher`] for states.
#[derive(Clone, Debug)]
pub(crate) struct StateHasher {
    folded: u64,
    /// Integers that do not fill a word yet, the first in the lowest bits, and how many bits they take.
    gathered: u64,
    bits: u32,
}

impl Default for StateHasher {
    fn default() -> Self {
        StateHasher { folded: SEED, gathered: 0, bits: 0 }
    }
}

/// The product of two words, its halves combined.
#[inline]
fn multiply(one: u64, other: u64) -> u64 {
    if cfg!(target_arch = "wasm32") {
        return multiply_in_parts(one, other);
    }
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

/// The same by products of 64 bits. WebAssembly has no larger ones, and would call a function for each hash.
#[inline]
fn multiply_in_parts(one: u64, other: u64) -> u64 {
    let parts = |word: u64| (word & u64::from(u32::MAX), word >> 32);
    let ((low, high), (other_low, other_high)) = (parts(one), parts(other));
    let (_, carry) = parts(low * other_low);
    let (middle, upper) = parts(high * other_low + carry);
    let (_, carry) = parts(low * other_high + middle);
    one.wrapping_mul(other) ^ (high * other_high + upper + carry)
}

impl StateHasher {
    #[inline]
    fn gather(&mut self, value: u64, bits: u32) {
        if self.bits + bits > 64 {
            self.flush();
        }
        self.gathered |= value << self.bits;
        self.bits += bits;
    }

    #[inline]
    fn flush(&mut self) {
        if self.bits > 0 {
            self.folded = multiply(self.folded ^ self.gathered, FIRST);
            (self.gathered, self.bits) = (0, 0);
        }
    }

    #[inline]
    fn fold_two(&mut self, low: u64, high: u64) {
        self.folded = multiply(self.folded ^ low, high ^ SECOND);
    }
}

/// Eight bytes as a word.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

impl Hasher for StateHasher {
    #[inline]
    fn finish(&self) -> u64 {
        let mut last = self.clone();
        last.flush();
        last.folded
    }

    /// Slices of integers come as their bytes.
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.flush();
        let mut pairs = bytes.chunks_exact(16);
        for pair in &mut pairs {
            self.fold_two(word(&pair[..8]), word(&pair[8..]));
        }
        match pairs.remainder() {
            [] => {}
            rest if rest.len() > 8 => self.fold_two(word(&rest[..8]), word(&rest[8..])),
            rest => self.folded = multiply(self.folded ^ word(rest), FIRST ^ rest.len() as u64),
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.gather(value.into(), 8);
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.gather(value.into(), 16);
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.gather(value.into(), 32);
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.gather(value, 64);
    }

    #[inline]
    fn write_u128(&mut self, value: u128) {
        self.flush();
        self.fold_two(value as u64, (value >> 64) as u64);
    }

    /// As a word of 64 bits on every machine: lengths, and the discriminants of enums.
    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.gather(value as u64, 64);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.gather(value as i64 as u64, 64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::Hash;

    use super::*;

    fn hash_of(state: impl Hash) -> u64 {
        let mut hasher = StateHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// The numbers were computed by hand, without the machine's word size.
    #[test]
    fn a_hash_is_the_same_everywhere() {
        assert_eq!(hash_of(1_u64), 0xcd79_6654_af48_3bef);
        assert_eq!(hash_of((1_u8, 2_u16, 3_u32, 4_usize, Some(5_u64))), 0xd93e_304a_70ce_42f4);
        assert_eq!(hash_of([1_u64, 2, 3]), 0xdc45_97ae_049c_f81f);
    }

    #[test]
    fn a_product_in_parts_is_the_whole_product() {
        let mut word = SEED;
        for _ in 0..10_000 {
            let other = word.rotate_left(17) ^ SECOND;
            assert_eq!(multiply_in_parts(word, other), multiply(word, other));
            word = word.wrapping_mul(FIRST).wrapping_add(1);
        }
        for one in [0, 1, u64::MAX, u64::from(u32::MAX), 1 << 32] {
            assert_eq!(multiply_in_parts(one, u64::MAX), multiply(one, u64::MAX));
        }
    }

    #[test]
    fn equal_states_have_equal_hashes_and_others_hardly_ever() {
        let hashes: HashSet<u64> = (0..100_000_u64).map(hash_of).collect();
        assert_eq!(hashes.len(), 100_000);
        let pairs: HashSet<u64> =
            (0..300_u32).flat_map(|a| (0..300_u32).map(move |b| hash_of((a, b)))).collect();
        assert_eq!(pairs.len(), 90_000);
        let bytes: HashSet<u64> = (0..40).map(|length| hash_of(vec![0_u8; length])).collect();
        assert_eq!(bytes.len(), 40);
    }

    /// The high half selects the bucket, bits 16 to 23 are the tag, the lowest select the shard.
    #[test]
    fn all_parts_of_a_hash_vary_evenly_over_states_that_are_alike() {
        const STATES: u64 = 1 << 16;
        for stride in [1, 2, 16, 1 << 20, 1 << 40] {
            for shift in [0, 16, 32, 56] {
                let mut counts = [0_u32; 256];
                (0..STATES).for_each(|n| counts[(hash_of(n * stride) >> shift) as usize & 255] += 1);
                let (least, most) = (counts.iter().min(), counts.iter().max());
                let even = 150..=380;
                assert!(
                    least.is_some_and(|n| even.contains(n)) && most.is_some_and(|n| even.contains(n)),
                    "stride {stride}, bits from {shift}: {least:?} to {most:?}"
                );
            }
        }
    }
}
