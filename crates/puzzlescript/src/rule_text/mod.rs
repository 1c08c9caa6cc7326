//! From a line of the section RULES to a rule with rows of cells.
//!
//! Words in brackets are read in pairs: a direction word, which may be missing, and a name. The first
//! bracket ends the prefixes, `->` ends the left side, and what is no bracket on the right is a command.

mod check;
mod names;
mod parser;
mod words;

pub use names::{Name, Named, Names};
pub use words::{Command, Heading, Word, is_command, is_word};

use super::problem::Problems;
use super::script::{RuleText, Script};
use parser::{Parser, split};

/// A word and a name in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The word.
    pub word: Word,
    /// The name.
    pub name: Name,
}

/// A cell of a row of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CellText {
    /// `...`: any number of cells.
    Ellipsis,
    /// What the cell holds.
    Entries(Vec<Entry>),
}

impl CellText {
    /// What the cell holds; nothing for `...`.
    pub fn entries(&self) -> &[Entry] {
        match self {
            CellText::Ellipsis => &[],
            CellText::Entries(entries) => entries,
        }
    }

    /// What the cell holds, to be changed.
    pub fn entries_mut(&mut self) -> &mut [Entry] {
        match self {
            CellText::Ellipsis => &mut [],
            CellText::Entries(entries) => entries,
        }
    }
}

/// Cells in brackets.
pub type Row = Vec<CellText>;

/// A rule as written.
#[derive(Clone, Debug)]
pub struct RuleLine {
    /// Its line.
    pub line: usize,
    /// The line of the first rule of its group.
    pub group: usize,
    /// `late`.
    pub late: bool,
    /// `rigid`.
    pub rigid: bool,
    /// `random`.
    pub random: bool,
    /// The directions in which it applies.
    pub directions: Vec<Heading>,
    /// The rows of the left side.
    pub left: Vec<Row>,
    /// The rows of the right side.
    pub right: Vec<Row>,
    /// The commands.
    pub commands: Vec<Command>,
}

/// What a line of the section RULES holds.
pub enum Line {
    /// A rule.
    Rule(RuleLine),
    /// `startloop`.
    LoopStart,
    /// `endloop`.
    LoopEnd,
    /// Nothing that can be used.
    Dropped,
}

/// Reads a line. `group` is the group of the rule before. Sets `invalid` if the game cannot be played.
pub fn read_rule(
    text: &RuleText,
    script: &Script,
    names: &Names,
    group: Option<usize>,
    problems: &mut Problems,
    invalid: &mut bool,
) -> Line {
    let tokens = split(text);
    match tokens.as_slice() {
        [only] if only.text == "startloop" => return Line::LoopStart,
        [only] if only.text == "endloop" => return Line::LoopEnd,
        _ => {}
    }
    let mut parser = Parser { text, script, names, tokens: &tokens, problems, invalid };
    parser.rule(group).map_or(Line::Dropped, Line::Rule)
}
