//! Moves as text: belts by name, or the whole grid with its belts.
//!
//! `3,2>` lays a belt in column 3, row 2 that runs right, and `3,2.` removes it. A layout is written
//! as the rows of the level with the belts in place. Rows may also be separated by `/` or `;`, so that
//! a layout fits into one line. The printed form of other programs is accepted too: one character per
//! cell without blanks, and arrows for belts. Only its arrows on free cells count.
//!
//! A grid must match the level; otherwise the error names the first difference. It stands for the
//! moves that turn a given layout into the one that it shows.

use unriddle_kit::text::words;
use unriddle_kit::{Direction, PlayError};

use super::format;
use super::layout::Layout;
use super::level::{Cell, Factory, Tile};

/// Lays a belt on a free cell, or removes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) cell: Cell,
    pub(crate) belt: Option<Direction>,
}

/// The name of a move: `3,2>`.
pub(crate) fn name(factory: &Factory, mv: Move) -> String {
    let (x, y) = factory.place(mv.cell);
    format!("{},{}{}", x + 1, y + 1, mv.belt.map_or('.', format::sign))
}

/// The direction of a typed or printed arrow.
fn arrow(sign: char) -> Option<Direction> {
    match sign {
        '↑' => Some(Direction::Up),
        '→' => Some(Direction::Right),
        '↓' => Some(Direction::Down),
        '←' => Some(Direction::Left),
        _ => format::direction(sign),
    }
}

/// Parses moves from `layout`: a list of names, or a grid.
pub(crate) fn read(factory: &Factory, layout: &Layout, text: &str) -> Result<Vec<Move>, PlayError> {
    if text.contains(',') { names(factory, text) } else { grid(factory, layout, text) }
}

/// An error at `part`, which is a slice of `text`.
fn unreadable(text: &str, part: &str, message: String) -> PlayError {
    let before = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let column = text.char_indices().take_while(|&(at, _)| at < before).count() + 1;
    PlayError::Unreadable { column, message }
}

/// Parses belts by name, separated by blanks.
fn names(factory: &Factory, text: &str) -> Result<Vec<Move>, PlayError> {
    let read = |word: &str| {
        let wrong = |message: String| unreadable(text, word, message);
        let (place, sign) = word.split_at(word.char_indices().last().map_or(0, |(at, _)| at));
        let belt = match sign.chars().next() {
            Some('.') => Some(None),
            sign => sign.and_then(arrow).map(Some),
        };
        let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
        let at = place.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let (Some(belt), Some((x, y))) = (belt, at) else {
            let shown: String = word.chars().take(20).flat_map(char::escape_debug).collect();
            return Err(wrong(format!(
                "`{shown}` is not a belt: expected column, row and an arrow, such as `3,2>`, or `3,2.` to remove it"
            )));
        };
        let cell = factory.at((x - 1, y - 1)).ok_or_else(|| {
            let (width, height) = factory.size;
            wrong(format!("the board has {width} columns and {height} rows: there is no cell {x},{y}"))
        })?;
        Ok(Move { cell, belt })
    };
    text.split_whitespace().map(read).collect()
}

/// The moves from a layout to the one that a grid shows.
fn grid(factory: &Factory, layout: &Layout, text: &str) -> Result<Vec<Move>, PlayError> {
    let (width, height) = factory.size;
    let rows = text.split(['\n', '/', ';']).filter(|row| {
        let row = row.trim();
        !row.is_empty() && !row.starts_with(':')
    });
    let rows: Vec<&str> = rows.collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut moves = Vec::new();
    for (y, &row) in rows.iter().enumerate() {
        if y == height {
            return Err(unreadable(
                text,
                row,
                format!("the level has {height} rows, the grid has {}", rows.len()),
            ));
        }
        let cells: Vec<&str> = words(row).map(|(_, word)| word).collect();
        let printed = cells.len() == 1 && (width > 1 || format::tile(cells[0]).is_none());
        let count = if printed { cells[0].chars().count() } else { cells.len() };
        if count != width {
            let message =
                format!("row {} of the grid has {count} cells, the level has {width} columns", y + 1);
            return Err(unreadable(text, row.trim_start(), message));
        }
        for x in 0..width {
            let cell = Cell((y * width + x) as u32);
            let (part, belt) = if printed {
                let (at, sign) = cells[0].char_indices().nth(x).unwrap_or((0, '.'));
                (&cells[0][at..], printed_belt(factory.tile(cell), sign))
            } else {
                (cells[x], written_belt(factory.tile(cell), cells[x]))
            };
            let belt = belt.map_err(|found| {
                let place = factory.say(cell);
                let tile = factory.tile(cell);
                let written = format::word(tile);
                unreadable(
                    text,
                    part,
                    format!(
                        "{place}: the level has {} (`{written}`) here, the grid has `{found}`",
                        tile.name()
                    ),
                )
            })?;
            if factory.tile(cell) == Tile::Free && layout.laid(cell) != belt {
                moves.push(Move { cell, belt });
            }
        }
    }
    if rows.len() < height {
        let message = format!("the level has {height} rows, the grid has {}", rows.len());
        return Err(PlayError::Unreadable { column: text.chars().count().max(1), message });
    }
    Ok(moves)
}

/// The belt that a word of a grid shows on a tile, or the word itself if it does not match the tile.
fn written_belt(tile: Tile, word: &str) -> Result<Option<Direction>, String> {
    let mut signs = word.chars();
    let belt = signs.next().and_then(arrow).filter(|_| signs.next().is_none());
    let shown = match belt {
        Some(way) => Some(Tile::Preset(way)),
        None => format::tile(word),
    };
    match (tile, shown) {
        (Tile::Free, Some(Tile::Preset(way))) => Ok(Some(way)),
        _ if shown == Some(tile) => Ok(None),
        _ => Err(word.chars().take(20).flat_map(char::escape_debug).collect()),
    }
}

/// Like [`written_belt`] for a character of the printed form, which does not distinguish kinds.
fn printed_belt(tile: Tile, sign: char) -> Result<Option<Direction>, String> {
    let fits = match tile {
        Tile::Free if sign == '.' => true,
        Tile::Free => match arrow(sign) {
            Some(way) => return Ok(Some(way)),
            None => false,
        },
        Tile::Preset(way) => arrow(sign) == Some(way),
        Tile::Block => sign == '#',
        Tile::Source(_) => sign == '+',
        Tile::AnySource(_) => matches!(sign, '+' | '⧺'),
        Tile::Target(..) => sign == '-',
        Tile::Crossover => sign == '*',
        Tile::Splitter(_) => matches!(sign, 'x' | 'X'),
        Tile::Topper(..) => matches!(sign, '╠' | '╣' | '╦' | '╩'),
        Tile::Bumper(..) => matches!(sign, '├' | '┤' | '┬' | '┴'),
        Tile::Entrance(_) | Tile::Exit(..) => !sign.is_ascii() && arrow(sign).is_none(),
    };
    if fits { Ok(None) } else { Err(sign.escape_debug().to_string()) }
}
