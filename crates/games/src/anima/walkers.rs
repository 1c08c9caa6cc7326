//! The rules applied literally, actor by actor.
//!
//! A [`State`](super::state::State) of the search does not distinguish the actors of a colour. A picture
//! must: each block glides to its new tile. So here every actor keeps its index in a list. The code follows
//! the text of the rules and is the oracle for the tests of the bit boards.

use std::collections::HashMap;

use unriddle_kit::Direction;

use super::level::{Actor, Colour, Frame, Plan};

/// Actors with an identity: their order never changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Walkers(pub(crate) Vec<Actor>);

impl Walkers {
    /// The actors at the start, red ones first, each colour row by row, with columns and rows counted in the
    /// frame.
    pub(crate) fn new(plan: &Plan, frame: Frame) -> Self {
        let (left, top) = frame.corner;
        let mut actors = plan.actors.clone();
        for Actor { at: (x, y), .. } in &mut actors {
            (*x, *y) = (*x - left, *y - top);
        }
        actors.sort_by_key(|actor| (actor.colour == Colour::Blue, frame.number(actor.at)));
        Walkers(actors)
    }

    /// Makes a move on a board whose passable tiles are given by `passable`.
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
        // While two actors stand on the same tile, both go back to the tile they came from.
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
