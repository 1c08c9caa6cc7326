//! The playground: a server that carries the page and the engine's answers to a browser.
//!
//! What is asked and answered is defined in [`unriddle_games::wire`], free of HTTP; this crate
//! carries it. It keeps nothing between requests: each holds a level's text and the moves made.
//!
//! - [`shelves`] finds the levels: those that come with the program, and the user's own;
//! - `page` holds the files of the page; `api` answers its requests; `guard` turns away what
//!   does not come from it;
//! - `solves` lets searches take turns, and `heap` gives back what they held;
//! - `server` listens and hands connections over.
//!
//! It is meant for one person's own machine: nothing is encrypted and nobody is asked for a name.

mod api;
mod guard;
mod heap;
mod page;
mod server;
pub mod shelves;
mod solves;

pub use server::{Open, Playground, bind, bind_one};
pub use solves::Load;
