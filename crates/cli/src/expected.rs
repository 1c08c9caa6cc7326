//! Reads a list of expected results, the `expected.json` beside levels.
//!
//! The list is a JSON object. Each key is the path of a level from the list's folder, with `/`
//! between its parts, and with its number if the file has several (`02.txt#3`); each value says what is
//! known about that level:
//!
//! ```json
//! {"01.txt": {"optimal": 6, "solutions": ["RRULDD"]}, "more/02.txt": {"unsolvable": true}}
//! ```
//!
//! Every field may be left out, and other fields are ignored. Anything else that does not fit is an
//! error with its place. The text is parsed in one pass, or two if it is broken; each entry keeps the line
//! it stands on.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Read};

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use unriddle_kit::{LevelError, Place};
use unriddle_search::Cost;

/// A list of expected results.
#[derive(Debug)]
pub(crate) struct List {
    /// Its entries, in the order of the text. No path occurs twice.
    pub(crate) entries: Vec<Entry>,
}

/// What a list says about one level.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The path of the level from the list's folder.
    pub(crate) path: String,
    /// The line of the list on which the path stands, from 1.
    pub(crate) line: usize,
    /// What is expected.
    pub(crate) expected: Expected,
}

/// What is expected of a level.
#[derive(Debug, Deserialize)]
pub(crate) struct Expected {
    /// The cost of an optimal solution.
    pub(crate) optimal: Option<Cost>,
    /// Whether the level has no solution.
    #[serde(default)]
    pub(crate) unsolvable: bool,
    /// Solutions in the game's notation.
    #[serde(default)]
    pub(crate) solutions: Vec<String>,
}

impl List {
    /// Reads a list.
    pub(crate) fn read(text: &str) -> Result<List, LevelError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let line = Cell::new(1);
        let reader = LineCounter { bytes: text.as_bytes(), line: &line };
        let entries = parse(serde_json::Deserializer::from_reader(reader), &line);
        entries.map(|entries| List { entries }).map_err(|error| {
            // A reader may be one byte ahead of the error, and thereby on the next line; a string is not.
            let error = parse(serde_json::Deserializer::from_str(text), &line).err().unwrap_or(error);
            let message = error.to_string();
            // The place is drawn; it need not stand in the message as well.
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            LevelError::new(place(text, &error), message)
                .help(r#"expected a list such as {"01.txt": {"optimal": 6, "solutions": ["RRU"]}}"#)
        })
    }

    /// The entry for the level at this path.
    pub(crate) fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.path == path)
    }
}

fn parse<'de>(
    mut json: serde_json::Deserializer<impl serde_json::de::Read<'de>>,
    line: &Cell<usize>,
) -> serde_json::Result<Vec<Entry>> {
    let entries = Entries { line }.deserialize(&mut json)?;
    json.end()?;
    Ok(entries)
}

/// The place of an error, with its column in characters.
fn place(text: &str, error: &serde_json::Error) -> Place {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    // The parser counts bytes.
    let before = line.char_indices().take_while(|&(at, _)| at + 1 < error.column()).count();
    Place::new(error.line().max(1), before + 1)
}

/// Counts the lines that a parser has read so far. The parser reads byte by byte and stops right
/// behind each key.
struct LineCounter<'a> {
    bytes: &'a [u8],
    line: &'a Cell<usize>,
}

impl Read for LineCounter<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        let breaks = buffer[..count].iter().filter(|&&byte| byte == b'\n').count();
        self.line.set(self.line.get() + breaks);
        Ok(count)
    }
}

/// Parses the entries and notes the line of each.
struct Entries<'a> {
    line: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for Entries<'_> {
    type Value = Vec<Entry>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Vec<Entry>, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = Vec<Entry>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a path for each level")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<Entry>, A::Error> {
        let mut entries = Vec::new();
        let mut paths = HashSet::new();
        while let Some(path) = map.next_key::<String>()? {
            let line = self.line.get();
            if !paths.insert(path.clone()) {
                return Err(A::Error::custom(format!("`{path}` is listed twice")));
            }
            entries.push(Entry { path, line, expected: map.next_value()? });
        }
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn entries_keep_their_line() {
        let text = "{\n \"a.txt\": {\"optimal\": 3, \"tiles\": 7},\n \"b/c.txt\":\n  {\"solutions\": [\"RR\"]},\n\n \"d\": {\"unsolvable\": true}}\n";
        let list = List::read(text).expect("it is a list");
        let lines: Vec<_> = list.entries.iter().map(|entry| (entry.path.as_str(), entry.line)).collect();
        assert_eq!(lines, [("a.txt", 2), ("b/c.txt", 3), ("d", 6)]);
        assert_eq!(list.get("a.txt").map(|entry| entry.expected.optimal), Some(Some(3)));
        assert_eq!(
            list.get("b/c.txt").map(|entry| entry.expected.solutions.clone()),
            Some(vec!["RR".into()])
        );
        assert_eq!(list.get("d").map(|entry| entry.expected.unsolvable), Some(true));
        assert!(list.get("c.txt").is_none());
    }

    #[test]
    fn what_does_not_fit_is_an_error_with_its_place() {
        for (text, line, column, message) in [
            ("", 1, 1, "EOF while parsing a value"),
            ("[]", 1, 1, "invalid type: sequence, expected an object with a path for each level"),
            ("{\"a\": {}}\n{", 2, 1, "trailing characters"),
            ("{\"é\": {\"optimal\": \"3\"}}", 1, 21, "invalid type: string \"3\", expected u32"),
            ("{\n\"a\": {\"optimal\": -3\n}}", 2, 19, "invalid value: integer `-3`, expected u32"),
            ("{\"a\": {},\n \"a\": {}}", 2, 4, "`a` is listed twice"),
        ] {
            let error = List::read(text).expect_err(text);
            let Place { line: at_line, column: at_column, .. } = error.place;
            assert_eq!((at_line, at_column, error.message.as_str()), (line, column, message), "{text}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(List::read("\u{feff}{\"a\": {}}").map(|list| list.entries.len()), Ok(1));
    }

    proptest! {
        #[test]
        fn no_text_panics(text: String, json in "[\\[\\]{}:,\"a1é\n -]{0,20}") {
            let _ = (List::read(&text), List::read(&json));
        }
    }
}
