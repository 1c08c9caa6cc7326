//! The levels that the playground shows, grouped in shelves: the shipped levels, one shelf per game,
//! then one shelf for each path that the user gave.
//!
//! The set of levels is fixed when the server starts. From then on a level is identified by its id, a
//! key of a table: nothing that a client sends becomes part of a path. The user's own files are read on
//! every request, so that changes made in an editor show up.
//!
//! A file may hold several levels. Each is listed by itself, with its number in its id: `file.txt#3`.

mod shelves;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use unriddle_games::GAMES;
use unriddle_kit::Collection;
use unriddle_kit::collection::{label, split_label};
use unriddle_kit::session;
use unriddle_protocol::expected::List;
use unriddle_protocol::{Failure, MAX_BODY, Source};
use unriddle_search::Cost;

use self::shelves::{in_words, shelf_of_path, shipped_shelves};

/// The maximum size of a level in bytes: that of a request.
const MAX_BYTES: usize = MAX_BODY;

/// The memory to read or draw a level, beside that of the level itself, in bytes.
const BASE: usize = 6 << 20;

/// An upper bound of the memory of a level in the listing, beside its names.
const LISTED: usize = 1 << 10;

/// How many levels of a file are listed at most, and the least bytes of text that one takes.
const MAX_LISTED: usize = 1000;
const MIN_TEXT_LENGTH: usize = 64;

/// All levels.
pub struct Catalog {
    shelves: Vec<Shelf>,
    by_id: HashMap<String, (usize, usize)>,
}

struct Shelf {
    title: String,
    game: Option<&'static str>,
    entries: Vec<Entry>,
}

/// A file with one or more levels.
struct Entry {
    id: String,
    /// Its path below the folder of its shelf: never an absolute one, which would tell a client where the
    /// user keeps files.
    file: String,
    chapter: Option<String>,
    text: Text,
    /// The lists of expected results that may name its levels, the nearest first, each with the path of
    /// the file from the list's folder.
    expected: Vec<(Arc<List>, String)>,
    /// What the listing says of it, once it was read: an embedded text never changes.
    listed: OnceLock<Vec<EntryView>>,
}

enum Text {
    Embedded(String),
    File(PathBuf),
}

/// The list of all levels.
#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    shelves: Vec<ShelfView>,
}

#[derive(Debug, Serialize)]
struct ShelfView {
    title: String,
    /// The game of all its levels, for a shelf of shipped levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    levels: Vec<EntryView>,
}

#[derive(Clone, Debug, Serialize)]
struct EntryView {
    id: String,
    file: String,
    /// Which level of its file it is, from 1, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The title that a list of expected results gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The folder that it is in, and the file if that has several levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    chapter: Option<String>,
    game: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    par: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Failure>,
}

/// A level with its text.
#[derive(Debug, Serialize)]
pub(crate) struct LevelView {
    #[serde(flatten)]
    entry: EntryView,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The file that holds the text, for a level of a static site that shares it with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    text_file: Option<String>,
}

impl Listing {
    /// The ids of all levels.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.shelves.iter().flat_map(|shelf| &shelf.levels).map(|level| level.id.as_str())
    }
}

impl LevelView {
    /// The id of its file, if that holds other levels as well.
    pub(crate) fn shared_file(&self) -> Option<&str> {
        self.entry.number.map(|_| split_label(&self.entry.id).0)
    }

    /// Takes the text out, and notes the path at which it can be found instead.
    pub(crate) fn move_text_to(&mut self, path: String) -> String {
        self.text_file = Some(path);
        self.text.take().unwrap_or_default()
    }
}

impl Catalog {
    /// The shipped levels and those at these paths. Fails with a message for the first path without
    /// any.
    pub fn new(paths: &[PathBuf]) -> Result<Catalog, String> {
        let mut shelves = shipped_shelves();
        for (at, path) in paths.iter().enumerate() {
            shelves.push(shelf_of_path(at + 1, path)?);
        }
        let mut by_id = HashMap::new();
        for (shelf, Shelf { entries, .. }) in shelves.iter().enumerate() {
            by_id.extend(entries.iter().enumerate().map(|(at, entry)| (entry.id.clone(), (shelf, at))));
        }
        Ok(Catalog { shelves, by_id })
    }

    /// The number of files.
    pub fn count(&self) -> usize {
        self.by_id.len()
    }

    /// An upper bound of the memory for the listing, which reads one level after the other.
    pub(crate) fn weight(&self) -> usize {
        let entries = || self.shelves.iter().flat_map(|shelf| &shelf.entries);
        let names: usize = entries().map(Entry::listed_weight).sum();
        let unread = entries().filter(|entry| entry.listed.get().is_none());
        names + unread.map(|entry| entry.weight(Source::weight)).max().unwrap_or(0)
    }

    /// Lists all levels. Those that need more than `room` bytes to read are listed with a problem.
    pub(crate) fn listing(&self, room: usize) -> Listing {
        let shelf = |shelf: &Shelf| ShelfView {
            title: shelf.title.clone(),
            game: shelf.game,
            levels: shelf
                .entries
                .iter()
                .flat_map(|entry| entry.listed(room).into_iter().take(MAX_LISTED))
                .collect(),
        };
        Listing { shelves: self.shelves.iter().map(shelf).collect() }
    }

    /// An upper bound of the memory to read a level.
    pub(crate) fn level_weight(&self, id: &str) -> Option<usize> {
        Some(self.find(id)?.0.weight(Source::weight))
    }

    /// An upper bound of the memory to draw a level.
    pub(crate) fn drawing_weight(&self, id: &str) -> Option<usize> {
        Some(self.find(id)?.0.weight(Source::drawing_weight))
    }

    /// A level, read within `room` bytes.
    pub(crate) fn level(&self, id: &str, room: usize) -> Option<LevelView> {
        let (entry, number) = self.find(id)?;
        let (text, views) = entry.load(room);
        let entry = views.into_iter().nth(number - 1)?;
        Some(LevelView { entry, text: Some(text), text_file: None })
    }

    /// A level as a request names it.
    pub(crate) fn source(&self, id: &str) -> Option<Result<Source, Failure>> {
        let (entry, number) = self.find(id)?;
        Some(entry.text().map(|text| Source { text, number: Some(number), ..Source::default() }))
    }

    /// The file of a level, and the number of the level in it, from 1.
    fn find(&self, id: &str) -> Option<(&Entry, usize)> {
        let entry = |id: &str| {
            let &(shelf, at) = self.by_id.get(id)?;
            self.shelves.get(shelf)?.entries.get(at)
        };
        let (file, number) = split_label(id);
        entry(id).map(|entry| (entry, 1)).or_else(|| Some((entry(file)?, number?)))
    }
}

impl Entry {
    /// An upper bound of the memory for its levels, given that for its text.
    fn weight(&self, weight: impl FnOnce(&Source) -> usize) -> usize {
        let text = self.text().unwrap_or_default();
        BASE.saturating_add(weight(&Source { text, ..Source::default() }))
    }

    /// The current size of its text in bytes; 0 if it cannot be read.
    fn size(&self) -> usize {
        match &self.text {
            Text::Embedded(text) => text.len(),
            Text::File(path) => {
                let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
                usize::try_from(size).unwrap_or(MAX_BYTES).min(MAX_BYTES)
            }
        }
    }

    fn text(&self) -> Result<String, Failure> {
        match &self.text {
            Text::Embedded(text) => Ok(text.clone()),
            Text::File(path) => {
                let text = read_file(path);
                text.map_err(|error| Failure::of_request(format!("the file cannot be read: {error}")))
            }
        }
    }

    /// An upper bound of the memory of its levels in the listing.
    fn listed_weight(&self) -> usize {
        let levels = (1 + self.size() / MIN_TEXT_LENGTH).min(MAX_LISTED);
        levels * (self.id.len() + self.file.len() + LISTED)
    }

    /// What each of its levels says of itself, read within `room` bytes.
    fn listed(&self, room: usize) -> Vec<EntryView> {
        if let Some(known) = self.listed.get() {
            return known.clone();
        }
        let views = self.load(room).1;
        if matches!(self.text, Text::Embedded(_)) && views.iter().all(|view| view.problem.is_none()) {
            // Another request may have been first, with the same.
            let _ = self.listed.set(views.clone());
        }
        views
    }

    /// The text, and what each of its levels says of itself. Where they cannot be read within `room`
    /// bytes, there is one view with the problem.
    fn load(&self, room: usize) -> (String, Vec<EntryView>) {
        let text = match self.text() {
            Ok(text) => text,
            Err(problem) => return (String::new(), vec![self.broken(None, problem)]),
        };
        let source = Source { text, ..Source::default() };
        if source.weight() > room {
            let problem = Failure::of_request("the level is too large for a page");
            return (source.text, vec![self.broken(None, problem)]);
        }
        let views = match source.read_all() {
            Ok(levels) => self.views(&levels),
            Err(problem) => vec![self.broken(Some(closest_game(&source.text)), problem)],
        };
        (source.text, views)
    }

    fn views(&self, levels: &Collection) -> Vec<EntryView> {
        let count = levels.count();
        let chapter = self.chapter_of(levels);
        let views = (1..).zip(levels.levels()).map(|(number, level)| EntryView {
            id: label(&self.id, number, count),
            file: self.file.clone(),
            number: (count > 1).then_some(number),
            name: level.name(),
            title: self.title(number, count),
            chapter: chapter.clone(),
            game: Some(level.game().id()),
            par: session::par(level.as_ref(), self.expected(number, count)),
            problem: None,
        });
        views.collect()
    }

    fn broken(&self, game: Option<&'static str>, problem: Failure) -> EntryView {
        let (id, file, par) = (self.id.clone(), self.file.clone(), self.expected(1, 1));
        let (title, chapter) = (self.title(1, 1), self.chapter.clone());
        EntryView { id, file, number: None, name: None, title, chapter, game, par, problem: Some(problem) }
    }

    /// The title that a list gives to one of this many levels.
    fn title(&self, number: usize, count: usize) -> Option<String> {
        let mut titles =
            self.expected.iter().filter_map(|(list, path)| list.title(&label(path, number, count)));
        titles.next().map(String::from)
    }

    /// The chapter of its levels: a file with several is a chapter of its own, with the name that they share or
    /// that of the file.
    fn chapter_of(&self, levels: &Collection) -> Option<String> {
        if levels.count() < 2 {
            return self.chapter.clone();
        }
        let named = levels.levels().first().and_then(|level| level.name());
        let shared = named.as_deref().and_then(|name| name.strip_suffix(", level 1"));
        let file = self.file.rsplit('/').next().unwrap_or_default();
        let file = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let name = shared.map_or_else(|| in_words(file), String::from);
        Some(self.chapter.as_ref().map_or(name.clone(), |chapter| format!("{chapter} / {name}")))
    }

    /// The optimal cost that a list states for one of this many levels.
    fn expected(&self, number: usize, count: usize) -> Option<Cost> {
        self.expected.iter().find_map(|(list, path)| list.optimal(&label(path, number, count)))
    }
}

/// The game that a text resembles most, the first of them in a tie.
fn closest_game(text: &str) -> &'static str {
    let text = text.trim_start_matches('\u{feff}');
    let ranked = GAMES.iter().map(|game| (game.detect(text), game.id()));
    let closest = ranked.reduce(|best, next| if next.0 > best.0 { next } else { best });
    closest.map_or("", |(_, id)| id)
}

fn read_file(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(io::Error::other("larger than 4 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_of_a_file_is_listed_by_itself() {
        let level = |text: &str| unriddle_games::read(text, &[]).expect("a maze");
        let levels = Collection::new(vec![level("S.E"), level("S..E")]).expect("two levels");
        let list =
            Arc::new(List::read_fitting(r#"{"two.txt": {"optimal": 9}, "two.txt#2": {"optimal": 3}}"#));
        let entry = Entry {
            id: "1:two.txt".into(),
            file: "deep/two-rooms.txt".into(),
            chapter: Some("Deep".into()),
            text: Text::Embedded(String::new()),
            expected: vec![(list, "two.txt".into())],
            listed: OnceLock::new(),
        };
        let views = entry.views(&levels);
        let listed: Vec<_> = views.iter().map(|view| (view.id.as_str(), view.number, view.par)).collect();
        assert_eq!(listed, [("1:two.txt#1", Some(1), None), ("1:two.txt#2", Some(2), Some(3))]);
        assert_eq!(views[0].chapter.as_deref(), Some("Deep / Two rooms"));
        let script = include_str!("../../../levels/puzzlescript/03-microban.txt");
        let script = unriddle_games::read_all(script, &[]).expect("a script");
        let chapter = entry.views(&script)[0].chapter.clone();
        assert_eq!(chapter.as_deref(), Some("Deep / Microban"));
        let single = entry.views(&level("S.E").into());
        let listed: Vec<_> = single.iter().map(|view| (view.id.as_str(), view.number, view.par)).collect();
        assert_eq!(listed, [("1:two.txt", None, Some(9))]);
        assert_eq!(single[0].chapter.as_deref(), Some("Deep"));
    }

    #[test]
    fn a_level_is_found_by_its_number() {
        let catalog = Catalog::new(&[]).expect("the shipped levels");
        let id = "reindeer-maze/01-first-steps.txt";
        let level = |id: &str| catalog.level(id, usize::MAX).map(|level| level.entry.id);
        assert_eq!((level(id).as_deref(), level(&format!("{id}#1")).as_deref()), (Some(id), Some(id)));
        assert_eq!((level(&format!("{id}#2")), level("#1"), level("none.txt#1")), (None, None, None));
    }
}
