//! What a puzzle game is, for whoever writes one and for whoever shows one.
//!
//! A game implements [`Game`] and [`Rules`]; [`new_level`] makes a [`Level`] of its rules, which everything outside the game
//! uses. This crate knows no single game, no screen and no file.

mod adapter;
mod board;
mod card;
pub mod collection;
pub mod editing;
mod error;
pub mod explored;
mod footprint;
mod game;
mod gesture;
mod grid;
mod lesson;
mod level;
mod motion;
mod picture;
mod replay;
pub mod rules;
pub mod session;
pub mod spoken;
pub mod sprite;
pub mod text;
pub mod verdict;

pub use adapter::{SEARCHES, new_level};
pub use board::CharBoard;
pub use card::{CardFace, CardSign};
pub use collection::Collection;
pub use error::{LevelError, Place, PlayError};
pub use explored::{Explored, Graph, LevelSpace, NoSpace, explored, nearest_solution};
pub use footprint::Footprint;
pub use game::{Game, GameInfo, Setting};
pub use gesture::{Controls, Gesture};
pub use grid::{Direction, Symmetry};
pub use lesson::{Lesson, PAR};
pub use level::{Answer, Claims, Figure, Level, Position, Request};
pub use motion::{Frame, Path, tween};
pub use picture::{Cell, Picture, Piece, Style, Tone};
pub use replay::Defect;
pub use rules::{AuditError, Rules, TypedAnswer};
pub use spoken::{Focus, Spoken};
pub use sprite::Sprite;
pub use text::read_letters;
