//! A molecule of one atom and its neighbours, and where pushing can move it.
//!
//! A molecule of one atom and of hydrogen atoms bonded to it is known completely: it moves only if something
//! stands behind one of its atoms and pushes. A molecule with any other neighbour, or with the player's atom, may
//! have more atoms, so it is taken to move wherever the known ones have room.

use unriddle_kit::Direction;

use super::level::{Board, Cell, corner};

/// The number of ways to label four neighbours.
pub(super) const LABELINGS: usize = 81;

/// What an atom is bonded to on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// Nothing.
    None,
    /// A hydrogen atom that is not the player's.
    Hydrogen,
    /// Any other atom.
    Other,
}

/// An atom on a cell with what it is bonded to in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) cell: Cell,
    pub(super) labels: [Label; 4],
}

impl Shape {
    pub(super) fn bonds(&self) -> usize {
        self.labels.iter().filter(|&&label| label != Label::None).count()
    }

    /// The directions with a bond.
    pub(super) fn bonded(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&towards| self.labels[towards as usize] != Label::None)
    }

    /// The same with another label in one direction.
    pub(super) fn with(mut self, towards: Direction, label: Label) -> Shape {
        self.labels[towards as usize] = label;
        self
    }

    /// Whether there is room for all its bonds.
    pub(super) fn fits(self, board: &Board) -> bool {
        self.bonded().all(|towards| is_open(next(board, self.cell, towards)))
    }

    /// Whether one of its bonds can be swept over a modifier.
    pub(super) fn can_sweep(self, board: &Board) -> bool {
        let site = &board.sites[self.cell.index()];
        self.bonded().any(|towards| {
            [towards.left(), towards.right()].into_iter().any(|heading| {
                let ahead =
                    [self.cell, next(board, self.cell, towards)].map(|cell| next(board, cell, heading));
                site.corners[corner(towards, heading)].is_some() && ahead.into_iter().any(is_open)
            })
        })
    }

    /// The shape after a move in a direction, if there is room and something can push it.
    pub(super) fn moved(self, board: &Board, heading: Direction) -> Option<Shape> {
        let there = Shape { cell: next(board, self.cell, heading), ..self };
        let has_room = is_open(there.cell) && there.fits(board);
        (has_room && self.can_be_pushed(board, heading)).then_some(there)
    }

    /// Whether there is a cell behind one of its atoms.
    fn can_be_pushed(self, board: &Board, heading: Direction) -> bool {
        let back = heading.opposite();
        let behind = next(board, self.cell, back);
        self.labels.contains(&Label::Other)
            || self.labels[back as usize] == Label::None && is_open(behind)
            || self
                .bonded()
                .filter(|&towards| towards != heading)
                .any(|towards| is_open(next(board, next(board, self.cell, towards), back)))
    }
}

/// The next cell in a direction; a wall is next to a wall.
pub(super) fn next(board: &Board, cell: Cell, towards: Direction) -> Cell {
    board.sites.get(cell.index()).map_or(Cell::WALL, |site| site.next[towards as usize])
}

pub(super) fn is_open(cell: Cell) -> bool {
    cell != Cell::WALL
}

/// The cell from which a hydrogen atom without bonds can be pushed to a cell in a direction.
pub(super) fn pushed_from(board: &Board, cell: Cell, heading: Direction) -> Option<Cell> {
    let from = next(board, cell, heading.opposite());
    is_open(next(board, from, heading.opposite())).then_some(from)
}

/// The cells to which a hydrogen atom without bonds can be pushed, one bit each.
pub(super) fn pushed_to(board: &Board, cell: usize) -> u64 {
    let (mut reached, mut ahead) = (1 << cell, vec![Cell(cell as u16)]);
    while let Some(cell) = ahead.pop() {
        for heading in Direction::ALL {
            let to = next(board, cell, heading);
            let can = is_open(to) && is_open(next(board, cell, heading.opposite()));
            if can && reached >> to.index() & 1 == 0 {
                reached |= 1 << to.index();
                ahead.push(to);
            }
        }
    }
    reached
}

/// The number of a way to label four neighbours.
#[inline]
pub(super) fn code(labels: [Label; 4]) -> usize {
    labels.into_iter().fold(0, |code, label| 3 * code + label as usize)
}

/// The labels with a number.
pub(super) fn labels(code: usize) -> [Label; 4] {
    let digit = |at: u32| code / 3usize.pow(3 - at) % 3;
    [0, 1, 2, 3].map(|at| [Label::None, Label::Hydrogen, Label::Other][digit(at)])
}
