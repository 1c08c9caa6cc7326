//! Finds levels: in files, in folders and on standard input.
//!
//! Which files of a folder are levels is for [`library`] to say. What a path leads to is settled
//! before the first level is read; a file is read when its turn comes and then let go. Every read
//! is limited in size and ends at the first Ctrl-C: a pipe may have no writer, a device no end.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use unriddle_games::library;
use unriddle_games::render::visible;
use unriddle_games::{Level, LevelError, Place, game, read, read_as, recognises};

use crate::args::Reading;
use crate::problem::Problem;
use crate::stop;

/// How many MiB of a file are read at most. No level that can be searched is that large.
const MOST_MIB: u64 = 128;

/// Something that should hold a level.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The path as given, or as found in a given folder; `-` for standard input.
    pub(crate) file: String,
    bytes: Bytes,
}

#[derive(Clone, Debug)]
enum Bytes {
    InFile(PathBuf),
    Here(Arc<Vec<u8>>),
    Nowhere(String),
}

/// Why something was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// There is something wrong with it.
    Bad(Box<Problem>),
    /// The program was asked to end while this was read.
    Stopped(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Bad(problem) => problem.fmt(f),
            Unread::Stopped(file) if file == "-" => write!(f, "stopped while standard input was read"),
            Unread::Stopped(file) => write!(f, "stopped while {} was read", visible(file)),
        }
    }
}

impl From<Problem> for Unread {
    fn from(problem: Problem) -> Unread {
        Unread::Bad(problem.into())
    }
}

/// What the paths lead to, in order. Standard input is read here.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<Source>, Unread> {
    let mut sources = Vec::new();
    let mut stdin_read = false;
    for path in paths {
        let file = path.display().to_string();
        if path.as_os_str() == "-" {
            let bytes = if std::mem::replace(&mut stdin_read, true) {
                Bytes::Nowhere("standard input was already read: give - once".into())
            } else {
                await_reading(&file, || take(io::stdin().lock()))?
                    .map_or_else(|error| Bytes::Nowhere(unreadable(&error)), Bytes::here)
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
    Ok(sources)
}

/// The files in the folder of a file, without those in folders below, and the place of the file
/// among them.
pub(crate) fn find_beside(file: &Path) -> Result<(Vec<Source>, usize), Unread> {
    let paths = library::beside(file);
    match paths.iter().position(|path| path.file_name() == file.file_name()) {
        Some(place) => Ok((find(&paths)?, place)),
        None => Ok((find(&[file.to_owned()])?, 0)),
    }
}

/// The one level that a path leads to.
pub(crate) fn find_one(path: &Path) -> Result<Source, Unread> {
    let file = path.display().to_string();
    if path.is_dir() {
        let bytes = Bytes::Nowhere("this is a folder; name one level in it".into());
        return Ok(Source { file, bytes });
    }
    let mut found = find(&[path.to_owned()])?;
    Ok(found.pop().unwrap_or(Source { file, bytes: Bytes::Nowhere("there is nothing".into()) }))
}

/// Moves as they were typed, or those of the file that `@FILE` names; `@-` is standard input.
pub(crate) fn moves(typed: &str) -> Result<Cow<'_, str>, Unread> {
    let Some(file) = typed.strip_prefix('@') else { return Ok(Cow::Borrowed(typed)) };
    let path = PathBuf::from(file);
    let read = move || if path.as_os_str() == "-" { take(io::stdin().lock()) } else { take_file(&path) };
    let bytes = await_reading(file, read)?;
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

/// Runs a read until the program is asked to end. Every read of the command goes through here.
fn await_reading<T: Send + 'static>(
    file: &str,
    read: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Unread> {
    match stop::unless_interrupted(read) {
        Ok(Some(read)) => Ok(read),
        Ok(None) => Err(Unread::Stopped(file.to_string())),
        Err(error) => Err(Problem::of_file(file.to_string(), unreadable(&error)).into()),
    }
}

fn take_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata().is_ok_and(|about| about.len() > MOST_MIB << 20) {
        return Err(too_large());
    }
    take(file)
}

fn take(from: impl Read) -> io::Result<Vec<u8>> {
    let most = MOST_MIB << 20;
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> io::Error {
    io::Error::other(format!("it is larger than {MOST_MIB} MiB"))
}

impl Bytes {
    fn here(bytes: Vec<u8>) -> Bytes {
        Bytes::Here(Arc::new(bytes))
    }
}

impl Source {
    /// Reads the level, or says why there is none.
    pub(crate) fn level(&self, reading: &Reading) -> Result<Box<dyn Level>, Unread> {
        let (source, reading) = (self.clone(), reading.clone());
        await_reading(&self.file, move || source.read(&reading))?.map_err(Unread::Bad)
    }

    /// The same source; if it can be read only once, as a pipe, it is read now.
    pub(crate) fn kept(self) -> Result<Source, Unread> {
        match self.bytes {
            Bytes::InFile(path) if fs::metadata(&path).is_ok_and(|about| !about.is_file()) => {
                let bytes = await_reading(&self.file, move || take_file(&path))?;
                let bytes = bytes.map_or_else(|error| Bytes::Nowhere(unreadable(&error)), Bytes::here);
                Ok(Source { bytes, ..self })
            }
            _ => Ok(self),
        }
    }

    fn read(self, reading: &Reading) -> Result<Box<dyn Level>, Box<Problem>> {
        let Source { file, bytes } = self;
        let bytes = match bytes {
            Bytes::Nowhere(why) => return Err(Problem::of_file(file, why).into()),
            Bytes::Here(bytes) => Ok(bytes),
            Bytes::InFile(path) => take_file(&path).map(Arc::new),
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
