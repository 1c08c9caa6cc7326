//! Text in and out: the map of a maze, and lists of moves.
//!
//! A map is read in one pass over its bytes. A row is first tested for anything but `#` and `.`, which the
//! compiler vectorises. Only the few other rows are parsed byte by byte. Three neighbouring rows at a time
//! then give the exits of the cells of the middle one. Apart from the text this takes one byte per cell, and
//! about 20 ms for 5001 × 5001 cells.

use unriddle_kit::{Direction, LevelError, Place, PlayError};
use unriddle_search::Cost;

use super::level::{Maze, cells_with_ring, open_cell, stride, strides};
use super::moves::Move;
use super::state::{Cell, Pose};

/// Reads a map.
pub(super) fn read(text: &str, step_cost: Cost, turn_cost: Cost) -> Result<Maze, LevelError> {
    let mut rows = Rows::new(text)?;
    let width = rows.width;
    let outside = vec![b'#'; width];
    let mut ways = Vec::with_capacity(text.len() + 3 * stride(width));
    ways.resize(stride(width), 0);
    let (mut above, mut here) = (outside.as_slice(), rows.next()?);
    while let Some(row) = here {
        let next = rows.next()?;
        push_row(&mut ways, above, row, next.unwrap_or(&outside));
        (above, here) = (row, next);
    }
    ways.resize(ways.len() + stride(width) + 1, 0);
    let height = rows.line;
    let missing = |what: &str, sign: char| {
        let message = format!("there is no {what}: one cell must be `{sign}`");
        LevelError::new(Place::new(1, 1), message)
    };
    let cell = |(x, y): (usize, usize)| Cell(((y + 1) * stride(width) + x + 1) as u32);
    let origin = cell(rows.start.ok_or_else(|| missing("start", 'S'))?);
    let goal = cell(rows.goal.ok_or_else(|| missing("goal", 'E'))?);
    let start = Pose::new(origin, Direction::Right);
    let mut maze =
        Maze { width, height, ways, strides: strides(width), origin, goal, start, step_cost, turn_cost };
    maze.begin_at(start);
    Ok(maze)
}

/// Appends the bytes of a row of cells, with the wall to its left.
fn push_row(ways: &mut Vec<u8>, above: &[u8], row: &[u8], below: &[u8]) {
    let open = |byte: u8| u8::from(byte != b'#');
    ways.push(0);
    let first = ways.len();
    ways.extend(
        above
            .iter()
            .zip(below)
            .map(|(&up, &down)| open(up) << Direction::Up as u8 | open(down) << Direction::Down as u8),
    );
    let cells = &mut ways[first..];
    for (cell, &right) in cells.iter_mut().zip(&row[1..]) {
        *cell |= open(right) << Direction::Right as u8;
    }
    for (cell, &left) in cells[1..].iter_mut().zip(row) {
        *cell |= open(left) << Direction::Left as u8;
    }
    for (cell, &byte) in cells.iter_mut().zip(row) {
        *cell = if byte == b'#' { 0 } else { open_cell(*cell) };
    }
}

/// The rows of a map, each validated before it is returned.
struct Rows<'a> {
    rest: &'a [u8],
    /// The text of the map, to quote characters that do not belong there.
    text: &'a str,
    width: usize,
    /// The number of lines read so far.
    line: usize,
    start: Option<(usize, usize)>,
    goal: Option<(usize, usize)>,
}

impl<'a> Rows<'a> {
    fn new(text: &'a str) -> Result<Self, LevelError> {
        let text = text.trim_ascii_end();
        if text.is_empty() {
            let error = LevelError::new(Place::new(1, 1), "the maze is empty");
            return Err(error.help("a maze is rows of `#`, `.`, one `S` and one `E`"));
        }
        let rest = text.as_bytes();
        let width = line_of(rest).trim_ascii_end().len();
        if width == 0 {
            let error = LevelError::new(Place::new(1, 1), "the first line is blank");
            return Err(error.help("a maze begins on the first line"));
        }
        Ok(Rows { rest, text, width, line: 0, start: None, goal: None })
    }

    /// The next row, if there is one.
    fn next(&mut self) -> Result<Option<&'a [u8]>, LevelError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if cells_with_ring(self.width, self.line).is_none() {
            let error = LevelError::new(Place::new(self.line, 1), "the maze has too many cells");
            return Err(error.help("a maze can have about a billion cells"));
        }
        let (row, after) = match self.plain_row() {
            Some(found) => found,
            None => self.any_row()?,
        };
        self.rest = after;
        Ok(Some(row))
    }

    /// Reads a row of the right length that has only walls and floor, which is the common and fast case.
    /// Returns the row and the text after its line.
    fn plain_row(&self) -> Option<(&'a [u8], &'a [u8])> {
        let (row, after) = self.rest.split_at_checked(self.width)?;
        let after = match after {
            [] => &[],
            [b'\n', after @ ..] | [b'\r', b'\n', after @ ..] => after,
            _ => return None,
        };
        let odd = row.iter().fold(false, |odd, &byte| odd | (byte != b'#') & (byte != b'.'));
        (!odd).then_some((row, after))
    }

    /// Reads any row, or finds what is wrong with it. Returns the row and the text after its line.
    fn any_row(&mut self) -> Result<(&'a [u8], &'a [u8]), LevelError> {
        let line = line_of(self.rest);
        let row = line.trim_ascii_end();
        for (x, &byte) in row.iter().enumerate() {
            match byte {
                b'#' | b'.' => {}
                b'S' => self.note('S', x)?,
                b'E' => self.note('E', x)?,
                _ => return Err(self.stranger(x)),
            }
        }
        if row.len() != self.width {
            return Err(self.ragged(row.len()));
        }
        Ok((row, self.rest.get(line.len() + 1..).unwrap_or(&[])))
    }

    /// Notes the start or the goal, of which there is exactly one.
    fn note(&mut self, sign: char, x: usize) -> Result<(), LevelError> {
        let line = self.line;
        let (known, what) = if sign == 'S' { (&mut self.start, "start") } else { (&mut self.goal, "goal") };
        match known.replace((x, line - 1)) {
            None => Ok(()),
            Some((first_x, first_y)) => {
                let (first_line, first_column) = (first_y + 1, first_x + 1);
                let message = format!(
                    "a second {what} `{sign}`: the first is at line {first_line}, column {first_column}"
                );
                Err(LevelError::new(Place::new(line, x + 1), message).help("a maze has one of each"))
            }
        }
    }

    /// The error for a character that does not belong in a map. Those before it in the row take one byte
    /// each.
    fn stranger(&self, x: usize) -> LevelError {
        let at = self.text.len() - self.rest.len() + x;
        let message = match self.text[at..].chars().next() {
            Some(' ') => "unexpected blank".to_string(),
            Some(sign) => format!("unexpected character `{}`", sign.escape_debug()),
            None => "unexpected end".to_string(),
        };
        let help = "expected `#` (wall), `.` (floor), `S` (start) or `E` (goal)";
        LevelError::new(Place::new(self.line, x + 1), message).help(help)
    }

    /// The error for a row of another length than the first. Its place is that of the first missing cell or
    /// of the excess cells.
    fn ragged(&self, length: usize) -> LevelError {
        let (line, width) = (self.line, self.width);
        let place = if length < width {
            Place::new(line, length + 1)
        } else {
            Place::span(line, width + 1, length - width)
        };
        let cells = |n: usize| if n == 1 { "1 cell".to_string() } else { format!("{n} cells") };
        let message = format!("row {line} has {}, but the first row has {}", cells(length), cells(width));
        LevelError::new(place, message).help("all rows must have the same length")
    }
}

/// The bytes up to the end of the line.
fn line_of(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    &bytes[..end.unwrap_or(bytes.len())]
}

/// Writes a map.
pub(super) fn write(maze: &Maze) -> String {
    let mut text = String::with_capacity((maze.width + 1) * maze.height);
    for y in 0..maze.height {
        for x in 0..maze.width {
            text.push(sign(maze, maze.cell((x, y))));
        }
        text.push('\n');
    }
    text
}

/// The character of a cell.
pub(super) fn sign(maze: &Maze, cell: Cell) -> char {
    match cell {
        _ if cell == maze.origin => 'S',
        _ if cell == maze.goal => 'E',
        _ if maze.is_open(cell) => '.',
        _ => '#',
    }
}

/// The letter of a move.
pub(super) fn letter(mv: Move) -> char {
    match mv {
        Move::Forward => 'F',
        Move::Left => 'L',
        Move::Right => 'R',
    }
}

/// Writes moves, with a run of steps as one word: `F4 L F`.
pub(super) fn write_moves(moves: &[Move]) -> String {
    let runs = moves.chunk_by(|&a, &b| a == Move::Forward && b == Move::Forward);
    let words = runs.map(|run| match run.len() {
        1 => letter(run[0]).to_string(),
        many => format!("{}{many}", letter(run[0])),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Reads moves: letters or words in either case, each with an optional number of repetitions. Blanks and
/// commas are optional. A number above `most` is rejected. So are numbers that add up to more than `all`
/// moves, unless the text is at least as long.
pub(super) fn read_moves(text: &str, most: usize, all: usize) -> Result<Vec<Move>, PlayError> {
    let all = all.max(text.len());
    const WORDS: [(&str, Move); 6] = [
        ("forward", Move::Forward),
        ("left", Move::Left),
        ("right", Move::Right),
        ("f", Move::Forward),
        ("l", Move::Left),
        ("r", Move::Right),
    ];
    let wrong = |rest: &str, message: String| {
        let column = text[..text.len() - rest.len()].chars().count() + 1;
        Err(PlayError::Unreadable { column, message })
    };
    let gap = |c: char| c.is_whitespace() || c == ',';
    let mut moves = Vec::new();
    let mut rest = text.trim_start_matches(gap);
    while let Some(sign) = rest.chars().next() {
        let word = WORDS
            .iter()
            .find(|(word, _)| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
        let Some(&(word, mv)) = word else {
            let sign = sign.escape_debug();
            return wrong(rest, format!("`{sign}` is not a move: expected F, L or R, as in `F4 L F2`"));
        };
        rest = rest[word.len()..].trim_start_matches(gap);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let count = match &rest[..digits] {
            "" => 1,
            number => number.parse::<usize>().ok().filter(|&count| count <= most).unwrap_or(0),
        };
        if count == 0 {
            return wrong(rest, format!("a move can be repeated 1 to {most} times in a maze of this size"));
        }
        if count > all - moves.len() {
            return wrong(
                rest,
                format!("these are more than {all} moves, and no useful route in this maze is that long"),
            );
        }
        moves.extend(std::iter::repeat_n(mv, count));
        rest = rest[digits..].trim_start_matches(gap);
    }
    Ok(moves)
}
