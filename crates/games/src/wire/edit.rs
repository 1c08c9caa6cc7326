//! Editing: a level's text, and what an editor does to it.

use serde::{Deserialize, Serialize};

use super::{Drawing, Failure, Source, Stamp};
use crate::editing::{Edit, Field, Spot, apply, portrait};
use crate::registry::without_mark;

/// What does this text become, and what is wrong with it?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EditRequest {
    /// The level, which may be broken.
    #[serde(flatten)]
    pub level: Source,
    /// What is done to it; nothing, to only look at it.
    #[serde(default)]
    pub edit: Option<Edit>,
}

/// A text after an edit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EditReply {
    /// The id of the game that it was read as.
    pub game: &'static str,
    /// The text.
    pub text: String,
    /// Why it is no level, if it is none: an editor goes on all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Failure>,
    /// Which variant of the brush was painted, to go on with in the same stroke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<usize>,
    /// The lines beside the board, such as the cards.
    pub fields: Vec<FieldView>,
    /// What it looks like, in the columns and rows of the text: see
    /// [`portrait`](crate::editing::portrait). None where not even a board can be made out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Drawing>,
}

/// A named line beside the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldView {
    /// Its name.
    pub name: &'static str,
    /// What goes into it.
    pub about: &'static str,
    /// What is in it.
    pub value: String,
}

/// Something to paint with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BrushView {
    /// Its name.
    pub name: &'static str,
    /// Where it paints.
    pub spot: Spot,
    /// In how many variants: painted again on the same spot, it goes on to the next.
    pub variants: usize,
    /// What it looks like, bottom to top: see [`emblem`](crate::editing::emblem).
    pub looks: Vec<Stamp>,
}

/// What a text becomes, and what is wrong with it.
pub fn edit(request: &EditRequest) -> Result<EditReply, Failure> {
    let game = match request.level.game()? {
        Some(game) => game,
        None => crate::read(&request.level.text, &[]).map_or_else(|error| error.game, |level| level.game()),
    };
    let easel = game.easel();
    let mut text = request.level.text.clone();
    let mut sheet = easel.sheet(without_mark(&text));
    let mut variant = None;
    if let Some(edit) = &request.edit {
        let sheet = sheet.as_mut().map_err(|error| Failure::of_text(error.clone()))?;
        variant = apply(easel, sheet, edit).map_err(Failure::of_request)?;
        text = easel.write(sheet);
    }
    let source = Source { game: Some(game.id().to_string()), text, ..request.level.clone() };
    let level = source.read();
    let known = level.as_deref().ok();
    let picture = match &sheet {
        Ok(sheet) => Some(portrait(easel, sheet, known)),
        // A board that is too large to be painted on can still be seen.
        Err(_) => known.map(|level| level.start().picture()),
    };
    Ok(EditReply {
        game: game.id(),
        text: source.text,
        problem: level.as_ref().err().cloned(),
        variant,
        fields: sheet.map_or_else(|_| Vec::new(), |sheet| sheet.fields.iter().map(FieldView::of).collect()),
        picture: picture.and_then(|picture| Drawing::of(&picture).ok()),
    })
}

impl FieldView {
    fn of(field: &Field) -> FieldView {
        FieldView { name: field.name, about: field.about, value: field.value.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, GAMES};

    fn request(game: &str, text: &str, edit: Option<Edit>) -> EditRequest {
        let (game, text) = (Some(game.to_string()), text.to_string());
        EditRequest { level: Source { game, text, ..Source::default() }, edit }
    }

    #[test]
    fn a_look_changes_nothing() {
        for game in GAMES {
            let starter = game.easel().starter();
            let reply = edit(&request(game.id(), starter, None)).expect("a starter can be edited");
            assert_eq!((reply.game, reply.text.as_str(), &reply.problem), (game.id(), starter, &None));
            assert!(reply.picture.is_some());
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_a_part_of_the_board() {
        for game in GAMES {
            let marked = format!("\u{feff}{}", game.easel().starter());
            let edge = Direction::Right;
            let grow =
                |text: &str| edit(&request(game.id(), text, Some(Edit::Grow { edge }))).expect("it grows");
            assert_eq!(grow(&marked), grow(game.easel().starter()), "{}", game.id());
        }
    }

    #[test]
    fn what_an_edit_breaks_is_told_and_still_drawn() {
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
        assert_eq!(none.expect_err("there is no such brush").what, super::super::Fault::Request);
    }

    #[test]
    fn a_text_without_a_board_can_be_looked_at_but_not_painted_on() {
        let reply = edit(&request("anima", "", None)).expect("it can be looked at");
        assert!(reply.problem.is_some());
        let grow = Some(Edit::Grow { edge: Direction::Up });
        let _ = edit(&request("anima", "{", grow));
    }
}
