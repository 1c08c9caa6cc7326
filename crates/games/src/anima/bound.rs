//! What a state must still cost at least.
//!
//! Every goal needs an actor of its colour, which takes at least as many moves as the way to it
//! has steps, walls counted. All actors walk at once, so the largest of these ways counts and
//! not their sum: the maximum over the goals of the way of the nearest actor.
//!
//! The ways are tables of eight goals at a time: each actor takes the minimum with one row, so a
//! bound costs one load and one vector operation for each actor and eight goals.
//!
//! No actor ever leaves the part of the board that it starts in. Where such a part has more
//! goals of a colour than actors of it, no state has a solution.

use unriddle_search::Cost;

use super::level::{Colour, Frame, Tile, neighbour};
use super::state::State;
use crate::Direction;
use crate::bits::Bits;

/// The most distances kept for a colour; larger boards with more goals have no bound.
const MOST_DISTANCES: usize = 1 << 23;

/// The tables of a level.
pub(crate) struct Bound {
    /// Whether some part of the board has too few actors for its goals.
    hopeless: bool,
    red: Ways,
    blue: Ways,
}

/// The lengths of the ways from each tile to the goals of a colour.
struct Ways {
    /// How many rows of eight a tile has.
    rows: usize,
    steps: Vec<[i16; 8]>,
}

impl Bound {
    /// The tables of a board, for any state that can be reached from `start`.
    pub(crate) fn new<B: Bits>(frame: Frame, tiles: &[Tile], start: &State<B>) -> Self {
        let ways = |colour| Ways::new(frame, tiles, colour);
        Bound { hopeless: hopeless(frame, tiles, start), red: ways(Colour::Red), blue: ways(Colour::Blue) }
    }

    /// A lower bound on the moves to a solution, or `None` when there is none.
    #[inline]
    pub(crate) fn of<B: Bits>(&self, state: &State<B>) -> Option<Cost> {
        if self.hopeless {
            return None;
        }
        Some(self.red.longest(&state.red).max(self.blue.longest(&state.blue)))
    }
}

impl Ways {
    fn new(frame: Frame, tiles: &[Tile], colour: Colour) -> Self {
        let goals: Vec<usize> = (0..tiles.len()).filter(|&tile| tiles[tile] == Tile::Goal(colour)).collect();
        let rows = goals.len().div_ceil(8);
        if rows * 8 * tiles.len() > MOST_DISTANCES {
            return Ways { rows: 0, steps: Vec::new() };
        }
        let mut steps = vec![[0; 8]; rows * tiles.len()];
        for (number, &goal) in goals.iter().enumerate() {
            for (tile, &way) in distances(frame, tiles, goal).iter().enumerate() {
                // A way too long for the table counts as the longest that fits: still no more
                // than the truth.
                steps[tile * rows + number / 8][number % 8] = i16::try_from(way).unwrap_or(i16::MAX);
            }
        }
        Ways { rows, steps }
    }

    /// The longest way that a goal is from its nearest actor.
    #[inline]
    fn longest<B: Bits>(&self, actors: &B) -> Cost {
        let mut longest = 0;
        for row in 0..self.rows {
            let mut nearest = [i16::MAX; 8];
            for tile in actors.tiles() {
                let ways = &self.steps[tile * self.rows + row];
                for (least, &way) in nearest.iter_mut().zip(ways) {
                    *least = (*least).min(way);
                }
            }
            longest = nearest.into_iter().fold(longest, i16::max);
        }
        Cost::from(longest.unsigned_abs())
    }
}

/// The steps from each tile to `goal`; [`u32::MAX`] where no way leads there.
fn distances(frame: Frame, tiles: &[Tile], goal: usize) -> Vec<u32> {
    let mut steps = vec![u32::MAX; tiles.len()];
    steps[goal] = 0;
    let mut reached = vec![goal];
    let mut next = 0;
    while let Some(&tile) = reached.get(next) {
        next += 1;
        for there in Direction::ALL.into_iter().filter_map(|way| neighbour(frame, tiles, tile, way)) {
            if steps[there] == u32::MAX {
                steps[there] = steps[tile] + 1;
                reached.push(there);
            }
        }
    }
    steps
}

/// Whether some connected part of the board has more goals of a colour than actors of it.
fn hopeless<B: Bits>(frame: Frame, tiles: &[Tile], start: &State<B>) -> bool {
    let mut part = vec![usize::MAX; tiles.len()];
    let mut parts = 0;
    let mut rest = Vec::new();
    for seed in 0..tiles.len() {
        if part[seed] != usize::MAX || tiles[seed] == Tile::Impassable {
            continue;
        }
        part[seed] = parts;
        rest.push(seed);
        while let Some(tile) = rest.pop() {
            for there in Direction::ALL.into_iter().filter_map(|way| neighbour(frame, tiles, tile, way)) {
                if part[there] == usize::MAX {
                    part[there] = parts;
                    rest.push(there);
                }
            }
        }
        parts += 1;
    }
    Colour::ALL.into_iter().any(|colour| {
        let mut spare = vec![0i64; parts];
        start.of(colour).tiles().for_each(|tile| spare[part[tile]] += 1);
        let goals = (0..tiles.len()).filter(|&tile| tiles[tile] == Tile::Goal(colour));
        goals.for_each(|tile| spare[part[tile]] -= 1);
        spare.iter().any(|&spare| spare < 0)
    })
}
