//! Expanded rules as text, in the format of the recorded expansions.

use std::fmt::Write as _;

use super::Rule;
use crate::rule_text::{CellText, Command, Heading, Names, Row};

/// A rule as a line: its group, its direction, and the rule.
pub fn print(rule: &Rule, names: &Names) -> String {
    format!("{} {} {}", rule.group, direction(rule), body(rule, names))
}

fn direction(rule: &Rule) -> &'static str {
    match rule.direction {
        Heading::Up => "up",
        Heading::Down => "down",
        Heading::Left => "left",
        Heading::Right => "right",
    }
}

/// The rule itself. Rules of a group with the same text are the same rule.
pub(super) fn body(rule: &Rule, names: &Names) -> String {
    let mut text = String::new();
    for (flag, word) in [(rule.late, "LATE "), (rule.random, "RANDOM "), (rule.rigid, "RIGID ")] {
        text.push_str(if flag { word } else { "" });
    }
    let _ = write!(text, "({}) ", rule.line);
    if rule.left.iter().any(|row| row.len() > 1) {
        text.push_str(&direction(rule).to_uppercase());
        text.push(' ');
    }
    write_rows(&mut text, &rule.left, names);
    text.push_str("-> ");
    write_rows(&mut text, &rule.right, names);
    for command in rule.commands.iter() {
        let _ = match command {
            Command::Cancel => write!(text, "cancel"),
            Command::Checkpoint => write!(text, "checkpoint"),
            Command::Restart => write!(text, "restart"),
            Command::Win => write!(text, "win"),
            Command::Again => write!(text, "again"),
            Command::Sound(number) => write!(text, "sfx{number}"),
            Command::Message(message) => write!(text, "(message, {message}) "),
        };
    }
    text.truncate(text.trim_end().len());
    text
}

fn write_rows(text: &mut String, rows: &[Row], names: &Names) {
    for row in rows {
        text.push_str("[ ");
        for (number, cell) in row.iter().enumerate() {
            if number > 0 {
                text.push_str("| ");
            }
            if *cell == CellText::Ellipsis {
                text.push_str("... ");
            }
            for entry in cell.entries() {
                let word = entry.word.text();
                let _ = write!(
                    text,
                    "{word}{}{} ",
                    if word.is_empty() { "" } else { " " },
                    names.text(entry.name)
                );
            }
        }
        text.push_str("] ");
    }
}
