//! Where a rule matches.
//!
//! Rows are tried cell by cell, from every cell from which they fit on the board. Rules that move along rows visit
//! cells row by row, the others column by column. With an ellipsis, each number of skipped cells is a match of
//! its own.

use super::board::Board;
use super::work::Work;
use crate::game::{MaskRow, Pattern};
use crate::mask::Mask;
use crate::rule_text::Heading;

/// A match of a row: the first cell of each of its parts.
pub type Match = [u32; 3];

/// The cell after another one in a direction, as a difference of numbers.
pub fn step(board: &Board, direction: Heading) -> isize {
    match direction {
        Heading::Up => -1,
        Heading::Down => 1,
        Heading::Left => -(board.height as isize),
        Heading::Right => board.height as isize,
    }
}

/// Whether a cell is as a pattern wants it.
pub fn cell_matches(board: &Board, pattern: &Pattern, cell: usize) -> bool {
    let objects = board.objects(cell);
    pattern.present.is_subset(objects)
        && !pattern.missing.meets(objects)
        && pattern.any.iter().all(|any| any.meets(objects))
        && movements_match(board, &pattern.moving, &pattern.still, cell)
}

fn movements_match(board: &Board, moving: &Mask, still: &Mask, cell: usize) -> bool {
    let movements = board.movements(cell);
    moving.is_subset(movements) && !still.meets(movements)
}

/// Whether a part matches from a cell on.
fn part_matches(board: &Board, part: &[Pattern], cell: usize, step: isize, work: &mut Work<'_>) -> bool {
    let place = |number: usize| (cell as isize + step * number as isize) as usize;
    let mut patterns = part.iter().enumerate();
    patterns.all(|(number, pattern)| {
        work.add(board.cell_words() * (1 + pattern.any.len())) && cell_matches(board, pattern, place(number))
    })
}

/// Whether a match of a row still holds.
pub(super) fn still_matches(
    board: &Board,
    row: &MaskRow,
    direction: Heading,
    at: &Match,
    work: &mut Work<'_>,
) -> bool {
    let step = step(board, direction);
    row.parts.iter().zip(at).all(|(part, &cell)| part_matches(board, part, cell as usize, step, work))
}

/// The most matches of the rows of a rule that are kept, for each cell of the board and besides.
const MAX_MATCHES: (usize, usize) = (8, 1 << 17);

/// All matches of a row, in order, as far as the move may go on. Only so many are kept with the `kept` ones of other
/// rows: with more, the move never comes to rest.
pub(super) fn matches(
    board: &Board,
    row: &MaskRow,
    direction: Heading,
    kept: usize,
    work: &mut Work<'_>,
) -> Vec<Match> {
    let mut found = Vec::new();
    let (width, height) = (board.width, board.height);
    let along = if matches!(direction, Heading::Left | Heading::Right) { width } else { height };
    let across = width + height - along;
    let Some(room) = along.checked_sub(row.length()) else {
        return found;
    };
    let most = (board.cells() * MAX_MATCHES.0 + MAX_MATCHES.1).saturating_sub(kept);
    let step = step(board, direction);
    for line in 0..across {
        for offset in 0..=room {
            // The row needs `length` cells from here in its direction.
            let (x, y) = match direction {
                Heading::Right => (offset, line),
                Heading::Left => (offset + row.length() - 1, line),
                Heading::Down => (line, offset),
                Heading::Up => (line, offset + row.length() - 1),
            };
            let start = x * height + y;
            if part_matches(board, &row.parts[0], start, step, work) {
                let spare = match direction {
                    Heading::Right | Heading::Down => room - offset,
                    Heading::Left | Heading::Up => offset,
                };
                match row.parts.as_slice() {
                    [_] => found.push([start as u32, 0, 0]),
                    parts => with_gaps(board, parts, (start, step), spare, most, &mut found, work),
                }
            }
            if found.len() > most {
                work.end();
            }
            if work.is_over() {
                return found;
            }
        }
    }
    found
}

/// The matches of a row with one or two ellipses whose first part is in place.
fn with_gaps(
    board: &Board,
    parts: &[Vec<Pattern>],
    (start, step): (usize, isize),
    spare: usize,
    most: usize,
    found: &mut Vec<Match>,
    work: &mut Work<'_>,
) {
    let after = |cell: usize, cells: usize| (cell as isize + step * cells as isize) as usize;
    for first in 0..=spare {
        let second_part = after(start, parts[0].len() + first);
        if work.is_over() || found.len() > most {
            return;
        }
        if !part_matches(board, &parts[1], second_part, step, work) {
            continue;
        }
        let Some(third) = parts.get(2) else {
            found.push([start as u32, second_part as u32, 0]);
            continue;
        };
        for second in 0..=spare - first {
            let third_part = after(second_part, parts[1].len() + second);
            if part_matches(board, third, third_part, step, work) {
                found.push([start as u32, second_part as u32, third_part as u32]);
            }
            if work.is_over() || found.len() > most {
                return;
            }
        }
    }
}
