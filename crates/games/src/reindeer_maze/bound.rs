//! The lower bound: the cost to the goal in a maze without walls.
//!
//! A route has at least as many steps as there are rows and columns to the goal, and at least the turns
//! that make the reindeer face each direction in which it has to go. Walls can only add to both, and no turn
//! saves a step. So the sum is admissible, whatever steps and turns cost. It takes two divisions per state.

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::level::{Maze, stride};
use super::state::Pose;

impl Maze {
    /// The cost from `pose` to the goal if there were no walls.
    pub(super) fn cost_without_walls(&self, pose: Pose) -> Cost {
        let stride = stride(self.width) as u32;
        let (cell, goal) = (pose.cell().0, self.goal.0);
        let (x, y) = (cell % stride, cell / stride);
        let (goal_x, goal_y) = (goal % stride, goal / stride);
        let steps = x.abs_diff(goal_x) + y.abs_diff(goal_y);
        let across = match x.cmp(&goal_x) {
            std::cmp::Ordering::Less => Some(Direction::Right),
            std::cmp::Ordering::Greater => Some(Direction::Left),
            std::cmp::Ordering::Equal => None,
        };
        let along = match y.cmp(&goal_y) {
            std::cmp::Ordering::Less => Some(Direction::Down),
            std::cmp::Ordering::Greater => Some(Direction::Up),
            std::cmp::Ordering::Equal => None,
        };
        let turns = turns_needed(pose.heading(), across, along);
        // Costs saturate, as they do in the search.
        let cost = u64::from(steps) * u64::from(self.step_cost) + turns * u64::from(self.turn_cost);
        Cost::try_from(cost).unwrap_or(Cost::MAX)
    }
}

/// The fewest quarter turns after which the reindeer has faced each direction in which it has to go.
fn turns_needed(heading: Direction, across: Option<Direction>, along: Option<Direction>) -> u64 {
    match (across, along) {
        (None, None) => 0,
        // With two directions to go, one turn lies between them. If it faces neither, it needs one more.
        (Some(a), Some(b)) if heading == a || heading == b => 1,
        (Some(_), Some(_)) => 2,
        (Some(way), None) | (None, Some(way)) if heading == way => 0,
        (Some(way), None) | (None, Some(way)) if heading == way.opposite() => 2,
        (Some(_), None) | (None, Some(_)) => 1,
    }
}

#[cfg(test)]
mod tests {
    use unriddle_search::Puzzle;

    use crate::reindeer_maze::ReindeerMaze;

    fn bound(text: &str) -> Option<u32> {
        let maze = ReindeerMaze.parse(text, &[]).expect("a maze");
        maze.lower_bound(&maze.start())
    }

    #[test]
    fn the_bound_is_the_exact_cost_on_floor_without_walls() {
        assert_eq!(bound("S..E"), Some(3));
        assert_eq!(bound("S\n.\nE"), Some(1002));
        assert_eq!(bound("E..S"), Some(2003));
        assert_eq!(bound("S.\n.E"), Some(1002));
        assert_eq!(bound(".S\nE."), Some(2002));
    }
}
