#![doc = include_str!("../README.md")]

mod a_star;
mod all_optimal;
mod anytime;
mod audit;
mod breadth_first;
mod ida_star;
mod known;
mod options;
mod outcome;
mod puzzle;
mod queue;
mod ranked;
mod replay;
mod rounds;
mod search;
mod solutions;
mod store;
mod watch;

pub use audit::{Audit, Flaw, audit};
pub use options::{Goal, Limits, Method};
pub use outcome::{Limit, Outcome, Progress, Solution, Statistics};
pub use puzzle::{Cost, Puzzle, Ranked};
pub use search::{Finding, Report, Search};
pub use solutions::Solutions;
pub use watch::{Counts, Watch};
