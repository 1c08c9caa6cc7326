//! The levels that the playground shows, on shelves: those that come with the program, one shelf
//! a game, then one shelf for each path that the user gave.
//!
//! Which levels there are is settled when the server starts. From then on a level is known by its
//! id alone, which is looked up in a table: nothing that a browser sends becomes part of a path.
//! The user's own files are read again whenever they are asked for, so that an editor beside the
//! browser works.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use serde::Serialize;
use unriddle_games::library::{self, EXPECTED, Expected};
use unriddle_games::search::Cost;
use unriddle_games::wire::{Failure, Source};
use unriddle_games::{GAMES, read};

/// The most bytes of a level that is shown: what a browser may send, too.
pub(crate) const MOST_BYTES: usize = 4 << 20;

/// How much memory it takes at most to read a level of a game that is not known yet, and to draw
/// it: so much for any, and so much for each byte of its text.
const READING: (usize, usize) = (6 << 20, 200);
const DRAWING: (usize, usize) = (4 << 20, 2200);

#[derive(RustEmbed)]
#[folder = "../../levels/"]
struct Shipped;

/// All shelves.
pub struct Shelves {
    shelves: Vec<Shelf>,
    by_id: HashMap<String, (usize, usize)>,
}

struct Shelf {
    title: String,
    books: Vec<Book>,
}

/// A level, read or not.
struct Book {
    id: String,
    file: String,
    text: Text,
    par: Option<Cost>,
}

enum Text {
    Here(String),
    InFile(PathBuf),
}

/// What the list of levels says.
#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    shelves: Vec<ShelfView>,
}

#[derive(Debug, Serialize)]
struct ShelfView {
    title: String,
    levels: Vec<BookView>,
}

#[derive(Debug, Serialize)]
struct BookView {
    id: String,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    game: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    par: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Failure>,
}

/// A level and its text.
#[derive(Debug, Serialize)]
pub(crate) struct LevelView {
    #[serde(flatten)]
    about: BookView,
    text: String,
}

impl Shelves {
    /// The levels that come with the program, then what the paths lead to; or which of them leads
    /// nowhere, and why.
    pub fn new(paths: &[PathBuf]) -> Result<Shelves, String> {
        let mut shelves = shipped();
        for (at, path) in paths.iter().enumerate() {
            shelves.push(own(at + 1, path)?);
        }
        let mut by_id = HashMap::new();
        for (shelf, Shelf { books, .. }) in shelves.iter().enumerate() {
            by_id.extend(books.iter().enumerate().map(|(at, book)| (book.id.clone(), (shelf, at))));
        }
        Ok(Shelves { shelves, by_id })
    }

    /// How many levels there are.
    pub fn count(&self) -> usize {
        self.by_id.len()
    }

    /// How much memory the listing may take: one level after the other is read for it.
    pub(crate) fn weight(&self) -> usize {
        let books = || self.shelves.iter().flat_map(|shelf| &shelf.books);
        let names: usize = books().map(|book| book.id.len() + book.file.len() + LISTED).sum();
        names + weight(READING, books().map(Book::size).max().unwrap_or(0))
    }

    /// What the levels say of themselves, as far as each is read with this much memory.
    pub(crate) fn listing(&self, room: usize) -> Listing {
        let shelf = |shelf: &Shelf| ShelfView {
            title: shelf.title.clone(),
            levels: shelf.books.iter().map(|book| book.open(room).1).collect(),
        };
        Listing { shelves: self.shelves.iter().map(shelf).collect() }
    }

    /// How much memory it may take to read a level.
    pub(crate) fn level_weight(&self, id: &str) -> Option<usize> {
        Some(weight(READING, self.book(id)?.size()))
    }

    /// How much memory it may take to draw a level.
    pub(crate) fn drawing_weight(&self, id: &str) -> Option<usize> {
        Some(weight(DRAWING, self.book(id)?.size()))
    }

    /// A level, read with this much memory.
    pub(crate) fn level(&self, id: &str, room: usize) -> Option<LevelView> {
        let (text, about) = self.book(id)?.open(room);
        Some(LevelView { about, text })
    }

    /// The text of a level.
    pub(crate) fn text(&self, id: &str) -> Option<Result<String, Failure>> {
        Some(self.book(id)?.text())
    }

    fn book(&self, id: &str) -> Option<&Book> {
        let &(shelf, at) = self.by_id.get(id)?;
        self.shelves.get(shelf)?.books.get(at)
    }
}

/// What an entry of the listing takes beside its names.
const LISTED: usize = 1 << 10;

fn weight((any, each): (usize, usize), size: usize) -> usize {
    any + each * size
}

impl Book {
    /// How many bytes its text has now; none where it cannot be read.
    fn size(&self) -> usize {
        match &self.text {
            Text::Here(text) => text.len(),
            Text::InFile(path) => {
                let size = fs::metadata(path).map_or(0, |about| about.len());
                usize::try_from(size).unwrap_or(MOST_BYTES).min(MOST_BYTES)
            }
        }
    }

    fn text(&self) -> Result<String, Failure> {
        match &self.text {
            Text::Here(text) => Ok(text.clone()),
            Text::InFile(path) => {
                let text = load(path);
                text.map_err(|error| Failure::of_request(format!("cannot be read: {error}")))
            }
        }
    }

    /// The text, and what it says of itself if it can be read with this much memory.
    fn open(&self, room: usize) -> (String, BookView) {
        let view = |game, name, par, problem| BookView {
            id: self.id.clone(),
            file: self.file.clone(),
            name,
            game,
            par,
            problem,
        };
        let text = match self.text() {
            Ok(text) => text,
            Err(problem) => return (String::new(), view(None, None, self.par, Some(problem))),
        };
        let source = Source { text, ..Source::default() };
        if source.weight() > room {
            let problem = Failure::of_request("it is too large for a page");
            return (source.text, view(None, None, self.par, Some(problem)));
        }
        let about = match source.read() {
            Ok(level) => {
                let claimed = level.claims().optimal.map(|(cost, _)| cost);
                view(Some(level.game().id()), level.name(), claimed.or(self.par), None)
            }
            Err(problem) => {
                let closest = read(&source.text, &[]).err().map(|error| error.game.id());
                view(closest, None, self.par, Some(problem))
            }
        };
        (source.text, about)
    }
}

fn load(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MOST_BYTES {
        return Err(io::Error::other("it is larger than 4 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

fn shipped() -> Vec<Shelf> {
    let text = |path: &str| {
        let file = Shipped::get(path)?;
        String::from_utf8(file.data.into_owned()).ok()
    };
    let mut paths: Vec<String> = Shipped::iter().map(String::from).collect();
    paths.sort_by(|a, b| library::natural(a, b));
    let of_game = |game: &&dyn unriddle_games::Game| {
        let folder = format!("{}/", game.id());
        let expected = Expected::read(&text(&format!("{folder}{EXPECTED}")).unwrap_or_default());
        let book = |path: &String| {
            let file = path.strip_prefix(&folder)?;
            let par = expected.optimal(file);
            let text = library::is_level(file).then(|| text(path)).flatten()?;
            Some(Book { id: path.clone(), file: path.clone(), text: Text::Here(text), par })
        };
        Shelf { title: game.name().to_string(), books: paths.iter().filter_map(book).collect() }
    };
    GAMES.iter().map(of_game).collect()
}

/// The shelf of the path with this number, which keeps its ids apart from all others.
fn own(number: usize, path: &Path) -> Result<Shelf, String> {
    let title = path.display().to_string();
    let fail = |error: &dyn std::fmt::Display| format!("{title}: {error}");
    let about = fs::metadata(path).map_err(|error| fail(&error))?;
    let (root, files) = if about.is_dir() {
        let files: Result<Vec<PathBuf>, _> = library::files(path).into_iter().collect();
        let files = files.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
        (path, files)
    } else {
        (path.parent().unwrap_or(Path::new("")), vec![path.to_owned()])
    };
    if files.is_empty() {
        return Err(fail(&"there are no levels in this folder"));
    }
    let mut lists = HashMap::new();
    let book = |file: PathBuf| {
        let within = slashes(file.strip_prefix(root).unwrap_or(&file));
        Book {
            id: format!("{number}:{within}"),
            file: file.display().to_string(),
            par: par(root, &file, &mut lists),
            text: Text::InFile(file),
        }
    };
    Ok(Shelf { books: files.into_iter().map(book).collect(), title })
}

/// What the nearest list of expected results, no further up than `root`, says of a level.
fn par(root: &Path, file: &Path, lists: &mut HashMap<PathBuf, Expected>) -> Option<Cost> {
    let folders = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    folders.into_iter().find_map(|folder| {
        let list = lists.entry(folder.to_owned()).or_insert_with(|| {
            load(&folder.join(EXPECTED)).map_or_else(|_| Expected::default(), |text| Expected::read(&text))
        });
        list.optimal(&slashes(file.strip_prefix(folder).ok()?))
    })
}

/// A path with slashes, whatever the system writes.
fn slashes(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}
