//! What changes in a level: where the actors are.
//!
//! Actors of the same colour are interchangeable, so a state is just two sets of tiles: 8 bytes on a
//! board of up to 32 cells, 16 on one of up to 64. It does not distinguish the actors of a colour. [`Walkers`] do, for players.
//!
//! [`Walkers`]: super::walkers::Walkers

use unriddle_search::distributed::StateBytes;

use super::level::{Actor, Colour, Frame};
use crate::bits::Bits;

/// The tiles of the red and of the blue actors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State<B> {
    pub(crate) red: B,
    pub(crate) blue: B,
}

impl<B: StateBytes> StateBytes for State<B> {
    #[inline]
    fn write(&self, bytes: &mut Vec<u8>) {
        self.red.write(bytes);
        self.blue.write(bytes);
    }

    #[inline]
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(State { red: B::read(bytes)?, blue: B::read(bytes)? })
    }
}

impl<B: Bits> State<B> {
    /// The state of these actors, with columns and rows counted in the frame.
    pub(crate) fn new(frame: Frame, actors: &[Actor]) -> Self {
        let of = |colour| {
            let of_colour = actors.iter().filter(move |actor| actor.colour == colour);
            B::of(of_colour.map(|actor| frame.number(actor.at)))
        };
        State { red: of(Colour::Red), blue: of(Colour::Blue) }
    }

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
