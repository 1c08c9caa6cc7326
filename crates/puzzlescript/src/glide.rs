//! What is pushed along, seen to move.
//!
//! Of several equal objects no one knows which is which, so pieces are named after their cells, and one that moves is
//! another piece afterwards. But if a key points right, and a row of crates is there one cell further to the right,
//! then the crates moved. For a frame they keep the names that they had before.

use std::collections::HashMap;

use unriddle_kit::{Frame, Path};

use super::engine::Input;
use super::level::{Move, ScriptLevel, State};
use super::picture::{counts, picture, piece_name, window};

/// The way to the next cell in the direction of a key, by columns and rows.
fn way(mv: Move) -> Option<(isize, isize)> {
    match mv {
        Move::Key(Input::Up) => Some((0, -1)),
        Move::Key(Input::Down) => Some((0, 1)),
        Move::Key(Input::Left) => Some((-1, 0)),
        Move::Key(Input::Right) => Some((1, 0)),
        Move::Key(Input::Action) | Move::Wait => None,
    }
}

/// The frames of a move that led from `before` to `after` in a single turn: none where all that moved kept its name.
pub fn frames(level: &ScriptLevel, before: &State, mv: Move, after: &State) -> Vec<Frame> {
    let Some(way) = way(mv).filter(|_| window(level, before) == window(level, after)) else {
        return Vec::new();
    };
    let names = former_names(level, before, way, after);
    if names.is_empty() {
        return Vec::new();
    }
    let end = picture(level, after).pieces;
    let mut moved = end.clone();
    for piece in &mut moved {
        if let Some(name) = names.get(&piece.name) {
            piece.name.clone_from(name);
        }
    }
    vec![Frame::new(moved), Frame { pieces: end, path: Path::Instant }]
}

/// The names before the move of pieces that moved a cell along the way, by their names after it.
fn former_names(
    level: &ScriptLevel,
    before: &State,
    (dx, dy): (isize, isize),
    after: &State,
) -> HashMap<String, String> {
    let (game, layout) = (level.game(), level.layout());
    let words = game.object_words;
    let has = |state: &State, cell: usize, id: usize| {
        state.snapshot.objects[cell * words + id / 64] >> (id % 64) & 1 == 1
    };
    // Boards are stored column by column.
    let behind = |cell: usize| {
        let x = (cell / layout.height).checked_add_signed(-dx).filter(|&x| x < layout.width)?;
        let y = (cell % layout.height).checked_add_signed(-dy).filter(|&y| y < layout.height)?;
        Some(x * layout.height + y)
    };
    let (were, are) = (counts(level, before), counts(level, after));
    let mut names = HashMap::new();
    let several = (0..game.objects.len()).filter(|&id| were[id] == are[id] && are[id] > 1);
    for id in several.filter(|&id| game.objects[id].layer != game.objects[game.background].layer) {
        let gained = |&cell: &usize| has(after, cell, id) && !has(before, cell, id);
        for front in (0..layout.width * layout.height).filter(gained) {
            // A row of them, up to a cell that the last one has left.
            let row: Vec<usize> = std::iter::successors(behind(front), |&cell| behind(cell))
                .take_while(|&cell| has(before, cell, id))
                .collect();
            let Some(last) = row.iter().position(|&cell| !has(after, cell, id)) else { continue };
            let name = |cell| piece_name(game, id, cell, are[id]);
            let mut to = front;
            for &from in &row[..=last] {
                names.insert(name(to), name(from));
                to = from;
            }
        }
    }
    names
}
