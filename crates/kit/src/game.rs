//! What a game is to the rest of the program: some facts about it, and a reader for its levels.
//!
//! The command and the playground know games only through this page and [`Level`]. Everything that
//! can be said without running code is in one constant, [`GameInfo`].

use unriddle_search::Goal;

use crate::editing::{CellEditor, Cells, Editor, TextEditor};
use crate::text::{area, most_cells};
use crate::{Collection, Controls, Footprint, Lesson, Level, LevelError, Place};

/// A kind of puzzle.
pub trait Game: Sync {
    /// The facts about it.
    fn info(&self) -> &'static GameInfo;

    /// Reads a level, the first one if there are several. `settings` holds (name, value) pairs; unknown names are ignored.
    fn read(&self, text: &str, settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError>;

    /// Reads all levels of a text, for a game that writes several into one.
    fn read_all(&self, text: &str, settings: &[(&str, u32)]) -> Result<Collection, LevelError> {
        Ok(self.read(text, settings)?.into())
    }

    /// How much `text` looks like a level of this game, from 0 (not at all) to 100. A game whose levels
    /// can be large does that without reading all of the text.
    fn detect(&self, text: &str) -> u8 {
        if self.read(text, &[]).is_ok() { 90 } else { 0 }
    }

    /// The size of a text, in the unit of the [footprint](GameInfo::footprint): its bytes, or the cells of the bounding
    /// rectangle of its rows if these are more. Comments and recorded solutions do not count as rows.
    fn size(&self, text: &str) -> usize {
        let rows = text.lines().filter(|line| !line.trim_start().starts_with([':', '=']));
        area(rows).min(most_cells(text)).max(text.len())
    }

    /// The size of what is drawn of a text, in the unit of the [footprint](GameInfo::footprint) for pictures: that of the
    /// text itself, unless a level is only a part of it.
    fn picture_size(&self, text: &str) -> usize {
        self.size(text)
    }

    /// How its levels are edited: by default as plain text. [`CellEditor`] is an editor for free where a
    /// cell is a character.
    fn editor(&self) -> &'static dyn Editor {
        const TEXT: CellEditor =
            CellEditor { cells: Cells::Characters, brushes: &[], blank: " ", erased: " ", starter: "" };
        &TEXT
    }

    /// How one level of a text is edited, numbered from 1: by default as all levels of the game are.
    fn editor_of(&self, text: &str, number: usize) -> TextEditor {
        let _ = (text, number);
        TextEditor::OfGame(self.editor())
    }

    /// The name that is typed: see [`GameInfo::id`].
    fn id(&self) -> &'static str {
        self.info().id
    }

    /// The name that is read: see [`GameInfo::name`].
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// See [`GameInfo::summary`].
    fn about(&self) -> &'static str {
        self.info().summary
    }

    /// See [`GameInfo::format`].
    fn format(&self) -> &'static str {
        self.info().format
    }

    /// See [`GameInfo::notation`].
    fn notation(&self) -> &'static str {
        self.info().notation
    }

    /// See [`GameInfo::move_word`].
    fn move_word(&self) -> &'static str {
        self.info().move_word
    }

    /// See [`GameInfo::default_goal`].
    fn default_goal(&self) -> Goal {
        self.info().default_goal
    }

    /// See [`GameInfo::controls`].
    fn controls(&self) -> Controls {
        self.info().controls
    }

    /// See [`GameInfo::settings`].
    fn settings(&self) -> &'static [Setting] {
        self.info().settings
    }

    /// See [`GameInfo::footprint`].
    fn footprint(&self) -> Footprint {
        self.info().footprint
    }
}

/// The facts about a game. A game fills in what differs from [`GameInfo::DEFAULT`].
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The short name that is typed: `reindeer-maze`.
    pub id: &'static str,
    /// The name that is read: `Reindeer Maze`.
    pub name: &'static str,
    /// What it is about, in one sentence.
    pub summary: &'static str,
    /// How it is played, as Markdown.
    pub rules: &'static str,
    /// How it is played rule by rule, each on a tiny level.
    pub lessons: &'static [Lesson],
    /// What moves cost, in a sentence: `Every card played costs 1.`
    pub cost: &'static str,
    /// How a level is written, in a few lines with an example.
    pub format: &'static str,
    /// How moves are written, in one line.
    pub notation: &'static str,
    /// What the game calls a move, in one word that takes an `s`: `move`, `card`.
    pub move_word: &'static str,
    /// The goal of a search when a user names none: any solution, where a proof takes long.
    pub default_goal: Goal,
    /// Which gestures it is played with.
    pub controls: Controls,
    /// Where a click on the board moves to, such as `beside the ball`: it completes "click …". Empty where
    /// it does nothing, or what it does depends on the level.
    pub click: &'static str,
    /// Numbers that a user may set for all levels of the game.
    pub settings: &'static [Setting],
    /// How much memory its levels take.
    pub footprint: Footprint,
    /// Whether several machines can share the search of a level. Its puzzles need a
    /// [byte form](unriddle_search::Tuning::byte_form).
    pub shared_search: bool,
}

impl GameInfo {
    /// What holds for most games. It has no name yet.
    pub const DEFAULT: GameInfo = GameInfo {
        id: "",
        name: "",
        summary: "",
        rules: "",
        lessons: &[],
        cost: "Every move costs 1.",
        format: "",
        notation: "",
        move_word: "move",
        default_goal: Goal::Optimal,
        controls: Controls::Directions,
        click: "",
        settings: &[],
        footprint: Footprint::DEFAULT,
        shared_search: false,
    };
}

/// A number that a user may set, such as the cost of a turn in a maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name, as in `--turn-cost`.
    pub name: &'static str,
    /// What it means, in one sentence.
    pub about: &'static str,
    /// What it is when not set.
    pub default: u32,
    /// The least that it may be.
    pub least: u32,
    /// The most that it may be.
    pub most: u32,
}

impl Setting {
    /// The value of this setting among `settings`, the last one if it is given twice; its default
    /// if it is not there; an error if it is out of range.
    pub fn value(&self, settings: &[(&str, u32)]) -> Result<u32, LevelError> {
        let given = settings.iter().rev().find(|(name, _)| *name == self.name);
        let value = given.map_or(self.default, |&(_, value)| value);
        if (self.least..=self.most).contains(&value) {
            return Ok(value);
        }
        let message = format!("{} must be from {} to {}, not {value}", self.name, self.least, self.most);
        Err(LevelError::new(Place::new(1, 1), message).help("the level itself was not read yet"))
    }
}
