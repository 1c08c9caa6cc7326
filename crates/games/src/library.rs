//! Folders of levels: which files are levels, in which order, and what is expected of them.
//!
//! A folder is searched with all its folders, in the order a person would count: `2.txt` before
//! `10.txt`. In it, every file is taken for a level unless it is hidden, a page of text (`*.md`)
//! or a list of expected results (`expected.json`). No level is read here.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use unriddle_search::Cost;

/// The name of a list of expected results.
pub const EXPECTED: &str = "expected.json";

/// The files in a folder that should hold levels, or what could not be looked into and why.
pub fn files(folder: &Path) -> Vec<Result<PathBuf, (PathBuf, io::Error)>> {
    let mut found = Vec::new();
    walk(folder, &mut Vec::new(), &mut found);
    found
}

/// Adds the files of a folder. `above` holds the folders around it, so that a link that leads
/// back up is not followed for ever.
fn walk(folder: &Path, above: &mut Vec<PathBuf>, found: &mut Vec<Result<PathBuf, (PathBuf, io::Error)>>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let (real, mut entries) = match fs::canonicalize(folder).and_then(|real| Ok((real, entries?))) {
        Ok(opened) => opened,
        Err(error) => return found.push(Err((folder.to_owned(), error))),
    };
    if above.contains(&real) {
        return;
    }
    above.push(real);
    entries.sort_by(|a, b| natural(&a.file_name().to_string_lossy(), &b.file_name().to_string_lossy()));
    for entry in entries {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let path = entry.path();
        if name.starts_with('.') {
            continue;
        } else if path.is_dir() {
            walk(&path, above, found);
        } else if path.is_file() && is_level(&name) {
            found.push(Ok(path));
        }
    }
    above.pop();
}

/// The files in the same folder as this one that should hold levels, itself included whatever its
/// name; none where the folder cannot be looked into.
pub fn beside(file: &Path) -> Vec<PathBuf> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(here).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    names.sort_by(|a, b| natural(&a.to_string_lossy(), &b.to_string_lossy()));
    let is_one = |name: &OsString| {
        let own = file.file_name() == Some(name);
        own || is_level(&name.to_string_lossy()) && folder.join(name).is_file()
    };
    names.into_iter().filter(is_one).map(|name| folder.join(name)).collect()
}

/// Whether a file of this name should hold a level.
pub fn is_level(name: &str) -> bool {
    let name = name.to_lowercase();
    !name.starts_with('.') && name != EXPECTED && !name.ends_with(".md")
}

/// The order in which a person would sort names: runs of digits by their value.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len()).then_with(|| a.cmp(b));
        };
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let (m, n) = (digits(&mut left), digits(&mut right));
            m.len().cmp(&n.len()).then_with(|| m.cmp(n))
        } else {
            (left, right) = (&left[x.len_utf8()..], &right[y.len_utf8()..]);
            x.cmp(&y)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Takes the digits that a text begins with, without leading zeros.
fn digits<'a>(text: &mut &'a str) -> &'a str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    *text = rest;
    run.trim_start_matches('0')
}

/// What a list of expected results says of the levels around it, by their path from there.
#[derive(Clone, Debug, Default)]
pub struct Expected(HashMap<String, Cost>);

impl Expected {
    /// Reads a list: `{"a/01.txt": {"optimal": 6}, …}`. What is not of this shape says nothing.
    pub fn read(text: &str) -> Expected {
        #[derive(Deserialize)]
        struct Entry {
            optimal: Option<Cost>,
        }
        let all: HashMap<String, serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
        let entry = |(path, value)| Some((path, serde_json::from_value::<Entry>(value).ok()?.optimal?));
        Expected(all.into_iter().filter_map(entry).collect())
    }

    /// The cost of an optimal solution of the level at this path.
    pub fn optimal(&self, path: &str) -> Option<Cost> {
        self.0.get(path).copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_in_names_sort_by_value() {
        let mut names = ["10.txt", "a10b", "2.txt", "a2b", "02.txt", "1.txt", "a", ""];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["", "1.txt", "02.txt", "2.txt", "10.txt", "a", "a2b", "a10b"]);
    }

    #[test]
    fn lists_of_another_shape_say_nothing() {
        let list = Expected::read(r#"{"a.txt": {"optimal": 3}, "b.txt": {"optimal": "3"}, "c": 1}"#);
        assert_eq!((list.optimal("a.txt"), list.optimal("b.txt"), list.optimal("c")), (Some(3), None, None));
        assert_eq!(Expected::read("[1]").optimal("a"), None);
    }

    proptest! {
        #[test]
        fn the_order_of_names_is_an_order(a in "[a0-9é]{0,6}", b in "[a0-9é]{0,6}", c in "[a0-9é]{0,6}") {
            prop_assert_eq!(natural(&a, &b), natural(&b, &a).reverse());
            prop_assert_eq!(natural(&a, &b) == Ordering::Equal, a == b);
            if natural(&a, &b).is_le() && natural(&b, &c).is_le() {
                prop_assert!(natural(&a, &c).is_le());
            }
        }
    }
}
