//! The text format: rows, a blank line, actors.
//!
//! Beyond the end of a short row is impassable. An empty line between two rows is a row of impassable tiles
//! whose blanks a text editor has stripped. The file is read once, from top to bottom.

use unriddle_kit::text::{SPARSE_CELLS, words};
use unriddle_kit::{LevelError, Place};

use super::{Coordinate, Placed, no_actors, no_tile, row, settle, written};
use crate::anima::level::{Actor, Colour, Plan};

/// Reads a level.
pub(crate) fn read(text: &str) -> Result<Plan, LevelError> {
    let mut plan = Plan::default();
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line)).peekable();
    while lines.next_if(|(_, line)| line.is_empty()).is_some() {}
    // The rows end at the first line that cannot be a row.
    let mut blank = Blanks::default();
    let mut last = 1;
    while let Some(&(number, line)) = lines.peek() {
        match row(line) {
            Ok(tiles) => {
                blank.note(line);
                plan.rows.push(tiles);
                last = number;
            }
            Err(_) if blank.lines > 0 => break,
            Err(_) if starts_like_an_actor(line) => {
                let help = "put one between the rows and the actors";
                return Err(LevelError::new(Place::new(number, 1), "expected a blank line").help(help));
            }
            Err((at, sign)) => return Err(no_tile(Place::new(number, at + 1), sign)),
        }
        lines.next();
    }
    plan.rows.truncate(plan.rows.len() - blank.separating());
    plan.width = plan.rows.iter().map(Vec::len).max().unwrap_or(0);
    if plan.width == 0 {
        return Err(LevelError::new(Place::new(1, 1), "the level has no rows of tiles before its actors"));
    }

    let mut actors = Vec::new();
    for (number, line) in lines {
        if !line.trim().is_empty() {
            actors.push(actor(number, line)?);
        }
    }
    if actors.is_empty() {
        let help = "after the rows and a blank line: one actor per line, such as `R 0 2` or `B 1 0`";
        return Err(no_actors(Place::new(last, 1)).help(help));
    }
    settle(&mut plan, actors)?;
    Ok(plan)
}

/// The blank lines that follow the last row with tiles.
#[derive(Default)]
pub(crate) struct Blanks {
    lines: usize,
    /// The number of empty lines at the end of them.
    bare: usize,
}

impl Blanks {
    pub(crate) fn note(&mut self, line: &str) {
        match (line.trim().is_empty(), line.is_empty()) {
            (true, true) => *self = Blanks { lines: self.lines + 1, bare: self.bare + 1 },
            (true, false) => *self = Blanks { lines: self.lines + 1, bare: 0 },
            (false, _) => *self = Blanks::default(),
        }
    }

    /// The number of lines that separate rows and actors: the empty lines at the end, and at least one.
    /// Lines of blanks before those are rows of impassable tiles.
    pub(crate) fn separating(&self) -> usize {
        self.bare.max(1).min(self.lines)
    }
}

fn starts_like_an_actor(line: &str) -> bool {
    let mut words = line.split_whitespace();
    matches!(words.next(), Some("R" | "B")) && words.next().is_some_and(|word| word.parse::<i64>().is_ok())
}

/// Reads an actor's line.
fn actor(number: usize, line: &str) -> Result<Placed, LevelError> {
    let mut words = words(line);
    let shape = "an actor is written `R x y` or `B x y`";
    let end = Place::new(number, line.trim_end().chars().count() + 1);
    let (at, kind) = words.next().unwrap_or((1, ""));
    let place = |at, word: &str| Place::span(number, at, word.chars().count());
    let colour = match kind {
        "R" => Colour::Red,
        "B" => Colour::Blue,
        other => {
            let message = format!("expected an actor, `R` or `B`, found `{}`", other.escape_debug());
            return Err(LevelError::new(place(at, other), message).help(shape));
        }
    };
    let mut coordinate = |name: &str| {
        let Some((at, word)) = words.next() else {
            return Err(LevelError::new(end, format!("the actor's {name} is missing")).help(shape));
        };
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            let message =
                format!("expected the actor's {name}, a whole number, found `{}`", word.escape_debug());
            return Err(LevelError::new(place(at, word), message).help(shape));
        }
        Ok(Coordinate { value: word.parse().ok(), written: word.to_owned(), place: place(at, word) })
    };
    let (x, y) = (coordinate("x")?, coordinate("y")?);
    if let Some((at, word)) = words.next() {
        let message = format!("expected the end of the line, found `{}`", word.escape_debug());
        return Err(LevelError::new(place(at, word), message).help(shape));
    }
    let place = Place::span(number, at, y.place.column + y.place.length - at);
    Ok(Placed { colour, x, y, place })
}

/// Writes a level.
pub(crate) fn write(plan: &Plan) -> String {
    let rows: Vec<String> = written(plan).collect();
    let mut text = write_rows(&rows, plan.width);
    text.push('\n');
    for &Actor { colour, at: (x, y) } in &plan.actors {
        text += &format!("{} {x} {}\n", letter(colour), plan.rows.len() - 1 - y);
    }
    text
}

/// Writes the rows of a board of this width.
///
/// Trailing blanks are omitted, unless the size of the board depends on them, or the board is so large that
/// its text must be [long](unriddle_kit::text::most_cells) as well.
pub(crate) fn write_rows(rows: &[String], width: usize) -> String {
    let large = width.saturating_mul(rows.len()) > SPARSE_CELLS;
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    let wide = rows.iter().any(|row| row.chars().count() == width);
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let pad = large || row.is_empty() || (number == 0 && !wide);
        text += &if pad { format!("{row:<width$}") } else { row.to_string() };
        text.push('\n');
    }
    text
}

/// The letter of an actor's line.
pub(crate) fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
    }
}
