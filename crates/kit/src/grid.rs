//! Directions on a grid and the eight ways to turn or mirror a board.

use serde::{Deserialize, Serialize};

/// One of the four directions, in counter-clockwise order from the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards larger columns.
    Right,
    /// Towards smaller rows.
    Up,
    /// Towards smaller columns.
    Left,
    /// Towards larger rows.
    Down,
}

impl Direction {
    /// All four, in the order in which games try them.
    pub const ALL: [Direction; 4] = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];

    /// The direction a quarter turn to the left.
    pub fn left(self) -> Direction {
        Direction::ALL[(self as usize + 1) % 4]
    }

    /// The direction a quarter turn to the right.
    pub fn right(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 4]
    }

    /// The direction that leads back.
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) % 4]
    }

    /// The change of (column, row) of one step.
    pub fn delta(self) -> (isize, isize) {
        match self {
            Direction::Right => (1, 0),
            Direction::Up => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Down => (0, 1),
        }
    }

    /// `right`, `up`, `left` or `down`.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Right => "right",
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Down => "down",
        }
    }

    /// The same after a verb or a noun: `to the right`, `up`.
    pub fn towards(self) -> &'static str {
        match self {
            Direction::Right => "to the right",
            Direction::Up => "up",
            Direction::Left => "to the left",
            Direction::Down => "down",
        }
    }

    /// The arrow that points there.
    pub fn arrow(self) -> char {
        match self {
            Direction::Right => '→',
            Direction::Up => '↑',
            Direction::Left => '←',
            Direction::Down => '↓',
        }
    }

    /// The direction from one cell to another one, along the longer side; `None` if they are the same.
    pub fn between(from: (usize, usize), to: (usize, usize)) -> Option<Direction> {
        let (wide, high) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        match () {
            () if wide == 0 && high == 0 => None,
            () if wide >= high => Some(if to.0 > from.0 { Direction::Right } else { Direction::Left }),
            () => Some(if to.1 > from.1 { Direction::Down } else { Direction::Up }),
        }
    }

    /// The cell one step from (`x`, `y`), if it lies on a board of this size.
    pub fn step(self, (x, y): (usize, usize), (width, height): (usize, usize)) -> Option<(usize, usize)> {
        let (dx, dy) = self.delta();
        let x = x.checked_add_signed(dx).filter(|&x| x < width)?;
        let y = y.checked_add_signed(dy).filter(|&y| y < height)?;
        Some((x, y))
    }
}

/// A symmetry of the board: an optional reflection that swaps left and right, followed by 0 to 3
/// quarter turns to the left (counter-clockwise).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether left and right are swapped first.
    pub mirror: bool,
    /// Quarter turns to the left, 0 to 3.
    pub turns: u8,
}

impl Symmetry {
    /// All eight symmetries, identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        [false, true].into_iter().flat_map(|mirror| (0..4).map(move |turns| Symmetry { mirror, turns }))
    }

    /// The size of the transformed board.
    pub fn size(self, (width, height): (usize, usize)) -> (usize, usize) {
        if self.turns.is_multiple_of(2) { (width, height) } else { (height, width) }
    }

    /// The image of a cell on a board of this size.
    pub fn cell(self, (x, y): (usize, usize), (width, height): (usize, usize)) -> (usize, usize) {
        let mut at = if self.mirror { (width - 1 - x, y) } else { (x, y) };
        let (mut width, mut height) = (width, height);
        for _ in 0..self.turns {
            at = (at.1, width - 1 - at.0);
            (width, height) = (height, width);
        }
        at
    }

    /// The image of a direction.
    pub fn direction(self, direction: Direction) -> Direction {
        let mirrored = match direction {
            Direction::Left | Direction::Right if self.mirror => direction.opposite(),
            _ => direction,
        };
        (0..self.turns).fold(mirrored, |direction, _| direction.left())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_directions_turn_alike() {
        let size = (5, 3);
        for symmetry in Symmetry::all() {
            for direction in Direction::ALL {
                for (x, y) in (0..5).flat_map(|x| (0..3).map(move |y| (x, y))) {
                    let stepped = direction.step((x, y), size).map(|at| symmetry.cell(at, size));
                    let turned = symmetry.cell((x, y), size);
                    assert_eq!(stepped, symmetry.direction(direction).step(turned, symmetry.size(size)));
                }
            }
        }
    }
}
