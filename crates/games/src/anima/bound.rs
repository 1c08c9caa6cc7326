//! The lower bound on the moves to a solution.
//!
//! Every goal needs an actor of its colour, which takes at least as many moves as its shortest path on the
//! board has steps. All actors walk at once, so the distances are not added: the bound is the maximum over
//! the goals of the distance to the nearest actor. If there are as many actors as goals of a colour, every
//! actor has to end on a goal, so the maximum over the actors of the distance to the nearest goal counts
//! as well.
//!
//! The distances are stored in rows of eight goals, and each actor contributes one row to a minimum. So a
//! bound takes one vector operation per actor and eight goals, about 6 ns for four of each. With it, A*
//! expands between a sixteenth of the states of a breadth-first search (ten actors) and nearly all of them
//! (long detours). A bottleneck assignment, which gives every goal an actor of its own and minimises the
//! longest distance, would save another 0 to 6 % of the states on most levels, 14 % with ten actors, and
//! up to 45 % on a level of 86 states. That is not worth a matching in every state.
//!
//! No actor leaves the connected part of the board that it starts in. If such a part has more goals of a
//! colour than actors, the level is unsolvable.

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::level::{Colour, Frame, Tile, neighbour};
use super::state::State;
use crate::bits::Bits;

/// The limit on distances stored per colour. A colour that exceeds it does not contribute to the bound.
const MAX_DISTANCES: usize = 1 << 23;

/// The tables of a level.
pub(crate) struct Bound {
    /// Whether some part of the board has too few actors for its goals.
    unsolvable: bool,
    red: GoalDistances,
    blue: GoalDistances,
}

/// The distances from each tile to the goals of a colour.
struct GoalDistances {
    /// The number of rows of eight goals per tile.
    rows: usize,
    steps: Vec<[i16; 8]>,
    /// The distance from each tile to the nearest goal; all zero if there are more actors than goals.
    home: Vec<i16>,
}

impl Bound {
    /// The tables of a board, for all states reachable from `start` and their images.
    pub(crate) fn new<B: Bits>(frame: Frame, tiles: &[Tile], start: &State<B>) -> Self {
        let parts = Parts::new(frame, tiles);
        let spare = Colour::ALL.map(|colour| parts.spare(tiles, colour, start.of(colour)));
        // Counted over the whole board: a symmetry may exchange its parts.
        let to_goals = |colour: Colour| {
            let all_needed = spare[colour as usize].iter().sum::<i64>() == 0;
            GoalDistances::new(frame, tiles, colour, all_needed)
        };
        let unsolvable = spare.iter().flatten().any(|&spare| spare < 0);
        Bound { unsolvable, red: to_goals(Colour::Red), blue: to_goals(Colour::Blue) }
    }

    /// A lower bound on the moves to a solution; `None` if there is no solution.
    #[inline]
    pub(crate) fn of<B: Bits>(&self, state: &State<B>) -> Option<Cost> {
        if self.unsolvable {
            return None;
        }
        Some(self.red.longest(&state.red).max(self.blue.longest(&state.blue)))
    }
}

impl GoalDistances {
    /// The distances to the goals of a colour. `all_needed` says whether every actor must end on a goal.
    fn new(frame: Frame, tiles: &[Tile], colour: Colour, all_needed: bool) -> Self {
        let goals: Vec<usize> = (0..tiles.len()).filter(|&tile| tiles[tile] == Tile::Goal(colour)).collect();
        let rows = goals.len().div_ceil(8);
        if rows * 8 * tiles.len() > MAX_DISTANCES {
            return GoalDistances { rows: 0, steps: Vec::new(), home: Vec::new() };
        }
        let mut steps = vec![[0; 8]; rows * tiles.len()];
        let mut home = vec![if goals.is_empty() { 0 } else { i16::MAX }; tiles.len()];
        for (number, &goal) in goals.iter().enumerate() {
            for (tile, &distance) in distances(frame, tiles, goal).iter().enumerate() {
                // A distance that is too large for the table saturates, which keeps the bound admissible.
                let distance = i16::try_from(distance).unwrap_or(i16::MAX);
                steps[tile * rows + number / 8][number % 8] = distance;
                home[tile] = home[tile].min(distance);
            }
        }
        if !all_needed {
            home.fill(0);
        }
        GoalDistances { rows, steps, home }
    }

    /// The longest distance of a goal from its nearest actor, or of a needed actor from its nearest goal.
    #[inline]
    fn longest<B: Bits>(&self, actors: &B) -> Cost {
        let mut longest = 0;
        for row in 0..self.rows {
            let mut nearest = [i16::MAX; 8];
            for tile in actors.tiles() {
                longest = longest.max(self.home[tile]);
                let distances = &self.steps[tile * self.rows + row];
                for (least, &distance) in nearest.iter_mut().zip(distances) {
                    *least = (*least).min(distance);
                }
            }
            longest = nearest.into_iter().fold(longest, i16::max);
        }
        Cost::from(longest.unsigned_abs())
    }
}

/// The distance from each tile to `goal`; [`u32::MAX`] if there is no path.
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
