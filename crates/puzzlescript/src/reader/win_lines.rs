//! The section WINCONDITIONS: `all|some|any|no NAME [on NAME]`, one a line.

use super::Reader;
use super::cursor::{Cursor, is_space};
use crate::script::WinText;

impl Reader {
    /// Keeps the line at its start, then checks its words one by one.
    pub(super) fn wins(&mut self, cursor: &mut Cursor, at_start: bool) {
        if at_start {
            let words =
                cursor.first_run().split(is_space).filter(|w| !w.is_empty()).map(str::to_string).collect();
            self.script.wins.push(WinText { words, line: self.line });
            self.word = 0;
        }
        let place = self.place(cursor);
        let word = cursor.take_name();
        let number = self.word;
        self.word += 1;
        if word.is_empty() {
            let found = cursor.take_to_comment();
            self.problems.error(place, format!("`{}` has no meaning in a win condition", found.trim()));
            return;
        }
        match number {
            0 if !matches!(word.as_str(), "all" | "any" | "some" | "no") => {
                self.problems
                    .error(place, format!("a win condition begins with all, some, any or no, not `{word}`"));
            }
            2 if word != "on" => self.problems.error(place, format!("expected `on`, not `{word}`")),
            1 | 3 if !self.known.contains(&word) => {
                self.problems.error(place, format!("`{word}` is not the name of an object or of the legend"));
            }
            4.. => self.problems.error(place, format!("`{word}` has no meaning after a win condition")),
            _ => {}
        }
    }
}
