//! Fuzz targets: one for each promise.
//!
//! A [`Target`] is a function that interprets its input bytes as instructions ([`input`]): which
//! shipped level, which mutations, which moves and options. So random bytes reach the code behind the
//! parsers, and any engine that produces bytes can drive a target. There are two: [`plain`] produces
//! random bytes and runs as an ordinary test on stable Rust; libFuzzer is guided by coverage
//! (`src/libfuzzer.rs`).
//!
//! Every target counts what it did in a [`Tally`]. A target that no longer gets past the parser fails.

pub mod checks;
pub mod exhaustive;
pub mod input;
pub mod levels;
pub mod mutation;
pub mod painting;
pub mod plain;
pub mod record;
pub mod script;
pub mod small_game;
pub mod tally;
pub mod targets;
pub mod truth;
pub mod xml;

pub use input::Input;
pub use tally::Tally;

/// A promise, and how to check it on an input.
pub struct Target {
    /// The promise, which is also the name of the test.
    pub name: &'static str,
    /// Checks the promise on one input. Panics if it does not hold.
    pub run: fn(&mut Input<'_>, &mut Tally),
    /// Executions of the short run that is part of the tests: about a second.
    pub executions: u64,
    /// The events that must occur in every row of the tally after that many executions.
    pub vital: &'static [&'static str],
}

/// Every target.
pub const TARGETS: [Target; 9] = [
    targets::reading::TARGET,
    targets::edits::TARGET,
    targets::drawing::TARGET,
    targets::playing::TARGET,
    targets::agreement::TARGET,
    targets::interruption::TARGET,
    targets::requests::TARGET,
    targets::scripts::TARGET,
    targets::differential::TARGET,
];

/// The target with this name.
pub fn target(name: &str) -> Option<&'static Target> {
    const ALL: &[Target] = &TARGETS;
    ALL.iter().find(|target| target.name == name)
}
