//! Lists of expected results: the `expected.json` beside levels.
//!
//! A list is a JSON object. Each key is the path of a level from the list's folder, with `/`
//! between its parts, and with its number if the file has several (`02.txt#3`); each value says what is
//! known about that level:
//!
//! ```json
//! {"01.txt": {"optimal": 6, "title": "First steps", "solutions": ["RRULDD"]}, "more/02.txt": {"unsolvable": true}}
//! ```
//!
//! Every field may be left out, and other fields are ignored. Whoever checks a list [reads](List::read) it strictly:
//! anything else that does not fit is an error with its place. Whoever only looks something up
//! [takes what fits](List::read_fitting). The text is parsed in one pass, or two if it is broken; each entry keeps the
//! line it stands on. This module opens no files.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Read};
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use unriddle_games::without_mark;
use unriddle_kit::{LevelError, Place};
use unriddle_search::Cost;

/// A list of expected results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    entries: Vec<Entry>,
    /// The index of each entry, by its path.
    by_path: HashMap<String, usize>,
}

/// What a list says about one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The path of the level from the list's folder.
    pub path: String,
    /// The line of the list on which the path stands, from 1.
    pub line: usize,
    /// What is expected.
    pub expected: Expected,
}

/// What is expected of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Expected {
    /// The cost of an optimal solution.
    pub optimal: Option<Cost>,
    /// The title of the level, where its file has none.
    pub title: Option<String>,
    /// Whether the level has no solution.
    #[serde(default)]
    pub unsolvable: bool,
    /// Solutions in the game's notation.
    #[serde(default)]
    pub solutions: Vec<String>,
}

impl List {
    /// Reads a list.
    pub fn read(text: &str) -> Result<List, LevelError> {
        let text = without_mark(text);
        let line = Cell::new(1);
        let reader = LineCounter { bytes: text.as_bytes(), line: &line };
        let entries = parse::<Expected>(serde_json::Deserializer::from_reader(reader), &line);
        entries.map(List::from_iter).map_err(|error| {
            // A reader may be one byte ahead of the error, and thereby on the next line; a string is not.
            let error =
                parse::<Expected>(serde_json::Deserializer::from_str(text), &line).err().unwrap_or(error);
            let message = error.to_string();
            // The place is drawn; it need not stand in the message as well.
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            LevelError::new(place(text, &error), message)
                .help(r#"expected a list such as {"01.txt": {"optimal": 6, "solutions": ["RRU"]}}"#)
        })
    }

    /// Reads what fits: entries of any other shape are left out, and a text that is not a list is an empty one.
    pub fn read_fitting(text: &str) -> List {
        let line = Cell::new(1);
        let reader = LineCounter { bytes: without_mark(text).as_bytes(), line: &line };
        let entries = parse::<Fitting>(serde_json::Deserializer::from_reader(reader), &line);
        let fitting = |(path, line, value)| match value {
            Fitting::Expected(expected) => Some((path, line, expected)),
            Fitting::Other(_) => None,
        };
        entries.unwrap_or_default().into_iter().filter_map(fitting).collect()
    }

    /// Its entries, in the order of the text. No path occurs twice.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry for the level at this path.
    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.get(*self.by_path.get(path)?)
    }

    /// The title of the level at this path.
    pub fn title(&self, path: &str) -> Option<&str> {
        self.get(path)?.expected.title.as_deref()
    }

    /// The cost of an optimal solution of the level at this path.
    pub fn optimal(&self, path: &str) -> Option<Cost> {
        self.get(path)?.expected.optimal
    }
}

impl FromIterator<Parsed<Expected>> for List {
    fn from_iter<I: IntoIterator<Item = Parsed<Expected>>>(entries: I) -> List {
        let entries = entries.into_iter().map(|(path, line, expected)| Entry { path, line, expected });
        let entries: Vec<Entry> = entries.collect();
        let by_path = entries.iter().enumerate().map(|(at, entry)| (entry.path.clone(), at)).collect();
        List { entries, by_path }
    }
}

/// A path, its line and its value.
type Parsed<T> = (String, usize, T);

/// A value of any shape.
#[derive(Deserialize)]
#[serde(untagged)]
enum Fitting {
    Expected(Expected),
    Other(IgnoredAny),
}

fn parse<'de, T: Deserialize<'de>>(
    mut json: serde_json::Deserializer<impl serde_json::de::Read<'de>>,
    line: &Cell<usize>,
) -> serde_json::Result<Vec<Parsed<T>>> {
    let entries = Entries { line, value: PhantomData }.deserialize(&mut json)?;
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
struct Entries<'a, T> {
    line: &'a Cell<usize>,
    value: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Entries<'_, T> {
    type Value = Vec<Parsed<T>>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<'_, T> {
    type Value = Vec<Parsed<T>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a path for each level")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        let mut paths = HashSet::new();
        while let Some(path) = map.next_key::<String>()? {
            let line = self.line.get();
            if !paths.insert(path.clone()) {
                return Err(A::Error::custom(format!("`{path}` is listed twice")));
            }
            entries.push((path, line, map.next_value()?));
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
        let lines: Vec<_> = list.entries().iter().map(|entry| (entry.path.as_str(), entry.line)).collect();
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
        assert_eq!(List::read("\u{feff}{\"a\": {}}").map(|list| list.entries().len()), Ok(1));
    }

    #[test]
    fn entries_of_another_shape_do_not_fit() {
        let list = List::read_fitting(
            r#"{"a.txt": {"optimal": 3, "title": "A"}, "b.txt": {"optimal": "3"}, "c": 1, "d": {"title": "D"}}"#,
        );
        assert_eq!((list.title("a.txt"), list.title("b.txt"), list.title("d")), (Some("A"), None, Some("D")));
        assert_eq!((list.optimal("a.txt"), list.optimal("b.txt"), list.optimal("c")), (Some(3), None, None));
        assert_eq!(List::read_fitting("[1]"), List::default());
    }

    proptest! {
        #[test]
        fn no_text_panics(text: String, json in "[\\[\\]{}:,\"a1é\n -]{0,20}") {
            for text in [text, json] {
                if let Ok(list) = List::read(&text) {
                    prop_assert_eq!(list, List::read_fitting(&text));
                }
            }
        }
    }
}
