//! Finds a state's number by its hash. Holds numbers only, no states.
//!
//! The table is an array of buckets of one cache line each: 12 slots, each a number of 32 bits and
//! a tag of 8 bits of the hash. A look-up reads one line (from a full bucket it goes on to the
//! next) and compares states only where a tag matches. At most seven eighths of the slots are used.
//!
//! A table that is full is replaced by one of twice the size: each entry is then added twice on average, once
//! by itself and once by growing. The old table is dropped *before* the new one is allocated and filled again
//! from the states in their order, so there are never two of them at once. An entry takes 6.1 to 12.2 bytes.
//! The indexes of a search begin with different sizes and so grow at different times; together they take 8.6
//! to 9.2 bytes per entry, whatever the number of states. Tables of more than 64 MB grow by a third: where
//! memory is all that ends a search, it is worth the time.
//!
//! A series of [prefetches](Index::prefetch) for states that are about to be looked up lets the processor
//! wait for all those lines at once.

use super::{huge_pages, prefetch};

/// Slots per bucket.
const SLOTS: usize = 12;
/// The fewest buckets of a table.
const FEWEST: usize = 8;
/// The fewest buckets of one of several tables that grow at different times.
const FEWEST_STAGGERED: usize = 32;
/// A table with more buckets than this, 64 MB, grows by a third.
const DOUBLED: usize = 1 << 20;
/// How many entries are added together when the table grows.
const BATCH: usize = 16;
/// The fewest entries that are added soon.
const SOON: usize = 4096;

#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
struct Bucket {
    /// A byte per slot, 0 where it is empty: slots 0 to 7, then 8 to 11. Slots are filled in order;
    /// the last byte, which belongs to no slot, counts the filled ones.
    tags: [u64; 2],
    numbers: [u32; SLOTS],
}

impl Bucket {
    /// The number of filled slots.
    fn len(&self) -> usize {
        (self.tags[1] >> 56) as usize
    }

    fn add(&mut self, tag: u8, number: u32) {
        let slot = self.len();
        self.tags[slot / 8] |= u64::from(tag) << (slot % 8 * 8);
        self.tags[1] += 1 << 56;
        self.numbers[slot] = number;
    }

    /// The slots with this tag, which is not 0: bit 8n + 7 for slot n of the first eight, bit 8n + 3
    /// for slot 8 + n.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    fn slots_with(&self, tag: u8) -> u64 {
        let tags = u64::from(tag) * 0x0101_0101_0101_0101;
        zero_bytes(self.tags[0] ^ tags) | (zero_bytes(self.tags[1] ^ tags) & 0x8080_8080) >> 4
    }

    /// The slots with this tag, which is not 0: bit n for slot n.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    fn slots_with(&self, tag: u8) -> u64 {
        use std::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat, u64x2};
        let equal = u8x16_eq(u64x2(self.tags[0], self.tags[1]), u8x16_splat(tag));
        u64::from(u8x16_bitmask(equal)) & ((1 << SLOTS) - 1)
    }
}

/// The high bit of each byte that is zero.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn zero_bytes(bytes: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    !(((bytes & LOW) + LOW) | bytes | LOW)
}

/// The first of the slots that [`Bucket::slots_with`] returned.
#[inline]
fn slot(slots: u64) -> usize {
    let bit = slots.trailing_zeros() as usize;
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        return bit.min(SLOTS - 1);
    }
    (bit / 8 + (!bit & 4) * 2).min(SLOTS - 1)
}

/// The bucket with a free slot for a hash that was not found.
#[derive(Clone, Copy)]
pub(crate) struct Vacancy(u32);

pub(crate) struct Index {
    buckets: Vec<Bucket>,
    len: usize,
}

impl Index {
    /// An empty table. Those with different stages, from 0 to 31, grow at different times.
    pub(crate) fn new(stage: usize) -> Self {
        let buckets = if stage == 0 { FEWEST } else { FEWEST_STAGGERED + stage };
        Index { buckets: vec![Bucket::default(); buckets], len: 0 }
    }

    /// The high half of the hash selects the bucket; the low half holds the tag and, below it, the
    /// shard.
    #[inline]
    fn bucket(&self, hash: u64) -> usize {
        (((hash >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    /// Never 0, which marks an empty slot.
    #[inline]
    fn tag(hash: u64) -> u8 {
        ((hash >> 16) as u8).max(1)
    }

    /// Fetches the bucket of a hash.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(&self.buckets[self.bucket(hash)]);
    }

    /// The first number in the bucket of a hash whose tag matches it.
    #[inline]
    pub(crate) fn candidate(&self, hash: u64) -> Option<u32> {
        let bucket = &self.buckets[self.bucket(hash)];
        let slots = bucket.slots_with(Self::tag(hash));
        (slots != 0).then(|| bucket.numbers[slot(slots)])
    }

    /// The number with this hash for which `is_it` holds, or the slot where it belongs.
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Result<u32, Vacancy> {
        let tag = Self::tag(hash);
        let mut at = self.bucket(hash);
        loop {
            let bucket = &self.buckets[at];
            let mut slots = bucket.slots_with(tag);
            while slots != 0 {
                let number = bucket.numbers[slot(slots)];
                if is_it(number) {
                    return Ok(number);
                }
                slots &= slots - 1;
            }
            if bucket.len() < SLOTS {
                return Err(Vacancy(at as u32));
            }
            at = self.after(at);
        }
    }

    fn after(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets.len() { 0 } else { bucket + 1 }
    }

    /// Whether `more` entries fit without a call to [`grow`](Index::grow).
    #[inline]
    pub(crate) fn has_room(&self, more: usize) -> bool {
        (self.len + more) * 8 <= self.buckets.len() * SLOTS * 7
    }

    /// Makes room. `hashes` are those of the numbers 0, 1, 2, … in the table.
    #[cold]
    pub(crate) fn grow(&mut self, mut hashes: impl Iterator<Item = u64>) {
        let (buckets, entries) = (self.grown(), self.len);
        self.buckets = Vec::new();
        self.buckets.reserve_exact(buckets);
        huge_pages::advise(self.buckets.spare_capacity_mut());
        self.buckets.resize(buckets, Bucket::default());
        self.len = 0;
        let mut batch = [0; BATCH];
        while self.len < entries {
            let first = self.len;
            for (hash, next) in batch.iter_mut().zip(hashes.by_ref()) {
                *hash = next;
                self.prefetch(next);
            }
            for (&hash, number) in batch.iter().zip(first..entries) {
                self.add(hash, number as u32);
            }
        }
    }

    /// The number of buckets after growing.
    fn grown(&self) -> usize {
        let buckets = self.buckets.len();
        if buckets <= DOUBLED { buckets * 2 } else { buckets + buckets / 3 }
    }

    /// Adds a number that is not in the table. There must be room.
    fn add(&mut self, hash: u64, number: u32) {
        let mut bucket = self.bucket(hash);
        while self.buckets[bucket].len() == SLOTS {
            bucket = self.after(bucket);
        }
        self.buckets[bucket].add(Self::tag(hash), number);
        self.len += 1;
    }

    /// Adds a number in the bucket that [`find`](Index::find) returned last.
    #[inline]
    pub(crate) fn fill(&mut self, vacancy: Vacancy, hash: u64, number: u32) {
        self.buckets[vacancy.0 as usize].add(Self::tag(hash), number);
        self.len += 1;
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Memory held after growing, if an eighth more entries do not fit.
    pub(crate) fn bytes_ahead(&self) -> usize {
        let grows = !self.has_room((self.len / 8).max(SOON));
        (if grows { self.grown() } else { self.buckets.len() }) * size_of::<Bucket>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A poor hash on purpose: many states share buckets and tags.
    fn poor_hash(state: u64) -> u64 {
        (state % 97).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn every_number_is_found_by_its_hash_even_a_poor_one() {
        let mut index = Index::new(0);
        let mut states: Vec<u64> = Vec::new();
        for state in (0..3000).map(|n| n * 7) {
            if !index.has_room(1) {
                index.grow(states.iter().map(|&state| poor_hash(state)));
            }
            let vacancy =
                index.find(poor_hash(state), |n| states[n as usize] == state).expect_err("not added yet");
            index.fill(vacancy, poor_hash(state), states.len() as u32);
            states.push(state);
        }
        for (number, &state) in states.iter().enumerate() {
            let found = index.find(poor_hash(state), |n| states[n as usize] == state);
            assert_eq!(found.ok(), Some(number as u32));
        }
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
