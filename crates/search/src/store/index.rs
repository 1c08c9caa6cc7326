//! Finds a state's number by its hash. Holds numbers only, no states.
//!
//! The table is an array of buckets of one cache line each: 12 slots, each a number of 32 bits and
//! a tag of 8 bits of the hash. A look-up reads one line (from a full bucket it goes on to the
//! next) and compares states only where a tag matches. At most five sixths of the slots are used
//! and the table grows by a third, so an entry takes 6.4 to 8.5 bytes. To grow, the old table is
//! dropped *before* the new one is allocated and filled again from the states in their order:
//! there are never two tables at once.
//!
//! A series of [prefetches](Index::prefetch) for states that are about to be looked up lets the processor
//! wait for all those lines at once.

use super::prefetch;

/// Slots per bucket.
const SLOTS: usize = 12;

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
    fn slots_with(&self, tag: u8) -> u64 {
        let tags = u64::from(tag) * 0x0101_0101_0101_0101;
        zero_bytes(self.tags[0] ^ tags) | (zero_bytes(self.tags[1] ^ tags) & 0x8080_8080) >> 4
    }
}

/// The high bit of each byte that is zero.
fn zero_bytes(bytes: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    !(((bytes & LOW) + LOW) | bytes | LOW)
}

/// The first of the slots that [`Bucket::slots_with`] returned.
#[inline]
fn slot(slots: u64) -> usize {
    let bit = slots.trailing_zeros() as usize;
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
    pub(crate) fn new() -> Self {
        Index { buckets: vec![Bucket::default(); 8], len: 0 }
    }

    /// The high half of the hash selects the bucket; the low half holds the tag and, below it, the
    /// shard.
    fn bucket(&self, hash: u64) -> usize {
        (((hash >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    /// Never 0, which marks an empty slot.
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
    pub(crate) fn has_room(&self, more: usize) -> bool {
        (self.len + more) * 6 <= self.buckets.len() * SLOTS * 5
    }

    /// Makes room. `hashes` are those of the numbers 0, 1, 2, … in the table.
    pub(crate) fn grow(&mut self, hashes: impl Iterator<Item = u64>) {
        let buckets = self.grown();
        self.buckets = Vec::new();
        self.buckets = vec![Bucket::default(); buckets];
        self.len = 0;
        for (number, hash) in hashes.enumerate() {
            self.add(hash, number as u32);
        }
    }

    /// The number of buckets after growing: doubled up to 16 kB, then a third more.
    fn grown(&self) -> usize {
        let buckets = self.buckets.len();
        if buckets < 256 { buckets * 2 } else { buckets + buckets / 3 }
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
    pub(crate) fn fill(&mut self, vacancy: Vacancy, hash: u64, number: u32) {
        self.buckets[vacancy.0 as usize].add(Self::tag(hash), number);
        self.len += 1;
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Memory held after growing once.
    pub(crate) fn bytes_grown(&self) -> usize {
        self.grown() * size_of::<Bucket>()
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
        let mut index = Index::new();
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
