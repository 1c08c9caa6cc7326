//! Edits of levels with their expected results: a text that is broken and fixed, a cell that is erased,
//! a stroke, an edge that grows.
//!
//! All of them are found by trying the game's own editor, so that a check knows which text the page
//! must show.

use unriddle_games::read_as;
use unriddle_kit::Place;
use unriddle_kit::editing::{Edit, Spot, TextGrid, apply};

use super::levels::Chosen;

/// A character of a level's text replaced by an invalid one, and the paint that fixes it.
pub struct Damage {
    /// The line of the character, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// The character that is typed there.
    pub typed: char,
    /// The broken text.
    pub text: String,
    /// The place of the game's error.
    pub place: Place,
    /// The brush that fixes it.
    pub brush: usize,
    /// The cell to paint.
    pub cell: (usize, usize),
    /// The text after that.
    pub fixed: String,
}

impl Damage {
    /// The first damage to a level that a brush fixes, found by trying.
    pub fn of(chosen: &Chosen) -> Damage {
        let lines = chosen.text.lines().enumerate();
        let places =
            lines.flat_map(|(at, line)| (1..=line.chars().count()).map(move |column| (at + 1, column)));
        places
            .filter_map(|(line, column)| Damage::at(chosen, line, column))
            .next()
            .unwrap_or_else(|| panic!("{}: no damage can be fixed by painting", chosen.id))
    }

    fn at(chosen: &Chosen, line: usize, column: usize) -> Option<Damage> {
        let typed = '¿';
        let text = replace(&chosen.text, line, column, typed);
        let place = read_as(chosen.game, &text, &[]).err()?.error.place;
        if (place.line, place.column) != (line, column) {
            return None;
        }
        let editor = chosen.game.editor();
        let grid = editor.grid(&text).ok()?;
        let spots = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| (x, y)));
        let cells = spots.filter(|&(x, y)| grid.cell(x, y).is_some_and(|word| word.contains(typed)));
        let tries = cells.flat_map(|cell| (0..editor.brushes().len()).map(move |brush| (cell, brush)));
        for ((x, y), brush) in tries {
            let mut grid = grid.clone();
            let painted = apply(editor, &mut grid, &Edit::Paint { brush, x, y, variant: None });
            let fixed = editor.write(&grid);
            if painted.is_ok() && read_as(chosen.game, &fixed, &[]).is_ok() {
                return Some(Damage { line, column, typed, text, place, brush, cell: (x, y), fixed });
            }
        }
        None
    }
}

/// A text with another character at a place.
fn replace(text: &str, line: usize, column: usize, new: char) -> String {
    let changed = |(at, whole): (usize, &str)| {
        let characters = whole.chars().enumerate();
        let put = |(n, old)| if (at + 1, n + 1) == (line, column) { new } else { old };
        characters.map(put).collect::<String>()
    };
    text.split('\n').enumerate().map(changed).collect::<Vec<_>>().join("\n")
}

/// A cell that changes a level's text when it is erased.
pub struct Erasure {
    /// The cell.
    pub cell: (usize, usize),
    /// The text after that.
    pub after: String,
}

impl Erasure {
    /// The first such cell.
    pub fn of(chosen: &Chosen) -> Erasure {
        let editor = chosen.game.editor();
        let grid = grid(chosen);
        let cells = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| (x, y)));
        let erased = |cell: (usize, usize)| {
            let mut grid = grid.clone();
            let (x, y) = cell;
            apply(editor, &mut grid, &Edit::Erase { spot: Spot::Cell, x, y }).ok()?;
            let after = editor.write(&grid);
            (after != chosen.text).then_some(Erasure { cell, after })
        };
        cells.filter_map(erased).next().expect("something can be erased")
    }
}

/// A row of cells that is painted in one stroke.
pub struct Stroke {
    /// The brush.
    pub brush: usize,
    /// The cells, from left to right.
    pub cells: Vec<(usize, usize)>,
    /// The text after that.
    pub after: String,
}

impl Stroke {
    /// The first that changes every cell of a row.
    pub fn of(chosen: &Chosen) -> Stroke {
        let grid = grid(chosen);
        let brushes = 0..chosen.game.editor().brushes().len();
        let tries = brushes.flat_map(|brush| (0..grid.height).map(move |y| (brush, y)));
        tries
            .filter_map(|(brush, y)| Stroke::along(chosen, &grid, brush, y))
            .next()
            .unwrap_or_else(|| panic!("{}: no row can be painted as a whole", chosen.id))
    }

    fn along(chosen: &Chosen, grid: &TextGrid, brush: usize, y: usize) -> Option<Stroke> {
        let editor = chosen.game.editor();
        let cells: Vec<_> = (0..grid.width).map(|x| (x, y)).collect();
        let mut painted = grid.clone();
        let mut variant = None;
        for &(x, y) in &cells {
            let before = painted.clone();
            let done = apply(editor, &mut painted, &Edit::Paint { brush, x, y, variant }).ok()?;
            variant = variant.or(done);
            if painted == before {
                return None;
            }
        }
        Some(Stroke { brush, cells, after: editor.write(&painted) })
    }
}

/// The text after some edits.
pub fn edited(chosen: &Chosen, edits: &[Edit]) -> String {
    let editor = chosen.game.editor();
    let mut grid = grid(chosen);
    for edit in edits {
        apply(editor, &mut grid, edit).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
    }
    editor.write(&grid)
}

fn grid(chosen: &Chosen) -> TextGrid {
    chosen.game.editor().grid(&chosen.text).expect("the text of a level has a board")
}
