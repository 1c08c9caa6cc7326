//! Frog: the smallest game there can be, to copy when you add one of your own.
//!
//! - A frog sits on a row of cells.
//! - It hops to the right, by one cell or by two.
//! - It cannot hop into a bush, nor off the row.
//! - The level is solved when it sits on the lily.
//!
//! Each file has one part of a game, and your game has the same files: what never changes
//! ([`level`]), what does ([`state`]), how it changes ([`moves`]), what it must still cost
//! ([`bound`]), text in and out ([`format`]), what it looks like ([`picture`]), and how it is painted
//! ([`easel`]). The game is built for tests only and is not in the list of games.
//! `docs/adding-a-game.md` leads through it.

mod bound;
mod easel;
mod format;
mod level;
mod moves;
mod picture;
mod state;
#[cfg(test)]
mod tests;

use unriddle_search::{Cost, Puzzle};

use self::level::Pond;
use self::moves::Hop;
use self::state::Frog;
use crate::editing::Easel;
use crate::rules::meaningless;
use crate::{Board, Direction, Game, Gesture, Level, LevelError, Picture, PlayError, Rules};

/// The game.
pub(crate) struct Template;

impl Game for Template {
    fn id(&self) -> &'static str {
        "frog"
    }

    fn name(&self) -> &'static str {
        "Frog"
    }

    fn about(&self) -> &'static str {
        "Hop to the lily, by one cell or by two."
    }

    fn format(&self) -> &'static str {
        format::HELP
    }

    fn notation(&self) -> &'static str {
        "1 and 2, written together: 1221"
    }

    fn move_word(&self) -> &'static str {
        "hop"
    }

    fn easel(&self) -> &'static dyn Easel {
        &easel::PondEasel
    }

    fn likeness(&self, text: &str) -> u8 {
        format::likeness(text)
    }

    fn read(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
        Ok(Box::new(Board(format::read(text)?)))
    }
}

/// What the search needs to know.
impl Puzzle for Pond {
    type State = Frog;
    type Move = Hop;

    fn start(&self) -> Frog {
        self.start
    }

    fn is_solved(&self, frog: &Frog) -> bool {
        frog.cell == self.lily
    }

    fn expand(&self, frog: &Frog, mut visit: impl FnMut(Hop, Cost, Frog)) {
        for hop in Hop::ALL {
            if let Ok(next) = self.hop(*frog, hop) {
                visit(hop, 1, next);
            }
        }
    }

    fn lower_bound(&self, frog: &Frog) -> Option<Cost> {
        self.hops_at_least(*frog)
    }
}

/// What people need to see.
impl Rules for Pond {
    fn game(&self) -> &'static dyn Game {
        &Template
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("text", format::write(self))]
    }

    fn starting_at(&self, frog: Frog) -> Self {
        Pond { start: frog, ..self.clone() }
    }

    fn play(&self, frog: &Frog, hop: Hop) -> Result<(Cost, Frog), String> {
        self.hop(*frog, hop).map(|next| (1, next))
    }

    /// Right is a hop by one cell, up a leap by two.
    fn meaning(&self, _: &Frog, gesture: &Gesture) -> Result<Vec<Hop>, String> {
        match gesture {
            Gesture::Go { direction: Direction::Right } => Ok(vec![Hop::One]),
            Gesture::Go { direction: Direction::Up } => Ok(vec![Hop::Two]),
            Gesture::Go { .. } => Err("the frog hops to the right: right by one cell, up by two".into()),
            _ => meaningless(&Template),
        }
    }

    fn move_name(&self, hop: Hop) -> String {
        format::digit(hop).to_string()
    }

    fn write_moves(&self, hops: &[Hop]) -> String {
        hops.iter().copied().map(format::digit).collect()
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Hop>, PlayError> {
        format::read_moves(text)
    }

    fn picture(&self, hops: &[Hop]) -> Picture {
        picture::draw(self, hops)
    }
}
