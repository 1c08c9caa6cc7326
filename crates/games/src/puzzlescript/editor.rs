//! A script is edited as text; its first level is a board of characters.
//!
//! What a level is painted with depends on the legend of its script, so there are no brushes that hold for all.

use super::reader;
use super::script::LevelText;
use crate::editing::{Brush, Editor, Spot, TextGrid, characters};
use crate::{LevelError, Place, Style};

/// The editor of scripts.
pub struct ScriptEditor;

/// The lines of the first board, from 0, as a range.
fn first_board(text: &str) -> Option<std::ops::Range<usize>> {
    let (script, _) = reader::read(text);
    script.levels.iter().find_map(|level| match level {
        LevelText::Board { lines, .. } => Some(lines[0] - 1..lines[0] - 1 + lines.len()),
        LevelText::Message { .. } => None,
    })
}

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

    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        let board = first_board(text)
            .ok_or_else(|| LevelError::new(Place::new(1, 1), "there is no level in this script"))?;
        let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
        let end = board.end.min(lines.len());
        let mut grid =
            TextGrid::of_rows(lines[board.start..end].iter().map(|line| characters(line.trim())), ".")?;
        grid.rest = vec![lines[..board.start].join("\n"), lines[end..].join("\n")];
        Ok(grid)
    }

    fn write(&self, grid: &TextGrid) -> String {
        let part = |at: usize| grid.rest.get(at).map_or("", String::as_str);
        format!("{}\n{}{}", part(0), grid.in_characters(), part(1))
    }

    fn without(&self, _: &str) -> String {
        ".".into()
    }

    fn styles(&self, _: Spot, _: &str) -> Option<Vec<Style>> {
        None
    }
}
