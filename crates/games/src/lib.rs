//! Rules, formats and pictures of the games.

pub use unriddle_analysis as analysis;
pub mod anima;
mod bits;
pub mod freshly_frosted;
pub use unriddle_analysis::generate;
mod golf_peaks;
pub use unriddle_puzzlescript as puzzlescript;
mod registry;
pub mod reindeer_maze;
pub use unriddle_render as render;
mod sokobond;
#[cfg(test)]
mod template;
pub mod wire;

pub use registry::{
    GAMES, ReadError, candidates, game, read, read_all, read_all_as, read_as, recognises, without_mark,
};
pub use unriddle_kit::*;
pub use unriddle_search as search;
