//! What is done to levels in the editor, worked out beforehand: a text that is broken and mended, a
//! cell that is wiped, a stroke, an edge that grows.
//!
//! All of it is found by trying what the game's own easel allows, so that a test knows which text
//! the page must come to.

use unriddle_games::editing::{Edit, Sheet, Spot, apply};
use unriddle_games::{Place, read_as};

use crate::levels::Chosen;

/// A sign of a level's text replaced by one that means nothing, and how painting mends that.
pub struct Damage {
    /// Where the sign stands, from 1.
    pub line: usize,
    /// The same within the line.
    pub column: usize,
    /// What is typed there.
    pub sign: char,
    /// The text then.
    pub text: String,
    /// Where the game says that something is wrong.
    pub place: Place,
    /// The brush that mends it, and where.
    pub brush: usize,
    /// The cell to paint.
    pub cell: (usize, usize),
    /// The text after that.
    pub mended: String,
}

impl Damage {
    /// The first that can be done to a level, looked for by trying.
    pub fn of(chosen: &Chosen) -> Damage {
        let lines = chosen.text.lines().enumerate();
        let places =
            lines.flat_map(|(at, line)| (1..=line.chars().count()).map(move |column| (at + 1, column)));
        places
            .filter_map(|(line, column)| Damage::at(chosen, line, column))
            .next()
            .unwrap_or_else(|| panic!("{}: nothing can be broken and mended by painting", chosen.id))
    }

    fn at(chosen: &Chosen, line: usize, column: usize) -> Option<Damage> {
        let sign = '¿';
        let text = replace(&chosen.text, line, column, sign);
        let place = read_as(chosen.game, &text, &[]).err()?.error.place;
        if (place.line, place.column) != (line, column) {
            return None;
        }
        let easel = chosen.game.easel();
        let sheet = easel.sheet(&text).ok()?;
        let spots = (0..sheet.height).flat_map(|y| (0..sheet.width).map(move |x| (x, y)));
        let cells = spots.filter(|&(x, y)| sheet.cell(x, y).is_some_and(|word| word.contains(sign)));
        let tries = cells.flat_map(|cell| (0..easel.brushes().len()).map(move |brush| (cell, brush)));
        for ((x, y), brush) in tries {
            let mut sheet = sheet.clone();
            let painted = apply(easel, &mut sheet, &Edit::Paint { brush, x, y, variant: None });
            let mended = easel.write(&sheet);
            if painted.is_ok() && read_as(chosen.game, &mended, &[]).is_ok() {
                return Some(Damage { line, column, sign, text, place, brush, cell: (x, y), mended });
            }
        }
        None
    }
}

/// A text with another sign at a place.
fn replace(text: &str, line: usize, column: usize, sign: char) -> String {
    let changed = |(at, whole): (usize, &str)| {
        let signs = whole.chars().enumerate();
        let put = |(n, old)| if (at + 1, n + 1) == (line, column) { sign } else { old };
        signs.map(put).collect::<String>()
    };
    text.split('\n').enumerate().map(changed).collect::<Vec<_>>().join("\n")
}

/// A cell whose erasing changes a level's text.
pub struct Wipe {
    /// Which.
    pub cell: (usize, usize),
    /// The text after that.
    pub after: String,
}

impl Wipe {
    /// The first such cell.
    pub fn of(chosen: &Chosen) -> Wipe {
        let easel = chosen.game.easel();
        let sheet = sheet(chosen);
        let cells = (0..sheet.height).flat_map(|y| (0..sheet.width).map(move |x| (x, y)));
        let wiped = |cell: (usize, usize)| {
            let mut sheet = sheet.clone();
            let (x, y) = cell;
            apply(easel, &mut sheet, &Edit::Erase { spot: Spot::Cell, x, y }).ok()?;
            let after = easel.write(&sheet);
            (after != chosen.text).then_some(Wipe { cell, after })
        };
        cells.filter_map(wiped).next().expect("something can be erased")
    }
}

/// A row of cells that is painted with one stroke.
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
        let sheet = sheet(chosen);
        let brushes = 0..chosen.game.easel().brushes().len();
        let tries = brushes.flat_map(|brush| (0..sheet.height).map(move |y| (brush, y)));
        tries
            .filter_map(|(brush, y)| Stroke::along(chosen, &sheet, brush, y))
            .next()
            .unwrap_or_else(|| panic!("{}: no row can be painted as a whole", chosen.id))
    }

    fn along(chosen: &Chosen, sheet: &Sheet, brush: usize, y: usize) -> Option<Stroke> {
        let easel = chosen.game.easel();
        let cells: Vec<_> = (0..sheet.width).map(|x| (x, y)).collect();
        let mut painted = sheet.clone();
        let mut variant = None;
        for &(x, y) in &cells {
            let before = painted.clone();
            let done = apply(easel, &mut painted, &Edit::Paint { brush, x, y, variant }).ok()?;
            variant = variant.or(done);
            if painted == before {
                return None;
            }
        }
        Some(Stroke { brush, cells, after: easel.write(&painted) })
    }
}

/// The text after some edits.
pub fn edited(chosen: &Chosen, edits: &[Edit]) -> String {
    let easel = chosen.game.easel();
    let mut sheet = sheet(chosen);
    for edit in edits {
        apply(easel, &mut sheet, edit).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
    }
    easel.write(&sheet)
}

fn sheet(chosen: &Chosen) -> Sheet {
    chosen.game.easel().sheet(&chosen.text).expect("the text of a level has a board")
}
