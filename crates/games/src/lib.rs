//! Rules, formats and pictures of the games.

pub mod anima;
mod bits;
pub mod editing;
mod error;
mod face;
mod footprint;
pub mod freshly_frosted;
mod gesture;
mod golf_peaks;
mod grid;
pub mod library;
pub mod memory;
mod picture;
mod registry;
pub mod reindeer_maze;
pub mod render;
mod rules;
mod sokobond;
#[cfg(test)]
mod template;
mod text;
pub mod verdict;
pub mod wire;

pub use error::{LevelError, Place, PlayError};
pub use face::{Answer, Claims, Game, Level, Position, Request, Setting};
pub use footprint::Footprint;
pub use gesture::{Gesture, Handling};
pub use grid::{Direction, Symmetry};
pub use picture::{Cell, Look, Picture, Piece, Shape, Tone};
pub use registry::{GAMES, ReadError, game, read, read_as, recognises};
pub use rules::{Board, Rules};
pub use unriddle_search as search;
