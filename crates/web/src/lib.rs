//! The playground: a server that carries the page and the engine's answers to a browser.
//!
//! What is asked and answered is defined in [`unriddle_games::wire`], free of HTTP; this crate
//! carries it. It keeps nothing between requests: each holds a level's text and the moves made.
//!
//! - [`shelves`] finds the levels: those that come with the program, and the user's own;
//! - `page` holds the files of the page; `api` answers its requests, which `asked` reads and whose
//!   answers `reply` sends; `refusal` says why not;
//! - `guard` turns away what does not come from the page, or is not for one of the `hosts`;
//! - `memory` is taken before an answer is worked out; `solves` lets searches take turns, and `heap`
//!   gives back what they held;
//! - `server` listens and hands over `connections`, which make room for each other.
//!
//! Nothing is encrypted and nobody is asked for a name: `SECURITY.md` at the root says what is
//! promised to whoever opens it to others.

mod api;
mod asked;
mod connections;
mod guard;
mod heap;
mod hosts;
mod memory;
mod page;
mod refusal;
mod reply;
mod server;
pub mod shelves;
mod solves;

pub use hosts::{Host, Hosts};
pub use memory::Budget;
pub use server::{Open, Playground, bind, bind_one};
pub use solves::Load;
