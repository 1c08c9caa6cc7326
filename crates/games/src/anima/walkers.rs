//! The rules word by word, actor by actor.
//!
//! A [`State`](super::state::State) forgets which actor is which. A picture must not: a block
//! has to glide to where it went. So here every actor keeps its place in a list, and a move does
//! literally what the rules say. It is slow, plain, and the measure that the bit boards are
//! tested against.

use std::collections::HashMap;

use super::level::{Actor, Colour};
use crate::Direction;

/// Actors with an identity: their order never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walkers(pub(crate) Vec<Actor>);

impl Walkers {
    /// Makes a move on a board that is passable where `passable` says so.
    pub(crate) fn walk(&mut self, direction: Direction, passable: impl Fn((usize, usize)) -> bool) {
        let before: Vec<(usize, usize)> = self.0.iter().map(|actor| actor.at).collect();
        // All actors try to move at once: red one tile in that direction, blue one tile in the
        // opposite direction. An actor whose target tile is impassable (or outside) stays.
        for actor in &mut self.0 {
            let way = match actor.colour {
                Colour::Red => direction,
                Colour::Blue => direction.opposite(),
            };
            let target = way.step(actor.at, (usize::MAX, usize::MAX)).filter(|&at| passable(at));
            actor.at = target.unwrap_or(actor.at);
        }
        // While two actors stand on one tile, both go back to the tile they came from.
        loop {
            let mut standing = HashMap::new();
            for actor in &self.0 {
                *standing.entry(actor.at).or_insert(0) += 1;
            }
            if standing.values().all(|&actors| actors == 1) {
                return;
            }
            for (actor, &before) in self.0.iter_mut().zip(&before) {
                if standing[&actor.at] > 1 {
                    actor.at = before;
                }
            }
        }
    }
}
