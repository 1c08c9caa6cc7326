//! Folders of levels: which files are levels, in which order, and their expected results.
//!
//! A folder is searched recursively, in natural order: `2.txt` before `10.txt`. Every file counts as
//! a level unless it is hidden, a Markdown page (`*.md`) or a list of expected results
//! (`expected.json`). This module does not open any level.

use std::cmp::Ordering;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use unriddle_protocol::expected::List;

/// The file name of a list of expected results.
pub const EXPECTED: &str = "expected.json";

/// How many folders above that of a level may hold a list that names it.
pub const ABOVE: usize = 4;

/// The maximum size of a list of expected results, in bytes.
const MAX_EXPECTED: u64 = 16 << 20;

/// The level files in a folder, and the folders that could not be opened.
pub fn files(folder: &Path) -> Vec<Result<PathBuf, (PathBuf, io::Error)>> {
    let mut found = Vec::new();
    walk(folder, &mut Vec::new(), &mut found);
    found
}

/// Adds the files of a folder. `above` contains its ancestors, so that a symbolic link to one of them
/// is not followed for ever.
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

/// The level files in the same folder as this file, which is included whatever its name. Empty if the
/// folder cannot be opened.
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

/// Whether a file of this name counts as a level.
pub fn is_level(name: &str) -> bool {
    let name = name.to_lowercase();
    !name.starts_with('.') && name != EXPECTED && !name.ends_with(".md")
}

/// Natural order of names: runs of digits compare by their value.
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

/// Removes the leading digits from a text and returns them without leading zeros.
fn digits<'a>(text: &mut &'a str) -> &'a str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    *text = rest;
    run.trim_start_matches('0')
}

/// The lists of expected results that may name a level, whether they exist or not, the nearest first. Each
/// comes with the path of the level from the list's folder.
pub fn lists_around(level: &Path) -> Vec<(PathBuf, String)> {
    let folder = level.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    let (Ok(folder), Some(name)) = (folder, level.file_name().and_then(|name| name.to_str())) else {
        return Vec::new();
    };
    let mut path = name.to_string();
    let mut lists = Vec::new();
    for folder in folder.ancestors().take(1 + ABOVE) {
        lists.push((folder.join(EXPECTED), path.clone()));
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { break };
        path = format!("{name}/{path}");
    }
    lists
}

/// The list of expected results in a file; an empty one if there is none that can be read.
pub fn open_list(path: &Path) -> List {
    // Reading a pipe of that name would block.
    let file = path.is_file().then(|| File::open(path).ok()).flatten();
    let mut text = String::new();
    let size = file.and_then(|file| file.take(MAX_EXPECTED + 1).read_to_string(&mut text).ok());
    match size {
        Some(size) if size as u64 <= MAX_EXPECTED => List::read_fitting(&text),
        _ => List::default(),
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
