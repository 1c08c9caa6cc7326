//! The JSON format.
//!
//! `{"name"?, "width", "height", "tiles": [rows], "actors": [{"color", "x", "y"}],
//! "optimalMoves"?}`; other fields are ignored. Values are first kept as slices of the text, so that an
//! error in the meaning of a value has a place, and not only an error in its syntax.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use unriddle_kit::{LevelError, Place};
use unriddle_search::Cost;

use super::{Coordinate, Placed, no_actors, no_tile, row, settle, written};
use crate::anima::level::{Actor, Colour, Plan};

/// A level whose values are not yet parsed.
#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    width: &'a RawValue,
    height: &'a RawValue,
    tiles: &'a RawValue,
    actors: &'a RawValue,
    #[serde(rename = "optimalMoves")]
    optimal: Option<&'a RawValue>,
}

/// An actor whose values are not yet parsed.
#[derive(Deserialize)]
struct RawActor<'a> {
    #[serde(borrow)]
    color: &'a RawValue,
    x: &'a RawValue,
    y: &'a RawValue,
}

/// Reads a level.
pub(crate) fn read(text: &str) -> Result<Plan, LevelError> {
    let source = Source::new(text);
    let raw: Raw = source.parse(text)?;
    let mut plan = Plan {
        name: raw.name.map(|name| source.value(name, "the level's name, a string")).transpose()?.flatten(),
        width: source.value(raw.width, "the number of columns")?,
        ..Plan::default()
    };
    if let Some(value) = raw.optimal {
        let moves: Option<Cost> = source.value(value, "the number of moves of a shortest solution")?;
        plan.optimal = moves.map(|moves| (moves, source.place(value)));
    }
    let height: usize = source.value(raw.height, "the number of rows")?;
    let rows: Vec<&RawValue> = source.parse(raw.tiles.get())?;
    if rows.len() != height {
        let message = format!("the height is {height}, but there are {} rows of tiles", rows.len());
        return Err(LevelError::new(source.place(raw.height), message));
    }
    if height == 0 || plan.width == 0 {
        return Err(LevelError::new(source.place(raw.tiles), "the board has no tiles"));
    }
    for value in rows {
        let line: String = source.value(value, "a row of tiles, a string")?;
        let tiles = row(&line).map_err(|(at, sign)| no_tile(source.inside(value, at), sign))?;
        if tiles.len() != plan.width {
            let message = format!("the width is {}, but this row has {} tiles", plan.width, tiles.len());
            return Err(LevelError::new(source.place(value), message));
        }
        plan.rows.push(tiles);
    }

    let actors: Vec<&RawValue> = source.parse(raw.actors.get())?;
    if actors.is_empty() {
        return Err(no_actors(source.place(raw.actors)));
    }
    let actors = actors.into_iter().map(|value| {
        let actor: RawActor = source.parse(value.get())?;
        let colour: String = source.value(actor.color, "`red` or `blue`")?;
        let colour = Colour::ALL.into_iter().find(|known| known.word() == colour).ok_or_else(|| {
            let message = format!("`{}` is not the colour of an actor", colour.escape_debug());
            LevelError::new(source.place(actor.color), message).help("expected `red` or `blue`")
        })?;
        let x = source.coordinate(actor.x)?;
        let y = source.coordinate(actor.y)?;
        Ok(Placed { colour, x, y, place: source.place(value) })
    });
    let actors = actors.collect::<Result<Vec<_>, LevelError>>()?;
    settle(&mut plan, actors)?;
    Ok(plan)
}

/// Checks that a text is JSON of any shape.
pub(crate) fn value(text: &str) -> Result<Value, LevelError> {
    Source::new(text).parse(text)
}

/// The text of a level, with tables to find the places of its parts quickly even if it is a single line.
struct Source<'a> {
    text: &'a str,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    /// The number of characters that begin before each whole [`BLOCK`] of bytes.
    blocks: Vec<usize>,
}

/// The number of bytes per entry of the table of character counts.
const BLOCK: usize = 1024;

/// The number of characters that begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

impl<'a> Source<'a> {
    fn new(text: &'a str) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        let mut blocks = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            blocks.push(blocks[blocks.len() - 1] + characters(block));
        }
        Source { text, lines, blocks }
    }

    /// The byte at which a slice of the text begins.
    fn offset(&self, piece: &str) -> usize {
        piece.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// The number of characters that begin before a byte of the text.
    fn before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        self.blocks[block] + characters(&self.text.as_bytes()[block * BLOCK..offset])
    }

    /// The place of a range of bytes, cut at the end of its first line.
    fn at(&self, offset: usize, length: usize) -> Place {
        let line = self.lines.partition_point(|&start| start <= offset);
        let part = &self.text.as_bytes()[offset..self.text.len().min(offset + length)];
        let first = part.split(|&byte| byte == b'\n' || byte == b'\r').next().unwrap_or(part);
        let column = self.before(offset) - self.before(self.lines[line - 1]) + 1;
        Place::span(line, column, characters(first))
    }

    fn place(&self, value: &RawValue) -> Place {
        self.at(self.offset(value.get()), value.get().len())
    }

    /// The place of a character of a string, or of the whole string if it has escapes.
    fn inside(&self, value: &RawValue, at: usize) -> Place {
        let whole = self.place(value);
        if value.get().contains('\\') { whole } else { Place::new(whole.line, whole.column + 1 + at) }
    }

    /// Reads a slice of the text whose parts are parsed later.
    fn parse<T: Deserialize<'a>>(&self, piece: &'a str) -> Result<T, LevelError> {
        serde_json::from_str(piece).map_err(|error| {
            // Lines and columns of the error count from the start of the slice, and columns in bytes.
            let lines = piece.split_inclusive('\n').take(error.line().saturating_sub(1));
            let before = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            let mut offset = self.offset(piece) + before.min(piece.len());
            while !self.text.is_char_boundary(offset) {
                offset -= 1;
            }
            LevelError::new(self.at(offset, 1), message(&error))
        })
    }

    /// Reads a value without parts.
    fn value<T: DeserializeOwned>(&self, value: &RawValue, expected: &str) -> Result<T, LevelError> {
        serde_json::from_str(value.get()).map_err(|_| {
            let mut found: String = value.get().chars().take(40).collect();
            if found.len() < value.get().len() {
                found.push('…');
            }
            let found = found.escape_debug().to_string().replace("\\\"", "\"");
            LevelError::new(self.place(value), format!("expected {expected}, found {found}"))
        })
    }

    fn coordinate(&self, value: &RawValue) -> Result<Coordinate, LevelError> {
        let written = value.get();
        let digits = written.strip_prefix('-').unwrap_or(written);
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            self.value::<usize>(value, "a whole number")?;
        }
        Ok(Coordinate { value: written.parse().ok(), written: written.to_owned(), place: self.place(value) })
    }
}

/// The message of a JSON error without its place.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message,
    }
}

/// Writes a level.
pub(crate) fn write(plan: &Plan) -> String {
    let optimal = plan.optimal.map(|(moves, _)| moves.into());
    let rows: Vec<String> = written(plan).collect();
    write_parts(plan.name.as_deref(), plan.width, &rows, &plan.actors, optimal.as_ref())
}

/// Writes a level from its parts, which need not be valid.
pub(crate) fn write_parts(
    name: Option<&str>,
    width: usize,
    rows: &[String],
    actors: &[Actor],
    optimal: Option<&Value>,
) -> String {
    let string = |text: &str| Value::from(text).to_string();
    let mut text = String::from("{\n");
    if let Some(name) = name {
        text += &format!("    \"name\": {},\n", string(name));
    }
    let height = rows.len();
    text += &format!("    \"width\": {width},\n    \"height\": {height},\n");
    let rows = rows.iter().map(|row| format!("        {}", string(&format!("{row:<width$}"))));
    text += &format!("    \"tiles\": [\n{}\n    ],\n", rows.collect::<Vec<_>>().join(",\n"));
    let actors = actors.iter().map(|&Actor { colour, at: (x, y) }| {
        let (colour, y) = (colour.word(), height - 1 - y);
        format!("        {{ \"color\": \"{colour}\", \"x\": {x}, \"y\": {y} }}")
    });
    text += &format!("    \"actors\": [\n{}\n    ]", actors.collect::<Vec<_>>().join(",\n"));
    if let Some(moves) = optimal {
        text += &format!(",\n    \"optimalMoves\": {moves}");
    }
    text + "\n}\n"
}
