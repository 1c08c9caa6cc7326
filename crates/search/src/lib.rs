//! Searches huge implicit state graphs.

mod naive;
mod options;
mod outcome;
mod puzzle;
mod search;
mod solutions;

pub use options::{Goal, Limits, Method};
pub use outcome::{Limit, Outcome, Progress, Solution, Statistics};
pub use puzzle::{Cost, Puzzle, Ranked};
pub use search::{Report, Search};
pub use solutions::Solutions;
