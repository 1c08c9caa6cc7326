//! The section RULES, as far as single words go. What the words mean together is read in
//! [`rule_text`](super::super::rule_text).

use super::Reader;
use super::cursor::{Cursor, is_space};
use crate::rule_text::{is_command, is_word};
use crate::script::RuleText;

/// Words that may stand before the first bracket of a rule.
const PREFIXES: &[&str] = &[
    "up",
    "down",
    "left",
    "right",
    "horizontal",
    "vertical",
    "orthogonal",
    "late",
    "rigid",
    "random",
    "startloop",
    "endloop",
];

impl Reader {
    /// Keeps the line at its start, then checks its words one by one.
    pub(super) fn rules(&mut self, cursor: &mut Cursor, at_start: bool) {
        if at_start {
            let (text, original) = (cursor.first_run(), cursor.original());
            self.script.rules.push(RuleText { text, original, line: self.line });
        }
        if self.in_message {
            cursor.take_while(|_| true);
            return;
        }
        let place = self.place(cursor);
        if cursor.begins("->") {
            cursor.at += 2;
            return;
        }
        if cursor.peek().is_some_and(|c| matches!(c, '[' | '|' | ']' | '+')) {
            self.in_rule |= cursor.take() != Some('+');
            return;
        }
        // A comment cannot begin inside a word.
        let word = cursor.take_while(|c| !is_space(c) && !matches!(c, '[' | '|' | ']'));
        let word = word.as_str();
        let known = if self.in_rule { is_word(word) } else { PREFIXES.contains(&word) };
        if known || word.is_empty() {
            return;
        }
        if self.known.contains(word) {
            if at_start {
                self.problems.error(place, format!("the object `{word}` must stand in brackets"));
            }
        } else if word == "message" {
            self.in_message = true;
        } else if !matches!(word, "..." | "rigid" | "random") && !is_command(word) {
            self.problems.error(place, format!("`{word}` is not the name of an object or of the legend"));
        }
    }
}
