//! A script is edited as text.
//!
//! What a level is painted with depends on the legend of its script, so there are no brushes that hold for all.

use crate::editing::{Brush, Editor, Spot, TextGrid};
use crate::{LevelError, Place, Style};

/// The editor of scripts.
pub struct ScriptEditor;

impl Editor for ScriptEditor {
    fn brushes(&self) -> Vec<Brush> {
        Vec::new()
    }

    fn starter(&self) -> &'static str {
        super::lessons::STARTER
    }

    fn blank(&self) -> &'static str {
        "."
    }

    fn grid(&self, _: &str) -> Result<TextGrid, LevelError> {
        Err(LevelError::new(Place::new(1, 1), "a script is edited as text"))
    }

    fn write(&self, grid: &TextGrid) -> String {
        grid.in_characters()
    }

    fn without(&self, _: &str) -> String {
        ".".into()
    }

    fn styles(&self, _: Spot, _: &str) -> Option<Vec<Style>> {
        None
    }
}
