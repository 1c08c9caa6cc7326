//! Text in and out: rows of cells, modifiers between them, recorded solutions.
//!
//! The older form, v1, has one character per cell. The newer form begins with a line `v2`: its cells
//! stand two columns and two lines apart, and modifiers stand on the corners between them. Everything
//! outside the rows is wall, as is everything beyond the end of a short row. Trailing blanks are wall as
//! well, since text editors add and remove them. Recorded solutions are kept as they are written; whether
//! they solve the level is checked elsewhere.

use unriddle_kit::text::{most_cells, mostly_unwritten};
use unriddle_kit::{LevelError, Place};

use super::level::{Element, Modifier, Plan, Spot};

/// The format, for users.
pub(crate) const HELP: &str = "\
One line per row, one character per cell:

    xxxxx
    xH-ox
    x--hx
    xxxxx
    =SD

    x X #             wall; so is everything outside
    - or a blank      floor
    h o n c           atom with 1, 2, 3, 4 free electrons
    e                 helium, which never bonds
    upper case        the player's atom
    =WASD             a recorded solution: W up, A left, S down, D right

Levels with modifiers begin with a line `v2` (`v2 multiple`, if more than one molecule may be
left). Their cells stand two columns and two lines apart. Each modifier stands between the rows,
on the corner of the four cells around it:

    v2
    x x x x
       /
    x H o x
     +   @
    x - - x

    / weakens a bond that is swept over it, + strengthens it, @ rotates it.";

/// The limit on cells of floor: a cell has a number of 16 bits, and one of these stands for wall.
const MAX_CELLS: usize = u16::MAX as usize;

/// The limit on atoms. The lower bound takes time quadratic in their number: about 15 ms at this limit,
/// so that a search still stops promptly.
const MAX_ATOMS: usize = 1 << 12;

/// The limit on cells, walls included.
const MAX_AREA: usize = 1 << 24;

/// How likely it is that a text is a level, from 0 to 100.
pub(crate) fn detect(text: &str) -> u8 {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).peekable();
    let Some(&first) = lines.peek() else { return 0 };
    if header(first).is_some() {
        return 95;
    }
    let (mut player, mut cells) = (false, 0);
    for line in lines.take_while(|line| !line.starts_with('=')).take(1000) {
        for sign in line.chars() {
            match cell(sign) {
                None => return 0,
                Some(Kind::Atom(_, true)) => player = true,
                Some(_) => {}
            }
            cells += 1;
        }
    }
    match (player, cells) {
        (true, 2..) => 80,
        _ => 10,
    }
}

/// For a first line of the newer form, whether it says `multiple`; `None` for the older form.
fn header(line: &str) -> Option<bool> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["v2"] => Some(false),
        ["v2", "multiple"] => Some(true),
        _ => None,
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Wall,
    Floor,
    /// An atom, and whether it is the player's.
    Atom(Element, bool),
}

/// The cell that a character stands for, if any.
pub(crate) fn cell(sign: char) -> Option<Kind> {
    let atom = |element: Element| element.letter() == sign.to_ascii_lowercase();
    match sign {
        'x' | 'X' | '#' => Some(Kind::Wall),
        '-' | ' ' => Some(Kind::Floor),
        _ => {
            let element = Element::ALL.into_iter().find(|&element| atom(element))?;
            Some(Kind::Atom(element, sign.is_ascii_uppercase()))
        }
    }
}

/// Reads a level.
pub(crate) fn read(text: &str) -> Result<Plan, LevelError> {
    let mut lines: Vec<(usize, &str)> =
        text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end())).collect();
    let last = lines.iter().rposition(|(_, line)| !line.is_empty());
    lines.truncate(last.map_or(0, |last| last + 1));
    let blank = lines.iter().take_while(|(_, line)| line.is_empty()).count();
    let Some(&(number, first)) = lines.get(blank) else {
        let help = "rows of cells, such as `H-h` for two atoms with floor between them";
        return Err(LevelError::new(Place::new(1, 1), "the level is empty").help(help));
    };
    let (body, spaced, multiple) = match header(first) {
        Some(multiple) => (&lines[blank + 1..], true, multiple),
        None if first.split_whitespace().next() == Some("v2") => {
            let rest = first.trim_start().trim_start_matches("v2").trim_start().chars().count();
            let place = Place::span(number, first.chars().count() - rest + 1, rest);
            let message = "expected nothing or `multiple` after `v2`";
            return Err(LevelError::new(place, message));
        }
        None => (&lines[blank..], false, false),
    };
    let rows = body.iter().take_while(|(_, line)| !line.starts_with('=')).count();
    let (board, solutions) = body.split_at(rows);
    let mut reader = Reader { first: number, ..Reader::default() };
    let last = board.iter().rposition(|(_, line)| !line.is_empty()).map_or(0, |last| last + 1);
    for (at, &(number, line)) in board[..last].iter().enumerate() {
        match (spaced, at % 2) {
            (false, _) => reader.row(number, line.chars().enumerate().map(|(x, sign)| (x, x, sign)))?,
            (true, 0) => reader.spaced_row(number, line)?,
            (true, _) => reader.corners(number, line)?,
        }
    }
    let mut recorded = Vec::new();
    for &(number, line) in solutions {
        match line.strip_prefix('=') {
            Some(keys) => {
                let place = Place::span(number, 2, keys.chars().count());
                recorded.push((keys.trim().to_string(), place));
            }
            None if line.is_empty() => {}
            None => {
                let place = Place::span(number, 1, line.chars().count());
                let message = "expected a recorded solution: all rows must come before the first one";
                return Err(LevelError::new(place, message).help("such as `=WASD`"));
            }
        }
    }
    reader.finish(multiple, recorded, most_cells(text))
}

/// The part of the board that was read so far.
#[derive(Default)]
struct Reader {
    /// The first line of the level.
    first: usize,
    /// The cells of each row; `false` is wall.
    rows: Vec<Vec<bool>>,
    atoms: Vec<(Element, Spot)>,
    /// The indices of the atoms in upper case, and their places in the text.
    players: Vec<(usize, Place)>,
    modifiers: Vec<(Modifier, Spot, Place)>,
}

impl Reader {
    /// Reads a row of cells, each given by its column on the board, its column in the text, and its character.
    fn row(
        &mut self,
        number: usize,
        cells: impl Iterator<Item = (usize, usize, char)>,
    ) -> Result<(), LevelError> {
        let y = self.rows.len();
        let mut row = Vec::new();
        for (x, column, sign) in cells {
            let place = Place::new(number, column + 1);
            let kind = cell(sign).ok_or_else(|| unknown(sign, place))?;
            if let Kind::Atom(element, player) = kind {
                if player {
                    self.players.push((self.atoms.len(), place));
                }
                self.atoms.push((element, (x, y)));
            }
            row.push(!matches!(kind, Kind::Wall));
        }
        self.rows.push(row);
        Ok(())
    }

    /// Reads a row whose cells stand two columns apart.
    fn spaced_row(&mut self, number: usize, line: &str) -> Result<(), LevelError> {
        for (column, sign) in line.chars().enumerate().filter(|(column, _)| column % 2 == 1) {
            if sign != ' ' {
                let place = Place::new(number, column + 1);
                let message = format!("`{}` stands between two cells", sign.escape_debug());
                return Err(LevelError::new(place, message)
                    .help("cells stand in columns 1, 3, 5 …; modifiers in the lines between the rows"));
            }
        }
        let cells = line.chars().enumerate().filter(|(column, _)| column % 2 == 0);
        self.row(number, cells.map(|(column, sign)| (column / 2, column, sign)))
    }

    /// Reads the modifiers below the last row.
    fn corners(&mut self, number: usize, line: &str) -> Result<(), LevelError> {
        for (column, sign) in line.chars().enumerate().filter(|&(_, sign)| sign != ' ') {
            let place = Place::new(number, column + 1);
            let Some(modifier) = Modifier::ALL.into_iter().find(|modifier| modifier.sign() == sign) else {
                let message = format!("`{}` is not a modifier", sign.escape_debug());
                return Err(LevelError::new(place, message)
                    .help("expected `/`, `+`, `@` or a blank: with `v2`, every other line holds modifiers"));
            };
            if column % 2 == 0 {
                let message = format!("the modifier `{sign}` does not stand on a corner");
                return Err(LevelError::new(place, message)
                    .help("modifiers stand in columns 2, 4, 6 …, between the columns of cells"));
            }
            self.modifiers.push((modifier, (column / 2, self.rows.len() - 1), place));
        }
        Ok(())
    }

    /// Validates the level, whose board may have at most `most` cells.
    fn finish(
        self,
        multiple: bool,
        solutions: Vec<(String, Place)>,
        most: usize,
    ) -> Result<Plan, LevelError> {
        let start = Place::new(self.first, 1);
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let size = (width, self.rows.len());
        if size.0.saturating_mul(size.1) > MAX_AREA {
            let message = format!("the board is too large: {} times {} cells", size.0, size.1);
            return Err(LevelError::new(start, message)
                .help(format!("it can have at most {MAX_AREA}, walls included")));
        }
        if size.0 * size.1 > most {
            return Err(mostly_unwritten(start, size));
        }
        if self.atoms.is_empty() {
            let help = "h, o, n, c or e; the player's in upper case";
            return Err(LevelError::new(start, "there is no atom").help(help));
        }
        let Some(&(player, place)) = self.players.last() else {
            return Err(LevelError::new(start, "there is no player: one atom must be in upper case")
                .help("H, O, N, C or E"));
        };
        if self.atoms.len() > MAX_ATOMS {
            let message = format!("the level has too many atoms: {}", self.atoms.len());
            return Err(LevelError::new(start, message).help(format!("it can have at most {MAX_ATOMS}")));
        }
        let outside = |&&(_, (x, y), _): &&(Modifier, Spot, Place)| x + 1 >= width || y + 1 >= size.1;
        if let Some((modifier, _, place)) = self.modifiers.iter().find(outside) {
            let message = format!("the modifier `{}` stands outside the board", modifier.sign());
            return Err(LevelError::new(*place, message)
                .help("a modifier stands on a corner shared by four cells of the board"));
        }
        let mut warnings = Vec::new();
        if self.players.len() > 1 {
            let Place { line, column, .. } = place;
            warnings.push(format!(
                "{} atoms are in upper case: the last one, at line {line}, column {column}, is the player's",
                self.players.len()
            ));
        }
        let mut floor = vec![false; size.0 * size.1];
        for (y, row) in self.rows.iter().enumerate() {
            floor[y * width..][..row.len()].copy_from_slice(row);
        }
        if floor.iter().filter(|&&floor| floor).count() > MAX_CELLS {
            return Err(LevelError::new(start, "the board has too much floor")
                .help(format!("it can have at most {MAX_CELLS} cells of floor")));
        }
        let modifiers = self.modifiers.into_iter().map(|(modifier, at, _)| (modifier, at)).collect();
        let atoms = self.atoms;
        Ok(Plan { size, floor, atoms, player, modifiers, multiple, solutions, warnings })
    }
}

fn unknown(sign: char, place: Place) -> LevelError {
    let error = LevelError::new(place, format!("`{}` is not a cell", sign.escape_debug()));
    match Modifier::ALL.into_iter().find(|modifier| modifier.sign() == sign) {
        Some(_) => error.help(
            "modifiers stand between the rows of a level whose first line is `v2`, not among its cells",
        ),
        None => error.help("expected x (wall), - or a blank (floor), or an atom: h, o, n, c, e"),
    }
}

/// Writes a level in the older form, if it has neither modifiers nor `multiple`.
pub(crate) fn write_plain(plan: &Plan) -> Option<String> {
    if plan.multiple || !plan.modifiers.is_empty() {
        return None;
    }
    let rows = rows(plan);
    let lines = rows.into_iter().map(|row| row.into_iter().collect::<String>());
    Some(with_solutions(lines, plan))
}

/// Writes a level in the newer form.
pub(crate) fn write_spaced(plan: &Plan) -> String {
    let header = if plan.multiple { "v2 multiple" } else { "v2" };
    let mut lines = vec![header.to_string()];
    let rows = rows(plan);
    let last = rows.len() - 1;
    for (y, row) in rows.into_iter().enumerate() {
        lines.push(row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
        if y < last {
            let mut line = vec![' '; 2 * plan.size.0];
            for &(modifier, (x, _)) in plan.modifiers.iter().filter(|(_, at)| at.1 == y) {
                line[2 * x + 1] = modifier.sign();
            }
            lines.push(line.into_iter().collect::<String>().trim_end().to_string());
        }
    }
    with_solutions(lines.into_iter(), plan)
}

/// The cells as they are written, row by row.
fn rows(plan: &Plan) -> Vec<Vec<char>> {
    let sign = |&floor: &bool| if floor { '-' } else { 'x' };
    let mut rows: Vec<Vec<char>> =
        plan.floor.chunks(plan.size.0).map(|row| row.iter().map(sign).collect()).collect();
    for (at, &(element, (x, y))) in plan.atoms.iter().enumerate() {
        let letter = element.letter();
        rows[y][x] = if at == plan.player { letter.to_ascii_uppercase() } else { letter };
    }
    rows
}

fn with_solutions(lines: impl Iterator<Item = String>, plan: &Plan) -> String {
    let mut text: String = lines.map(|line| line + "\n").collect();
    plan.solutions.iter().for_each(|(solution, _)| text += &format!("={solution}\n"));
    text
}
