//! Random numbers that are the same on every machine: SplitMix64, by Steele, Lea and Flood (OOPSLA 2014).

/// A source of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    /// The source for one of many attempts under a seed.
    pub(super) fn new(seed: u64, attempt: u64) -> Self {
        let mut chance = Chance(seed ^ attempt.wrapping_mul(0xd6e8_feb8_6659_fd93));
        chance.next();
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`; 0 if that is 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// True in `percent` of 100 cases.
    pub(super) fn is_likely(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
