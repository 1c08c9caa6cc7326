//! What changes: the reindeer's cell and its heading.
//!
//! Both are stored in one number of 4 bytes, cell × 4 + heading. It is both the state and its rank, so the
//! search does not need a table of states. A turn changes the two lowest bits, and a step adds a constant
//! that depends only on the heading.

use unriddle_kit::Direction;
use unriddle_search::distributed::StateBytes;

use super::moves::Move;

/// A cell of the maze, by its number in the level's grid with its ring of wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u32);

/// A cell and a heading in one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pose(pub u32);

impl Pose {
    /// Standing on `cell`, looking towards `heading`.
    pub fn new(cell: Cell, heading: Direction) -> Self {
        Pose(cell.0 * 4 + heading as u32)
    }

    /// The cell that the reindeer stands on.
    pub fn cell(self) -> Cell {
        Cell(self.0 / 4)
    }

    /// The direction in which it looks.
    pub fn heading(self) -> Direction {
        Direction::ALL[self.0 as usize % 4]
    }

    /// The same cell after a quarter turn to the left.
    pub(super) fn turned_left(self) -> Self {
        Pose(self.0 & !3 | (self.0 + 1) & 3)
    }

    /// The same cell after a quarter turn to the right.
    pub(super) fn turned_right(self) -> Self {
        Pose(self.0 & !3 | self.0.wrapping_sub(1) & 3)
    }
}

impl StateBytes for Pose {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u32::read(bytes).map(Pose)
    }
}

/// A position of a player: the current pose and the route there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The current pose.
    pub pose: Pose,
    /// The pose before each step.
    pub(super) trail: Vec<Pose>,
    pub(super) turns: u64,
}

impl From<Pose> for Walk {
    /// A walk that starts at this pose.
    fn from(pose: Pose) -> Self {
        Walk { pose, ..Walk::default() }
    }
}

impl Walk {
    /// Makes a move that leads to `pose`.
    pub(super) fn go(&mut self, mv: Move, pose: Pose) {
        match mv {
            Move::Forward => self.trail.push(self.pose),
            Move::Left | Move::Right => self.turns += 1,
        }
        self.pose = pose;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_pose_turns_its_heading_and_keeps_its_cell() {
        for heading in Direction::ALL {
            let pose = Pose::new(Cell(7), heading);
            assert_eq!(pose.turned_left(), Pose::new(Cell(7), heading.left()));
            assert_eq!(pose.turned_right(), Pose::new(Cell(7), heading.right()));
            assert_eq!((pose.cell(), pose.heading()), (Cell(7), heading));
        }
    }
}
