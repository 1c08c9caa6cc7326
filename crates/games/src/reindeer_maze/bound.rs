//! What it must still cost: the way to the goal in a maze without walls.
//!
//! The steps are at least the rows and columns to the goal; the turns at least those that bring
//! the reindeer to look each way it has to go. Walls can only add to either, and no turn saves a
//! step, so the sum is never too high, whatever steps and turns cost. Two divisions a state.

use unriddle_search::Cost;

use super::level::{Maze, stride};
use super::state::Pose;
use crate::Direction;

impl Maze {
    /// The cost from `pose` to the goal if there were no walls.
    pub(super) fn cost_in_the_open(&self, pose: Pose) -> Cost {
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
        // Costs beyond the largest number count as that number, here as in the search.
        let cost = u64::from(steps) * u64::from(self.step_cost) + turns * u64::from(self.turn_cost);
        Cost::try_from(cost).unwrap_or(Cost::MAX)
    }
}

/// The fewest quarter turns after which the reindeer has looked each way that it has to go.
fn turns_needed(heading: Direction, across: Option<Direction>, along: Option<Direction>) -> u64 {
    match (across, along) {
        (None, None) => 0,
        // Two ways to go: one turn lies between them, and one more before if it looks neither way.
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
    fn steps_and_turns_of_the_open_field() {
        assert_eq!(bound("S..E"), Some(3));
        assert_eq!(bound("S\n.\nE"), Some(1002));
        assert_eq!(bound("E..S"), Some(2003));
        assert_eq!(bound("S.\n.E"), Some(1002));
        assert_eq!(bound(".S\nE."), Some(2002));
    }
}
