//! The states waiting to be expanded, in buckets by priority.
//!
//! Costs are integers, so a bucket for each priority replaces a heap: a push and a pop are a few
//! instructions. Within a bucket the last comes first, which goes deeper before it goes wider:
//! in the last layer of A* that reaches a solution sooner. Priorities near the lowest one seen
//! have a flat array of buckets; those beyond it, where costs are sparse (a turn that costs
//! 1000, a detour that costs a million), lie in a sorted map and are taken from it when
//! everything nearer is done. An entry is 4 bytes.

use std::collections::BTreeMap;

use crate::Cost;
use crate::store::Chunks;

/// The span of priorities with a bucket of their own in the flat array.
const NEAR: Cost = 1 << 12;

pub(crate) struct Queue {
    /// The priority of the first bucket of `near`.
    base: Cost,
    /// Buckets for `base`, `base + 1`, …; made as they are needed, at most `NEAR`.
    near: Vec<Chunks<u32>>,
    /// No bucket of `near` before this one holds anything.
    first: usize,
    /// Buckets for priorities of `base + NEAR` and more.
    far: BTreeMap<Cost, Chunks<u32>>,
    len: usize,
    /// Memory that the buckets hold.
    bucket_bytes: usize,
}

impl Queue {
    pub(crate) fn new() -> Self {
        Queue { base: 0, near: Vec::new(), first: 0, far: BTreeMap::new(), len: 0, bucket_bytes: 0 }
    }

    pub(crate) fn push(&mut self, priority: Cost, entry: u32) {
        if self.len == 0 {
            self.base = priority;
            self.near.clear();
            self.first = 0;
            self.bucket_bytes = 0;
        } else if priority < self.base {
            self.lower_base(priority);
        }
        self.len += 1;
        let at = (priority - self.base) as usize;
        let bucket = if at < NEAR as usize {
            if at >= self.near.len() {
                self.near.resize_with(at + 1, Chunks::new);
            }
            self.first = self.first.min(at);
            &mut self.near[at]
        } else {
            self.far.entry(priority).or_insert_with(Chunks::new)
        };
        let before = bucket.bytes();
        bucket.push(entry);
        self.bucket_bytes += bucket.bytes() - before;
    }

    /// The lowest priority that waits.
    pub(crate) fn lowest(&mut self) -> Option<Cost> {
        if self.len == 0 {
            return None;
        }
        loop {
            while self.first < self.near.len() {
                if self.near[self.first].len() > 0 {
                    return Some(self.base + self.first as Cost);
                }
                self.first += 1;
            }
            self.advance();
        }
    }

    /// Takes an entry of exactly this priority, which must be [`lowest`](Queue::lowest).
    pub(crate) fn pop(&mut self, priority: Cost) -> Option<u32> {
        let at = priority.checked_sub(self.base)? as usize;
        let bucket = self.near.get_mut(at)?;
        let before = bucket.bytes();
        let entry = bucket.pop()?;
        self.bucket_bytes -= before - bucket.bytes();
        self.len -= 1;
        Some(entry)
    }

    /// Everything near is done: the nearest of the far becomes the new base.
    fn advance(&mut self) {
        let Some((&base, _)) = self.far.first_key_value() else { return };
        self.base = base;
        self.bucket_bytes -= self.near.iter().map(Chunks::bytes).sum::<usize>();
        self.near.clear();
        self.first = 0;
        let beyond = match base.checked_add(NEAR) {
            Some(end) => self.far.split_off(&end),
            None => BTreeMap::new(),
        };
        for (priority, bucket) in std::mem::replace(&mut self.far, beyond) {
            self.near.resize_with((priority - base) as usize, Chunks::new);
            self.near.push(bucket);
        }
    }

    /// Something nearer than all that waits: everything moves to the map, and back as it comes.
    fn lower_base(&mut self, priority: Cost) {
        for (at, bucket) in self.near.drain(..).enumerate() {
            if bucket.len() > 0 {
                self.far.insert(self.base + at as Cost, bucket);
            } else {
                self.bucket_bytes -= bucket.bytes();
            }
        }
        self.far.entry(priority).or_insert_with(Chunks::new);
        self.advance();
    }

    /// Memory held, but for the nodes of the map.
    pub(crate) fn bytes(&self) -> usize {
        self.near.capacity() * size_of::<Chunks<u32>>() + self.bucket_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_lowest_priority_first_and_loses_nothing() {
        let mut queue = Queue::new();
        let mut sorted = BTreeMap::<Cost, usize>::new();
        let mut seed = 1u64;
        for round in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let priority = match seed >> 60 {
                0 => Cost::MAX - (seed >> 33) as Cost % 3,
                1..4 => (seed >> 33) as Cost % 2_000_000,
                _ => (seed >> 33) as Cost % 50,
            };
            if round % 3 < 2 {
                queue.push(priority, round);
                *sorted.entry(priority).or_default() += 1;
            } else {
                let (&lowest, _) = sorted.first_key_value().expect("more pushed than taken");
                assert_eq!(queue.lowest(), Some(lowest));
                assert!(queue.pop(lowest).is_some());
                let left = sorted.get_mut(&lowest).expect("just seen");
                *left -= 1;
                if *left == 0 {
                    sorted.remove(&lowest);
                }
            }
        }
        while let Some(lowest) = queue.lowest() {
            assert_eq!(sorted.first_key_value().map(|(&priority, _)| priority), Some(lowest));
            for _ in 0..sorted.remove(&lowest).expect("just seen") {
                assert!(queue.pop(lowest).is_some());
            }
            assert!(queue.pop(lowest).is_none());
        }
        assert!(sorted.is_empty());
    }
}
