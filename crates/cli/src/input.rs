//! Finds levels: in files, in folders and on standard input.
//!
//! A folder is searched with all its folders, in the order a person would count: `2.txt` before
//! `10.txt`. In it, every file is taken for a level unless it is hidden, a page of text
//! (`*.md`) or a list of expected results (`expected.json`). What a path leads to is settled
//! before the first level is read; a file is read when its turn comes and then let go.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use unriddle_games::{Game, Level, LevelError, Place, game, read, read_as};

use crate::args::Reading;
use crate::problem::Problem;

/// The most bytes that are taken from a file: a level is never that large, a device may be endless.
const MOST_BYTES: u64 = 1 << 30;

/// The likeness from which a text is spoken of as a level of the game, if a faulty one.
const RECOGNISED: u8 = 40;

/// Something that should hold a level.
pub(crate) struct Source {
    /// The path as given, or as found in a given folder; `-` for standard input.
    pub(crate) file: String,
    bytes: Bytes,
}

enum Bytes {
    InFile(PathBuf),
    Here(Vec<u8>),
    Nowhere(String),
}

/// What the paths lead to, in order. Standard input is read here.
pub(crate) fn find(paths: &[PathBuf]) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut stdin_read = false;
    for path in paths {
        let file = path.display().to_string();
        if path.as_os_str() == "-" {
            let bytes = if std::mem::replace(&mut stdin_read, true) {
                Bytes::Nowhere("standard input was already read: give - once".into())
            } else {
                take(io::stdin().lock()).map_or_else(|error| Bytes::Nowhere(unreadable(&error)), Bytes::Here)
            };
            sources.push(Source { file, bytes });
        } else if path.is_dir() {
            let before = sources.len();
            walk(path, &mut Vec::new(), &mut sources);
            if sources.len() == before {
                let bytes = Bytes::Nowhere("there are no levels in this folder".into());
                sources.push(Source { file, bytes });
            }
        } else {
            sources.push(Source { file, bytes: Bytes::InFile(path.clone()) });
        }
    }
    sources
}

/// The one level that a path leads to.
pub(crate) fn find_one(path: &Path) -> Source {
    let file = path.display().to_string();
    if path.is_dir() {
        let bytes = Bytes::Nowhere("this is a folder; name one level in it".into());
        return Source { file, bytes };
    }
    let mut found = find(&[path.to_owned()]);
    found.pop().unwrap_or(Source { file, bytes: Bytes::Nowhere("there is nothing".into()) })
}

/// Moves as they were typed, or those of the file that `@FILE` names; `@-` is standard input.
pub(crate) fn moves(typed: &str) -> Result<Cow<'_, str>, Box<Problem>> {
    let Some(file) = typed.strip_prefix('@') else { return Ok(Cow::Borrowed(typed)) };
    let bytes = if file == "-" { take(io::stdin().lock()) } else { File::open(file).and_then(take) };
    let bytes = bytes.map_err(|error| Problem::of_file(file.to_string(), unreadable(&error)))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Owned(text)),
        Err(error) => {
            let wrong = error.utf8_error();
            Err(Problem::not_text(file.to_string(), error.as_bytes(), wrong).into())
        }
    }
}

/// Adds the levels in a folder. `above` holds the folders around it, so that a link that leads
/// back up is not followed for ever.
fn walk(folder: &Path, above: &mut Vec<PathBuf>, sources: &mut Vec<Source>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let (real, mut entries) = match fs::canonicalize(folder).and_then(|real| Ok((real, entries?))) {
        Ok(found) => found,
        Err(error) => {
            let bytes = Bytes::Nowhere(unreadable(&error));
            return sources.push(Source { file: folder.display().to_string(), bytes });
        }
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
            walk(&path, above, sources);
        } else if path.is_file() && name != "expected.json" && !name.ends_with(".md") {
            sources.push(Source { file: path.display().to_string(), bytes: Bytes::InFile(path) });
        }
    }
    above.pop();
}

/// The order in which a person would sort names: runs of digits by their value.
fn natural(a: &str, b: &str) -> Ordering {
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

fn unreadable(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

fn take(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("it is larger than 1 GiB"));
    }
    Ok(bytes)
}

impl Source {
    /// Reads the level, or says why there is none.
    pub(crate) fn level(&self, reading: &Reading) -> Result<Box<dyn Level>, Box<Problem>> {
        let file = self.file.clone();
        let bytes = match &self.bytes {
            Bytes::Nowhere(why) => return Err(Problem::of_file(file, why).into()),
            Bytes::Here(bytes) => Ok(Cow::Borrowed(bytes.as_slice())),
            Bytes::InFile(path) => File::open(path).and_then(take).map(Cow::Owned),
        };
        let bytes = bytes.map_err(|error| Problem::of_file(file.clone(), unreadable(&error)))?;
        let text = str::from_utf8(&bytes).map_err(|error| Problem::not_text(file.clone(), &bytes, error))?;
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            let error = LevelError::new(Place::new(1, 1), "this is empty: there is no level in it");
            return Err(Problem::of_level(file, "", None, error).into());
        }
        let settings = &reading.settings.0;
        let level = match reading.game.as_deref().and_then(game) {
            Some(game) => read_as(game, text, settings),
            None => read(text, settings),
        };
        let level = level.map_err(|failure| match !failure.guessed || recognises(failure.game, text) {
            true => Problem::of_level(file, text, Some(failure.game), failure.error),
            false => Problem::unrecognised(file, text, failure.game, failure.error),
        });
        Ok(level?)
    }
}

fn recognises(game: &dyn Game, text: &str) -> bool {
    game.likeness(text) >= RECOGNISED
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
