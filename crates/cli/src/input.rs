//! Finds levels: in files, in folders and on standard input.
//!
//! [`library`] decides which files of a folder are levels. The list of files is made before the
//! first level is read; each file is read when its turn comes and is not kept. Every read is limited
//! in size and ends at the first Ctrl-C: a pipe may have no writer, a device no end.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use unriddle_games::{game, read_all, read_all_as, recognises};
use unriddle_kit::collection::{label, split_label};
use unriddle_kit::{Collection, Level, LevelError, Place};
use unriddle_render::visible;
use unriddle_web::library;

use crate::args::Reading;
use crate::diagnostic::Diagnostic;
use crate::interrupt;

/// The largest file that is read, in MiB. No level that can be searched is that large.
const MAX_MIB: u64 = 128;

/// Something that should hold a level.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The path as given, or as found in a given folder; `-` for standard input.
    pub(crate) file: String,
    /// Which of its levels is meant, from 1, if one is named: `file#3`.
    number: Option<usize>,
    content: Content,
}

/// A level that was read.
pub(crate) struct Loaded {
    /// The file, with the number of the level where the file has several: `file#3`.
    pub(crate) file: String,
    pub(crate) level: Arc<dyn Level>,
}

/// A part of what there is to do: number `index` of `count`, from 1. Things are dealt out in turn, in their
/// order, so the parts are about equal, and always the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    index: usize,
    count: usize,
}

impl Part {
    /// All of it.
    pub(crate) const WHOLE: Part = Part { index: 1, count: 1 };

    /// Parses `3/16`.
    pub(crate) fn parse(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').map(|(index, count)| (index.parse(), count.parse()));
        match numbers {
            Some((Ok(index), Ok(count))) if (1..=count).contains(&index) => Ok(Part { index, count }),
            _ => Err("expected the number of a part and of all parts, such as 3/16".into()),
        }
    }

    /// The things of this part.
    pub(crate) fn of<T>(self, things: Vec<T>) -> Vec<T> {
        things.into_iter().skip(self.index - 1).step_by(self.count).collect()
    }

    /// The files of this part; of a single file, the part of its levels that is meant.
    pub(crate) fn of_sources(part: Option<Part>, sources: Vec<Source>) -> (Vec<Source>, Part) {
        match (part, sources.len()) {
            (None, _) => (sources, Part::WHOLE),
            (Some(part), 1) => (sources, part),
            (Some(part), _) => (part.of(sources), Part::WHOLE),
        }
    }
}

#[derive(Clone, Debug)]
enum Content {
    File(PathBuf),
    Memory(Arc<Vec<u8>>),
    Missing(String),
}

/// Why something was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// There is something wrong with it.
    Bad(Box<Diagnostic>),
    /// The program was asked to end while reading this.
    Stopped(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Bad(problem) => problem.fmt(f),
            Unread::Stopped(file) if file == "-" => write!(f, "interrupted while reading standard input"),
            Unread::Stopped(file) => write!(f, "interrupted while reading {}", visible(file)),
        }
    }
}

impl From<Diagnostic> for Unread {
    fn from(problem: Diagnostic) -> Unread {
        Unread::Bad(problem.into())
    }
}

/// The levels that the paths lead to, in order. Standard input is read here.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<Source>, Unread> {
    let mut sources = Vec::new();
    for path in paths {
        let file = path.display().to_string();
        if path.as_os_str() == "-" {
            let content = await_reading(&file, take_stdin)?
                .map_or_else(|error| Content::Missing(unreadable(&error)), Content::memory);
            sources.push(Source { file, number: None, content });
        } else if path.is_dir() {
            let before = sources.len();
            walk(path, &mut sources);
            if sources.len() == before {
                let content = Content::Missing("there are no levels in this folder".into());
                sources.push(Source { file, number: None, content });
            }
        } else {
            sources.push(Source::of_path(path));
        }
    }
    Ok(sources)
}

/// The files in the folder of a file, without those in subfolders, and the index of the file among
/// them.
pub(crate) fn find_beside(file: &Path) -> Result<(Vec<Source>, usize), Unread> {
    let paths = library::beside(file);
    match paths.iter().position(|path| path.file_name() == file.file_name()) {
        Some(place) => Ok((find(&paths)?, place)),
        None => Ok((find(&[file.to_owned()])?, 0)),
    }
}

/// The one file that a path leads to.
pub(crate) fn find_one(path: &Path) -> Result<Source, Unread> {
    let file = path.display().to_string();
    if path.is_dir() {
        let content = Content::Missing("this is a folder; name one level in it".into());
        return Ok(Source { file, number: None, content });
    }
    let mut found = find(&[path.to_owned()])?;
    let content = Content::Missing("there is nothing here".into());
    Ok(found.pop().unwrap_or(Source { file, number: None, content }))
}

/// The text of a file; `-` is standard input.
pub(crate) fn text(path: &Path) -> Result<String, Unread> {
    let file = path.display().to_string();
    let path = path.to_owned();
    let read = move || if path.as_os_str() == "-" { take_stdin() } else { take_file(&path) };
    let bytes = await_reading(&file, read)?;
    let bytes = bytes.map_err(|error| Diagnostic::of_file(file.clone(), unreadable(&error)))?;
    String::from_utf8(bytes).map_err(|error| {
        let wrong = error.utf8_error();
        Diagnostic::not_text(file, error.as_bytes(), wrong).into()
    })
}

/// Adds the levels in a folder.
fn walk(folder: &Path, sources: &mut Vec<Source>) {
    for found in library::files(folder) {
        let (path, problem) = match found {
            Ok(path) => (path, None),
            Err((path, error)) => (path, Some(unreadable(&error))),
        };
        let file = path.display().to_string();
        let content = problem.map_or(Content::File(path), Content::Missing);
        sources.push(Source { file, number: None, content });
    }
}

fn unreadable(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

/// Runs a read until the program is asked to end. Every read goes through here.
fn await_reading<T: Send + 'static>(
    file: &str,
    read: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Unread> {
    match interrupt::unless_interrupted(read) {
        Ok(Some(read)) => Ok(read),
        Ok(None) => Err(Unread::Stopped(file.to_string())),
        Err(error) => Err(Diagnostic::of_file(file.to_string(), unreadable(&error)).into()),
    }
}

fn take_stdin() -> io::Result<Vec<u8>> {
    static READ: AtomicBool = AtomicBool::new(false);
    if READ.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("standard input can be read only once"));
    }
    take(io::stdin().lock())
}

fn take_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata().is_ok_and(|about| about.len() > MAX_MIB << 20) {
        return Err(too_large());
    }
    take(file)
}

fn take(from: impl Read) -> io::Result<Vec<u8>> {
    let most = MAX_MIB << 20;
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> io::Error {
    io::Error::other(format!("it is larger than {MAX_MIB} MiB"))
}

impl Content {
    fn memory(bytes: Vec<u8>) -> Content {
        Content::Memory(Arc::new(bytes))
    }
}

impl Source {
    /// The file that it is read from, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.content {
            Content::File(path) => Some(path),
            Content::Memory(_) | Content::Missing(_) => None,
        }
    }

    /// A path, which may name one level of a file: `file#3`. A file whose name has that form comes first.
    fn of_path(path: &Path) -> Source {
        let file = path.display().to_string();
        if !path.exists()
            && let (before, Some(number)) = split_label(&file)
        {
            let content = Content::File(before.into());
            return Source { file: before.to_string(), number: Some(number), content };
        }
        Source { file, number: None, content: Content::File(path.to_owned()) }
    }

    /// Reads all levels that are meant, at least one, or says why there is none.
    pub(crate) fn levels(&self, reading: &Reading) -> Result<Vec<Loaded>, Unread> {
        let (source, reading) = (self.clone(), reading.clone());
        let levels = await_reading(&self.file, move || source.read(&reading))?.map_err(Unread::Bad)?;
        let count = levels.count();
        let loaded =
            |(number, level)| Loaded { file: label(&self.file, number, count), level: Arc::from(level) };
        let Some(number) = self.number else { return Ok((1..).zip(levels).map(loaded).collect()) };
        let Some(level) = levels.take(number) else {
            let message = format!("there is no level {number}: the file has {count}");
            return Err(Diagnostic::of_file(self.file.clone(), message).into());
        };
        Ok(vec![loaded((number, level))])
    }

    /// Reads the one level that is meant. If the file has several, one has to be named.
    pub(crate) fn level(&self, reading: &Reading) -> Result<Loaded, Unread> {
        let mut levels = self.levels(reading)?;
        if levels.len() == 1 {
            return Ok(levels.swap_remove(0));
        }
        let (file, count) = (&self.file, levels.len());
        let message = format!("there are {count} levels here: name one, from `{file}#1` to `{file}#{count}`");
        Err(Diagnostic::of_file(file.clone(), message).into())
    }

    /// A source for each level that is meant. What cannot be read stays one.
    pub(crate) fn each(self, reading: &Reading) -> Vec<Source> {
        match self.levels(reading) {
            Ok(levels) if levels.len() > 1 => {
                (1..=levels.len()).map(|number| Source { number: Some(number), ..self.clone() }).collect()
            }
            _ => vec![self],
        }
    }

    /// The same source; if it can be read only once, such as a pipe, it is read now.
    pub(crate) fn kept(self) -> Result<Source, Unread> {
        match self.content {
            Content::File(path) if fs::metadata(&path).is_ok_and(|about| !about.is_file()) => {
                let bytes = await_reading(&self.file, move || take_file(&path))?;
                let content =
                    bytes.map_or_else(|error| Content::Missing(unreadable(&error)), Content::memory);
                Ok(Source { content, ..self })
            }
            _ => Ok(self),
        }
    }

    fn read(self, reading: &Reading) -> Result<Collection, Box<Diagnostic>> {
        let Source { file, content, .. } = self;
        let bytes = match content {
            Content::Missing(why) => return Err(Diagnostic::of_file(file, why).into()),
            Content::Memory(bytes) => Ok(bytes),
            Content::File(path) => take_file(&path).map(Arc::new),
        };
        let bytes = bytes.map_err(|error| Diagnostic::of_file(file.clone(), unreadable(&error)))?;
        let text =
            str::from_utf8(&bytes).map_err(|error| Diagnostic::not_text(file.clone(), &bytes, error))?;
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            let error = LevelError::new(Place::new(1, 1), "this is empty: there is no level in it");
            return Err(Diagnostic::of_level(file, "", None, error).into());
        }
        let settings = &reading.settings.0;
        let level = match reading.game.as_deref().and_then(game) {
            Some(game) => read_all_as(game, text, settings),
            None => read_all(text, settings),
        };
        let level = level.map_err(|failure| match !failure.guessed || recognises(failure.game, text) {
            true => Diagnostic::of_level(file, text, Some(failure.game), failure.error),
            false => Diagnostic::unrecognised(file, text, failure.game, failure.error),
        });
        Ok(level?)
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn every_thing_is_in_one_part_and_parts_are_about_equal() {
        for count in 1..=8 {
            let part = |index| Part::parse(&format!("{index}/{count}")).expect("there is such a part");
            let parts: Vec<Vec<u32>> = (1..=count).map(|index| part(index).of((0..21).collect())).collect();
            let mut all = parts.concat();
            all.sort_unstable();
            assert_eq!(all, (0..21).collect::<Vec<_>>());
            assert!(parts.iter().all(|part| (21 / count..=21 / count + 1).contains(&part.len())));
        }
        for wrong in ["", "3", "0/4", "5/4", "1/0", "-1/4", "a/b", "1/2/3"] {
            assert!(Part::parse(wrong).is_err(), "{wrong}");
        }
    }
}
