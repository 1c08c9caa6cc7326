//! The states waiting to be expanded, in buckets by priority.
//!
//! Costs are integers, so a bucket for each priority replaces a heap: a push and a pop are a few
//! instructions. Among equal priorities those with the least still to pay come first, and of
//! those the last: in the last layer of A* that dives for the solution instead of going through
//! half of the layer. Priorities near the lowest one seen have a flat array of buckets; those
//! beyond it, where costs are sparse (a turn that costs 1000, a detour that costs a million),
//! lie in a sorted map and are taken from it when everything nearer is done. An entry is 4
//! bytes.

use std::collections::BTreeMap;

use crate::Cost;

/// The span of priorities with a bucket of their own in the flat array.
const NEAR: Cost = 1 << 12;
/// From here on the rest is not told apart.
const MOST_REST: Cost = 127;

/// The entries of one priority, by what is still to pay.
#[derive(Default)]
struct Bucket {
    by_rest: Vec<Vec<u32>>,
    /// No list before this one holds anything.
    first: usize,
    len: usize,
}

impl Bucket {
    /// Adds an entry and gives for how many more there is room now.
    fn push(&mut self, rest: Cost, entry: u32) -> usize {
        let at = rest.min(MOST_REST) as usize;
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

    /// For how many entries it has room.
    fn places(&self) -> usize {
        self.by_rest.iter().map(Vec::capacity).sum()
    }
}

pub(crate) struct Queue {
    /// The priority of the first bucket of `near`.
    base: Cost,
    /// Buckets for `base`, `base + 1`, …; made as they are needed, at most `NEAR`.
    near: Vec<Bucket>,
    /// No bucket of `near` before this one holds anything.
    first: usize,
    /// Buckets for priorities of `base + NEAR` and more.
    far: BTreeMap<Cost, Bucket>,
    len: usize,
    /// For how many entries the buckets have room.
    places: usize,
}

impl Queue {
    pub(crate) fn new() -> Self {
        Queue { base: 0, near: Vec::new(), first: 0, far: BTreeMap::new(), len: 0, places: 0 }
    }

    /// Adds an entry; `rest` is what is still to pay.
    pub(crate) fn push(&mut self, priority: Cost, rest: Cost, entry: u32) {
        if self.len == 0 {
            self.base = priority;
            self.near.clear();
            self.first = 0;
            self.places = 0;
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
        self.places += bucket.push(rest, entry);
    }

    /// The lowest priority that waits.
    pub(crate) fn lowest(&mut self) -> Option<Cost> {
        if self.len == 0 {
            return None;
        }
        loop {
            while let Some(bucket) = self.near.get_mut(self.first) {
                if bucket.len > 0 {
                    return Some(self.base + self.first as Cost);
                }
                self.places -= std::mem::take(bucket).places();
                self.first += 1;
            }
            self.advance();
        }
    }

    /// Takes an entry of exactly this priority, which must be [`lowest`](Queue::lowest).
    pub(crate) fn pop(&mut self, priority: Cost) -> Option<u32> {
        let at = priority.checked_sub(self.base)? as usize;
        let entry = self.near.get_mut(at)?.pop()?;
        self.len -= 1;
        Some(entry)
    }

    /// Everything near is done: the nearest of the far becomes the new base.
    fn advance(&mut self) {
        let Some((&base, _)) = self.far.first_key_value() else { return };
        self.base = base;
        self.places -= self.near.iter().map(Bucket::places).sum::<usize>();
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

    /// Something nearer than all that waits: everything moves to the map, and back as it comes.
    fn lower_base(&mut self, priority: Cost) {
        for (at, bucket) in self.near.drain(..).enumerate() {
            if bucket.len > 0 {
                self.far.insert(self.base + at as Cost, bucket);
            } else {
                self.places -= bucket.places();
            }
        }
        self.far.entry(priority).or_default();
        self.advance();
    }

    /// Memory held, but for the nodes of the map.
    pub(crate) fn bytes(&self) -> usize {
        self.near.capacity() * size_of::<Bucket>() + self.places * size_of::<u32>()
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
