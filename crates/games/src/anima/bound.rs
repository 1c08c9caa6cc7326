//! What a state must still cost at least.
//!
//! Every goal needs an actor of its colour, which takes at least as many moves as the way to it
//! has steps, walls counted. All actors walk at once, so the largest of these ways counts and
//! not their sum: the maximum over the goals of the way of the nearest actor. Where there are no
//! more actors than goals, every actor has to end on a goal: the maximum over the actors of the
//! way to the nearest goal.
//!
//! The ways are tables of eight goals at a time: each actor takes the minimum with one row. So a
//! bound costs one vector operation for each actor and eight goals, some 6 ns for four of each.
//! With it, A* expands between a sixteenth of the states of a breadth-first search (ten actors)
//! and nearly all of them (long detours). The bottleneck assignment (every goal an actor of its
//! own, the longest way as short as can be) would save another 0 to 6 % of the states on most
//! levels, 14 % with ten actors, up to 45 % on a level of 86 states, for a matching in every
//! state; it was counted and left out.
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
    /// How many rows of eight goals a tile has.
    rows: usize,
    steps: Vec<[i16; 8]>,
    /// The steps from each tile to the nearest goal; zeros where actors can be spared.
    home: Vec<i16>,
}

impl Bound {
    /// The tables of a board, for the states that can be reached from `start` and their images.
    pub(crate) fn new<B: Bits>(frame: Frame, tiles: &[Tile], start: &State<B>) -> Self {
        let parts = Parts::new(frame, tiles);
        let spare = Colour::ALL.map(|colour| parts.spare(tiles, colour, start.of(colour)));
        // Counted over the whole board: a symmetry may exchange its parts.
        let ways = |colour: Colour| {
            let all_needed = spare[colour as usize].iter().sum::<i64>() == 0;
            Ways::new(frame, tiles, colour, all_needed)
        };
        let hopeless = spare.iter().flatten().any(|&spare| spare < 0);
        Bound { hopeless, red: ways(Colour::Red), blue: ways(Colour::Blue) }
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
    /// The ways to the goals of a colour, of whose actors all are needed or some can be spared.
    fn new(frame: Frame, tiles: &[Tile], colour: Colour, all_needed: bool) -> Self {
        let goals: Vec<usize> = (0..tiles.len()).filter(|&tile| tiles[tile] == Tile::Goal(colour)).collect();
        let rows = goals.len().div_ceil(8);
        if rows * 8 * tiles.len() > MOST_DISTANCES {
            return Ways { rows: 0, steps: Vec::new(), home: Vec::new() };
        }
        let mut steps = vec![[0; 8]; rows * tiles.len()];
        let mut home = vec![if goals.is_empty() { 0 } else { i16::MAX }; tiles.len()];
        for (number, &goal) in goals.iter().enumerate() {
            for (tile, &way) in distances(frame, tiles, goal).iter().enumerate() {
                // A way too long for the table counts as the longest that fits: still no more
                // than the truth.
                let way = i16::try_from(way).unwrap_or(i16::MAX);
                steps[tile * rows + number / 8][number % 8] = way;
                home[tile] = home[tile].min(way);
            }
        }
        if !all_needed {
            home.fill(0);
        }
        Ways { rows, steps, home }
    }

    /// The longest way that a goal is from its nearest actor, or an actor that is needed from
    /// its nearest goal.
    #[inline]
    fn longest<B: Bits>(&self, actors: &B) -> Cost {
        let mut longest = 0;
        for row in 0..self.rows {
            let mut nearest = [i16::MAX; 8];
            for tile in actors.tiles() {
                longest = longest.max(self.home[tile]);
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

/// The connected parts of a board.
struct Parts {
    /// The part that each tile belongs to, unless it is impassable.
    of: Vec<Option<usize>>,
    count: usize,
}

impl Parts {
    fn new(frame: Frame, tiles: &[Tile]) -> Self {
        let mut parts = Parts { of: vec![None; tiles.len()], count: 0 };
        let mut rest = Vec::new();
        for seed in (0..tiles.len()).filter(|&tile| tiles[tile] != Tile::Impassable) {
            if parts.of[seed].is_some() {
                continue;
            }
            parts.of[seed] = Some(parts.count);
            rest.push(seed);
            while let Some(tile) = rest.pop() {
                for there in Direction::ALL.into_iter().filter_map(|way| neighbour(frame, tiles, tile, way)) {
                    if parts.of[there].is_none() {
                        parts.of[there] = Some(parts.count);
                        rest.push(there);
                    }
                }
            }
            parts.count += 1;
        }
        parts
    }

    /// For each part, how many more actors than goals of a colour it has.
    fn spare<B: Bits>(&self, tiles: &[Tile], colour: Colour, actors: &B) -> Vec<i64> {
        let mut spare = vec![0; self.count];
        let goals = (0..tiles.len()).filter(|&tile| tiles[tile] == Tile::Goal(colour)).map(|goal| (goal, -1));
        for (tile, more) in actors.tiles().map(|tile| (tile, 1)).chain(goals) {
            if let Some(part) = self.of[tile] {
                spare[part] += more;
            }
        }
        spare
    }
}
