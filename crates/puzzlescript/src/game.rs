//! A game ready to be played: objects with numbers, rules as masks, levels as boards.

use std::sync::Arc;

use super::called::Called;
use super::mask::Mask;
use super::rule_text::{Command, Heading};
use super::script::Prelude;

/// A compiled game.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The settings.
    pub prelude: Prelude,
    /// The objects by number. The number of an object that is listed in two layers is the later one; the earlier
    /// one has an object without a name.
    pub objects: Vec<Object>,
    /// The objects of each layer.
    pub layers: Vec<Mask>,
    /// How many words a set of objects takes.
    pub object_words: usize,
    /// How many words the movements of a cell take.
    pub movement_words: usize,
    /// What the player is.
    pub player: Matcher,
    /// The object that fills cells without background.
    pub background: usize,
    /// The groups of rules before things move.
    pub early: Groups,
    /// The groups of rules after things moved.
    pub late: Groups,
    /// What names are called where one plays.
    pub called: Called,
    /// What must hold to win.
    pub wins: Vec<WinCondition>,
    /// The levels and messages.
    pub levels: Vec<Stage>,
    /// The maximum work of a move, in words of cells that are read or written: see
    /// [`MAX_WORK`](super::engine::MAX_WORK).
    pub max_work: u64,
}

/// An object.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// Its first name.
    pub name: String,
    /// Its layer.
    pub layer: usize,
    /// The colours of its sprite.
    pub colours: Vec<String>,
    /// The rows of its sprite; none for a square of the first colour.
    pub pixels: Vec<Vec<Option<u8>>>,
}

/// What a name matches in a cell.
#[derive(Clone, Debug)]
pub struct Matcher {
    /// The objects of the name.
    pub mask: Mask,
    /// Whether all of them must be there, rather than any.
    pub all: bool,
}

impl Matcher {
    /// Whether a cell with these objects has the name.
    pub fn has(&self, cell: &[u64]) -> bool {
        if self.all { self.mask.is_subset(cell) && !self.mask.is_empty() } else { self.mask.meets(cell) }
    }
}

/// How many cells a win condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Every cell with the first name has the second.
    All,
    /// Some cell has both.
    Some,
    /// No cell has both.
    No,
}

/// A win condition.
#[derive(Clone, Debug)]
pub struct WinCondition {
    /// How many.
    pub quantity: Quantity,
    /// The first name.
    pub what: Matcher,
    /// The name after `on`; anything if there is none.
    pub on: Option<Matcher>,
    /// Both names as they are written.
    pub names: (String, Option<String>),
    /// Its line.
    pub line: usize,
}

/// A level, or a message between levels.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A text to be dismissed.
    Message {
        /// The text.
        text: String,
        /// Its line.
        line: usize,
    },
    /// A board.
    Board(Layout),
}

/// The board of a level as it is written.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Its width in cells.
    pub width: usize,
    /// Its height in cells.
    pub height: usize,
    /// The objects of each cell, column by column.
    pub objects: Vec<u64>,
    /// The line of its first row.
    pub line: usize,
}

/// Groups of rules in the order in which they are applied.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The groups.
    pub list: Vec<Group>,
    /// For each group: if a loop ends with it, the group with which the loop begins.
    pub jumps: Vec<Option<usize>>,
}

/// Rules that are applied again and again until none changes anything.
#[derive(Clone, Debug)]
pub struct Group {
    /// The rules.
    pub rules: Vec<MaskRule>,
    /// Whether chance picks one match of one rule.
    pub random: bool,
    /// The number among the groups with rigid rules.
    pub rigid: Option<usize>,
}

/// A rule as masks.
#[derive(Clone, Debug)]
pub struct MaskRule {
    /// The line it was written on.
    pub line: usize,
    /// Where the cells of a row follow each other.
    pub direction: Heading,
    /// Whether it is rigid.
    pub rigid: bool,
    /// The rows.
    pub rows: Vec<MaskRow>,
    /// The objects and the movements that the cells need together.
    pub needs: (Mask, Mask),
    /// Whether it has a right side.
    pub replaces: bool,
    /// The commands.
    pub commands: Arc<[Command]>,
}

impl MaskRule {
    /// The number of cells of all rows.
    pub fn cells(&self) -> usize {
        self.rows.iter().map(MaskRow::length).sum()
    }
}

/// A row: parts with any number of cells in between. There are at most three.
#[derive(Clone, Debug)]
pub struct MaskRow {
    /// The cells of each part.
    pub parts: Vec<Vec<Pattern>>,
}

impl MaskRow {
    /// The number of cells that it needs at least.
    pub fn length(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }
}

/// What a cell must hold, and what it holds afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Objects that must be there.
    pub present: Mask,
    /// Objects that must not be there.
    pub missing: Mask,
    /// Sets of which one object must be there.
    pub any: Vec<Mask>,
    /// Movements that must be there.
    pub moving: Mask,
    /// Movements that must not be there.
    pub still: Mask,
    /// What changes.
    pub change: Change,
}

/// How a cell changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Objects that are removed.
    pub clear: Mask,
    /// Objects that are added.
    pub set: Mask,
    /// Movements that are removed.
    pub clear_movements: Mask,
    /// Movements that are added.
    pub set_movements: Mask,
    /// The layers whose movements a rigid rule answers for.
    pub layers: Mask,
    /// The objects one of which chance adds.
    pub random: Vec<usize>,
    /// The layers whose movement chance decides.
    pub random_directions: Vec<usize>,
}

impl Change {
    /// Whether chance has a part in it.
    pub fn draws(&self) -> bool {
        !self.random.is_empty() || !self.random_directions.is_empty()
    }
}

impl Compiled {
    /// What an object is called where one plays.
    pub fn called(&self, id: usize) -> &str {
        self.called.words(&self.objects[id].name)
    }

    /// The lines of rules in which chance decides something, ascending.
    pub fn random_lines(&self) -> Vec<usize> {
        let mut lines = Vec::new();
        for group in self.early.list.iter().chain(&self.late.list) {
            for rule in &group.rules {
                let draws = rule
                    .rows
                    .iter()
                    .flat_map(|row| row.parts.iter().flatten())
                    .any(|cell| cell.change.draws());
                if group.random || (rule.replaces && draws) {
                    lines.push(rule.line);
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}
