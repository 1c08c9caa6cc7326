//! Where the levels of a shelf come from: the shipped ones, or a file or folder of the user's; and what its folders are called.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::library::{self, EXPECTED, open_list};
use rust_embed::RustEmbed;
use unriddle_games::GAMES;
use unriddle_protocol::expected::List;
use unriddle_search::Cost;

use super::{Entry, Shelf, Text, read_file};

/// The maximum length of the title of a folder.
const MAX_TITLE_LENGTH: usize = 80;

/// The chapter of the levels of a game that belong to no series: their files have no number.
const FURTHER: &str = "More levels";

#[derive(RustEmbed)]
#[folder = "../../levels/"]
struct Shipped;

/// A shelf for each game, with the levels that are part of this program: first those with a number, then others by
/// their par, then what lies in folders.
pub(super) fn shipped_shelves() -> Vec<Shelf> {
    let text = |path: &str| {
        let file = Shipped::get(path)?;
        String::from_utf8(file.data.into_owned()).ok()
    };
    let mut paths: Vec<String> = Shipped::iter().map(String::from).collect();
    let depth = |path: &str| path.matches('/').count();
    paths.sort_by(|a, b| depth(a).cmp(&depth(b)).then_with(|| library::natural(a, b)));
    let of_game = |game: &&dyn unriddle_kit::Game| {
        let folder = format!("{}/", game.id());
        let list = Arc::new(List::read_fitting(&text(&format!("{folder}{EXPECTED}")).unwrap_or_default()));
        let entry = |path: &String| {
            let file = path.strip_prefix(&folder)?;
            let inner = file.rsplit_once('/');
            let level =
                library::is_level(inner.map_or(file, |(_, name)| name)).then(|| text(path)).flatten()?;
            let mut expected = vec![(Arc::clone(&list), file.to_string())];
            let chapter = match inner {
                Some((inner, name)) => {
                    let nearer = text(&format!("{folder}{inner}/{EXPECTED}")).unwrap_or_default();
                    expected.insert(0, (Arc::new(List::read_fitting(&nearer)), name.to_string()));
                    Some(in_words(inner))
                }
                None => (!is_numbered(file)).then(|| FURTHER.to_string()),
            };
            let (id, file, text) = (path.clone(), path.clone(), Text::Embedded(level));
            Some(Entry { id, file, chapter, text, expected, listed: OnceLock::new() })
        };
        let (title, game) = (game.name().to_string(), Some(game.id()));
        let mut entries: Vec<Entry> = paths.iter().filter_map(entry).collect();
        let order = |entry: &Entry| {
            let is_further = entry.chapter.as_deref() == Some(FURTHER);
            let par = entry.expected.iter().find_map(|(list, name)| list.optimal(name));
            (depth(&entry.file), is_further.then(|| par.unwrap_or(Cost::MAX)))
        };
        entries.sort_by_key(order);
        Shelf { title, game, entries }
    };
    GAMES.iter().map(of_game).collect()
}

/// The shelf of the `number`th path. The number is part of its ids, which keeps them unique.
pub(super) fn shelf_of_path(number: usize, path: &Path) -> Result<Shelf, String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let metadata = fs::metadata(path).map_err(|error| fail(&error))?;
    let (root, files) = if metadata.is_dir() {
        let files: Result<Vec<PathBuf>, _> = library::files(path).into_iter().collect();
        let files = files.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
        (path, files)
    } else {
        (path.parent().unwrap_or(Path::new("")), vec![path.to_owned()])
    };
    if files.is_empty() {
        return Err(fail(&"there are no levels in this folder"));
    }
    let mut lists: HashMap<PathBuf, Arc<List>> = HashMap::new();
    let mut open = |(list, path): (PathBuf, String)| {
        let opened = lists.entry(list).or_insert_with_key(|list| Arc::new(open_list(list)));
        (Arc::clone(opened), path)
    };
    let mut chapters: HashMap<PathBuf, String> = HashMap::new();
    let entry = |file: PathBuf| {
        let within = slashes(file.strip_prefix(root).unwrap_or(&file));
        let folder = file.parent().filter(|folder| *folder != root);
        let chapter = folder.map(|folder| {
            let title = || chapter_of(root, folder);
            chapters.entry(folder.to_owned()).or_insert_with(title).clone()
        });
        Entry {
            id: format!("{number}:{within}"),
            file: within,
            chapter,
            expected: library::lists_around(&file).into_iter().map(&mut open).collect(),
            text: Text::File(file),
            listed: OnceLock::new(),
        }
    };
    let title = if metadata.is_dir() { folder_title(path) } else { name_of(path) };
    Ok(Shelf { entries: files.into_iter().map(entry).collect(), game: None, title })
}

/// The title of a folder inside another: those of all folders on the way.
fn chapter_of(root: &Path, folder: &Path) -> String {
    let below = folder.ancestors().take_while(|above| *above != root).collect::<Vec<_>>();
    let titles: Vec<String> = below.into_iter().rev().map(folder_title).collect();
    titles.join(" / ")
}

/// The title of a folder: the heading of its README.md if that has one, or else its name.
fn folder_title(folder: &Path) -> String {
    let readme = read_file(&folder.join("README.md")).unwrap_or_default();
    let heading = readme.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim);
    match heading {
        Some(heading) if !heading.is_empty() => heading.chars().take(MAX_TITLE_LENGTH).collect(),
        _ => in_words(&name_of(folder)),
    }
}

/// The last part of a path, of the real one for `.` and `..`.
fn name_of(path: &Path) -> String {
    let named = path.file_name().map(ToOwned::to_owned);
    let real = || fs::canonicalize(path).ok()?.file_name().map(ToOwned::to_owned);
    named.or_else(real).map_or_else(|| "Levels".to_string(), |name| name.to_string_lossy().into_owned())
}

/// The name of a folder as a title: `03-dark-blue` is `Dark blue`, while `03` stays as it is.
pub(super) fn in_words(name: &str) -> String {
    let spaced = name.replace(['-', '_'], " ");
    let numbered =
        spaced.trim().split_once(' ').filter(|(first, _)| first.bytes().all(|c| c.is_ascii_digit()));
    let words = numbered.map_or(spaced.as_str(), |(_, rest)| rest).trim();
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether the name of a file says its place in a series.
fn is_numbered(file: &str) -> bool {
    file.starts_with(|first: char| first.is_ascii_digit())
}

/// A path with slashes on every system.
fn slashes(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_without_a_number_are_a_chapter_of_their_own_from_easy_to_hard() {
        for shelf in shipped_shelves() {
            let chapters: Vec<_> = shelf.entries.iter().map(|entry| entry.chapter.as_deref()).collect();
            let part = |chapter: &Option<&str>| match *chapter {
                None => 0,
                Some(FURTHER) => 1,
                Some(_) => 2,
            };
            assert!(chapters.iter().map(part).is_sorted(), "{}: {chapters:?}", shelf.title);
            let further = shelf.entries.iter().filter(|entry| entry.chapter.as_deref() == Some(FURTHER));
            let pars = further.map(|entry| entry.expected[0].0.optimal(&entry.expected[0].1));
            assert!(pars.map(|par| par.unwrap_or(Cost::MAX)).is_sorted(), "{}", shelf.title);
        }
    }

    /// Scripts are other people's games, which may have the same boards.
    #[test]
    fn no_level_of_our_own_is_shown_twice() {
        let mut seen = HashMap::new();
        for entry in shipped_shelves().into_iter().flat_map(|shelf| shelf.entries) {
            let Text::Embedded(text) = &entry.text else { continue };
            let levels = unriddle_games::read_all(text, &[]).expect("a level");
            if let [level] = levels.levels() {
                let other = seen.insert(format!("{:?}", level.start().picture()), entry.id.clone());
                assert_eq!(other, None, "{}", entry.id);
            }
        }
    }

    #[test]
    fn names_of_folders_become_titles() {
        for (name, title) in [
            ("03-dark-blue", "Dark blue"),
            ("bonus", "Bonus"),
            ("03", "03"),
            ("2_sand", "Sand"),
            ("7-2d-sea", "2d sea"),
            ("", ""),
        ] {
            assert_eq!(in_words(name), title);
        }
    }
}
