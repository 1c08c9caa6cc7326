//! Moving: what has a movement goes to the next cell if that is free in its layer.

use super::board::Board;
use super::rows::Size;
use super::sets::{Plane, WORD, each_cell};
use crate::engine::Work;
use crate::mask;

/// Moves everything that can, in passes over the board until nothing moves; then nothing moves any more. `movers` are all
/// objects of each layer that may move.
pub(super) fn move_all<const W: usize>(
    board: &mut Board<W>,
    size: Size,
    movers: &[u64],
    work: &mut Work<'_>,
) {
    let mut cells: Plane<W> = [0; W];
    let mut rest = (board.occupied() >> WORD) as u64;
    while rest != 0 {
        let other = &board.planes[WORD + rest.trailing_zeros() as usize];
        rest &= rest - 1;
        cells.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
    }
    let mut moved = true;
    while moved {
        moved = false;
        each_cell(&cells, |cell| {
            if board.cells[cell].1 != 0 {
                moved |= move_cell(board, cell, size, movers);
            }
        });
        moved &= work.add(size.width * size.height);
    }
    board.set_all(&cells, (0, !0), (0, 0));
}

fn move_cell<const W: usize>(board: &mut Board<W>, cell: usize, size: Size, movers: &[u64]) -> bool {
    let (mut objects, mut movements) = board.cells[cell];
    let height = size.height;
    let (x, y) = (cell / height, cell % height);
    let mut moved = false;
    let mut rest = movements;
    while rest != 0 {
        let slot = rest.trailing_zeros() as usize / 5;
        let movement = rest >> (5 * slot) & mask::ALL;
        rest &= !(mask::ALL << (5 * slot));
        let target = match movement {
            mask::UP if y > 0 => Some(cell - 1),
            mask::DOWN if y + 1 < height => Some(cell + 1),
            mask::LEFT if x > 0 => Some(cell - height),
            mask::RIGHT if x + 1 < size.width => Some(cell + height),
            mask::UP | mask::DOWN | mask::LEFT | mask::RIGHT => continue,
            _ => None,
        };
        let layer = movers[slot];
        if let Some(target) = target {
            let (there, its_movements) = board.cells[target];
            if there & layer != 0 {
                continue;
            }
            if objects & layer != 0 {
                board.set(target, there | objects & layer, its_movements);
                objects &= !layer;
            }
        }
        movements &= !(mask::ALL << (5 * slot));
        moved = true;
    }
    if moved {
        board.set(cell, objects, movements);
    }
    moved
}
