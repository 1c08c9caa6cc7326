//! What changes in a level: the belts laid on its free cells.
//!
//! A layout takes one byte per cell of the board, so a lookup is a single index. Preset belts are
//! not part of it; [`Layout::belt`] returns both sorts.

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::level::{Cell, Factory, Tile};

/// The belts laid so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layout(Box<[Option<Direction>]>);

impl Layout {
    /// A layout without belts.
    pub(crate) fn bare(factory: &Factory) -> Self {
        Layout(vec![None; factory.cells()].into())
    }

    /// The belt laid on a cell.
    #[inline]
    pub(crate) fn laid(&self, cell: Cell) -> Option<Direction> {
        self.0[cell.index()]
    }

    /// The belt on a cell, laid or preset.
    #[inline]
    pub(crate) fn belt(&self, factory: &Factory, cell: Cell) -> Option<Direction> {
        match factory.tile(cell) {
            Tile::Preset(way) => Some(way),
            _ => self.laid(cell),
        }
    }

    /// Lays a belt on a free cell, replaces the one there, or removes it.
    #[inline]
    pub(crate) fn set(&mut self, cell: Cell, belt: Option<Direction>) {
        self.0[cell.index()] = belt;
    }

    /// The cells with a laid belt, row by row.
    pub(crate) fn belts(&self) -> impl Iterator<Item = (Cell, Direction)> {
        self.0.iter().enumerate().filter_map(|(at, belt)| Some((Cell(at as u32), (*belt)?)))
    }

    /// The number of belts that `laid` does not have: the cost of this layout from there.
    pub(crate) fn belts_beyond(&self, laid: &Layout) -> Cost {
        self.belts().filter(|&(cell, way)| laid.laid(cell) != Some(way)).count() as Cost
    }

    /// The heap memory of a layout, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}
