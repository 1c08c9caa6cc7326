//! The words of rules: what may stand before a name, directions of rules, and commands.

use crate::reader::sound_effect;

/// A word before a name in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Word {
    None,
    Up,
    Down,
    Left,
    Right,
    Action,
    Moving,
    Stationary,
    Parallel,
    Perpendicular,
    Horizontal,
    Vertical,
    Orthogonal,
    /// `parallel` in a rule to the left or right; likewise the next three.
    HorizontalParallel,
    HorizontalPerpendicular,
    VerticalParallel,
    VerticalPerpendicular,
    No,
    Random,
    RandomDir,
    /// `^`, `v`, `<`, `>`: relative to the direction of the rule.
    TurnedLeft,
    TurnedRight,
    Backward,
    Forward,
}

const WORDS: [(&str, Word); 24] = [
    ("", Word::None),
    ("up", Word::Up),
    ("down", Word::Down),
    ("left", Word::Left),
    ("right", Word::Right),
    ("action", Word::Action),
    ("moving", Word::Moving),
    ("stationary", Word::Stationary),
    ("parallel", Word::Parallel),
    ("perpendicular", Word::Perpendicular),
    ("horizontal", Word::Horizontal),
    ("vertical", Word::Vertical),
    ("orthogonal", Word::Orthogonal),
    ("horizontal_par", Word::HorizontalParallel),
    ("horizontal_perp", Word::HorizontalPerpendicular),
    ("vertical_par", Word::VerticalParallel),
    ("vertical_perp", Word::VerticalPerpendicular),
    ("no", Word::No),
    ("random", Word::Random),
    ("randomdir", Word::RandomDir),
    ("^", Word::TurnedLeft),
    ("v", Word::TurnedRight),
    ("<", Word::Backward),
    (">", Word::Forward),
];

impl Word {
    /// The word as it is written.
    pub fn text(self) -> &'static str {
        WORDS.iter().find(|(_, word)| *word == self).map_or("", |(text, _)| text)
    }

    /// The word of a text, if authors can write it.
    pub(super) fn read(text: &str) -> Option<Word> {
        let found = WORDS.iter().find(|(known, _)| *known == text && !text.is_empty() && !text.contains('_'));
        found.map(|&(_, word)| word)
    }

    /// Whether it depends on the direction of the rule.
    pub fn is_relative(self) -> bool {
        use Word::{Backward, Forward, Parallel, Perpendicular, TurnedLeft, TurnedRight};
        matches!(self, TurnedLeft | TurnedRight | Backward | Forward | Parallel | Perpendicular)
    }
}

/// Whether a text is a word that may stand before a name.
pub fn is_word(text: &str) -> bool {
    Word::read(text).is_some()
}

/// Whether a text is a command.
pub fn is_command(text: &str) -> bool {
    matches!(text, "cancel" | "checkpoint" | "restart" | "win" | "again" | "message")
        || sound_effect(text).is_some()
}

/// What a rule asks for besides changing cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Undo the turn.
    Cancel,
    /// Restarts go back to here from now on.
    Checkpoint,
    /// Restart the level.
    Restart,
    /// The level is won.
    Win,
    /// Another turn follows by itself.
    Again,
    /// A sound.
    Sound(u8),
    /// A text to show.
    Message(String),
}

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Heading {
    Up,
    Down,
    Left,
    Right,
}
