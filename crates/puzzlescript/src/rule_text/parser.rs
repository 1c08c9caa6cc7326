//! Reads the tokens of a rule: what stands before the first bracket, then rows of cells, then commands.

use std::collections::HashMap;

use super::words::Word;
use super::{CellText, Command, Entry, Heading, Names, Row, RuleLine, is_command};
use crate::problem::Problems;
use crate::reader::{is_space, sound_effect};
use crate::script::{RuleText, Script};

/// A token of a rule, and the number of its first character in the line.
pub(super) struct Token {
    pub(super) text: String,
    at: usize,
}

/// Brackets, bars and arrows stand for themselves; all else is split at spaces, and a leading `+` is split off.
pub(super) fn split(rule: &RuleText) -> Vec<Token> {
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
pub(super) struct Parser<'a> {
    pub(super) text: &'a RuleText,
    pub(super) script: &'a Script,
    pub(super) names: &'a Names,
    pub(super) tokens: &'a [Token],
    pub(super) problems: &'a mut Problems,
    /// Set if the game cannot be played.
    pub(super) invalid: &'a mut bool,
}

/// A cell being read: a word may wait for its name.
#[derive(Default)]
pub(super) struct OpenCell {
    entries: Vec<(Word, String)>,
    waiting: Option<Word>,
    ellipses: usize,
    begins_with_ellipsis: bool,
}

impl OpenCell {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.waiting.is_none() && self.ellipses == 0
    }

    /// Whether it has a `...` and something else.
    pub(super) fn has_ellipsis_and_more(&self) -> bool {
        self.ellipses > 1 || (self.ellipses == 1 && !self.entries.is_empty())
    }

    /// Whether it is `...` and nothing else.
    pub(super) fn is_ellipsis(&self) -> bool {
        self.ellipses == 1 && self.entries.is_empty()
    }

    /// Whether it has a `...`.
    pub(super) fn has_ellipsis(&self) -> bool {
        self.ellipses > 0
    }

    /// Whether its first word is `...`.
    pub(super) fn begins_with_ellipsis(&self) -> bool {
        self.begins_with_ellipsis
    }
}

/// The rows of both sides as they are read.
#[derive(Default)]
pub(super) struct Sides {
    pub(super) left: Vec<Vec<OpenCell>>,
    pub(super) right: Vec<Vec<OpenCell>>,
}

impl Parser<'_> {
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let column = self.tokens.get(at).map_or(1, |token| token.at + 1);
        (self.text.line, column)
    }

    pub(super) fn rule(&mut self, group: Option<usize>) -> Option<RuleLine> {
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
        let sides = self.sides(&mut rule, first);
        if rule.late && rule.rigid {
            self.problems.error(self.place(0), "a late rule cannot be rigid: nothing moves after it");
        }
        self.check(rule, &sides)
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
                    if at > 0 && pluses == 1 {
                        self.problems.error(place, "`+` must be the first symbol of its line");
                    }
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

    /// The rows of both sides and the commands. What is wrong is left out; brackets that do not match are read as far as
    /// they can be, as in the original.
    fn sides(&mut self, rule: &mut RuleLine, first: usize) -> Sides {
        let mut sides = Sides::default();
        let mut cell = OpenCell::default();
        let mut row = Vec::new();
        let (mut in_row, mut right) = (false, false);
        let last_bracket = self.tokens.iter().rposition(|token| token.text == "]");
        for at in first..self.tokens.len() {
            let place = self.place(at);
            let token = self.tokens[at].text.as_str();
            if token == "[" {
                if in_row {
                    self.problems.warning(place, "`[` inside brackets: the ones before must be closed first");
                }
                if !cell.is_empty() {
                    self.problems.error(place, "`[` cuts off a cell that is not complete");
                }
                in_row = true;
                cell = OpenCell::default();
            } else if let Some(word) = Word::read(token) {
                if cell.waiting.is_some() {
                    self.problems
                        .error(place, format!("`{token}` follows another word: a name has only one"));
                } else if !in_row {
                    self.problems.warning(
                        place,
                        format!("`{token}` must stand at the start of the rule or in brackets"),
                    );
                } else if rule.late && !matches!(word, Word::No | Word::Random | Word::RandomDir) {
                    self.problems
                        .error(place, "movements cannot appear in late rules: nothing moves any more");
                } else {
                    cell.waiting = Some(word);
                }
            } else if token == "|" {
                if !in_row {
                    self.problems.warning(place, "`|` must stand in brackets");
                } else if cell.waiting.is_some() {
                    self.problems.error(place, "a movement needs an object");
                } else {
                    row.push(self.close(&mut cell, place));
                }
            } else if token == "]" {
                if !in_row {
                    self.problems.warning(place, "`]` without a `[`");
                }
                if cell.waiting.is_some() {
                    self.problems.error(place, "a movement needs an object");
                } else {
                    row.push(self.close(&mut cell, place));
                }
                let side = if right { &mut sides.right } else { &mut sides.left };
                side.push(std::mem::take(&mut row));
                in_row = false;
            } else if token == "->" {
                if right {
                    self.problems.error(place, "a rule has only one `->`");
                }
                if in_row {
                    self.problems.warning(place, "`->` must stand between brackets, not in them");
                } else {
                    right = true;
                }
            } else if self.names.number(token).is_some() {
                if in_row {
                    let word = cell.waiting.take().unwrap_or(Word::None);
                    cell.entries.push((word, token.to_string()));
                } else {
                    self.problems.warning(place, format!("the object `{token}` must stand in brackets"));
                }
            } else if token == "..." {
                if in_row {
                    cell.begins_with_ellipsis |= cell.is_empty();
                    cell.ellipses += 1;
                } else {
                    self.problems.warning(place, "`...` must stand in brackets");
                }
            } else if is_command(token) {
                let bracket_follows = last_bracket > Some(at);
                if !right {
                    self.problems.error(place, "commands stand at the end of a rule");
                } else if in_row || bracket_follows {
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
        sides
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
    fn close(&mut self, cell: &mut OpenCell, place: (usize, usize)) -> OpenCell {
        let mut only_forbidden: HashMap<&str, bool> = HashMap::new();
        for (word, name) in &cell.entries {
            let is_forbidden = *word == Word::No;
            match only_forbidden.get_mut(name.as_str()) {
                None => _ = only_forbidden.insert(name, is_forbidden),
                Some(only) => {
                    *only &= is_forbidden;
                    if *only {
                        self.problems.warning(place, format!("`no {name}` stands in a cell twice"));
                    } else {
                        self.problems.error(place, format!("`{name}` occurs more than once in a cell"));
                    }
                }
            }
        }
        std::mem::take(cell)
    }

    /// The rows of a side by the numbers of names.
    pub(super) fn rows(&self, side: &[Vec<OpenCell>]) -> Vec<Row> {
        let entry =
            |(word, name): &(Word, String)| Some(Entry { word: *word, name: self.names.number(name)? });
        let cell = |cell: &OpenCell| match cell.has_ellipsis() {
            true => CellText::Ellipsis,
            false => CellText::Entries(cell.entries.iter().filter_map(entry).collect()),
        };
        side.iter().map(|row| row.iter().map(cell).collect()).collect()
    }
}
