//! Strokes on any board give a level or an error, and keep the promises of an editor: a grid can be
//! parsed back from its text, paint shows where it was applied, a refused edit changes nothing, and
//! every result can be drawn.

use unriddle_kit::Game;
use unriddle_kit::editing::{Edit, Editor, Spot, TextEditor, TextGrid, apply, picture_of, preview};

use crate::checks::{is_a_picture, is_told};
use crate::{Input, Tally, Target, levels, mutation, painting};

/// The target.
pub const TARGET: Target = Target {
    name: "edits_give_levels_or_errors",
    run,
    executions: 1_500,
    vital: &["grids", "edits", "read back", "refused", "levels", "errors"],
};

/// The maximum number of edits of one input.
const MAX_EDITS: usize = 12;

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let game = levels::game(input);
    let text = mutation::text(input, game);
    // Callers of an editor remove the byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    input.show("game", || game.id().to_string());
    input.show("text", || format!("{text:?}\n{text}"));
    tally.count(game.id(), "texts");
    // A script is painted with its own legend; without brushes the board can still grow and shrink.
    let editor = match input.one_in(4) {
        true => TextEditor::OfGame(game.editor()),
        false => game.editor_of(text, 1),
    };
    let editor = &*editor;
    let mut grid = match editor.grid(text) {
        Ok(grid) => grid,
        Err(error) => return is_told(text, &error),
    };
    tally.count(game.id(), "grids");
    let written = editor.write(&grid);
    assert_eq!(editor.grid(&written).as_ref(), Ok(&grid), "read back from {written:?}");
    draws_and_reads(game, editor, &grid, tally);
    // An edit may give meaning to text that is not part of the level: an actor off the board has a
    // cell when the board grows, and a word has a meaning at the start of a line.
    let is_sound = unriddle_games::read_as(game, text, &[]).is_ok();
    for _ in 0..input.below(MAX_EDITS) {
        edit(input, game, editor, &mut grid, tally);
        draws_and_reads(game, editor, &grid, tally);
        if is_sound {
            reads_back(editor, &grid);
            tally.count(game.id(), "read back");
        }
    }
}

fn edit(input: &mut Input<'_>, game: &dyn Game, editor: &dyn Editor, grid: &mut TextGrid, tally: &mut Tally) {
    let edit = painting::any_edit(input, editor, grid);
    input.show("edit", || format!("{edit:?}"));
    let before = grid.clone();
    match (apply(editor, grid, &edit), &edit) {
        (Err(message), _) => {
            tally.count(game.id(), "refused");
            assert!(!message.is_empty());
            assert_eq!(*grid, before, "{edit:?} was refused and changed something");
            return;
        }
        (Ok(painted), &Edit::Paint { brush, x, y, variant }) => {
            let painted = painted.expect("a stroke says what it painted");
            assert!(variant.is_none_or(|asked| asked == painted));
            let brushes = editor.brushes();
            let paint = &brushes[brush].words[painted];
            let shows = match brushes[brush].spot {
                Spot::Cell => grid.cell(x, y).is_some_and(|word| editor.shows(word, paint)),
                Spot::Corner => grid.corners.get(&(x, y)) == Some(paint),
            };
            assert!(shows, "{paint} does not show at {x}, {y}");
            if brushes[brush].single {
                let all = &brushes[brush].words;
                let holds = |word: &&String| all.iter().any(|paint| editor.shows(word, paint));
                assert_eq!(grid.cells.iter().filter(holds).count(), 1, "{paint} is there once");
            }
        }
        (Ok(_), Edit::Set { field, value }) => {
            let kept: String = value.split_whitespace().collect();
            let found: String = grid.value(field).split_whitespace().collect();
            assert!(found == kept || value.chars().any(char::is_control), "{field}: {found:?} for {value:?}");
        }
        (Ok(_), _) => {}
    }
    tally.count(game.id(), "edits");
}

/// The board of an edited level is the same when it is parsed again. The fields beside it may be
/// normalised once.
fn reads_back(editor: &dyn Editor, grid: &TextGrid) {
    let written = editor.write(grid);
    let again = editor.grid(&written).unwrap_or_else(|error| panic!("{error}\n{written:?}"));
    let board = |grid: &TextGrid| (grid.width, grid.height, grid.cells.clone(), grid.corners.clone());
    assert_eq!(board(&again), board(grid), "read back from {written:?}");
    assert_eq!(editor.write(&again), written);
}

/// After any edits, the text of a grid is a level or has an error, and it can be drawn.
fn draws_and_reads(game: &'static dyn Game, editor: &dyn Editor, grid: &TextGrid, tally: &mut Tally) {
    assert_eq!(grid.cells.len(), grid.width * grid.height);
    let written = editor.write(grid);
    let level = unriddle_games::read_as(game, &written, &[]);
    match &level {
        Ok(_) => tally.count(game.id(), "levels"),
        Err(error) => {
            tally.count(game.id(), "errors");
            is_told(&written, &error.error);
        }
    }
    is_a_picture(&preview(editor, grid));
    let shown = picture_of(editor, grid, level.as_deref().ok());
    is_a_picture(&shown);
    assert_eq!((shown.width, shown.height), (grid.width, grid.height));
}
