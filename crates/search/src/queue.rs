//! The open list: states to expand, in buckets by priority.
//!
//! Costs are integers, so a bucket per priority replaces a heap: a push and a pop take a few
//! instructions. Ties are broken by the lowest bound on the rest, then last in, first out: in its
//! last layer A* thus dives for the solution instead of expanding half of the layer. Priorities
//! close to the lowest one have a flat array of buckets. Priorities beyond it, as they occur
//! where costs are sparse (a turn that costs 1000, a detour that costs a million), lie in a
//! sorted map and move to the array when everything below is done. An entry takes 4 bytes.

use std::collections::BTreeMap;

use crate::Cost;

/// The number of consecutive priorities that the flat array covers. 4096 buckets take 160 kB at most.
const NEAR: Cost = 1 << 12;
/// Bounds from here on share a list: the tie-break matters close to a solution, and a bucket stays small.
const MAX_REST: Cost = 127;

/// The entries of one priority, by the bound on the rest.
#[derive(Default)]
struct Bucket {
    by_rest: Vec<Vec<u32>>,
    /// All lists before this one are empty.
    first: usize,
    len: usize,
}

impl Bucket {
    /// Adds an entry. Returns by how many entries the capacity grew.
    fn push(&mut self, rest: Cost, entry: u32) -> usize {
        let at = rest.min(MAX_REST) as usize;
        if at >= self.by_rest.len() {
            self.by_rest.resize_with(at + 1, Vec::new);
        }
        self.first = if self.len == 0 { at } else { self.first.min(at) };
        self.len += 1;
        let list = &mut self.by_rest[at];
        let before = list.capacity();
        list.push(entry);
        list.capacity() - before
    }

    fn pop(&mut self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        loop {
            match self.by_rest[self.first].pop() {
                Some(entry) => return Some(entry),
                None => self.first += 1,
            }
        }
    }

    /// The number of entries that fit without allocation.
    fn capacity(&self) -> usize {
        self.by_rest.iter().map(Vec::capacity).sum()
    }
}

/// A priority queue of numbers, lowest priority first.
pub(crate) struct Queue {
    /// The priority of the first bucket of `near`.
    base: Cost,
    /// Buckets for `base`, `base + 1`, …; added as needed, at most `NEAR`.
    near: Vec<Bucket>,
    /// All buckets of `near` before this one are empty.
    first: usize,
    /// Buckets for priorities of `base + NEAR` and more.
    far: BTreeMap<Cost, Bucket>,
    len: usize,
    /// The capacity of all buckets together.
    capacity: usize,
}

impl Queue {
    pub(crate) fn new() -> Self {
        Queue { base: 0, near: Vec::new(), first: 0, far: BTreeMap::new(), len: 0, capacity: 0 }
    }

    /// Adds an entry; `rest` is the bound on the remaining cost, which breaks ties.
    pub(crate) fn push(&mut self, priority: Cost, rest: Cost, entry: u32) {
        if self.len == 0 {
            self.base = priority;
            self.near.clear();
            self.first = 0;
            self.capacity = 0;
        } else if priority < self.base {
            self.lower_base(priority);
        }
        self.len += 1;
        let at = (priority - self.base) as usize;
        let bucket = if at < NEAR as usize {
            if at >= self.near.len() {
                self.near.resize_with(at + 1, Bucket::default);
            }
            self.first = self.first.min(at);
            &mut self.near[at]
        } else {
            self.far.entry(priority).or_default()
        };
        self.capacity += bucket.push(rest, entry);
    }

    /// The lowest priority of all entries.
    pub(crate) fn lowest(&mut self) -> Option<Cost> {
        if self.len == 0 {
            return None;
        }
        loop {
            while let Some(bucket) = self.near.get_mut(self.first) {
                if bucket.len > 0 {
                    return Some(self.base + self.first as Cost);
                }
                self.capacity -= std::mem::take(bucket).capacity();
                self.first += 1;
            }
            self.advance();
        }
    }

    /// Removes an entry of this priority, which must be the [lowest](Queue::lowest).
    pub(crate) fn pop(&mut self, priority: Cost) -> Option<u32> {
        let at = priority.checked_sub(self.base)? as usize;
        let entry = self.near.get_mut(at)?.pop()?;
        self.len -= 1;
        Some(entry)
    }

    /// Moves the lowest priorities of `far` to `near`, which is empty.
    fn advance(&mut self) {
        let Some((&base, _)) = self.far.first_key_value() else { return };
        self.base = base;
        self.capacity -= self.near.iter().map(Bucket::capacity).sum::<usize>();
        self.near.clear();
        self.first = 0;
        let beyond = match base.checked_add(NEAR) {
            Some(end) => self.far.split_off(&end),
            None => BTreeMap::new(),
        };
        for (priority, bucket) in std::mem::replace(&mut self.far, beyond) {
            self.near.resize_with((priority - base) as usize, Bucket::default);
            self.near.push(bucket);
        }
    }

    /// Makes room for a priority below the base: everything moves to `far`, and the lowest back.
    fn lower_base(&mut self, priority: Cost) {
        for (at, bucket) in self.near.drain(..).enumerate() {
            if bucket.len > 0 {
                self.far.insert(self.base + at as Cost, bucket);
            } else {
                self.capacity -= bucket.capacity();
            }
        }
        self.far.entry(priority).or_default();
        self.advance();
    }

    /// Memory held, without the nodes of the map.
    pub(crate) fn bytes(&self) -> usize {
        self.near.capacity() * size_of::<Bucket>() + self.capacity * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pops_every_entry_once_in_order_of_priority() {
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
                queue.push(priority, round % 200, round);
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
