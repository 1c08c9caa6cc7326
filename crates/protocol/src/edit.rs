//! Editing: the text of a level, and a change to it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use unriddle_games::recognises;
use unriddle_games::without_mark;
use unriddle_kit::editing::{Edit, Field, Spot, TextEditor, apply, picture_of};
use unriddle_kit::{Game, Level, Place};

use super::{Drawing, Failure, Source, Stamp};

/// How many recorded solutions are replayed after an edit.
const MAX_REPLAYED: usize = 16;

/// A request to edit or check a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EditRequest {
    /// The level, which may be invalid.
    #[serde(flatten)]
    pub level: Source,
    /// The edit, or `None` to check the text only.
    #[serde(default)]
    pub edit: Option<Edit>,
}

/// The level after an edit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EditReply {
    /// The id of its game.
    pub game: &'static str,
    /// The text.
    pub text: String,
    /// Why the text is not a valid level, if it is not. Editing can continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Failure>,
    /// The variant of the brush that was painted, for the rest of the stroke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<usize>,
    /// The lines beside the board, such as the cards.
    pub fields: Vec<FieldView>,
    /// Its picture, in the columns and rows of the text: see [`picture_of`]. `None` if the text has no
    /// recognisable board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Drawing>,
    /// What there is to paint with, where that depends on the text; else it is what the game has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brushes: Option<Vec<BrushView>>,
    /// The recorded solutions that do not solve it, the first few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenSolution>,
}

/// A solution that the text records, and that does not solve the level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BrokenSolution {
    /// Which of the recorded solutions it is, from 1.
    pub number: usize,
    /// Its place in the text.
    pub place: Place,
    /// What is wrong with it, in a sentence without a full stop.
    pub reason: String,
}

/// A named line beside the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldView {
    /// Its name.
    pub name: &'static str,
    /// What to enter.
    pub about: &'static str,
    /// Its content.
    pub value: String,
}

/// A brush of the editor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BrushView {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Where it paints.
    pub spot: Spot,
    /// The number of variants. Painting the same spot again selects the next one.
    pub variants: usize,
    /// Its styles, bottom to top: see [`emblem`](unriddle_kit::editing::emblem).
    #[serde(rename = "looks")]
    pub styles: Vec<Stamp>,
}

/// Applies an edit and checks the result.
pub fn edit(request: &EditRequest) -> Result<EditReply, Failure> {
    let game = match request.level.game()? {
        Some(game) => game,
        None => detected(&request.level.text)?,
    };
    let mut text = request.level.text.clone();
    let own = game.editor_of(without_mark(&text), request.level.number.unwrap_or(1));
    let editor = &*own;
    let views = || editor.brushes().iter().map(|brush| BrushView::of(editor, brush)).collect();
    let brushes = matches!(own, TextEditor::OfText(_)).then(views);
    let mut grid = editor.grid(without_mark(&text));
    let mut variant = None;
    if let Some(edit) = &request.edit {
        let grid = grid.as_mut().map_err(|error| Failure::of_text(error.clone()))?;
        variant = apply(editor, grid, edit).map_err(Failure::of_request)?;
        text = editor.write(grid);
    }
    let source = Source { game: Some(game.id().to_string()), text, ..request.level.clone() };
    let level = source.read();
    let known = level.as_deref().ok();
    let picture = match &grid {
        Ok(grid) => Some(picture_of(editor, grid, known)),
        // A board that is too large to edit can still be shown.
        Err(_) => known.map(|level| level.start().picture()),
    };
    let broken = known.map(broken_solutions).unwrap_or_default();
    Ok(EditReply {
        game: game.id(),
        text: source.text,
        problem: level.as_ref().err().cloned(),
        variant,
        fields: grid.map_or_else(|_| Vec::new(), |grid| grid.fields.iter().map(FieldView::of).collect()),
        picture: picture.and_then(|picture| Drawing::of(&picture).ok()),
        brushes,
        broken,
    })
}

/// The recorded solutions of a level that do not solve it. Only the first few are replayed, since this is
/// done on every edit.
fn broken_solutions(level: &dyn Level) -> Vec<BrokenSolution> {
    let start = level.start();
    let recorded = (1..).zip(level.claims().solutions).take(MAX_REPLAYED);
    let broken = recorded.filter_map(|(number, (solution, place))| {
        let reason = match start.after(&solution) {
            Ok(end) if end.is_solved() => return None,
            Ok(_) => "the level is not solved at its end".to_string(),
            Err(error) => error.to_string(),
        };
        Some(BrokenSolution { number, place, reason })
    });
    broken.collect()
}

/// The game of a text: one that reads it, or else one that [recognises] it, as for the command.
fn detected(text: &str) -> Result<&'static dyn Game, Failure> {
    match unriddle_games::read(text, &[]) {
        Ok(level) => Ok(level.game()),
        Err(error) if recognises(error.game, text) => Ok(error.game),
        Err(error) => {
            let help = "choose its game to edit it nevertheless";
            Err(Failure { help: Some(help.into()), ..Failure::of_level(error, text) })
        }
    }
}

impl FieldView {
    fn of(field: &Field) -> FieldView {
        FieldView { name: field.name, about: field.about, value: field.value.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_games::GAMES;
    use unriddle_kit::Direction;

    fn request(game: &str, text: &str, edit: Option<Edit>) -> EditRequest {
        let (game, text) = (Some(game.to_string()), text.to_string());
        EditRequest { level: Source { game, text, ..Source::default() }, edit }
    }

    #[test]
    fn a_request_without_an_edit_changes_nothing() {
        for game in GAMES {
            let starter = game.editor().starter();
            let reply = edit(&request(game.id(), starter, None)).expect("a starter can be edited");
            assert_eq!((reply.game, reply.text.as_str(), &reply.problem), (game.id(), starter, &None));
            assert!(reply.picture.is_some());
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_a_part_of_the_board() {
        for game in GAMES {
            let marked = format!("\u{feff}{}", game.editor().starter());
            let edge = Direction::Right;
            let grow =
                |text: &str| edit(&request(game.id(), text, Some(Edit::Grow { edge }))).expect("it grows");
            assert_eq!(grow(&marked), grow(game.editor().starter()), "{}", game.id());
        }
    }

    #[test]
    fn a_level_that_an_edit_invalidates_is_reported_and_still_drawn() {
        let (x, y, variant) = (1, 1, None);
        let reply = edit(&request(
            "reindeer-maze",
            "#####\n#S.E#\n#####",
            Some(Edit::Erase { spot: Spot::Cell, x, y }),
        ));
        let reply = reply.expect("it can be erased");
        let problem = reply.problem.expect("there is no start");
        assert!(problem.place.is_some(), "{problem:?}");
        assert_eq!(reply.picture.map(|picture| (picture.width, picture.height)), Some((5, 3)));
        let brush = 99;
        let none = edit(&request("reindeer-maze", &reply.text, Some(Edit::Paint { brush, x, y, variant })));
        assert_eq!(none.expect_err("there is no such brush").what, super::super::FailureKind::Request);
    }

    #[test]
    fn recorded_solutions_that_an_edit_breaks_are_named() {
        let text = "4x1\n0,ball 0 0 0,flag\n\n3- 2-\n\n3-↘\n";
        let solved = edit(&request("golf-peaks", text, None)).expect("it can be checked");
        assert_eq!((solved.problem, solved.broken), (None, Vec::new()));
        let longer = text.replace("4x1\n0,ball 0", "5x1\n0,ball 0 0");
        let reply = edit(&request("golf-peaks", &longer, None)).expect("it can be checked");
        let broken: Vec<_> = reply.broken.iter().map(|one| (one.number, one.place.line)).collect();
        assert_eq!((reply.problem, broken), (None, vec![(1, 6)]));
        assert!(reply.broken[0].reason.contains("not solved"), "{:?}", reply.broken);
    }

    #[test]
    fn a_text_without_a_board_can_be_checked_but_not_painted_on() {
        let reply = edit(&request("anima", "", None)).expect("it can be checked");
        assert!(reply.problem.is_some());
        let paint = Some(Edit::Paint { brush: 0, x: 0, y: 0, variant: None });
        let refused = edit(&request("anima", "{", paint)).expect_err("there is no board");
        assert!(refused.place.is_some(), "{refused:?}");
    }
}
