//! The orders in which an any-source may push its kinds.
//!
//! A layout must hold for any order, and no test can try them all. Several pseudo-random orders
//! are tried: in half of them each donut is drawn by itself, in the others kinds come in runs of
//! up to eight, which fill loops and queues with one kind. The numbers are the same on every
//! machine (SplitMix64).

use super::super::level::Kind;

/// An endless order of kinds.
pub(crate) struct Orders {
    seed: u64,
    /// The kind of the run at hand, and how many of it are still to come.
    run: (Kind, u64),
    in_runs: bool,
}

impl Orders {
    /// The order with this number: odd ones come in runs.
    pub(crate) fn new(number: u32) -> Self {
        let seed = u64::from(number / 2).wrapping_mul(0xA076_1D64_78BD_642F);
        Orders { seed, run: (Kind::Plain, 0), in_runs: number % 2 == 1 }
    }

    /// The next kind.
    pub(crate) fn next(&mut self) -> Kind {
        if self.run.1 == 0 {
            let kind = Kind::ALL[(self.draw() % 5) as usize];
            let length = if self.in_runs { self.draw() % 8 + 1 } else { 1 };
            self.run = (kind, length);
        }
        self.run.1 -= 1;
        self.run.0
    }

    fn draw(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.seed;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
