//! The games and the engine as a WebAssembly module, for a page without a server.
//!
//! The module answers the same requests as the playground's server, with the same values: both carry the
//! messages of [`unriddle_protocol`], which has the list of them. What a server keeps in files, such as the list of levels, is not part
//! of it; `unriddle export` writes that beside it.
//!
//! - [`answer()`] answers a request by its name. It is plain Rust, and the same on every machine;
//! - `host` connects it with the JavaScript around it: a few exports and imports, without generated code;
//! - `allocator` tells the host when memory runs out, so that it is reported as a limit and not as a crash.
//!
//! There is one thread and no clock but the host's.
//!
//! `crates/wasm/build` builds it twice: the engine answers everything; the player, without the feature `search`, everything but
//! searches, which makes it half as large. A page loads the player first, so that a level appears sooner.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod allocator;
mod answer;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod host;

pub use answer::{Part, answer};
