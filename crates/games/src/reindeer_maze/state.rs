//! What changes: where the reindeer stands and which way it looks.
//!
//! Both fit in one number, cell × 4 + heading, which is the state and its rank at once: the
//! search needs no table of states. Four bytes; a turn changes the two lowest bits, a step adds
//! a constant that depends on the heading only.

use crate::Direction;

/// A cell of the maze, by its number in the level's grid with its ring of wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u32);

/// A cell and a heading in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pose(pub u32);

impl Pose {
    /// Standing on `cell`, looking towards `heading`.
    pub fn new(cell: Cell, heading: Direction) -> Self {
        Pose(cell.0 * 4 + heading as u32)
    }

    /// Where it stands.
    pub fn cell(self) -> Cell {
        Cell(self.0 / 4)
    }

    /// Which way it looks.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_those_of_the_grid() {
        for heading in Direction::ALL {
            let pose = Pose::new(Cell(7), heading);
            assert_eq!(pose.turned_left(), Pose::new(Cell(7), heading.left()));
            assert_eq!(pose.turned_right(), Pose::new(Cell(7), heading.right()));
            assert_eq!((pose.cell(), pose.heading()), (Cell(7), heading));
        }
    }
}
