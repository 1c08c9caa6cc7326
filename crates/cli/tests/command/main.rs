//! What the command `unriddle` promises, tried from outside: each test runs the program.
//!
//! One test program holds all of them, as linking one takes seconds.

mod all_solutions;
mod analyse;
mod assumptions;
mod bad_input;
mod check;
#[cfg(unix)]
mod cluster;
mod documentation;
mod export;
mod factory;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod play;
mod serve;
mod show;
mod solve;
mod support;
#[cfg(unix)]
mod winning;
