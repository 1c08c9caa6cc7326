//! A level compiled for search.
//!
//! Objects that can never appear and rules that can never match are dropped (`analysis`, `reach`). What is left is
//! numbered anew, so that the objects of a cell and its movements are a word each. Beside the cells, each object and each
//! movement has a plane: a bit for each cell (`board`, `sets`). A row of a rule is found by a few shifted ANDs over planes, and
//! objects that never change are folded into a mask of where it may begin (`rows`). A rule is tried again only if a
//! plane that it reads or writes has changed since (`rules`). A state is packed to what varies (`pack`): things that
//! never become more, or seem to stay few, are listed (`counts`, `guess`), what follows from the rest is left out (`derived`), and everything else
//! takes a few bits for each cell.
//!
//! Not compiled are games that draw random numbers, have rigid rules, move a restart with `checkpoint`, or use more
//! than 64 objects or 12 moving layers in a level: those are searched with the plain engine.

mod analysis;
mod board;
mod bound;
mod build;
mod counts;
mod derived;
mod effects;
mod guess;
mod lines;
mod machine;
mod moving;
mod pack;
mod reach;
mod rows;
mod rules;
mod sets;
mod ways;
mod wins;

pub use analysis::Analysis;
pub(super) use analysis::{is_crowded, patterns};

use super::engine::{Halt, Input, Work};
use super::game::Compiled;
use build::Draft;
use machine::Level;
use sets::WORD;

/// The most cells of a board that is compiled: planes are made of at most this many words.
const MAX_WORDS: usize = 16;

/// A level in the form in which it is searched.
pub trait Fast: Send + Sync {
    /// The number of words of a state.
    fn words(&self) -> usize;
    /// Writes the first state.
    fn start(&self, state: &mut [u64]);
    /// Whether a state is won.
    fn is_won(&self, state: &[u64]) -> bool;
    /// Marks a state as won.
    fn set_won(&self, state: &mut [u64]);
    /// Calls with each key that changes anything, and where it leads: a state is built in `next`.
    fn expand(&self, state: &[u64], next: &mut [u64], visit: &mut dyn FnMut(Input, Made<'_>));
    /// A lower bound on the keys to a win; `None` if there is no way to one.
    fn lower_bound(&self, state: &[u64]) -> Option<u32>;
    /// How far a state seems to be from a win.
    fn estimate(&self, state: &[u64]) -> u32;
    /// The objects of all cells of a state, as the plain engine numbers them.
    fn unpack(&self, state: &[u64]) -> Vec<u64>;
    /// Writes the state of a board at rest that can be reached, with the objects as the plain engine numbers them. Returns
    /// whether there is room for it.
    fn pack(&self, objects: &[u64], state: &mut [u64]) -> bool;
    /// Whether there was a state for which there is no room, and which was left out. Then nothing that was found counts.
    fn is_exceeded(&self) -> bool;
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made<'a> {
    /// To this state, at rest.
    Rest(&'a [u64]),
    /// Nowhere: it is proved that turns follow by themselves without end.
    Endless,
    /// The move takes so much that the plain engine must decide.
    Undecided,
}

/// How much room states have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Enough for whatever may happen.
    Certain,
    /// Enough for what is likely. If it is [exceeded](Fast::is_exceeded), the level must be compiled anew.
    Guessed,
}

/// Compiles a level, by its number among all levels and messages, that begins with these objects; `None` if it is not of a
/// kind that is compiled, or `halt` said that the caller must stop.
pub fn compile<'h>(
    game: &Compiled,
    number: usize,
    start: &[u64],
    room: Room,
    halt: Halt<'h>,
) -> Option<Box<dyn Fast + 'h>> {
    let mut work = Work::unlimited(halt.clone());
    let draft = Draft::new(game, number, start, &mut work, &halt)?;
    Some(match draft.words {
        1 => level::<1>(game, draft, room, work, halt)?,
        2 => level::<2>(game, draft, room, work, halt)?,
        4 => level::<4>(game, draft, room, work, halt)?,
        8 => level::<8>(game, draft, room, work, halt)?,
        _ => level::<MAX_WORDS>(game, draft, room, work, halt)?,
    })
}

fn level<'h, const W: usize>(
    game: &Compiled,
    draft: Draft,
    room: Room,
    work: Work<'_>,
    halt: Halt<'h>,
) -> Option<Box<dyn Fast + 'h>> {
    let mut level = Level::<W>::new(game, draft, work, halt)?;
    if room == Room::Guessed {
        level.guess_room();
    }
    Some(Box::new(level))
}

/// The words of a set of so many cells: few sizes, because what searches is compiled for each. `None` if there are too many.
fn width_for(cells: usize) -> Option<usize> {
    Some(cells.div_ceil(WORD).next_power_of_two()).filter(|&words| words <= MAX_WORDS)
}
