//! A board as the text by which recorded games are compared.
//!
//! Each new combination of objects is written once, with a number from 0; after that the number stands for it.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Board;
use crate::game::Compiled;
use crate::mask;

/// The text of a board.
pub fn level_string(game: &Compiled, board: &Board) -> String {
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut text = String::new();
    for cell in 0..board.cells() {
        let mut names: Vec<&str> =
            mask::members(board.objects(cell)).map(|id| game.objects[id].name.as_str()).collect();
        names.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
        let combination = names.join(" ");
        let next = known.len();
        let number = match known.get(&combination) {
            Some(&number) => number,
            None => {
                let _ = write!(text, "{combination}:");
                known.insert(combination, next);
                next
            }
        };
        let _ = write!(text, "{number},");
        if (cell + 1) % board.width == 0 {
            text.push('\n');
        }
    }
    text
}
