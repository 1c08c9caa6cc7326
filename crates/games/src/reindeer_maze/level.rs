//! What never changes: the maze, its start and goal, and what steps and turns cost.
//!
//! The cells are stored row by row in one array, surrounded by a ring of wall, so that no step needs a
//! check of the edges. The wall to the right of a row is also the wall to the left of the next. Each cell
//! is one byte with all that a move needs: the low half has one bit per direction in which a step is
//! possible, the high half one bit per heading that is worth turning to. The byte of a wall is 0.
//!
//! A maze takes 1 byte per cell, and a search another 4 × 4 bytes per cell. A maze has fewer than 2³⁰ cells
//! including the ring, since a pose is a number of 32 bits.

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::state::{Cell, Pose};

/// The bits of a cell where every heading is worth turning to.
const ALL_TURNS: u8 = 0xf0;

/// The limit on cells, the ring of wall included: each has four poses with numbers of 32 bits.
pub(super) const MAX_CELLS: usize = (u32::MAX / 4) as usize;

/// A maze.
#[derive(Clone, PartialEq, Eq)]
pub struct Maze {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The bytes of the cells, with the ring of wall.
    pub(super) ways: Vec<u8>,
    /// What a step adds to a pose, by heading, as a wrapping number. A lookup takes half as long as the
    /// computation, measured over all poses of a maze of 1001 × 1001 cells.
    pub(super) strides: [u32; 4],
    /// The cell marked `S`.
    pub(super) origin: Cell,
    /// The cell marked `E`.
    pub(super) goal: Cell,
    /// The pose at which a search starts: on `S` heading right, unless moves were played.
    pub(super) start: Pose,
    pub(super) step_cost: Cost,
    pub(super) turn_cost: Cost,
}

impl Maze {
    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
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

    /// Whether a cell is floor.
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

    /// Whether the next cell in this direction is floor.
    pub(super) fn has_way(&self, cell: Cell, direction: Direction) -> bool {
        self.ways[cell.0 as usize] >> direction as u8 & 1 == 1
    }

    /// The next cell in this direction. `cell` must be floor, as there is nothing beyond the ring.
    pub(super) fn next(&self, cell: Cell, direction: Direction) -> Cell {
        Pose(Pose::new(cell, direction).0.wrapping_add(self.strides[direction as usize])).cell()
    }

    /// Makes searches start at `start`.
    ///
    /// A turn towards a wall only helps as the first part of a half turn, and a half turn only helps at the
    /// start of a route: anywhere else it leads back to a cell of the route. So all turns are worth trying
    /// at the start, and elsewhere only those towards floor.
    pub(super) fn begin_at(&mut self, start: Pose) {
        let old = &mut self.ways[self.start.cell().0 as usize];
        *old = open_cell(*old & 0xf);
        self.ways[start.cell().0 as usize] |= ALL_TURNS;
        self.start = start;
    }

    /// Makes searches try every turn that a player may make. Without that, a pose that a player can turn away from may
    /// seem to lead nowhere.
    pub(super) fn allow_all_turns(&mut self) {
        self.ways.iter_mut().filter(|ways| **ways != 0).for_each(|ways| *ways |= ALL_TURNS);
    }
}

/// The difference of the numbers of a cell and the one below it: a row and one wall between rows.
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

/// The number of cells of a maze of this size with its ring, if it is within the limit.
pub(super) fn cells_with_ring(width: usize, height: usize) -> Option<usize> {
    let cells = stride(width).checked_mul(height.checked_add(2)?)?.checked_add(1)?;
    (cells <= MAX_CELLS).then_some(cells)
}

/// The byte of a cell of floor: each exit is worth turning to. A cell without exits gets all turns, so that
/// it is not taken for a wall.
pub(super) fn open_cell(exits: u8) -> u8 {
    if exits == 0 { ALL_TURNS } else { exits << 4 | exits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mazes_with_more_cells_than_poses_can_number_are_rejected() {
        assert_eq!(cells_with_ring(3, 2), Some(17));
        assert!(cells_with_ring(32_765, 32_766).is_some_and(|cells| cells <= MAX_CELLS));
        assert_eq!(cells_with_ring(32_768, 32_768), None);
        assert_eq!(cells_with_ring(usize::MAX - 1, 2), None);
        assert_eq!(cells_with_ring(2, usize::MAX), None);
        let ranks = 4 * MAX_CELLS;
        assert!(u32::try_from(ranks).is_ok());
    }
}
