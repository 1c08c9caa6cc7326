//! From text to sections.
//!
//! A line is read token by token, as in the original, because comments may begin and end anywhere and what
//! follows a comment at the start of a line still counts as its start. Each section has a file of its own,
//! which reads one token at a time from a [`Cursor`]. Reading goes on after errors, so that several are
//! found at once; more than five end it.
//!
//! Every token takes at least one character, so reading takes time proportional to the text.

pub(super) mod cursor;
mod layers;
mod legend;
mod levels;
mod objects;
mod prelude;
mod rule_lines;
mod sounds;
mod win_lines;

use std::collections::{HashMap, HashSet};

pub use cursor::{Cursor, is_name, is_space};
pub use levels::is_row;
pub use sounds::sound_effect;

use super::problem::Problems;
use super::room::Room;
use super::script::{LevelText, Script};

/// The most bytes of a script that is read. The longest game there is has a tenth of it.
const MAX_LENGTH: usize = 4 << 20;

/// The parts of a script, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Section {
    Prelude,
    Objects,
    Legend,
    Sounds,
    Layers,
    Rules,
    Wins,
    Levels,
}

/// The headings of the sections after the prelude.
const HEADINGS: [(&str, Section); 7] = [
    ("objects", Section::Objects),
    ("legend", Section::Legend),
    ("sounds", Section::Sounds),
    ("collisionlayers", Section::Layers),
    ("rules", Section::Rules),
    ("winconditions", Section::Wins),
    ("levels", Section::Levels),
];

/// Words with a meaning of their own: an object with such a name earns a warning.
const KEYWORDS: &[&str] = &[
    "checkpoint",
    "objects",
    "collisionlayers",
    "legend",
    "sounds",
    "rules",
    "winconditions",
    "levels",
    "up",
    "down",
    "left",
    "right",
    "^",
    "v",
    "<",
    ">",
    "no",
    "randomdir",
    "random",
    "horizontal",
    "vertical",
    "any",
    "all",
    "some",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "action",
    "message",
    "move",
    "create",
    "destroy",
    "cantmove",
    "sfx0",
    "sfx1",
    "sfx2",
    "sfx3",
    "sfx4",
    "sfx5",
    "sfx6",
    "sfx7",
    "sfx8",
    "sfx9",
    "sfx10",
    "cancel",
    "win",
    "restart",
    "again",
    "undo",
    "titlescreen",
    "startgame",
    "endgame",
    "startlevel",
    "endlevel",
    "showmessage",
    "closemessage",
    "rigid",
    "late",
    "startloop",
    "endloop",
    "orthogonal",
    "+",
    "...",
    "->",
    "|",
    "[",
    "]",
];

/// Reads a script. The script holds what could be read, whatever the problems are.
pub fn read(text: &str) -> (Script, Problems) {
    read_while(text, |reader| !reader.problems.too_many() && !reader.script.room.is_full())
}

/// The levels and messages of a script, however much is wrong with it.
pub fn read_levels(text: &str) -> Vec<LevelText> {
    read_while(text, |_| true).0.levels
}

/// Reads a script as long as it is worth going on.
fn read_while(text: &str, goes_on: impl Fn(&Reader) -> bool) -> (Script, Problems) {
    let mut reader = Reader::default();
    reader.script.room = Room::of(text);
    if text.len() > MAX_LENGTH {
        let message =
            format!("a script has at most {} MiB of text: leave out levels, or comments", MAX_LENGTH >> 20);
        reader.problems.error((1, 1), message);
        return (reader.script, reader.problems);
    }
    for (number, line) in text.split('\n').enumerate() {
        reader.line = number + 1;
        let mut cursor = Cursor::new(line.strip_suffix('\r').unwrap_or(line));
        loop {
            let before = cursor.at;
            reader.token(&mut cursor, before == 0);
            if !goes_on(&reader) {
                return (reader.script, reader.problems);
            }
            if cursor.at_end() {
                break;
            }
            if cursor.at == before {
                cursor.take();
            }
        }
        reader.end_line();
    }
    (reader.script, reader.problems)
}

/// A script being read.
struct Reader {
    script: Script,
    problems: Problems,
    section: Section,
    visited: HashSet<Section>,
    line: usize,
    comment_depth: usize,
    start_after_comment: bool,
    /// Whether the rest of the line is the text of a message, in which brackets are no comments.
    in_message: bool,
    /// Whether the setting of the line was read.
    in_value: bool,
    /// The number of the next word of the line, where a section counts them.
    word: usize,
    /// The words of the line so far with their columns, where a section collects them.
    words: Vec<(String, usize)>,
    objects: objects::Progress,
    /// The first layer of each object.
    layered: HashMap<String, usize>,
    /// The last layer in which each name stands.
    mentioned: HashMap<String, usize>,
    /// Whether a bracket was read in this line of RULES.
    in_rule: bool,
    /// Whether a row of a level began in this line.
    in_row: bool,
    /// Whether a new level begins with the next row.
    between_levels: bool,
    /// Names that may stand in rules, known from the heading SOUNDS on.
    known: HashSet<String>,
    /// Characters that may stand in levels, known from the heading LEVELS on.
    keys: HashSet<char>,
}

impl Default for Reader {
    fn default() -> Self {
        Reader {
            script: Script::default(),
            problems: Problems::default(),
            section: Section::Prelude,
            visited: HashSet::new(),
            line: 0,
            comment_depth: 0,
            start_after_comment: false,
            in_message: false,
            in_value: false,
            word: 0,
            words: Vec::new(),
            objects: objects::Progress::default(),
            layered: HashMap::new(),
            mentioned: HashMap::new(),
            in_rule: false,
            in_row: false,
            between_levels: true,
            known: HashSet::new(),
            keys: HashSet::new(),
        }
    }
}

impl Reader {
    /// Reads one token. `first` says that nothing of the line is read yet.
    fn token(&mut self, cursor: &mut Cursor, first: bool) {
        if first {
            self.word = 0;
            self.words.clear();
            self.in_message = false;
            self.in_value = false;
            self.in_rule = false;
            self.in_row = false;
        }
        let at_start = std::mem::take(&mut self.start_after_comment) || first;
        cursor.skip_space();
        if self.comment(cursor, at_start) {
            return;
        }
        cursor.skip_space();
        if at_start && cursor.at_end() {
            self.blank_line();
            return;
        }
        if at_start && (self.decoration(cursor) || self.heading(cursor)) {
            return;
        }
        if cursor.at_end() {
            return;
        }
        match self.section {
            Section::Prelude => self.prelude(cursor),
            Section::Objects => self.objects(cursor, at_start),
            Section::Legend => self.legend(cursor),
            Section::Sounds => self.sounds(cursor),
            Section::Layers => self.layers(cursor, at_start),
            Section::Rules => self.rules(cursor, at_start),
            Section::Wins => self.wins(cursor, at_start),
            Section::Levels => self.levels(cursor, at_start),
        }
    }

    /// Reads a comment, or the rest of one. Comments nest and may span lines.
    fn comment(&mut self, cursor: &mut Cursor, at_start: bool) -> bool {
        match cursor.peek() {
            Some('(') if !self.in_message => {
                cursor.take();
                self.comment_depth += 1;
            }
            Some(')') if self.comment_depth == 0 && !self.in_message => {
                let place = self.place(cursor);
                cursor.take();
                self.problems.warning(place, "`)` closes a comment that was never opened");
                return true;
            }
            Some(')') if self.comment_depth > 0 => {
                cursor.take();
                self.comment_depth -= 1;
                if self.comment_depth == 0 {
                    self.start_after_comment |= at_start;
                    return true;
                }
            }
            _ => {}
        }
        if self.comment_depth == 0 {
            return false;
        }
        self.start_after_comment |= at_start;
        while self.comment_depth > 0 {
            match cursor.take() {
                Some('(') => self.comment_depth += 1,
                Some(')') => self.comment_depth -= 1,
                Some(_) => {}
                None => break,
            }
        }
        true
    }

    /// A blank line ends the block of an object, and a level.
    fn blank_line(&mut self) {
        match self.section {
            Section::Objects => self.objects.end_block(),
            Section::Levels => self.between_levels = true,
            _ => {}
        }
    }

    /// Lines of `=` decorate headings.
    fn decoration(&mut self, cursor: &mut Cursor) -> bool {
        if cursor.peek() != Some('=') {
            return false;
        }
        if self.section == Section::Levels {
            let only = levels::is_decoration(cursor);
            if only {
                cursor.take_to_comment();
            }
            return only;
        }
        cursor.take_while(|c| c == '=');
        true
    }

    /// A heading begins a section.
    fn heading(&mut self, cursor: &mut Cursor) -> bool {
        if self.section == Section::Levels {
            return false;
        }
        let ends = |word: &str| !cursor.ahead(word.chars().count()).is_some_and(is_name);
        let Some(&(word, section)) = HEADINGS.iter().find(|(word, _)| cursor.begins(word) && ends(word))
        else {
            return false;
        };
        let place = self.place(cursor);
        let heading = word.to_uppercase();
        cursor.at += word.chars().count();
        if self.visited.contains(&section) {
            self.problems.error(place, format!("the section {heading} was there before"));
        }
        if section == Section::Objects {
            self.objects.end_block();
            if !self.visited.is_empty() {
                self.problems.error(place, "the section OBJECTS must be the first one");
            }
        } else {
            let before = HEADINGS[HEADINGS.iter().position(|&(_, s)| s == section).unwrap_or(1) - 1];
            if !self.visited.contains(&before.1) {
                let message = format!("the section {heading} must follow {}", before.0.to_uppercase());
                self.problems.error(place, message);
            }
        }
        self.visited.insert(section);
        self.section = section;
        match section {
            Section::Sounds => self.known.extend(self.script.names.keys().cloned()),
            Section::Levels => self.learn_keys(),
            _ => {}
        }
        cursor.skip_space();
        if !cursor.at_end() && cursor.peek() != Some('(') {
            let place = self.place(cursor);
            self.problems.error(place, format!("only a comment may follow the heading {heading}"));
            cursor.take_to_comment();
        }
        true
    }

    /// What is only known at the end of a line.
    fn end_line(&mut self) {
        match self.section {
            Section::Legend => self.end_legend_line(),
            Section::Sounds => self.end_sounds_line(),
            _ => {}
        }
        self.words.clear();
        self.in_message = false;
    }

    /// The line and column of the next character.
    fn place(&self, cursor: &Cursor) -> (usize, usize) {
        (self.line, cursor.at + 1)
    }

    /// Warns about a name that means something else.
    fn warn_of_keyword(&mut self, name: &str, place: (usize, usize)) {
        if KEYWORDS.contains(&name) {
            let message = format!("`{name}` is a word of the language; as a name it may be misunderstood");
            self.problems.warning(place, message);
        }
    }
}
