//! Finds levels: in files, in folders and on standard input.
//!
//! Which files of a folder are levels is for [`library`] to say. What a path leads to is settled
//! before the first level is read; a file is read when its turn comes and then let go.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use unriddle_games::library;
use unriddle_games::{Level, LevelError, Place, game, read, read_as, recognises};

use crate::args::Reading;
use crate::problem::Problem;

/// The most bytes that are taken from a file: a level is never that large, a device may be endless.
const MOST_BYTES: u64 = 1 << 30;

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
            walk(path, &mut sources);
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

/// The files in the folder of a file, without those in folders below, and the place of the file
/// among them.
pub(crate) fn find_beside(file: &Path) -> (Vec<Source>, usize) {
    let paths = library::beside(file);
    let place = paths.iter().position(|path| path.file_name() == file.file_name());
    place.map_or_else(|| (find(&[file.to_owned()]), 0), |place| (find(&paths), place))
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

/// Adds the levels in a folder.
fn walk(folder: &Path, sources: &mut Vec<Source>) {
    for found in library::files(folder) {
        let (path, problem) = match found {
            Ok(path) => (path, None),
            Err((path, error)) => (path, Some(unreadable(&error))),
        };
        let file = path.display().to_string();
        let bytes = problem.map_or(Bytes::InFile(path), Bytes::Nowhere);
        sources.push(Source { file, bytes });
    }
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
