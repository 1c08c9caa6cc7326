//! Editing: a level's text, and what an editor does to it.

use serde::{Deserialize, Serialize};

use super::{Drawing, Failure, Source, Stamp};
use crate::editing::{Edit, Spot};

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
