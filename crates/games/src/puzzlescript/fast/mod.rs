//! A level compiled for search.
//!
//! Objects that can never appear and rules that can never match are dropped (`analysis`). What is left is numbered
//! anew, so that the objects of a cell and its movements are a word each. Beside the cells, each object and each
//! movement has a plane: a bit for each cell (`board`). A row of a rule is found by a few shifted ANDs over planes, and
//! objects that never change are folded into a mask of where it may begin (`rows`). A rule is tried again only if a
//! plane that it reads or writes has changed since (`machine`). A state is packed to what varies (`pack`): a few bits
//! for each cell.
//!
//! Not compiled are games that draw random numbers, have rigid rules, move a restart with `checkpoint`, or use more
//! than 64 objects or 12 moving layers in a level: those are searched with the plain engine.

mod analysis;
mod board;
mod build;
mod machine;
mod pack;
mod reach;
mod rows;

pub use analysis::Analysis;
pub use machine::{Fast, compile};

/// The most cells of a board that is compiled: planes are made of at most this many words.
const MOST_WORDS: usize = 16;
