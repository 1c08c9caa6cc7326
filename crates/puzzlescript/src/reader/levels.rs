//! The section LEVELS: rows of characters with blank lines between levels, and messages.

use super::Reader;
use super::cursor::{Cursor, is_space};
use crate::script::{LevelText, Meaning};

/// The word that begins a message.
const MESSAGE: &str = "message";

/// Whether the rest of a line is a rule of `=` between sections or levels.
pub(super) fn is_decoration(cursor: &Cursor) -> bool {
    cursor.peek() == Some('=') && cursor.rest_to_comment().iter().all(|&c| c == '=' || is_space(c))
}

/// Whether a line among the levels is a row of a board and nothing else, character by character.
pub fn is_row(line: &str) -> bool {
    let cursor = Cursor::new(line);
    let is_bare = !line.is_empty() && line.trim_matches(is_space) == line && !line.contains(['(', ')']);
    is_bare && !is_decoration(&cursor) && !cursor.begins(MESSAGE)
}

impl Reader {
    /// The characters that may stand in levels: objects and aggregates with a name of one character. Whether another name
    /// stands for these is seen when the board is made.
    pub(super) fn learn_keys(&mut self) {
        for (name, meaning) in &self.script.names {
            let mut chars = name.chars();
            if let (Some(key), None) = (chars.next(), chars.next())
                && (!matches!(meaning, Meaning::Property(_)) || self.script.synonyms.contains(name))
            {
                self.keys.insert(key);
            }
        }
    }

    /// Reads a message or a row at the start of a line, then checks the row one character at a time.
    pub(super) fn levels(&mut self, cursor: &mut Cursor, at_start: bool) {
        let place = self.place(cursor);
        if self.in_message {
            cursor.take_while(|_| true);
            return;
        }
        if at_start {
            if cursor.begins(MESSAGE) {
                cursor.at += MESSAGE.len();
                let attached = cursor.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
                if attached {
                    self.problems.warning(place, "a space is missing after `message`");
                }
                let text = cursor.original_rest(None).trim_matches(is_space).to_string();
                cursor.take_while(is_space);
                self.in_message = true;
                // A message ends a level, and stands before one of which no row is read yet.
                self.script.levels.push(LevelText::Message { text, line: self.line });
                self.between_levels = true;
                return;
            }
            self.level_row(cursor);
            self.in_row = true;
        }
        // What follows a stray `)` at the start of a line is no row and has no meaning.
        if let Some(key) = cursor.take()
            && self.in_row
            && !self.keys.contains(&key)
        {
            let message = format!("`{key}` is not in the legend, or stands for one of several objects");
            self.problems.error(place, message);
        }
    }

    fn level_row(&mut self, cursor: &Cursor) {
        let text: String = cursor.rest_to_comment().into_iter().collect();
        // A character outside the basic plane counts as two, and is not a key.
        let row: Vec<char> =
            text.trim_matches(is_space).chars().flat_map(|c| std::iter::repeat_n(c, c.len_utf16())).collect();
        match self.script.levels.last_mut() {
            Some(LevelText::Board { rows, lines }) if !self.between_levels => {
                if rows[0].len() != row.len() {
                    let (here, first) = (row.len(), rows[0].len());
                    let message =
                        format!("this row has {here} characters, the first one of the level {first}");
                    self.problems.warning((self.line, 1), message);
                }
                rows.push(row);
                lines.push(self.line);
            }
            _ => self.script.levels.push(LevelText::Board { rows: vec![row], lines: vec![self.line] }),
        }
        self.between_levels = false;
    }
}
