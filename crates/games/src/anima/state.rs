//! What changes in a level: where the actors are.
//!
//! Actors of one colour are alike, so a state is two sets of tiles and nothing else: 8 bytes on
//! a board of up to 32 cells. It does not say which actor is which; [`Walkers`] do, for
//! pictures.
//!
//! [`Walkers`]: super::walkers::Walkers

use super::level::Colour;
use crate::bits::Bits;

/// The tiles of the red and of the blue actors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State<B> {
    pub(crate) red: B,
    pub(crate) blue: B,
}

impl<B: Bits> State<B> {
    /// The tiles of the actors of a colour.
    pub(crate) fn of(&self, colour: Colour) -> &B {
        match colour {
            Colour::Red => &self.red,
            Colour::Blue => &self.blue,
        }
    }

    /// Whether every goal is covered by an actor of its colour.
    #[inline]
    pub(crate) fn covers(&self, goals: &State<B>) -> bool {
        self.red.covers(&goals.red) && self.blue.covers(&goals.blue)
    }
}
