//! The levels to play, one after the other: those of the folders named, or of the folder that
//! a file lies in.
//!
//! What is no level is passed over with a word about it. A level that was left is found again as
//! it was. Par is what the level says about itself, or an `expected.json` beside it or above.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use unriddle_games::Level;
use unriddle_games::library::{EXPECTED, Expected};
use unriddle_games::search::Cost;

use super::record::Record;
use crate::args::Reading;
use crate::input::{self, Source, Unread};

/// How many folders above a level's own may tell its par.
const ABOVE: usize = 2;

/// The largest list of expected results that is read, in bytes.
const MOST_EXPECTED: u64 = 16 << 20;

/// All levels, and what was played in each.
pub(crate) struct Levels<'a> {
    sources: Vec<Source>,
    reading: &'a Reading,
    at: usize,
    records: HashMap<usize, Record>,
}

/// A level to play.
pub(crate) struct Opened {
    /// The level.
    pub(crate) level: Arc<dyn Level>,
    /// The file that it comes from.
    pub(crate) file: String,
    /// Which of all levels it is, from 1, and how many there are.
    pub(crate) number: (usize, usize),
    /// What an optimal solution costs, where that is said.
    pub(crate) par: Option<Cost>,
    /// What was played in it.
    pub(crate) record: Record,
    /// What was passed over on the way, a line each.
    pub(crate) skipped: Vec<String>,
}

/// Which way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// To the next.
    Next,
    /// To the previous.
    Previous,
}

impl<'a> Levels<'a> {
    /// What the paths lead to. A file alone brings the others of its folder with it. What can be
    /// read only once is read here.
    pub(crate) fn find(paths: &[PathBuf], reading: &'a Reading) -> Result<Self, Unread> {
        let (sources, at) = match paths {
            [file] if file.is_file() => input::find_beside(file)?,
            paths => (input::find(paths)?, 0),
        };
        let sources = sources.into_iter().map(Source::kept).collect::<Result<_, _>>()?;
        Ok(Levels { sources, reading, at, records: HashMap::new() })
    }

    /// The first level to play. Where a file was named it is that one, else the first that can be
    /// read; what is wrong, if there is none.
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

    /// The next level that way, or what there was instead.
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
                Err(bad) => skipped.push(format!("Passed over {bad}.")),
            }
        }
    }

    /// Keeps what was played in the level at this place.
    pub(crate) fn keep(&mut self, at: usize, record: Record) {
        self.records.insert(at, record);
    }

    fn open(&mut self, at: usize) -> Result<Opened, Unread> {
        let source = &self.sources[at];
        let level: Arc<dyn Level> = Arc::from(source.level(self.reading)?);
        let claimed = level.claims().optimal.map(|(cost, _)| cost);
        let file = source.file.clone();
        // With other settings than the game's own, other results would be expected.
        let expected = || self.reading.settings.0.is_empty().then(|| expected(Path::new(&file)))?;
        let par = claimed.or_else(expected);
        let record = self.records.remove(&at).unwrap_or_default();
        Ok(Opened { level, file, number: (at + 1, self.sources.len()), par, record, skipped: Vec::new() })
    }
}

/// What an `expected.json` beside a level, or a little above, says of its optimum.
fn expected(file: &Path) -> Option<Cost> {
    let mut name = file.file_name()?.to_str()?.to_string();
    let mut folder = file.parent()?;
    for _ in 0..=ABOVE {
        if let Some(optimal) = optimum(&folder.join(EXPECTED), &name) {
            return Some(optimal);
        }
        name = format!("{}/{name}", folder.file_name()?.to_str()?);
        folder = folder.parent()?;
    }
    None
}

fn optimum(list: &Path, name: &str) -> Option<Cost> {
    // A pipe of that name would be waited for.
    let file = list.is_file().then(|| File::open(list).ok())??;
    let mut text = String::new();
    let size = file.take(MOST_EXPECTED + 1).read_to_string(&mut text).ok()?;
    (size as u64 <= MOST_EXPECTED).then(|| Expected::read(&text).optimal(name))?
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
            fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn name(opened: &Opened) -> &str {
        Path::new(&opened.file).file_name().and_then(|name| name.to_str()).expect("a name")
    }

    #[test]
    fn what_is_no_level_is_passed_over_with_a_word() {
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
