//! Strokes on any board give a level or an error, and keep what an easel promises: a sheet reads
//! back from its text, paint shows where it was laid, what cannot be done changes nothing, and
//! whatever comes of it can be drawn.

use unriddle_games::Game;
use unriddle_games::editing::{Edit, Sheet, Spot, apply, portrait, sketch};

use crate::checks::{is_a_picture, is_told};
use crate::{Input, Tally, Target, levels, mutation, painting};

/// The target.
pub const TARGET: Target = Target {
    name: "edits_give_levels_or_errors",
    run,
    executions: 1_500,
    vital: &["sheets", "edits", "read back", "refused", "levels", "errors"],
};

/// The most edits of one input.
const MOST_EDITS: usize = 12;

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let game = levels::game(input);
    let text = mutation::text(input, game);
    // Whoever hands a text to an easel takes a byte order mark away.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    input.show("game", || game.id().to_string());
    input.show("text", || format!("{text:?}\n{text}"));
    tally.count(game.id(), "texts");
    let mut sheet = match game.easel().sheet(text) {
        Ok(sheet) => sheet,
        Err(error) => return is_told(text, &error),
    };
    tally.count(game.id(), "sheets");
    let written = game.easel().write(&sheet);
    assert_eq!(game.easel().sheet(&written).as_ref(), Ok(&sheet), "read back from {written:?}");
    draws_and_reads(game, &sheet, tally);
    // What is no part of a level may come to mean something by an edit: an actor off the board has
    // a place when the board grows, a word has a meaning at the start of a line.
    let is_sound = unriddle_games::read_as(game, text, &[]).is_ok();
    for _ in 0..input.below(MOST_EDITS) {
        edit(input, game, &mut sheet, tally);
        draws_and_reads(game, &sheet, tally);
        if is_sound {
            reads_back(game, &sheet);
            tally.count(game.id(), "read back");
        }
    }
}

fn edit(input: &mut Input<'_>, game: &dyn Game, sheet: &mut Sheet, tally: &mut Tally) {
    let easel = game.easel();
    let edit = painting::any_edit(input, easel, sheet);
    input.show("edit", || format!("{edit:?}"));
    let before = sheet.clone();
    match (apply(easel, sheet, &edit), &edit) {
        (Err(message), _) => {
            tally.count(game.id(), "refused");
            assert!(!message.is_empty());
            assert_eq!(*sheet, before, "{edit:?} was refused and changed something");
            return;
        }
        (Ok(painted), &Edit::Paint { brush, x, y, variant }) => {
            let painted = painted.expect("a stroke says what it painted");
            assert!(variant.is_none_or(|asked| asked == painted));
            let brushes = easel.brushes();
            let paint = &brushes[brush].words[painted];
            let shows = match brushes[brush].spot {
                Spot::Cell => sheet.cell(x, y).is_some_and(|word| easel.shows(word, paint)),
                Spot::Corner => sheet.corners.get(&(x, y)) == Some(paint),
            };
            assert!(shows, "{paint} does not show at {x}, {y}");
            if brushes[brush].single {
                let all = &brushes[brush].words;
                let holds = |word: &&String| all.iter().any(|paint| easel.shows(word, paint));
                assert_eq!(sheet.cells.iter().filter(holds).count(), 1, "{paint} is there once");
            }
        }
        (Ok(_), Edit::Set { field, value }) => {
            let kept: String = value.split_whitespace().collect();
            let found: String = sheet.value(field).split_whitespace().collect();
            assert!(found == kept || value.chars().any(char::is_control), "{field}: {found:?} for {value:?}");
        }
        (Ok(_), _) => {}
    }
    tally.count(game.id(), "edits");
}

/// The board after edits of a level is the same when it is read again; what stands beside it may
/// be put in order once.
fn reads_back(game: &dyn Game, sheet: &Sheet) {
    let easel = game.easel();
    let written = easel.write(sheet);
    let again = easel.sheet(&written).unwrap_or_else(|error| panic!("{error}\n{written:?}"));
    let board = |sheet: &Sheet| (sheet.width, sheet.height, sheet.cells.clone(), sheet.corners.clone());
    assert_eq!(board(&again), board(sheet), "read back from {written:?}");
    assert_eq!(easel.write(&again), written);
}

/// Whatever a sheet has become, its text is a level or says why not, and it can be drawn.
fn draws_and_reads(game: &'static dyn Game, sheet: &Sheet, tally: &mut Tally) {
    let easel = game.easel();
    assert_eq!(sheet.cells.len(), sheet.width * sheet.height);
    let written = easel.write(sheet);
    let level = unriddle_games::read_as(game, &written, &[]);
    match &level {
        Ok(_) => tally.count(game.id(), "levels"),
        Err(error) => {
            tally.count(game.id(), "errors");
            is_told(&written, &error.error);
        }
    }
    is_a_picture(&sketch(easel, sheet));
    let shown = portrait(easel, sheet, level.as_deref().ok());
    is_a_picture(&shown);
    assert_eq!((shown.width, shown.height), (sheet.width, sheet.height));
}
