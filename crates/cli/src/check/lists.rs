//! Which [lists of expected results](unriddle_protocol::expected) apply to the levels being checked.
//!
//! The nearest `expected.json` that names a level counts: the one of its own folder, or one above.
//! Inside the folders that were typed, and beside the files that were typed, a list must be well-formed;
//! further up, a file of that name may belong to something else and counts only if it fits. If a whole
//! folder is checked, every entry of its lists must name a level.
//!
//! Each list is read once.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use unriddle_kit::collection::split_label;
use unriddle_protocol::expected::{Entry, List};
use unriddle_web::library::{ABOVE, EXPECTED};

use crate::diagnostic::Diagnostic;
use crate::input::{self, Source, Unread};

/// The lists around the levels being checked.
#[derive(Default)]
pub(super) struct Lists {
    lists: BTreeMap<PathBuf, Loaded>,
    /// The folders that were typed.
    folders: Vec<PathBuf>,
}

/// A file called `expected.json`.
struct Loaded {
    /// What it holds; `None` if there is no such file, or none that fits.
    list: Option<List>,
    /// Whether all levels of its folder are checked.
    whole: bool,
    /// The levels being checked, by their paths from its folder.
    levels: HashSet<String>,
}

/// A list that may name a level.
struct Candidate {
    list: PathBuf,
    /// The path of the level from the list's folder.
    level: String,
    relation: Relation,
}

/// How a list relates to what was typed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// It lies in a folder that was typed.
    Inside,
    /// It lies beside a file that was typed.
    Beside,
    /// It lies further up.
    Above,
}

impl Lists {
    /// Reads the lists that apply to what these paths lead to. Those that are broken are returned as
    /// well.
    pub(super) fn read(paths: &[PathBuf], sources: &[Source]) -> Result<(Lists, Vec<Diagnostic>), Unread> {
        let folders = paths.iter().filter(|path| path.is_dir()).cloned().collect();
        let mut lists = Lists { lists: BTreeMap::new(), folders };
        let mut broken = Vec::new();
        for path in sources.iter().filter_map(Source::path) {
            for Candidate { list, level, relation } in lists.candidates(path) {
                if !lists.lists.contains_key(&list) {
                    let found = load(&list, relation, &mut broken)?;
                    let loaded = Loaded { list: found, whole: false, levels: HashSet::new() };
                    lists.lists.insert(list.clone(), loaded);
                }
                if let Some(loaded) = lists.lists.get_mut(&list) {
                    loaded.whole |= relation == Relation::Inside;
                    loaded.levels.insert(level);
                }
            }
        }
        Ok((lists, broken))
    }

    /// What is expected of the level in this file; `file#3` is the third of several.
    pub(super) fn entry(&self, file: &Path) -> Option<&Entry> {
        self.candidates(file)
            .iter()
            .find_map(|candidate| self.lists.get(&candidate.list)?.list.as_ref()?.get(&candidate.level))
    }

    /// The lists with entries that name no level, and those entries.
    pub(super) fn stale(&self) -> Vec<(&Path, Vec<&Entry>)> {
        let whole = self.lists.iter().filter(|(_, loaded)| loaded.whole);
        let stale = whole.filter_map(|(path, Loaded { list, levels, .. })| {
            let entries = list.as_ref()?.entries().iter();
            let is_level = |path: &str| levels.contains(path) || levels.contains(split_label(path).0);
            let stale: Vec<_> = entries.filter(|entry| !is_level(&entry.path)).collect();
            (!stale.is_empty()).then_some((path.as_path(), stale))
        });
        stale.collect()
    }

    /// The lists that may name a level, the nearest first.
    fn candidates(&self, file: &Path) -> Vec<Candidate> {
        let outermost = self.folders.iter().filter(|folder| file.starts_with(folder));
        let outermost = outermost.min_by_key(|folder| folder.components().count());
        let (scope, relation) = match (outermost, file.parent()) {
            (Some(folder), _) => (folder.as_path(), Relation::Inside),
            (None, Some(parent)) => (parent, Relation::Beside),
            (None, None) => return Vec::new(),
        };
        let mut candidates = Vec::new();
        for folder in file.ancestors().skip(1) {
            candidates.extend(candidate(folder, file, relation));
            if folder == scope {
                break;
            }
        }
        let here = if scope.as_os_str().is_empty() { Path::new(".") } else { scope };
        if let (Ok(scope), Ok(rest)) = (here.canonicalize(), file.strip_prefix(scope)) {
            let file = scope.join(rest);
            let above = scope.ancestors().skip(1).take(ABOVE);
            candidates.extend(above.filter_map(|folder| candidate(folder, &file, Relation::Above)));
        }
        candidates
    }
}

fn candidate(folder: &Path, file: &Path, relation: Relation) -> Option<Candidate> {
    let parts = file.strip_prefix(folder).ok()?.iter().map(|part| part.to_str());
    let level = parts.collect::<Option<Vec<_>>>()?.join("/");
    Some(Candidate { list: folder.join(EXPECTED), level, relation })
}

fn load(path: &Path, relation: Relation, broken: &mut Vec<Diagnostic>) -> Result<Option<List>, Unread> {
    // A pipe of that name would have to be waited for.
    if !path.is_file() {
        return Ok(None);
    }
    let list = match input::text(path) {
        Ok(text) => List::read(&text)
            .map_err(|error| Diagnostic::of_level(path.display().to_string(), &text, None, error)),
        Err(Unread::Bad(diagnostic)) => Err(*diagnostic),
        Err(interrupted) => return Err(interrupted),
    };
    Ok(match list {
        Ok(list) => Some(list),
        Err(_) if relation == Relation::Above => None,
        Err(diagnostic) => {
            broken.push(diagnostic);
            None
        }
    })
}
