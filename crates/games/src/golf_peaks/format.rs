//! Text in and out: size, rows of cells, cards, solutions.
//!
//! The file is read once, line by line, and every error has the place of the word that it is about.
//! Recorded solutions are kept as they are written; whether they solve the level is checked elsewhere, as
//! a level with a wrong one can still be solved.

use std::collections::{BTreeMap, HashMap};

use unriddle_kit::text::{most_cells, mostly_unwritten, words};
use unriddle_kit::{Direction, LevelError, Place};

use super::level::{Card, Cell, Corner, Course, Kind, Tile};
use super::notation;

/// The format, for users.
pub(crate) const HELP: &str = "\
Width x height, then the rows, a blank line and the cards. A blank line and solutions, one per
line, may follow:

    3x2
    0,ball  1,left  1
    x       0,sand  1,flag

    1- 2- 1/

    2-> 1-v

A cell is `x` (nothing: the ball falls off), or parts joined by commas: a height (0 if it is
missing) and at most one kind. A short row ends in nothing. The kinds:

    flag ball             one of each
    up down left right    slope, by its downhill direction; the height is that of its top
    /tl /tr /bl /br       angled wall, by its solid corner: top-left, …
    sand quick water      sand, quicksand, water
    boing ice             spring, ice
    icetl … icebr         ice with an angled wall
    warp0 warp1 …         warps; each number occurs twice
    *n *e *s *w           belt

A card is steps written together: `3-` rolls 3, `2/` jumps 2, `1/2-` jumps 1 and rolls 2.";

/// The limit on cells. A single card may slide the ball over all of them, which takes about 10 ms at this
/// limit, so that a search still stops promptly.
const MAX_CELLS: usize = 1 << 18;

/// The greatest height.
const HIGHEST: u32 = 1_000_000_000;

/// The words of the kinds that have one fixed name.
const KINDS: [(&str, Kind); 21] = [
    ("up", Kind::Slope(Direction::Up)),
    ("down", Kind::Slope(Direction::Down)),
    ("left", Kind::Slope(Direction::Left)),
    ("right", Kind::Slope(Direction::Right)),
    ("/tl", Kind::Angle(Corner::TopLeft)),
    ("/tr", Kind::Angle(Corner::TopRight)),
    ("/bl", Kind::Angle(Corner::BottomLeft)),
    ("/br", Kind::Angle(Corner::BottomRight)),
    ("sand", Kind::Sand),
    ("quick", Kind::Quicksand),
    ("water", Kind::Water),
    ("boing", Kind::Spring),
    ("ice", Kind::Ice),
    ("icetl", Kind::IceAngle(Corner::TopLeft)),
    ("icetr", Kind::IceAngle(Corner::TopRight)),
    ("icebl", Kind::IceAngle(Corner::BottomLeft)),
    ("icebr", Kind::IceAngle(Corner::BottomRight)),
    ("*n", Kind::Belt(Direction::Up)),
    ("*e", Kind::Belt(Direction::Right)),
    ("*s", Kind::Belt(Direction::Down)),
    ("*w", Kind::Belt(Direction::Left)),
];

/// How likely it is that a text is a level, from 0 to 100: its first line must be a size.
pub(crate) fn detect(text: &str) -> u8 {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    if first.and_then(size).is_some() { 95 } else { 0 }
}

/// The size that a line states, if it does. Numbers that are too large saturate.
pub(crate) fn size(line: &str) -> Option<(usize, usize)> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (width, height) = line.split_once('x').filter(|(w, h)| digits(w) && digits(h))?;
    Some((width.parse().unwrap_or(usize::MAX), height.parse().unwrap_or(usize::MAX)))
}

/// Reads a level.
pub(crate) fn read(text: &str) -> Result<Course, LevelError> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line)).peekable();
    while lines.next_if(|(_, line)| line.trim().is_empty()).is_some() {}
    let Some((first, line)) = lines.next() else {
        let help = "a level begins with its size, such as `5x4`";
        return Err(LevelError::new(Place::new(1, 1), "the level is empty").help(help));
    };
    let size = read_size(first, line, most_cells(text))?;
    let mut board = Board::new(size);
    for y in 0..size.1 {
        match lines.next_if(|(_, line)| !line.trim().is_empty()) {
            Some((number, line)) => board.row(y, number, line)?,
            None => {
                let number = lines.peek().map_or(first + y, |&(number, _)| number);
                let message = format!("row {} of {} is missing", y + 1, size.1);
                return Err(LevelError::new(Place::new(number, 1), message).help(format!(
                    "the first line says {}x{}; a row of nothing is written `x`",
                    size.0, size.1
                )));
            }
        }
    }
    if let Some(&(number, line)) = lines.peek().filter(|(_, line)| !line.trim().is_empty()) {
        let (at, word) = words(line).next().unwrap_or((1, ""));
        let message = format!("the board has {} rows: expected a blank line before the cards", size.1);
        return Err(LevelError::new(span(number, at, word), message));
    }
    while lines.next_if(|(_, line)| line.trim().is_empty()).is_some() {}

    let mut cards = Vec::new();
    let end = lines.peek().map_or(text.lines().count(), |&(number, _)| number);
    while let Some((number, line)) = lines.next_if(|(_, line)| !line.trim().is_empty()) {
        for (at, word) in words(line) {
            cards.push(read_card(number, at, word)?);
        }
    }
    if cards.is_empty() {
        let help = "after the board and a blank line: cards such as `1- 2/ 1/2-`";
        return Err(LevelError::new(Place::new(end, 1), "the level has no cards").help(help));
    }
    let solutions = lines.filter(|(_, line)| !line.trim().is_empty()).map(|(number, line)| {
        let written = line.trim();
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        (written.to_string(), span(number, column, written))
    });
    let solutions = solutions.collect();
    board.finish(first, cards, solutions)
}

fn span(line: usize, column: usize, word: &str) -> Place {
    Place::span(line, column, word.chars().count())
}

/// Reads the size, of at most `most` cells. It is limited since memory is allocated before the rows are
/// read.
fn read_size(number: usize, line: &str, most: usize) -> Result<(usize, usize), LevelError> {
    let written = line.trim();
    let place = span(number, line.chars().take_while(|c| c.is_whitespace()).count() + 1, written);
    let Some((width, height)) = size(written) else {
        let message = format!("expected the size of the board, such as `5x4`, found `{}`", shown(written));
        return Err(LevelError::new(place, message).help("the number of columns, an `x`, the number of rows"));
    };
    match width.checked_mul(height) {
        Some(0) => Err(LevelError::new(place, "the board has no cells")),
        Some(cells) if cells <= most.min(MAX_CELLS) => Ok((width, height)),
        Some(..=MAX_CELLS) => Err(mostly_unwritten(place, (width, height))),
        _ => Err(LevelError::new(place, "the board is too large")
            .help(format!("width times height may be at most {MAX_CELLS}"))),
    }
}

fn read_card(number: usize, at: usize, word: &str) -> Result<Card, LevelError> {
    let shape = "a card is steps written together: `3-` rolls 3, `2/` jumps 2, `1/2-` jumps 1 and rolls 2";
    match notation::card(word) {
        Ok((card, "")) => Ok(card),
        Ok((card, rest)) => {
            let column = at + word.chars().count() - rest.chars().count();
            let message = format!("expected a blank after the card {card}, found `{}`", shown(rest));
            let played = notation::read(word).is_ok();
            let help = if played { "solutions come after a blank line" } else { shape };
            Err(LevelError::new(span(number, column, rest), message).help(help))
        }
        Err(wrong) => {
            let rest = &word[wrong.after..];
            Err(LevelError::new(span(number, at + wrong.after, rest), wrong.message).help(shape))
        }
    }
}

/// A word as it is quoted in a message: escaped, and shortened if it is long.
fn shown(word: &str) -> String {
    let start: String = word.chars().take(20).flat_map(char::escape_debug).collect();
    if word.chars().nth(20).is_some() { start + "…" } else { start }
}

/// A part of a cell.
pub(crate) enum Part {
    Height(u32),
    Kind(Kind),
    Ball,
    Flag,
}

/// The part of the board that was read so far.
struct Board {
    size: (usize, usize),
    tiles: Vec<Option<Tile>>,
    ball: Option<(Cell, Place)>,
    flag: Option<(Cell, Place)>,
    /// The cells and places of the warps, by number.
    warps: BTreeMap<u32, Vec<(Cell, Place)>>,
}

impl Board {
    fn new(size: (usize, usize)) -> Self {
        Board { size, tiles: Vec::new(), ball: None, flag: None, warps: BTreeMap::new() }
    }

    /// Reads the next row. A short row ends in nothing.
    fn row(&mut self, y: usize, number: usize, line: &str) -> Result<(), LevelError> {
        self.tiles.resize((y + 1) * self.size.0, None);
        for (x, (at, word)) in words(line).enumerate() {
            if x == self.size.0 {
                let cells = words(line).count();
                let place = Place::span(number, at, line.trim_end().chars().count() + 1 - at);
                let message = format!("row {} has {cells} cells, but the board is {x} wide", y + 1);
                return Err(LevelError::new(place, message));
            }
            self.cell(Cell((y * self.size.0 + x) as u32), number, at, word)?;
        }
        Ok(())
    }

    fn cell(&mut self, cell: Cell, number: usize, at: usize, word: &str) -> Result<(), LevelError> {
        if word == "x" {
            return Ok(());
        }
        let (mut height, mut kind) = (None, None);
        let mut column = at;
        for written in word.split(',') {
            let place = span(number, column, written);
            let again = match part(written, place)? {
                Part::Height(value) => height.replace(value).is_some(),
                Part::Kind(value) => {
                    if let Kind::Warp(number) = value {
                        self.warps.entry(number).or_default().push((cell, place));
                    }
                    kind.replace(value).is_some()
                }
                Part::Ball => one("ball", &mut self.ball, cell, place, kind.replace(Kind::Flat))?,
                Part::Flag => one("flag", &mut self.flag, cell, place, kind.replace(Kind::Flat))?,
            };
            if again {
                let message = format!("`{}` is one part too many for a cell", shown(written));
                let help = "a cell has at most one height and at most one kind";
                return Err(LevelError::new(place, message).help(help));
            }
            column += written.chars().count() + 1;
        }
        let (height, kind) = (height.unwrap_or(0), kind.unwrap_or(Kind::Flat));
        self.tiles[cell.index()] = Some(Tile { height, kind });
        Ok(())
    }

    /// Validates the level: it has a ball and a flag, and every warp has a twin.
    fn finish(
        self,
        first: usize,
        cards: Vec<Card>,
        solutions: Vec<(String, Place)>,
    ) -> Result<Course, LevelError> {
        let found = |what: &str, found: Option<(Cell, Place)>| {
            found.map(|(cell, _)| cell).ok_or_else(|| {
                let message = format!("there is no {what}: one cell must be `{what}`");
                LevelError::new(Place::new(first, 1), message).help(format!("such as `0,{what}`"))
            })
        };
        let (ball, flag) = (found("ball", self.ball)?, found("flag", self.flag)?);
        let mut twins = HashMap::new();
        for (number, warps) in &self.warps {
            match warps[..] {
                [(a, _), (b, _)] => twins.extend([(a, b), (b, a)]),
                [(_, place)] => {
                    return Err(LevelError::new(place, format!("warp {number} has no twin"))
                        .help("each number of a warp occurs exactly twice"));
                }
                [(_, one), (_, two), (_, place), ..] => {
                    let message = format!(
                        "a third warp {number}: the others are at line {}, column {} and line {}, column {}",
                        one.line, one.column, two.line, two.column
                    );
                    return Err(
                        LevelError::new(place, message).help("each number of a warp occurs exactly twice")
                    );
                }
                [] => {}
            }
        }
        Ok(Course { size: self.size, tiles: self.tiles, twins, ball, flag, cards, solutions })
    }
}

/// Notes the ball or the flag, of which there is only one. Returns whether its cell already has a kind.
fn one(
    what: &str,
    known: &mut Option<(Cell, Place)>,
    cell: Cell,
    place: Place,
    kind: Option<Kind>,
) -> Result<bool, LevelError> {
    match known.replace((cell, place)) {
        Some((_, first)) => {
            let message =
                format!("a second {what}: the first is at line {}, column {}", first.line, first.column);
            Err(LevelError::new(place, message).help("a level has one ball and one flag"))
        }
        None => Ok(kind.is_some()),
    }
}

/// Reads a part of a cell.
pub(crate) fn part(written: &str, place: Place) -> Result<Part, LevelError> {
    if !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit()) {
        let height = written.parse().ok().filter(|&height| height <= HIGHEST);
        return height
            .map(Part::Height)
            .ok_or_else(|| LevelError::new(place, format!("a height can be at most {HIGHEST}")));
    }
    if let Some(&(_, kind)) = KINDS.iter().find(|(name, _)| *name == written) {
        return Ok(Part::Kind(kind));
    }
    match (written, written.strip_prefix("warp")) {
        ("ball", _) => return Ok(Part::Ball),
        ("flag", _) => return Ok(Part::Flag),
        (_, Some("")) => return Ok(Part::Kind(Kind::Warp(0))),
        (_, Some(number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            let number = number.parse().map_err(|_| {
                LevelError::new(place, format!("the number of a warp can be at most {}", u32::MAX))
            });
            return number.map(|number| Part::Kind(Kind::Warp(number)));
        }
        _ => {}
    }
    let message = match written {
        "" => "a part of the cell is missing at the comma".to_string(),
        "x" => "nothing (`x`) cannot have a height or a kind".to_string(),
        _ => format!("`{}` is not a tile", shown(written)),
    };
    Err(LevelError::new(place, message).help(
        "expected a height, flag, ball, up, down, left, right, /tl … /br, sand, quick, water, boing, \
         ice, icetl … icebr, warp0 …, *n, *e, *s or *w",
    ))
}

/// Writes a level with aligned columns.
pub(crate) fn write(course: &Course) -> String {
    let (width, height) = course.size;
    let cells: Vec<String> = (0..course.tiles.len()).map(|at| word(course, Cell(at as u32))).collect();
    let wide: Vec<usize> =
        (0..width).map(|x| (0..height).map(|y| cells[y * width + x].len()).max().unwrap_or(0)).collect();
    let mut text = format!("{width}x{height}\n");
    for row in cells.chunks(width) {
        let padded = row.iter().zip(&wide).map(|(cell, &wide)| format!("{cell:wide$}"));
        text += padded.collect::<Vec<_>>().join(" ").trim_end();
        text.push('\n');
    }
    text.push('\n');
    text += &course.cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    text.push('\n');
    if !course.solutions.is_empty() {
        text.push('\n');
        course.solutions.iter().for_each(|(solution, _)| text += &format!("{solution}\n"));
    }
    text
}

/// A cell as it is written.
fn word(course: &Course, cell: Cell) -> String {
    let Some(Tile { height, kind }) = course.tile(cell) else { return "x".into() };
    match kind {
        _ if cell == course.ball => tile(height, "ball"),
        _ if cell == course.flag => tile(height, "flag"),
        _ => tile(height, &name(kind)),
    }
}

/// A tile as it is written.
pub(crate) fn tile(height: u32, kind: &str) -> String {
    if kind.is_empty() { height.to_string() } else { format!("{height},{kind}") }
}

/// The name of a kind; empty for flat ground.
pub(crate) fn name(kind: Kind) -> String {
    match kind {
        Kind::Warp(number) => format!("warp{number}"),
        _ => KINDS.iter().find(|(_, other)| *other == kind).map_or("", |(name, _)| name).to_string(),
    }
}
