//! Painting levels: a character of the row is a word.
//!
//! A sheet is looser than a level, so nothing is refused here: two frogs, none, or a character
//! that means nothing are for [`format`](super::format) to complain about.

use super::picture;
use crate::editing::{Brush, Easel, Sheet, Spot, characters};
use crate::{LevelError, Look};

/// How levels are painted.
pub(super) struct PondEasel;

impl Easel for PondEasel {
    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::new("water", ["_"]),
            Brush::new("bush", ["%"]),
            Brush::new("frog", ["@"]).single(),
            Brush::new("lily", ["*"]).single(),
        ]
    }

    fn starter(&self) -> &'static str {
        "@_%__*\n"
    }

    fn blank(&self) -> &'static str {
        "_"
    }

    fn sheet(&self, text: &str) -> Result<Sheet, LevelError> {
        Sheet::of_rows(text.trim_end().lines().map(characters), self.blank())
    }

    fn write(&self, sheet: &Sheet) -> String {
        sheet.in_characters()
    }

    fn without(&self, _: &str) -> String {
        self.blank().into()
    }

    fn looks(&self, _: Spot, word: &str) -> Option<Vec<Look>> {
        picture::looks(word)
    }
}
