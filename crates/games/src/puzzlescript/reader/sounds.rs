//! The section SOUNDS. Nothing is heard, but the lines are checked, and rules may name `sfx0` to `sfx10`.

use super::Reader;
use super::cursor::{Cursor, is_space};
use crate::puzzlescript::script::Meaning;

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

    /// A line is an event and a seed, or an object, a verb, perhaps directions, and a seed.
    pub(super) fn end_sounds_line(&mut self) {
        let words = std::mem::take(&mut self.words);
        let Some((first, column)) = words.first() else {
            return;
        };
        let place = (self.line, *column);
        let is_seed = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let mut rest = words[1..].iter();
        if EVENTS.contains(&first.as_str()) || sound_effect(first).is_some() {
            if sound_effect(first).is_some() && self.script.sounds.insert(first.clone(), self.line).is_some()
            {
                self.problems.warning(place, format!("`{first}` has a sound already"));
            }
            let seed = rest.next();
            if !seed.is_some_and(|(word, _)| is_seed(word)) {
                self.problems
                    .error(place, format!("expected a number after `{first}`, the seed of its sound"));
                return;
            }
        } else if let Some(meaning) = self.script.meaning(first) {
            if matches!(meaning, Meaning::Aggregate(_)) {
                self.problems
                    .error(place, format!("`{first}` is several objects at once, so it has no sound"));
            }
            let Some((verb, column)) = rest.next().filter(|(word, _)| VERBS.contains(&word.as_str())) else {
                let place = words.get(1).map_or(place, |(_, column)| (self.line, *column));
                self.problems.error(place, format!("expected what is heard: {}", VERBS.join(", ")));
                return;
            };
            let directed = matches!(verb.as_str(), "move" | "cantmove");
            let mut after = (verb, *column);
            let seed = loop {
                match rest.next() {
                    Some((word, column)) if directed && DIRECTIONS.contains(&word.as_str()) => {
                        after = (word, *column);
                    }
                    other => break other,
                }
            };
            if !seed.is_some_and(|(word, _)| is_seed(word)) {
                let place = seed.map_or((self.line, after.1), |(_, column)| (self.line, *column));
                self.problems
                    .error(place, format!("expected a number after `{}`, the seed of its sound", after.0));
                return;
            }
        } else {
            self.problems
                .warning(place, format!("`{first}` is not an event or an object that could be heard"));
            return;
        }
        if let Some((word, column)) = rest.next() {
            self.problems
                .error((self.line, *column), format!("`{word}` has no meaning after the seed of a sound"));
        }
    }
}
