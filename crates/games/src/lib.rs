//! The games, one folder each, and the list of all.
//!
//! [`read`] finds out which game a text belongs to. Everything else is in `unriddle-kit`.

pub mod anima;
mod bits;
pub mod freshly_frosted;
mod golf_peaks;
mod registry;
pub mod reindeer_maze;
mod sokobond;
#[cfg(test)]
mod template;

pub use registry::{
    GAMES, ReadError, candidates, game, read, read_all, read_all_as, read_as, recognises, without_mark,
};
