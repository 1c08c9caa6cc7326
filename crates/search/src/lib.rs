#![doc = include_str!("../README.md")]
#![warn(missing_debug_implementations)]

mod a_star;
mod all_optimal;
mod anytime;
mod audit;
mod breadth_first;
mod clock;
mod closed;
#[doc(hidden)]
pub mod distributed;
mod explore;
mod flat;
mod from_fn;
mod ida_star;
mod monitor;
mod options;
mod outcome;
mod puzzle;
mod queue;
mod race;
mod ranked;
mod replay;
mod run;
mod searchable;
#[cfg(feature = "serde")]
mod serialize;
mod sharded;
mod solutions;
mod solve;
mod stop;
mod store;
mod threads;
mod tuning;
#[doc(hidden)]
pub mod words;

pub use audit::{Audit, Flaw, audit};
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use clock::set_time_source;
pub use explore::{Fate, Space, explore};
pub use flat::{Flat, FlatPuzzle};
pub use from_fn::{FromFn, from_fn};
pub use monitor::{Interrupt, Monitor};
/// The type of exact counts, from the `num-bigint` crate.
pub use num_bigint::BigUint;
pub use options::{Goal, Limits, Method, Options};
pub use outcome::{Limit, Outcome, Progress, Solution, Statistics};
pub use puzzle::{Cost, Puzzle, Ranked};
pub use race::{Strategy, race};
pub use run::{Counts, Proof, Run};
pub use searchable::Searchable;
pub use solutions::Solutions;
pub use solve::{Report, solve, solve_anytime, solve_ranked, solve_with};
pub use store::Stored;
pub use tuning::{FlatTuning, Tuning};
