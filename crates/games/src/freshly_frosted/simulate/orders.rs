//! The orders in which an any-source pushes its kinds.
//!
//! A layout must work with every order, and no test can try them all. Several pseudo-random orders
//! are tried. In half of them each donut is drawn independently; in the others kinds come in runs of
//! up to eight, which fill loops and queues with one kind. The numbers are the same on every
//! machine (SplitMix64).
//!
//! A kind that never reaches a target eventually fills the factory. So each kind leads in one of
//! the orders: it comes alone until the floor would be full of it.

use super::super::level::Kind;

/// The number of orders without a leading kind. They come first, since most invalid layouts fail with
/// any order.
const FREE: u32 = 3;

/// The number of orders: those without a leading kind, and one for each kind.
pub(crate) const ORDERS: u32 = FREE + Kind::ALL.len() as u32;

/// An endless order of kinds.
pub(crate) struct Orders {
    seed: u64,
    /// The kind of the current run, and how many of it are still to come.
    run: (Kind, u64),
    in_runs: bool,
}

impl Orders {
    /// The order with this number: odd ones come in runs.
    pub(crate) fn new(number: u32) -> Self {
        let seed = u64::from(number / 2).wrapping_mul(0xA076_1D64_78BD_642F);
        Orders { seed, run: (Kind::Plain, 0), in_runs: number % 2 == 1 }
    }

    /// The kind that leads in the order with this number, if any. It differs from source to source.
    pub(crate) fn leader(number: u32, source: usize) -> Option<Kind> {
        let first = number.checked_sub(FREE)? as usize;
        Some(Kind::ALL[(first + source) % Kind::ALL.len()])
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
