#![doc = include_str!("../README.md")]
//! ## How it works
//!
//! - A script is a text of objects, collision layers, rules, win conditions and levels.
//! - A cell holds any objects, at most one of each layer.
//! - A key gives the player a movement. Rules then rewrite cells: where the left side of a rule matches, the right
//!   side takes its place. Things move, late rules run, and the level is won if all win conditions hold.
//! - Rules may ask for another turn (`again`), cancel the turn, restart the level, win, or let chance decide.
//!
//! A text is read into sections ([`reader`], [`script`]), rules are expanded until each stands for itself
//! ([`rule_text`], [`expand`]), and all of it is compiled to masks ([`compile`], [`game`], [`mask`]). The [`engine`] plays
//! the result exactly as the original does. Every key that changes anything costs 1.

mod aim;
pub mod called;
pub mod compile;
mod decoration;
mod editor;
pub mod engine;
pub mod expand;
pub mod fast;
mod format;
pub mod game;
mod gaps;
mod glide;
mod guide;
mod lessons;
mod level;
pub mod mask;
mod notation;
pub mod palette;
mod picture;
mod plain;
pub mod problem;
pub mod reader;
pub mod room;
pub mod rule_text;
pub mod script;
mod search;
mod sprites;
mod survey;
mod unused;

use editor::BoardEditor;
use unriddle_kit::editing::{Editor, TextEditor};
use unriddle_kit::text::most_cells;
use unriddle_kit::{Collection, Controls, Footprint, Game, GameInfo, Level, LevelError, Place, new_level};

/// The game.
pub struct PuzzleScript;

const INFO: GameInfo = GameInfo {
    id: "puzzlescript",
    name: "PuzzleScript",
    summary: "Games that people have written as scripts, each with rules of its own.",
    click: "beside the player",
    rules: include_str!("rules.md"),
    lessons: lessons::LESSONS,
    cost: "Every move that changes anything costs 1.",
    format: format::HELP,
    notation: notation::HELP,
    move_word: "key",
    controls: Controls::Action,
    footprint: Footprint {
        fixed: room::FIXED,
        level: room::SHARED + room::FOR_TEXT,
        scene: 2600,
        drawing: 2600,
        tables: 64 << 20,
    },
    shared_search: true,
    ..GameInfo::DEFAULT
};

impl Game for PuzzleScript {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn detect(&self, text: &str) -> u8 {
        format::detect(text)
    }

    fn read(&self, text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
        self.read_all(text, settings)?.take(1).ok_or_else(no_level)
    }

    fn read_all(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Collection, LevelError> {
        read_limited(text, engine::MAX_WORK)
    }

    fn size(&self, text: &str) -> usize {
        room::size(text)
    }

    fn picture_size(&self, text: &str) -> usize {
        picture::size(format::largest_board(text).min(most_cells(text)))
    }

    fn editor(&self) -> &'static dyn Editor {
        &editor::ScriptEditor
    }

    fn editor_of(&self, text: &str, number: usize) -> TextEditor {
        match BoardEditor::new(text, number) {
            Some(editor) => TextEditor::OfText(Box::new(editor)),
            None => TextEditor::OfGame(self.editor()),
        }
    }
}

/// Reads all levels of a script, whose moves are given up after `max_work` instead of
/// [`MAX_WORK`](engine::MAX_WORK). For tests of what happens then.
///
/// # Errors
///
/// If the script cannot be played, or has no level.
pub fn read_limited(text: &str, max_work: u64) -> Result<Collection, LevelError> {
    let levels = format::read(text, max_work)?.into_iter().map(|level| new_level(&PuzzleScript, level));
    Collection::new(levels.collect()).ok_or_else(no_level)
}

fn no_level() -> LevelError {
    LevelError::new(Place::new(1, 1), "there is no level in this script")
}
