//! The playground: an HTTP server for the page and the engine's answers.
//!
//! Requests and responses are defined and listed in [`unriddle_protocol`], free of HTTP; this crate carries
//! them. The server is stateless: every request holds the level's text and the moves made.
//!
//! - [`catalog`] finds the levels: those that ship with the program, and the user's own;
//! - `page` holds the files of the page; `api` routes its requests; `request` receives them,
//!   `response` sends the results, and `error` is a request that fails;
//! - `same_origin` rejects what does not come from the page, or names none of the `hosts`;
//! - `permits` bounds the memory of responses; `solve_queue` schedules searches, and `malloc_trim`
//!   returns their memory to the system;
//! - [`export`] writes the same page as a static site, which needs no server;
//! - `server` accepts `connections`, which are evicted when idle.
//!
//! There is no encryption and no authentication: `SECURITY.md` at the root states what the server
//! guarantees to anyone who exposes it.

mod api;
mod bundle;
pub mod catalog;
mod connections;
mod error;
pub mod export;
mod hosts;
pub mod library;
mod malloc_trim;
pub mod memory;
mod page;
mod permits;
mod request;
mod response;
mod same_origin;
mod server;
mod solve_queue;

pub use hosts::{Host, Hosts};
pub use permits::Budget;
pub use server::{Playground, Server, bind, bind_one};
pub use solve_queue::Load;
