//! What the engine promises, tested from outside. One binary, which builds faster than seven.

mod agreement;
mod audit;
mod boxed;
mod cost_scale;
mod explore;
#[path = "../../examples/fifteen/puzzle.rs"]
mod fifteen;
mod flat;
mod from_fn;
mod graph;
mod interruption;
mod limits;
mod min_move_cost;
mod omissions;
mod race;
mod threads;
