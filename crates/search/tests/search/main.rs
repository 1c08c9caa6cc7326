//! What the engine promises, tested from outside. One binary, which builds faster than seven.

mod agreement;
mod audit;
mod cost_scale;
mod explore;
mod flat;
mod graph;
mod interruption;
mod limits;
mod race;
mod threads;
