//! What the engine promises, tested from outside. One binary, which is quicker to build than five.

mod agreement;
mod graph;
mod interruption;
mod limits;
mod threads;
mod units;
