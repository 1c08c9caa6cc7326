//! The levels to play, one after the other: those of the named folders, or of the folder that
//! contains a file.
//!
//! Files that are not levels are skipped with a message. A level that the player returns to is
//! restored. Par comes from the level itself, or from an `expected.json` next to it or above.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use unriddle_kit::Level;
use unriddle_kit::session::{self, SavedSession};
use unriddle_search::Cost;
use unriddle_web::library::{lists_around, open_list};

use crate::args::Reading;
use crate::input::{self, Loaded, Source, Unread};

/// All levels, with their saved sessions.
pub(crate) struct Levels<'a> {
    sources: Vec<Source>,
    reading: &'a Reading,
    at: usize,
    saved: HashMap<usize, SavedSession>,
}

/// A level to play.
pub(crate) struct Opened {
    /// The level.
    pub(crate) level: Arc<dyn Level>,
    /// Its file, with its number where the file has several levels: `file#3`.
    pub(crate) file: String,
    /// Its number, from 1, and the number of levels.
    pub(crate) number: (usize, usize),
    /// The cost of an optimal solution, if stated.
    pub(crate) par: Option<Cost>,
    /// Its saved session.
    pub(crate) saved: SavedSession,
    /// Messages about skipped files.
    pub(crate) skipped: Vec<String>,
}

/// A direction in the list of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// To the next level.
    Next,
    /// To the previous level.
    Previous,
}

impl<'a> Levels<'a> {
    /// Finds the levels at these paths. A single file adds the others of its folder. Input that can be
    /// read only once, such as a pipe, is read here.
    pub(crate) fn find(paths: &[PathBuf], reading: &'a Reading) -> Result<Self, Unread> {
        let (sources, at) = match paths {
            [file] if file.is_file() => input::find_beside(file)?,
            paths => (input::find(paths)?, 0),
        };
        let sources = sources.into_iter().map(Source::kept).collect::<Result<Vec<_>, _>>()?;
        let (mut all, mut first) = (Vec::new(), 0);
        for (place, source) in sources.into_iter().enumerate() {
            if place == at {
                first = all.len();
            }
            all.extend(source.each(reading));
        }
        let (sources, at) = (all, first);
        Ok(Levels { sources, reading, at, saved: HashMap::new() })
    }

    /// The first level to play: the named file, or else the first that can be parsed. Fails if there is
    /// none.
    pub(crate) fn first(&mut self, named: bool) -> Result<Opened, Vec<Unread>> {
        let mut problems = Vec::new();
        let most = if named { 1 } else { self.sources.len() };
        for at in self.at..self.at + most {
            match self.open(at) {
                Ok(opened) => {
                    self.at = at;
                    let skipped = problems.iter().map(ToString::to_string).collect();
                    return Ok(Opened { skipped, ..opened });
                }
                Err(stopped @ Unread::Stopped(_)) => return Err(vec![stopped]),
                Err(bad) => problems.push(bad),
            }
        }
        Err(problems)
    }

    /// The next level in this direction, or why there is none.
    pub(crate) fn turn(&mut self, turn: Turn) -> Result<Opened, String> {
        let mut skipped = Vec::new();
        let mut at = self.at;
        loop {
            let next = match turn {
                Turn::Next => Some(at + 1).filter(|&next| next < self.sources.len()),
                Turn::Previous => at.checked_sub(1),
            };
            let Some(next) = next else {
                let end = if turn == Turn::Next { "last" } else { "first" };
                skipped.push(format!("This is the {end} level."));
                return Err(skipped.join(" "));
            };
            at = next;
            match self.open(at) {
                Ok(opened) => {
                    self.at = at;
                    return Ok(Opened { skipped, ..opened });
                }
                Err(stopped @ Unread::Stopped(_)) => return Err(stopped.to_string()),
                Err(bad) => skipped.push(format!("Skipped {bad}.")),
            }
        }
    }

    /// Saves the session of the level with this index.
    pub(crate) fn keep(&mut self, at: usize, saved: SavedSession) {
        self.saved.insert(at, saved);
    }

    fn open(&mut self, at: usize) -> Result<Opened, Unread> {
        let source = &self.sources[at];
        let Loaded { file, level } = source.level(self.reading)?;
        // Expected results hold for the default settings only.
        let expected = || self.reading.settings.0.is_empty().then(|| expected(Path::new(&file)))?;
        let par = session::par(level.as_ref(), expected());
        let saved = self.saved.remove(&at).unwrap_or_default();
        Ok(Opened { level, file, number: (at + 1, self.sources.len()), par, saved, skipped: Vec::new() })
    }
}

/// The optimal cost of a level from the nearest list that names it.
fn expected(file: &Path) -> Option<Cost> {
    lists_around(file).iter().find_map(|(list, path)| open_list(list).optimal(path))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const MAZE: &str = "#####\n#S.E#\n#####\n";

    fn reading() -> Reading {
        Reading { game: None, settings: crate::args::Settings::default() }
    }

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn name(opened: &Opened) -> &str {
        Path::new(&opened.file).file_name().and_then(|name| name.to_str()).expect("a name")
    }

    #[test]
    fn files_that_are_not_levels_are_skipped_with_a_message() {
        let folder = folder(&[("1.txt", MAZE), ("2.txt", "what?"), ("10.txt", MAZE)]);
        let reading = reading();
        let mut levels = Levels::find(&[folder.path().to_owned()], &reading).expect("nothing stops it");
        let first = levels.first(false).expect("a level");
        assert_eq!((name(&first), first.number), ("1.txt", (1, 3)));
        let next = levels.turn(Turn::Next).expect("another");
        assert_eq!((name(&next), next.skipped.len()), ("10.txt", 1));
        assert!(levels.turn(Turn::Next).is_err_and(|why| why.contains("last level")));
        assert_eq!(name(&levels.turn(Turn::Previous).expect("back")), "1.txt");
    }

    #[test]
    fn a_file_brings_its_folder_but_must_itself_be_a_level() {
        let folder = folder(&[("1.txt", MAZE), ("2.txt", MAZE), ("3.txt", "what?"), ("below/4.txt", MAZE)]);
        let reading = reading();
        let mut levels = Levels::find(&[folder.path().join("2.txt")], &reading).expect("nothing stops it");
        let first = levels.first(true).expect("a level");
        assert_eq!((name(&first), first.number), ("2.txt", (2, 3)));
        assert_eq!(name(&levels.turn(Turn::Previous).expect("another")), "1.txt");
        let mut levels = Levels::find(&[folder.path().join("3.txt")], &reading).expect("nothing stops it");
        assert!(levels.first(true).is_err_and(|problems| problems.len() == 1));
    }

    #[test]
    fn a_folder_without_a_level_is_a_problem() {
        let folder = folder(&[("1.txt", "what?"), ("2.txt", "")]);
        let reading = reading();
        let mut levels = Levels::find(&[folder.path().to_owned()], &reading).expect("nothing stops it");
        assert!(levels.first(false).is_err_and(|problems| problems.len() == 2));
    }

    #[test]
    fn par_is_expected_beside_the_level_or_above() {
        let expected =
            r#"{"1.txt": {"optimal": 2}, "below/2.txt": {"optimal": 3}, "3.txt": {"optimal": -1}}"#;
        let files = [("1.txt", MAZE), ("below/2.txt", MAZE), ("3.txt", MAZE), ("expected.json", expected)];
        let folder = folder(&files);
        let reading = reading();
        let par = |file: &str| {
            let mut levels = Levels::find(&[folder.path().join(file)], &reading).expect("nothing stops it");
            levels.first(true).expect("a level").par
        };
        assert_eq!((par("1.txt"), par("below/2.txt"), par("3.txt")), (Some(2), Some(3), None));
    }
}
