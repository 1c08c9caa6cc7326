//! What never changes: the maze, its start and goal, and what steps and turns cost.
//!
//! The cells lie row by row in one array with wall all around, so that no step needs a check of
//! the edges; the wall right of a row is also the wall left of the next. Each cell is one byte
//! that says all that a move needs to know: the low half has a bit for each direction in which a
//! step can be made, the high half a bit for each heading that is worth turning to. The byte of
//! a wall is 0.
//!
//! One byte a cell, and 4 × 4 bytes a cell in the search. Fewer than 2³⁰ cells with the ring,
//! since a pose is a number of 32 bits.

use unriddle_search::Cost;

use super::state::{Cell, Pose};
use crate::Direction;

/// Bits of the high half of a cell: turning to any heading is worth it.
const ALL_TURNS: u8 = 0xf0;

/// The most cells that poses can be numbered for, the ring of wall included.
pub(super) const MOST_CELLS: usize = (u32::MAX / 4) as usize;

/// A maze.
#[derive(Clone, PartialEq, Eq)]
pub struct Maze {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The bytes of the cells, with the ring of wall.
    pub(super) ways: Vec<u8>,
    /// What a step adds to a pose, by heading; wrapping round where it takes away. To look it up
    /// takes half the time of working it out, measured over all poses of a maze of 1001 × 1001.
    pub(super) strides: [u32; 4],
    /// The cell marked `S`.
    pub(super) origin: Cell,
    /// The cell marked `E`.
    pub(super) goal: Cell,
    /// Where a search begins: on `S` heading right, unless the level was played on.
    pub(super) start: Pose,
    pub(super) step_cost: Cost,
    pub(super) turn_cost: Cost,
}

impl Maze {
    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The cell in this column and row, counted from 0.
    pub fn cell(&self, (x, y): (usize, usize)) -> Cell {
        Cell(((y + 1) * stride(self.width) + x + 1) as u32)
    }

    /// The column and row of a cell, counted from 0. A cell of the ring has none.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let stride = stride(self.width);
        let (x, y) = (cell.0 as usize % stride, cell.0 as usize / stride);
        (x > 0 && (1..=self.height).contains(&y)).then(|| (x - 1, y - 1))
    }

    /// Whether a cell can be stood on.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.ways[cell.0 as usize] != 0
    }

    /// The cell marked `S`.
    pub fn origin(&self) -> Cell {
        self.origin
    }

    /// The cell marked `E`.
    pub fn goal(&self) -> Cell {
        self.goal
    }

    /// Whether the next cell in this direction can be stood on.
    pub(super) fn has_way(&self, cell: Cell, direction: Direction) -> bool {
        self.ways[cell.0 as usize] >> direction as u8 & 1 == 1
    }

    /// The cell one step on; of an open cell, since beyond the ring there is nothing.
    pub(super) fn next(&self, cell: Cell, direction: Direction) -> Cell {
        Pose(Pose::new(cell, direction).0.wrapping_add(self.strides[direction as usize])).cell()
    }

    /// Begins searches at `start`.
    ///
    /// To turn towards a wall only ever helps as the first half of a turn about, and to turn
    /// about only ever helps where the route begins: anywhere else it leads back to a cell that
    /// the route has come through.
    pub(super) fn begin_at(&mut self, start: Pose) {
        let old = &mut self.ways[self.start.cell().0 as usize];
        *old = open_cell(*old & 0xf);
        self.ways[start.cell().0 as usize] |= ALL_TURNS;
        self.start = start;
    }
}

/// From a cell to the one below it: a row and one wall between rows.
pub(super) fn stride(width: usize) -> usize {
    width + 1
}

/// What a step adds to a pose in each direction.
pub(super) fn strides(width: usize) -> [u32; 4] {
    let row = stride(width) as u32;
    Direction::ALL.map(|direction| {
        let cells = match direction {
            Direction::Right => 1,
            Direction::Up => row.wrapping_neg(),
            Direction::Left => 1u32.wrapping_neg(),
            Direction::Down => row,
        };
        cells.wrapping_mul(4)
    })
}

/// The length of the array of a maze of this size, if its poses can be numbered.
pub(super) fn cells_with_ring(width: usize, height: usize) -> Option<usize> {
    let cells = stride(width).checked_mul(height.checked_add(2)?)?.checked_add(1)?;
    (cells <= MOST_CELLS).then_some(cells)
}

/// The byte of an open cell: each way out is worth turning to. One with no way out, which nothing
/// ever enters, lets turn everywhere, so that it is not taken for a wall.
pub(super) fn open_cell(exits: u8) -> u8 {
    if exits == 0 { ALL_TURNS } else { exits << 4 | exits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mazes_whose_poses_cannot_be_numbered_are_too_large() {
        assert_eq!(cells_with_ring(3, 2), Some(17));
        assert!(cells_with_ring(32_765, 32_766).is_some_and(|cells| cells <= MOST_CELLS));
        assert_eq!(cells_with_ring(32_768, 32_768), None);
        assert_eq!(cells_with_ring(usize::MAX - 1, 2), None);
        assert_eq!(cells_with_ring(2, usize::MAX), None);
        let ranks = 4 * MOST_CELLS;
        assert!(u32::try_from(ranks).is_ok());
    }
}
