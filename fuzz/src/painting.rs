//! Levels that are painted: random strokes of an editor on a shipped level.
//!
//! Nearly all of them are levels, or become one with a stroke more, so they reach what lies
//! behind the parsers most often.

use unriddle_games::editing::{Easel, Edit, Sheet, Spot, apply};
use unriddle_games::{Direction, Game};

use crate::{Input, levels};

/// The most strokes on a board.
const MOST_STROKES: usize = 24;

/// The text of a shipped level of at most so many bytes after some strokes.
pub fn painted(input: &mut Input<'_>, game: &dyn Game, most: usize) -> String {
    let easel = game.easel();
    let text = if input.one_in(4) { easel.starter() } else { levels::level(input, game, most) };
    let Ok(mut sheet) = easel.sheet(text) else { return text.to_string() };
    for _ in 0..input.below(MOST_STROKES) {
        let edit =
            if input.one_in(8) { any_edit(input, easel, &sheet) } else { stroke(input, easel, &sheet) };
        // One that cannot be made changes nothing.
        let _ = apply(easel, &mut sheet, &edit);
    }
    easel.write(&sheet)
}

/// A stroke that can be made: paint on the board.
pub fn stroke(input: &mut Input<'_>, easel: &dyn Easel, sheet: &Sheet) -> Edit {
    let brushes = easel.brushes();
    let brush = input.below(brushes.len());
    let variant = input.below(brushes.get(brush).map_or(1, |brush| brush.words.len()));
    Edit::Paint { brush, x: input.below(sheet.width), y: input.below(sheet.height), variant: Some(variant) }
}

/// Whatever an editor may be asked to do, possible or not.
pub fn any_edit(input: &mut Input<'_>, easel: &dyn Easel, sheet: &Sheet) -> Edit {
    match input.below(8) {
        0 | 1 => stroke(input, easel, sheet),
        2 => {
            let variant = if input.one_in(2) { Some(input.number() as usize) } else { None };
            let (x, y) = (place(input, sheet.width), place(input, sheet.height));
            Edit::Paint { brush: place(input, easel.brushes().len()), x, y, variant }
        }
        3 => {
            let spot = input.choose([Spot::Cell, Spot::Corner]);
            Edit::Erase { spot, x: place(input, sheet.width), y: place(input, sheet.height) }
        }
        4 | 5 => Edit::Shrink { edge: input.choose(Direction::ALL) },
        6 => Edit::Grow { edge: input.choose(Direction::ALL) },
        _ => {
            let known = input.pick(&sheet.fields);
            let (name, value) = known.map_or(("?", ""), |field| (field.name, field.value.as_str()));
            let value =
                if input.one_in(4) { input.any_text() } else { crate::mutation::mutated(input, value) };
            Edit::Set { field: name.to_string(), value }
        }
    }
}

/// A column, row or other number: mostly one that exists.
fn place(input: &mut Input<'_>, end: usize) -> usize {
    if input.one_in(8) { input.number() as usize } else { input.below(end) }
}
