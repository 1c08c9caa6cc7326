//! What an edit does to a grid, in every game alike.
//!
//! A brush used again where it has painted goes on to its next word; a single thing leaves the
//! place where it was; what stands on corners goes along when the board grows or shrinks. An edit
//! that cannot be made says why and changes nothing.

use super::{Brush, Edit, Editor, MAX_CELLS, Spot, TextGrid};
use crate::Direction;

/// The longest side that a board can grow to.
pub const MAX_SIDE: usize = 200;

/// Makes an edit. Which of the brush's words was painted, or why it cannot be made.
pub fn apply(editor: &dyn Editor, grid: &mut TextGrid, edit: &Edit) -> Result<Option<usize>, String> {
    let before = grid.clone();
    let painted = make(editor, grid, edit)?;
    match editor.misread(grid) {
        None => Ok(painted),
        Some(reason) => {
            *grid = before;
            Err(reason)
        }
    }
}

fn make(editor: &dyn Editor, grid: &mut TextGrid, edit: &Edit) -> Result<Option<usize>, String> {
    match *edit {
        Edit::Paint { brush, x, y, variant } => {
            let brushes = editor.brushes();
            let brush = brushes.get(brush).ok_or("there is no such brush")?;
            paint(editor, grid, brush, (x, y), variant).map(Some)
        }
        Edit::Erase { spot, x, y } => erase(editor, grid, spot, (x, y)).map(|()| None),
        Edit::Grow { edge } => grow(editor.blank(), grid, edge).map(|()| None),
        Edit::Shrink { edge } => shrink(grid, edge).map(|()| None),
        Edit::Set { ref field, ref value } => {
            let known = grid.fields.iter_mut().find(|known| known.name == field.as_str());
            known.ok_or("there is no such field")?.value = one_line(value);
            Ok(None)
        }
    }
}

fn paint(
    editor: &dyn Editor,
    grid: &mut TextGrid,
    brush: &Brush,
    (x, y): (usize, usize),
    variant: Option<usize>,
) -> Result<usize, String> {
    let before = match brush.spot {
        Spot::Cell => Some(grid.cell(x, y).ok_or("there is no such cell")?),
        Spot::Corner if grid.has_corner(x, y) => grid.corners.get(&(x, y)).map(String::as_str),
        Spot::Corner => return Err("there is no such corner".into()),
    };
    let shown = |paint: &String| match brush.spot {
        Spot::Cell => before.is_some_and(|word| editor.shows(word, paint)),
        Spot::Corner => before == Some(paint),
    };
    let next = || brush.words.iter().position(shown).map_or(0, |at| (at + 1) % brush.words.len());
    let variant = variant.unwrap_or_else(next);
    let paint = brush.words.get(variant).ok_or("the brush has no such variant")?;
    match brush.spot {
        Spot::Corner => _ = grid.corners.insert((x, y), paint.clone()),
        Spot::Cell => {
            let painted = editor.over(before.unwrap_or_default(), paint);
            if brush.single {
                for word in &mut grid.cells {
                    take_away(editor, word, &brush.words);
                }
            }
            // The cell is there, or `before` would have been an error.
            if let Some(index) = grid.index(x, y) {
                grid.cells[index] = painted;
            }
        }
    }
    Ok(variant)
}

/// Takes parts from the top of a word until none of `paints` is to be seen in it.
fn take_away(editor: &dyn Editor, word: &mut String, paints: &[String]) {
    while paints.iter().any(|paint| editor.shows(word, paint)) {
        let less = editor.without(word);
        if less == *word {
            break;
        }
        *word = less;
    }
}

fn erase(editor: &dyn Editor, grid: &mut TextGrid, spot: Spot, (x, y): (usize, usize)) -> Result<(), String> {
    match spot {
        Spot::Cell => {
            let index = grid.index(x, y).ok_or("there is no such cell")?;
            grid.cells[index] = editor.without(&grid.cells[index]);
        }
        // What stands outside the board by mistake can be erased, too.
        Spot::Corner => {
            if grid.corners.remove(&(x, y)).is_none() && !grid.has_corner(x, y) {
                return Err("there is no such corner".into());
            }
        }
    }
    Ok(())
}

fn grow(blank: &str, grid: &mut TextGrid, edge: Direction) -> Result<(), String> {
    let (width, height) = (grid.width, grid.height);
    let side = if is_beside(edge) { width } else { height };
    if side >= MAX_SIDE {
        return Err(format!("a board cannot grow beyond {MAX_SIDE} rows or columns"));
    }
    let more = if is_beside(edge) { height } else { width };
    if width * height + more > MAX_CELLS {
        return Err(format!("a board cannot grow beyond {MAX_CELLS} cells"));
    }
    let rows = grid.rows().map(<[String]>::to_vec);
    let blank = || blank.to_string();
    let mut rows: Vec<Vec<String>> = rows.collect();
    match edge {
        Direction::Right => rows.iter_mut().for_each(|row| row.push(blank())),
        Direction::Left => rows.iter_mut().for_each(|row| row.insert(0, blank())),
        Direction::Up => rows.insert(0, vec![blank(); width]),
        Direction::Down => rows.push(vec![blank(); width]),
    }
    lay(grid, rows);
    let (right, down) = (usize::from(edge == Direction::Left), usize::from(edge == Direction::Up));
    let corners = std::mem::take(&mut grid.corners);
    grid.corners = corners.into_iter().map(|((x, y), word)| ((x + right, y + down), word)).collect();
    Ok(())
}

fn shrink(grid: &mut TextGrid, edge: Direction) -> Result<(), String> {
    let side = if is_beside(edge) { grid.width } else { grid.height };
    if side <= 1 {
        return Err("nothing would be left of the board".into());
    }
    let mut rows: Vec<Vec<String>> = grid.rows().map(<[String]>::to_vec).collect();
    match edge {
        Direction::Right => rows.iter_mut().for_each(|row| _ = row.pop()),
        Direction::Left => rows.iter_mut().for_each(|row| _ = row.remove(0)),
        Direction::Up => _ = rows.remove(0),
        Direction::Down => _ = rows.pop(),
    }
    lay(grid, rows);
    let (left, up) = (usize::from(edge == Direction::Left), usize::from(edge == Direction::Up));
    let corners = std::mem::take(&mut grid.corners).into_iter();
    let moved = corners.filter_map(|((x, y), word)| Some(((x.checked_sub(left)?, y.checked_sub(up)?), word)));
    let moved: Vec<_> = moved.collect();
    grid.corners = moved.into_iter().filter(|&((x, y), _)| grid.has_corner(x, y)).collect();
    Ok(())
}

/// Whether an edge is the left or the right one.
fn is_beside(edge: Direction) -> bool {
    matches!(edge, Direction::Left | Direction::Right)
}

/// Puts rows of equal length in place of those that were there.
fn lay(grid: &mut TextGrid, rows: Vec<Vec<String>>) {
    grid.width = rows.first().map_or(0, Vec::len);
    grid.height = rows.len();
    grid.cells = rows.into_iter().flatten().collect();
}

/// A value as it can stand in one line of a text: its words, a blank between them.
fn one_line(value: &str) -> String {
    let words = value.split(|c: char| c.is_control() || c.is_whitespace());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
