//! Things move, and rigid bodies are checked.

use super::board::Board;
use super::work::Work;
use crate::game::Compiled;
use crate::mask::{self, movement_place};

/// Moves everything that can, in passes over the board until nothing moves.
pub(super) fn move_all(game: &Compiled, board: &mut Board, work: &mut Work<'_>) {
    let mut moved = true;
    while moved {
        moved = false;
        if !work.add(board.cells() * game.movement_words) {
            return;
        }
        for cell in 0..board.cells() {
            if board.movements(cell).iter().any(|&word| word != 0) {
                moved |= move_cell(game, board, cell);
                if !work.add(game.layers.len() + game.object_words) {
                    return;
                }
            }
        }
    }
}

fn move_cell(game: &Compiled, board: &mut Board, cell: usize) -> bool {
    let mut moved = false;
    for layer in 0..game.layers.len() {
        let (word, shift) = movement_place(layer);
        let movement = board.movements(cell)[word] >> shift & mask::ALL;
        if movement != 0 && leave(game, board, cell, layer, movement) {
            let at = board.movement_range(cell).start + word;
            board.movements[at] &= !(mask::ALL << shift);
            moved = true;
        }
    }
    moved
}

/// Lets the object of a layer leave its cell. Acting is moving in place.
fn leave(game: &Compiled, board: &mut Board, cell: usize, layer: usize, movement: u64) -> bool {
    let (x, y) = (cell / board.height, cell % board.height);
    let target = match movement {
        mask::UP if y > 0 => cell - 1,
        mask::DOWN if y + 1 < board.height => cell + 1,
        mask::LEFT if x > 0 => cell - board.height,
        mask::RIGHT if x + 1 < board.width => cell + board.height,
        mask::UP | mask::DOWN | mask::LEFT | mask::RIGHT => return false,
        // An action, or several directions at once, which lead nowhere.
        _ => return true,
    };
    let mask = &game.layers[layer];
    if mask.meets(board.objects(target)) {
        return false;
    }
    let (from, to) = (board.object_range(cell).start, board.object_range(target).start);
    for (word, layer) in mask.0.iter().enumerate() {
        board.objects[to + word] |= board.objects[from + word] & layer;
        board.objects[from + word] &= !layer;
    }
    true
}

/// The rigid groups that could not move all that they moved, marked in `banned`. Returns whether there are new ones.
pub fn ban_failed_groups(game: &Compiled, board: &Board, banned: &mut [bool]) -> bool {
    let mut new = false;
    for cell in 0..board.cells() {
        for layer in 0..game.layers.len() {
            let (word, shift) = movement_place(layer);
            let at = board.movement_range(cell).start + word;
            if (board.movements[at] & board.rigid_layers[at]) >> shift & mask::ALL == 0 {
                continue;
            }
            let number = (board.rigid_groups[at] >> shift & mask::ALL) as usize;
            if let Some(group) = number.checked_sub(1).and_then(|group| banned.get_mut(group)) {
                new |= !std::mem::replace(group, true);
            }
            break;
        }
    }
    new
}
