//! A script as it is written: its sections, before rules are expanded and anything gets a number.
//!
//! Names are resolved as they are declared, because a name may only be defined by names above it: every
//! name of the legend is an object, all of several objects, or any of several objects.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::called::Called;
use super::room::Room;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An object, by its first name.
    Object(String),
    /// All of these objects: `and`.
    Aggregate(Vec<String>),
    /// Any of these objects: `or`.
    Property(Vec<String>),
    /// Declared in terms of something that does not exist.
    Nothing,
}

/// A declared object.
#[derive(Clone, Debug)]
pub struct ObjectText {
    /// Its first name.
    pub name: String,
    /// The line of its name.
    pub line: usize,
    /// Its colours: names, or `#` and hexadecimal digits.
    pub colours: Vec<String>,
    /// Its rows of pixels: an index into the colours, or nothing.
    pub pixels: Vec<Vec<Option<u8>>>,
}

/// A line of the section RULES.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// The text that counts, in lower case.
    pub text: String,
    /// The whole line as it was written.
    pub original: String,
    /// Its line.
    pub line: usize,
}

/// A line of the section WINCONDITIONS.
#[derive(Clone, Debug)]
pub struct WinText {
    /// Its words.
    pub words: Vec<String>,
    /// Its line.
    pub line: usize,
}

/// A level or a message between levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelText {
    /// A text to be read and dismissed.
    Message {
        /// The text.
        text: String,
        /// Its line.
        line: usize,
    },
    /// Rows of characters.
    Board {
        /// The rows, trimmed.
        rows: Vec<Vec<char>>,
        /// The line of each row.
        lines: Vec<usize>,
    },
}

/// The settings before the first section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prelude {
    /// The title, as written.
    pub title: Option<String>,
    /// The author, as written.
    pub author: Option<String>,
    /// The home page, as written.
    pub homepage: Option<String>,
    /// The palette, by name or number.
    pub palette: Option<String>,
    /// The colour around the board.
    pub background_colour: Option<String>,
    /// The colour of texts.
    pub text_colour: Option<String>,
    /// `run_rules_on_level_start`.
    pub run_rules_on_level_start: bool,
    /// `require_player_movement`.
    pub require_player_movement: bool,
    /// `noaction`.
    pub no_action: bool,
    /// `noundo`.
    pub no_undo: bool,
    /// `norestart`.
    pub no_restart: bool,
    /// `realtime_interval` in seconds, and its line.
    pub realtime_interval: Option<(f64, usize)>,
    /// `again_interval` in seconds.
    pub again_interval: Option<f64>,
    /// `flickscreen`: width and height of a screen of a raster.
    pub flickscreen: Option<(usize, usize)>,
    /// `zoomscreen`: width and height of the window around the player.
    pub zoomscreen: Option<(usize, usize)>,
}

/// A script in sections.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The settings.
    pub prelude: Prelude,
    /// Settings with a value that has no meaning: where, and what is wrong. They are errors of a script that is complete
    /// otherwise.
    pub doubtful_settings: BTreeMap<String, ((usize, usize), String)>,
    /// The objects, in the order of their declaration.
    pub objects: Vec<ObjectText>,
    /// What every name stands for: those of objects and those of the legend.
    pub names: HashMap<String, Meaning>,
    /// What names are called where one plays.
    pub called: Called,
    /// The names of the legend and further names of objects with their lines, in order.
    pub legend: Vec<(String, usize)>,
    /// Names of the legend that stand for another name: `A = B`.
    pub synonyms: HashSet<String>,
    /// Aggregates that cannot stand in a level, because a part of them is missing or is not certain.
    pub unplaced: HashSet<String>,
    /// The line on which each sound effect `sfx0` to `sfx10` is declared.
    pub sounds: HashMap<String, usize>,
    /// The collision layers: first names of objects, in the order in which they are listed.
    pub layers: Vec<Vec<String>>,
    /// The lines of the section RULES.
    pub rules: Vec<RuleText>,
    /// The lines of the section WINCONDITIONS.
    pub wins: Vec<WinText>,
    /// The levels and messages.
    pub levels: Vec<LevelText>,
    /// The memory that is left for what it stands for.
    pub room: Room,
}

impl Script {
    /// What a name stands for.
    pub fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name)
    }

    /// The memory that an object takes each time it is mentioned in a layer.
    pub fn layer_bytes(&self, object: &str) -> usize {
        256 + 2 * object.len()
    }

    /// The objects that a name mentions: itself, all members or any of the members.
    pub fn members(&self, name: &str) -> &[String] {
        match self.names.get(name) {
            Some(Meaning::Object(object)) => std::slice::from_ref(object),
            Some(Meaning::Aggregate(members) | Meaning::Property(members)) => members,
            Some(Meaning::Nothing) | None => &[],
        }
    }
}
