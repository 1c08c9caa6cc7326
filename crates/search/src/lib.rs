#![doc = include_str!("../README.md")]

mod a_star;
mod all_optimal;
mod anytime;
mod audit;
mod breadth_first;
mod ida_star;
mod known;
mod monitor;
mod options;
mod outcome;
mod puzzle;
mod queue;
mod ranked;
mod replay;
mod rounds;
mod run;
mod solutions;
mod solve;
mod stop;
mod store;

pub use audit::{Audit, Flaw, audit};
pub use monitor::{Interrupt, Monitor};
pub use options::{Goal, Limits, Method, Options};
pub use outcome::{Limit, Outcome, Progress, Solution, Statistics};
pub use puzzle::{Cost, Puzzle, Ranked};
pub use run::{Counts, Proof, Run};
pub use solutions::Solutions;
pub use solve::{Report, solve, solve_ranked, solve_with};
