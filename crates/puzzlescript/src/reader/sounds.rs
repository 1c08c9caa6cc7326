//! The section SOUNDS. Nothing is heard, but the lines are checked, and rules may name `sfx0` to `sfx10`.

use super::Reader;
use super::cursor::{Cursor, is_name, is_space};
use crate::script::Meaning;

/// Events of the game as a whole that have a sound.
const EVENTS: &[&str] = &[
    "titlescreen",
    "startgame",
    "cancel",
    "endgame",
    "startlevel",
    "undo",
    "restart",
    "endlevel",
    "showmessage",
    "closemessage",
];

/// What an object does when it is heard.
const VERBS: &[&str] = &["move", "action", "create", "destroy", "cantmove"];

/// The directions of what is heard.
const DIRECTIONS: &[&str] = &["up", "down", "left", "right", "horizontal", "vertical", "orthogonal"];

/// The number of a sound effect of rules: `sfx0` to `sfx10`.
pub fn sound_effect(word: &str) -> Option<u8> {
    let digits = word.strip_prefix("sfx")?;
    let number = digits.parse().ok().filter(|&number: &u8| number <= 10)?;
    (digits.len() == 1 || number == 10).then_some(number)
}

impl Reader {
    /// Collects a word of the line.
    pub(super) fn sounds(&mut self, cursor: &mut Cursor) {
        let column = cursor.at + 1;
        let word = cursor.take_while(|c| !is_space(c) && c != '(');
        cursor.skip_space();
        self.words.push((word, column));
    }

    /// A line is an event and a seed, or an object, a verb, perhaps directions, and a seed. After an error the rest of the
    /// line has no meaning.
    pub(super) fn end_sounds_line(&mut self) {
        let words = std::mem::take(&mut self.words);
        let Some((first, column)) = words.first() else {
            return;
        };
        let place = (self.line, *column);
        let is_event = EVENTS.contains(&first.as_str()) || sound_effect(first).is_some();
        if is_event {
            if sound_effect(first).is_some() && self.script.sounds.insert(first.clone(), self.line).is_some()
            {
                self.problems.warning(place, format!("`{first}` has a sound already"));
            }
        } else if !first.starts_with(is_name) {
            self.problems
                .warning(place, format!("`{first}` is not an event or an object that could be heard"));
            return;
        } else if self.script.meaning(first).is_none() {
            self.problems.error(place, format!("`{first}` is not an event or an object that could be heard"));
            return;
        }
        if words.len() == 1 {
            self.problems.warning(place, format!("`{first}` has no sound here: its seed is missing"));
            return;
        }
        let is_seed = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let is_directed = matches!(words[1].0.as_str(), "move" | "cantmove");
        let mut seed = None;
        for (at, (word, column)) in words.iter().enumerate().skip(1) {
            let place = (self.line, *column);
            let message = if seed.is_some() {
                format!("`{word}` has no meaning after the seed of a sound")
            } else if at == 1 && !is_event {
                if VERBS.contains(&word.as_str()) {
                    continue;
                }
                format!("expected what is heard: {}", VERBS.join(", "))
            } else if is_seed(word) {
                seed = Some(word);
                continue;
            } else if !is_event && is_directed && DIRECTIONS.contains(&word.as_str()) {
                continue;
            } else {
                let before = &words[at - 1].0;
                format!("expected a number after `{before}`, the seed of its sound")
            };
            self.problems.error(place, message);
            return;
        }
        if seed.is_none() {
            let (last, column) = &words[words.len() - 1];
            let message = format!("expected a number after `{last}`, the seed of its sound");
            self.problems.error((self.line, *column), message);
        }
        if !is_event && matches!(self.script.meaning(first), Some(Meaning::Aggregate(_))) {
            self.problems.error(place, format!("`{first}` is several objects at once, so it has no sound"));
        }
    }
}
