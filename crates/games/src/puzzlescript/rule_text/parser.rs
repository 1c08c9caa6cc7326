//! From a line of the section RULES to a rule with rows of cells.
//!
//! Words in brackets are read in pairs: a direction word, which may be missing, and a name. The first
//! bracket ends the prefixes, `->` ends the left side, and what is no bracket on the right is a command.

use std::collections::HashMap;

use super::problem::Problems;
use super::reader::is_space;
use super::reader::sound_effect;
use super::script::{Meaning, RuleText, Script};

/// A word before a name in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Word {
    None,
    Up,
    Down,
    Left,
    Right,
    Action,
    Moving,
    Stationary,
    Parallel,
    Perpendicular,
    Horizontal,
    Vertical,
    Orthogonal,
    /// `parallel` in a rule to the left or right; likewise the next three.
    HorizontalParallel,
    HorizontalPerpendicular,
    VerticalParallel,
    VerticalPerpendicular,
    No,
    Random,
    RandomDir,
    /// `^`, `v`, `<`, `>`: relative to the direction of the rule.
    TurnedLeft,
    TurnedRight,
    Backward,
    Forward,
}

const WORDS: [(&str, Word); 24] = [
    ("", Word::None),
    ("up", Word::Up),
    ("down", Word::Down),
    ("left", Word::Left),
    ("right", Word::Right),
    ("action", Word::Action),
    ("moving", Word::Moving),
    ("stationary", Word::Stationary),
    ("parallel", Word::Parallel),
    ("perpendicular", Word::Perpendicular),
    ("horizontal", Word::Horizontal),
    ("vertical", Word::Vertical),
    ("orthogonal", Word::Orthogonal),
    ("horizontal_par", Word::HorizontalParallel),
    ("horizontal_perp", Word::HorizontalPerpendicular),
    ("vertical_par", Word::VerticalParallel),
    ("vertical_perp", Word::VerticalPerpendicular),
    ("no", Word::No),
    ("random", Word::Random),
    ("randomdir", Word::RandomDir),
    ("^", Word::TurnedLeft),
    ("v", Word::TurnedRight),
    ("<", Word::Backward),
    (">", Word::Forward),
];

impl Word {
    /// The word as it is written.
    pub fn text(self) -> &'static str {
        WORDS.iter().find(|(_, word)| *word == self).map_or("", |(text, _)| text)
    }

    /// The word of a text, if authors can write it.
    fn read(text: &str) -> Option<Word> {
        let found = WORDS.iter().find(|(known, _)| *known == text && !text.is_empty() && !text.contains('_'));
        found.map(|&(_, word)| word)
    }

    /// Whether it depends on the direction of the rule.
    pub fn is_relative(self) -> bool {
        use Word::{Backward, Forward, Parallel, Perpendicular, TurnedLeft, TurnedRight};
        matches!(self, TurnedLeft | TurnedRight | Backward | Forward | Parallel | Perpendicular)
    }
}

/// Whether a text is a word that may stand before a name.
pub fn is_word(text: &str) -> bool {
    Word::read(text).is_some()
}

/// Whether a text is a command.
pub fn is_command(text: &str) -> bool {
    matches!(text, "cancel" | "checkpoint" | "restart" | "win" | "again" | "message")
        || sound_effect(text).is_some()
}

/// What a rule asks for besides changing cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Undo the turn.
    Cancel,
    /// Restarts go back to here from now on.
    Checkpoint,
    /// Restart the level.
    Restart,
    /// The level is won.
    Win,
    /// Another turn follows by itself.
    Again,
    /// A sound.
    Sound(u8),
    /// A text to show.
    Message(String),
}

/// A name of the script in rules: an index into [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

/// All names of a script, numbered: the objects first, in the order of their declaration.
#[derive(Clone, Debug, Default)]
pub struct Names {
    list: Vec<(String, Named)>,
    numbers: HashMap<String, Name>,
    selves: Vec<Name>,
}

/// What a numbered name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// An object.
    Object,
    /// All of these objects.
    Aggregate(Vec<Name>),
    /// Any of these objects.
    Property(Vec<Name>),
    /// Nothing, because of an error.
    Nothing,
}

impl Names {
    /// The names of a script. Another name of an object has the number of the object.
    pub fn new(script: &Script) -> Names {
        let mut names = Names::default();
        for object in &script.objects {
            names.add(&object.name, Named::Object);
        }
        for (name, _) in &script.legend {
            if names.numbers.contains_key(name) {
                continue;
            }
            let numbers = |members: &[String]| members.iter().filter_map(|m| names.number(m)).collect();
            let named = match script.meaning(name) {
                Some(Meaning::Object(object)) => {
                    if let Some(number) = names.number(object) {
                        names.numbers.insert(name.clone(), number);
                        continue;
                    }
                    Named::Nothing
                }
                Some(Meaning::Aggregate(members)) => Named::Aggregate(numbers(members)),
                Some(Meaning::Property(members)) => Named::Property(numbers(members)),
                Some(Meaning::Nothing) | None => Named::Nothing,
            };
            names.add(name, named);
        }
        names
    }

    fn add(&mut self, name: &str, named: Named) {
        let number = Name(self.list.len() as u32);
        self.numbers.insert(name.to_string(), number);
        self.selves.push(number);
        self.list.push((name.to_string(), named));
    }

    /// The number of a name.
    pub fn number(&self, name: &str) -> Option<Name> {
        self.numbers.get(name).copied()
    }

    /// The name as text.
    pub fn text(&self, name: Name) -> &str {
        &self.list[name.0 as usize].0
    }

    /// What a name stands for.
    pub fn named(&self, name: Name) -> &Named {
        &self.list[name.0 as usize].1
    }

    /// The name of an object as the list of its objects.
    pub fn itself(&self, name: Name) -> &[Name] {
        std::slice::from_ref(&self.selves[name.0 as usize])
    }

    /// The members of a property; nothing for any other name.
    pub fn property(&self, name: Name) -> Option<&[Name]> {
        match self.named(name) {
            Named::Property(members) => Some(members),
            _ => None,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }
}

/// A word and a name in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The word.
    pub word: Word,
    /// The name.
    pub name: Name,
}

/// A cell of a row of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CellText {
    /// `...`: any number of cells.
    Ellipsis,
    /// What the cell holds.
    Entries(Vec<Entry>),
}

impl CellText {
    /// What the cell holds; nothing for `...`.
    pub fn entries(&self) -> &[Entry] {
        match self {
            CellText::Ellipsis => &[],
            CellText::Entries(entries) => entries,
        }
    }

    /// What the cell holds, to be changed.
    pub fn entries_mut(&mut self) -> &mut [Entry] {
        match self {
            CellText::Ellipsis => &mut [],
            CellText::Entries(entries) => entries,
        }
    }
}

/// Cells in brackets.
pub type Row = Vec<CellText>;

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Heading {
    Up,
    Down,
    Left,
    Right,
}

/// A rule as written.
#[derive(Clone, Debug)]
pub struct RuleLine {
    /// Its line.
    pub line: usize,
    /// The line of the first rule of its group.
    pub group: usize,
    /// `late`.
    pub late: bool,
    /// `rigid`.
    pub rigid: bool,
    /// `random`.
    pub random: bool,
    /// The directions in which it applies.
    pub directions: Vec<Heading>,
    /// The rows of the left side.
    pub left: Vec<Row>,
    /// The rows of the right side.
    pub right: Vec<Row>,
    /// The commands.
    pub commands: Vec<Command>,
}

/// What a line of the section RULES holds.
pub enum Line {
    /// A rule.
    Rule(RuleLine),
    /// `startloop`.
    LoopStart,
    /// `endloop`.
    LoopEnd,
    /// Nothing that can be used.
    Dropped,
}

/// Reads a line. `group` is the group of the rule before. Sets `invalid` if the game cannot be played.
pub fn read_rule(
    text: &RuleText,
    script: &Script,
    names: &Names,
    group: Option<usize>,
    problems: &mut Problems,
    invalid: &mut bool,
) -> Line {
    let tokens = split(text);
    match tokens.as_slice() {
        [only] if only.text == "startloop" => return Line::LoopStart,
        [only] if only.text == "endloop" => return Line::LoopEnd,
        _ => {}
    }
    let mut parser = Parser { text, script, names, tokens: &tokens, problems, invalid };
    parser.rule(group).map_or(Line::Dropped, Line::Rule)
}

/// A token of a rule, and the number of its first character in the line.
struct Token {
    text: String,
    at: usize,
}

/// Brackets, bars and arrows stand for themselves; all else is split at spaces, and a leading `+` is split off.
fn split(rule: &RuleText) -> Vec<Token> {
    let skipped = rule.original.chars().take_while(|&c| c == '(').count();
    let chars: Vec<char> = rule.text.chars().collect();
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let from = at;
        let arrow = |at: usize| chars[at] == '-' && chars.get(at + 1) == Some(&'>');
        if is_space(chars[at]) {
            at += 1;
            continue;
        } else if matches!(chars[at], '[' | ']' | '|') || (chars[at] == '+' && tokens.is_empty()) {
            at += 1;
        } else if arrow(at) {
            at += 2;
        } else {
            while at < chars.len()
                && !is_space(chars[at])
                && !matches!(chars[at], '[' | ']' | '|')
                && !arrow(at)
            {
                at += 1;
            }
        }
        tokens.push(Token { text: chars[from..at].iter().collect(), at: from + skipped });
    }
    tokens
}

/// A rule being read.
struct Parser<'a> {
    text: &'a RuleText,
    script: &'a Script,
    names: &'a Names,
    tokens: &'a [Token],
    problems: &'a mut Problems,
    invalid: &'a mut bool,
}

/// A cell being read: a word may wait for its name.
#[derive(Default)]
struct OpenCell {
    entries: Vec<(Word, String)>,
    waiting: Option<Word>,
    ellipses: usize,
}

impl Parser<'_> {
    fn place(&self, at: usize) -> (usize, usize) {
        let column = self.tokens.get(at).map_or(1, |token| token.at + 1);
        (self.text.line, column)
    }

    fn rule(&mut self, group: Option<usize>) -> Option<RuleLine> {
        let mut rule = RuleLine {
            line: self.text.line,
            group: self.text.line,
            late: false,
            rigid: false,
            random: false,
            directions: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            commands: Vec::new(),
        };
        if !self.tokens.iter().any(|token| token.text == "->") {
            let hidden = self.text.original.contains('(') && self.text.original.contains("->");
            if hidden {
                self.problems.error(self.place(0), "a comment inside a rule hides the rest of it");
                return None;
            }
            self.problems.error(self.place(0), "a rule needs an arrow: `[ … ] -> [ … ]`");
        }
        let first = self.prefixes(&mut rule, group);
        self.sides(&mut rule, first);
        if rule.late && rule.rigid {
            self.problems.error(self.place(0), "a late rule cannot be rigid: nothing moves after it");
        }
        self.check(&mut rule)
    }

    /// What stands before the first bracket. Returns the number of the bracket's token.
    fn prefixes(&mut self, rule: &mut RuleLine, group: Option<usize>) -> usize {
        let mut pluses = 0;
        for (at, token) in self.tokens.iter().enumerate() {
            let place = self.place(at);
            match token.text.as_str() {
                "[" => {
                    if rule.directions.is_empty() {
                        rule.directions = vec![Heading::Up, Heading::Down, Heading::Left, Heading::Right];
                    }
                    return at;
                }
                "+" => {
                    pluses += 1;
                    match group {
                        _ if pluses > 1 => self.problems.error(place, "`+` stands twice in this rule"),
                        None => self
                            .problems
                            .error(place, "`+` adds to the group of the rule before, but there is none"),
                        Some(group) => rule.group = group,
                    }
                }
                "late" => rule.late = true,
                "rigid" => rule.rigid = true,
                "random" => {
                    rule.random = true;
                    if pluses > 0 {
                        self.problems.error(place, "only the first rule of a group can be marked `random`");
                    }
                }
                "up" => rule.directions.push(Heading::Up),
                "down" => rule.directions.push(Heading::Down),
                "left" => rule.directions.push(Heading::Left),
                "right" => rule.directions.push(Heading::Right),
                "horizontal" => rule.directions.extend([Heading::Left, Heading::Right]),
                "vertical" => rule.directions.extend([Heading::Up, Heading::Down]),
                "orthogonal" => {
                    rule.directions.extend([Heading::Up, Heading::Down, Heading::Left, Heading::Right]);
                }
                other => {
                    let message = format!(
                        "expected a direction such as `up`, or `[`, at the start of a rule, not `{other}`"
                    );
                    self.problems.error(place, message);
                }
            }
        }
        self.tokens.len()
    }

    /// The rows of both sides and the commands.
    fn sides(&mut self, rule: &mut RuleLine, first: usize) {
        let mut cell: Option<OpenCell> = None;
        let mut row: Row = Vec::new();
        let mut right = false;
        for at in first..self.tokens.len() {
            let place = self.place(at);
            let token = self.tokens[at].text.as_str();
            if token == "[" {
                if cell.is_some() {
                    self.problems.error(place, "`[` inside brackets: the ones before must be closed first");
                }
                cell = Some(OpenCell::default());
            } else if let Some(word) = Word::read(token) {
                let Some(open) = &mut cell else {
                    self.problems.warning(
                        place,
                        format!("`{token}` must stand at the start of the rule or in brackets"),
                    );
                    continue;
                };
                if open.waiting.is_some() {
                    self.problems
                        .error(place, format!("`{token}` follows another word: a name has only one"));
                } else if rule.late && !matches!(word, Word::No | Word::Random | Word::RandomDir) {
                    self.problems
                        .error(place, "movements cannot appear in late rules: nothing moves any more");
                } else {
                    open.waiting = Some(word);
                }
            } else if token == "|" {
                let Some(open) = &mut cell else {
                    self.problems.warning(place, "`|` must stand in brackets");
                    continue;
                };
                if open.waiting.is_some() {
                    self.problems.error(place, "a movement needs an object");
                } else {
                    let open = std::mem::take(open);
                    let closed = self.close(&open, place);
                    row.push(closed);
                }
            } else if token == "]" {
                match cell.take() {
                    None => {
                        self.problems.warning(place, "`]` without a `[`");
                    }
                    Some(open) if open.waiting.is_some() => {
                        self.problems.error(place, "a movement needs an object");
                    }
                    Some(open) => {
                        let closed = self.close(&open, place);
                        row.push(closed);
                    }
                }
                let side = if right { &mut rule.right } else { &mut rule.left };
                side.push(std::mem::take(&mut row));
            } else if token == "->" {
                if right {
                    self.problems.error(place, "a rule has only one `->`");
                }
                if cell.is_some() {
                    self.problems.error(place, "`->` must stand between brackets, not in them");
                } else {
                    right = true;
                }
            } else if self.names.number(token).is_some() {
                match &mut cell {
                    None => {
                        self.problems.warning(place, format!("the object `{token}` must stand in brackets"));
                    }
                    Some(open) => {
                        let word = open.waiting.take().unwrap_or(Word::None);
                        open.entries.push((word, token.to_string()));
                    }
                }
            } else if token == "..." {
                match &mut cell {
                    None => self.problems.warning(place, "`...` must stand in brackets"),
                    Some(open) => open.ellipses += 1,
                }
            } else if is_command(token) {
                let bracket_follows = self.tokens[at..].iter().any(|token| token.text == "]");
                if !right {
                    self.problems.error(place, "commands stand at the end of a rule");
                } else if cell.is_some() || bracket_follows {
                    self.problems.warning(place, "commands stand at the end of a rule");
                }
                if token == "message" {
                    let from = self.tokens[at].at + token.chars().count();
                    let text: String = self.text.original.chars().skip(from).collect();
                    let text = text.trim_matches(is_space);
                    rule.commands.push(Command::Message(if text.is_empty() {
                        " ".into()
                    } else {
                        text.into()
                    }));
                    break;
                }
                rule.commands.push(self.command(token, place));
            } else {
                self.problems.error(place, format!("`{token}` is not a word, a name or a command"));
            }
        }
    }

    fn command(&mut self, token: &str, place: (usize, usize)) -> Command {
        match token {
            "cancel" => Command::Cancel,
            "checkpoint" => Command::Checkpoint,
            "restart" => Command::Restart,
            "win" => Command::Win,
            "again" => Command::Again,
            other => {
                if !self.script.sounds.contains_key(other) {
                    self.problems.warning(place, format!("the section SOUNDS does not define `{other}`"));
                }
                Command::Sound(sound_effect(other).unwrap_or(0))
            }
        }
    }

    /// A cell whose last word is read. A name may stand in it once.
    fn close(&mut self, cell: &OpenCell, place: (usize, usize)) -> CellText {
        if cell.ellipses > 0 {
            if cell.ellipses > 1 || !cell.entries.is_empty() {
                self.problems.error(place, "`...` must be alone in its cell");
            }
            return CellText::Ellipsis;
        }
        for (number, (_, name)) in cell.entries.iter().enumerate() {
            if cell.entries[..number].iter().any(|(_, before)| before == name) {
                self.problems.error(place, format!("`{name}` occurs more than once in a cell"));
            }
        }
        let named =
            |(word, name): &(Word, String)| Some(Entry { word: *word, name: self.names.number(name)? });
        CellText::Entries(cell.entries.iter().filter_map(named).collect())
    }

    /// Whether both sides fit each other.
    fn check(&mut self, rule: &mut RuleLine) -> Option<RuleLine> {
        let place = self.place(0);
        if rule.left.len() != rule.right.len() {
            if rule.commands.is_empty() || !rule.right.is_empty() {
                self.problems.warning(
                    place,
                    "both sides of a rule must have the same number of brackets; it is left out",
                );
                return None;
            }
        } else if rule.left.iter().zip(&rule.right).any(|(left, right)| left.len() != right.len()) {
            self.problems
                .error(place, "brackets on the left and on the right must have the same number of cells");
            *self.invalid = true;
            return None;
        }
        if rule.left.is_empty() {
            self.problems.error(place, "this rule has no brackets");
            return None;
        }
        if rule.left.iter().any(Vec::is_empty) {
            return None;
        }
        if !self.ellipses_fit(rule) {
            return None;
        }
        let long = rule.left.iter().any(|row| row.len() > 1);
        let relative = |side: &[Row]| {
            side.iter().flatten().any(|cell| cell.entries().iter().any(|entry| entry.word.is_relative()))
        };
        if !long && !relative(&rule.left) && !relative(&rule.right) {
            rule.directions.truncate(1);
        }
        Some(rule.clone())
    }

    /// `...` stands between cells, at most twice in a row, and in the same places on both sides.
    fn ellipses_fit(&mut self, rule: &RuleLine) -> bool {
        let place = self.place(0);
        let is_ellipsis = |cell: &CellText| *cell == CellText::Ellipsis;
        for (number, left) in rule.left.iter().enumerate() {
            let right = rule.right.get(number);
            for (at, cell) in left.iter().enumerate() {
                let other = right.and_then(|right| right.get(at)).map(is_ellipsis);
                let here = is_ellipsis(cell);
                if other.is_some_and(|other| other != here) {
                    let (this, that) = if here { ("left", "right") } else { ("right", "left") };
                    let message = format!("`...` on the {this} needs one in the same place on the {that}");
                    self.problems.error(place, message);
                    return false;
                }
                if (here || other == Some(true)) && (at == 0 || at + 1 == left.len()) {
                    self.problems.error(place, "`...` at the start or the end of a row has no meaning");
                    return false;
                }
            }
            let count = left.iter().filter(|cell| is_ellipsis(cell)).count();
            if count > 2 {
                self.problems.error(place, "a row has at most two `...`");
                return false;
            }
            if left.windows(2).any(|pair| pair.iter().all(is_ellipsis)) {
                self.problems.warning(place, "two `...` side by side mean the same as one");
            }
        }
        true
    }
}
