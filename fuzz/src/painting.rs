//! Painted levels: random strokes of an editor on a shipped level.
//!
//! Nearly all of them are levels, or become one with one more stroke, so they usually reach the code
//! behind the parsers.

use unriddle_kit::editing::{Edit, Editor, Spot, TextGrid, apply};
use unriddle_kit::{Direction, Game};

use crate::{Input, levels};

/// The maximum number of strokes on a board.
const MAX_STROKES: usize = 24;

/// The text of a shipped level of at most this many bytes after some strokes.
pub fn painted(input: &mut Input<'_>, game: &dyn Game, most: usize) -> String {
    let editor = game.editor();
    let text = if input.one_in(4) { editor.starter() } else { levels::level(input, game, most) };
    let Ok(mut grid) = editor.grid(text) else { return text.to_string() };
    for _ in 0..input.below(MAX_STROKES) {
        let edit =
            if input.one_in(8) { any_edit(input, editor, &grid) } else { stroke(input, editor, &grid) };
        // A stroke that is refused changes nothing.
        let _ = apply(editor, &mut grid, &edit);
    }
    editor.write(&grid)
}

/// A valid stroke: paint on the board.
pub fn stroke(input: &mut Input<'_>, editor: &dyn Editor, grid: &TextGrid) -> Edit {
    let brushes = editor.brushes();
    let brush = input.below(brushes.len());
    let variant = input.below(brushes.get(brush).map_or(1, |brush| brush.words.len()));
    Edit::Paint { brush, x: input.below(grid.width), y: input.below(grid.height), variant: Some(variant) }
}

/// Any edit, valid or not.
pub fn any_edit(input: &mut Input<'_>, editor: &dyn Editor, grid: &TextGrid) -> Edit {
    match input.below(8) {
        0 | 1 => stroke(input, editor, grid),
        2 => {
            let variant = if input.one_in(2) { Some(input.number() as usize) } else { None };
            let (x, y) = (place(input, grid.width), place(input, grid.height));
            Edit::Paint { brush: place(input, editor.brushes().len()), x, y, variant }
        }
        3 => {
            let spot = input.choose([Spot::Cell, Spot::Corner]);
            Edit::Erase { spot, x: place(input, grid.width), y: place(input, grid.height) }
        }
        4 | 5 => Edit::Shrink { edge: input.choose(Direction::ALL) },
        6 => Edit::Grow { edge: input.choose(Direction::ALL) },
        _ => {
            let known = input.pick(&grid.fields);
            let (name, value) = known.map_or(("?", ""), |field| (field.name, field.value.as_str()));
            let value =
                if input.one_in(4) { input.any_text() } else { crate::mutation::mutated(input, value) };
            Edit::Set { field: name.to_string(), value }
        }
    }
}

/// A column, row or other number: usually one that exists.
fn place(input: &mut Input<'_>, end: usize) -> usize {
    if input.one_in(8) { input.number() as usize } else { input.below(end) }
}
