//! Scripts in and out: one text is a collection of its levels.

use std::sync::Arc;

use unriddle_kit::{LevelError, Place};

use super::compile::{Compilation, compile};
use super::decoration::without_decoration;
use super::game::Stage;
use super::level::{Script, ScriptLevel};
use super::picture::Looks;
use super::problem::{Problem, Severity};
use super::reader::cursor::is_space;
use super::script::LevelText;

/// How a script is written.
pub const HELP: &str =
    "A script of PuzzleScript: settings, then the sections OBJECTS, LEGEND, SOUNDS, COLLISIONLAYERS, \
RULES, WINCONDITIONS and LEVELS. Each board of the last section is a level.

OBJECTS
Background
black

Player
yellow

Goal
green

LEGEND
. = Background
P = Player
O = Goal

SOUNDS

COLLISIONLAYERS
Background
Goal
Player

RULES

WINCONDITIONS
All Player on Goal

LEVELS
P.O";

/// The headings of sections; a text with most of them is a script.
const HEADINGS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// How much a text looks like a script.
pub fn detect(text: &str) -> u8 {
    let mut found = [false; HEADINGS.len()];
    for line in text.lines().filter(|line| line.len() < 200) {
        let word = line.trim().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
        if let Some(at) = HEADINGS.iter().position(|heading| heading.eq_ignore_ascii_case(word)) {
            found[at] = true;
        }
    }
    match found.iter().filter(|&&found| found).count() {
        0..=2 => 0,
        3 | 4 => 50,
        _ => 95,
    }
}

/// The rows of levels of a text, and perhaps more: all lines after one that may be the heading LEVELS, but for messages.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    // A heading stands at the start of a line, or behind a comment.
    let is_heading = |part: &str| {
        let word = part.trim_start_matches(is_space).get(..6);
        word.is_some_and(|word| word.eq_ignore_ascii_case("levels"))
    };
    let may_be_heading = move |line: &&str| line.split(')').any(is_heading);
    let is_message = |row: &&str| row.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("message"));
    let rows = text.lines().skip_while(move |line| !may_be_heading(line)).skip(1).map(str::trim);
    rows.filter(move |row| !is_message(row))
}

/// At least the cells of all boards of a script, without reading it.
///
/// A board is as wide as its first row, and short rows are filled up. Where a board begins is known for certain only by
/// reading, because of comments. So no row counts less than a longer one above it.
pub fn cells(text: &str) -> usize {
    let (mut cells, mut width) = (0_usize, 0);
    for row in rows(text).filter(|row| !row.is_empty()) {
        width = width.max(row.len());
        cells = cells.saturating_add(width);
    }
    cells
}

/// At least the cells of the largest board of a script, without reading it. Without comments among the levels a blank
/// line ends a board for certain.
pub fn largest_board(text: &str) -> usize {
    if rows(text).any(|row| row.contains(['(', ')'])) {
        return cells(text);
    }
    let (mut most, mut cells, mut width) = (0_usize, 0_usize, 0);
    for row in rows(text) {
        (cells, width) = match row.is_empty() {
            true => (0, 0),
            false => (cells.saturating_add(width.max(row.len())), width.max(row.len())),
        };
        most = most.max(cells);
    }
    most
}

/// Reads all levels of a script, whose moves are given up after `max_work`.
pub fn read(text: &str, max_work: u64) -> Result<Vec<ScriptLevel>, LevelError> {
    let Compilation { game, problems, script, .. } = compile(text);
    let problems = problems.list().to_vec();
    let Some(mut game) = game else {
        return Err(level_error(&problems));
    };
    game.max_work = max_work;
    let boards: Vec<usize> =
        (0..game.levels.len()).filter(|&at| matches!(game.levels[at], Stage::Board(_))).collect();
    if boards.is_empty() {
        let message = "there is no level, only messages";
        let errors = problems.iter().any(|problem| problem.severity == Severity::Error);
        return Err(if errors { level_error(&problems) } else { LevelError::new(Place::new(1, 1), message) });
    }
    let first = script.levels.iter().map(|level| match level {
        LevelText::Message { line, .. } => *line,
        LevelText::Board { lines, .. } => lines[0],
    });
    let head = first.min().unwrap_or(1) - 1;
    let head: String =
        text.split('\n').take(head).map(|line| format!("{}\n", line.trim_end_matches('\r'))).collect();
    let looks = Looks::new(&game, &script);
    let draws = !game.random_lines().is_empty();
    let rest = without_decoration(&game).filter(|rest| draws && rest.random_lines().is_empty());
    let undecorated = rest.map(|game| {
        let (problems, looks) = (problems.clone(), looks.clone());
        Arc::new(Script {
            text: String::new(),
            levels: Vec::new(),
            problems,
            looks,
            draws: false,
            undecorated: None,
            game,
        })
    });
    let levels = script.levels;
    let script = Arc::new(Script { text: head, levels, problems, looks, draws, undecorated, game });
    let count = boards.len();
    let level = |(at, &stage): (usize, &usize)| ScriptLevel::new(Arc::clone(&script), stage, at + 1, count);
    Ok(boards.iter().enumerate().map(level).collect())
}

/// The first error, with the others as help.
fn level_error(problems: &[Problem]) -> LevelError {
    let mut errors: Vec<&Problem> =
        problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
    errors.sort_by_key(|problem| (problem.line, problem.column));
    let Some((first, others)) = errors.split_first() else {
        return LevelError::new(Place::new(1, 1), "this script cannot be played");
    };
    let error = LevelError::new(Place::new(first.line, first.column), first.message.clone());
    if others.is_empty() {
        return error;
    }
    let others: Vec<String> =
        others.iter().map(|other| format!("line {}: {}", other.line, other.message)).collect();
    error.help(format!("there is more: {}", others.join("; ")))
}

impl ScriptLevel {
    /// The script with this level only.
    pub fn alone(&self) -> String {
        let mut text = self.script.text.clone();
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
        let levels = &self.script.levels;
        let is_message = |level: &&LevelText| matches!(level, LevelText::Message { .. });
        let messages = levels[..self.stage].iter().rev().take_while(is_message).count();
        for level in &levels[self.stage - messages..=self.stage] {
            match level {
                LevelText::Message { text: message, .. } => text += &format!("message {message}\n\n"),
                LevelText::Board { rows, .. } => {
                    for row in rows {
                        // A character outside the basic plane takes two cells.
                        let mut at = 0;
                        while let Some(&c) = row.get(at) {
                            text.push(c);
                            at += c.len_utf16();
                        }
                        text.push('\n');
                    }
                }
            }
        }
        text
    }
}
