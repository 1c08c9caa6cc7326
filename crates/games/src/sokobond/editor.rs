//! Painting levels: a word is a cell's character; modifiers stand on corners.
//!
//! To be the player's is a part of an atom, its upper case: an atom painted over another leaves it
//! the player's, and to erase it takes that away first. A text is written in the older form
//! whenever that can hold it, so one that gets its first modifier becomes `v2`, and one that
//! loses its last is a plain board again.

use unriddle_kit::editing::{Brush, Editor, Field, MAX_CELLS, Spot, TextGrid, characters};
use unriddle_kit::{LevelError, Style};

use super::format::{Kind, cell};
use super::level::{Element, Modifier};
use super::picture;

/// How levels are painted.
pub(super) struct LabEditor;

const STARTER: &str = "\
xxxxxxx
x-H---x
x---o-x
x-h---x
xxxxxxx
";

const WALL: &str = "x";
const FLOOR: &str = "-";
const PLAYER: &str = "player";

const MOLECULES: &str = "molecules";
const ONE: &str = "one";
const SEVERAL: &str = "several";

/// What the word of a cell means, if anything.
fn kind(word: &str) -> Option<Kind> {
    let mut signs = word.chars();
    signs.next().filter(|_| signs.as_str().is_empty()).and_then(cell)
}

/// A character in the way that it is written when painted: there is more than one for walls and
/// for floor, which a tab or the like is taken for, too.
fn usual(word: String) -> String {
    match kind(&word) {
        Some(Kind::Wall) => WALL.into(),
        Some(Kind::Floor) => FLOOR.into(),
        None if word.trim().is_empty() => FLOOR.into(),
        _ => word,
    }
}

impl Editor for LabEditor {
    fn brushes(&self) -> Vec<Brush> {
        let atom = |name: &'static str, element: Element| Brush::new(name, [element.letter()]);
        let modifier =
            |name: &'static str, modifier: Modifier| Brush::new(name, [modifier.sign()]).on_corners();
        vec![
            Brush::new("floor", [FLOOR]),
            Brush::new("wall", [WALL]),
            Brush::new("player", [PLAYER]).single(),
            atom("hydrogen", Element::Hydrogen),
            atom("oxygen", Element::Oxygen),
            atom("nitrogen", Element::Nitrogen),
            atom("carbon", Element::Carbon),
            modifier("weaken", Modifier::Weaken),
            modifier("strengthen", Modifier::Strengthen),
            modifier("rotate", Modifier::Rotate),
            atom("helium", Element::Helium),
        ]
    }

    fn starter(&self) -> &'static str {
        STARTER
    }

    fn blank(&self) -> &str {
        WALL
    }

    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        let mut lines = text.lines().map(str::trim_end).skip_while(|line| line.is_empty()).peekable();
        let head = lines.next_if(|line| line.split_whitespace().next() == Some("v2"));
        let said = head.map(|line| line.trim_start().trim_start_matches("v2").trim());
        let molecules = match said.unwrap_or_default() {
            "" => ONE,
            "multiple" => SEVERAL,
            other => other,
        };
        let mut board = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with('=')) {
            board.push(line);
        }
        let last = board.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        board.truncate(last);
        // With `v2`, cells stand two columns and two lines apart. What is between two cells of a
        // row is left out; a modifier that does not stand on a corner moves to the next one.
        let apart = if head.is_some() { 2 } else { 1 };
        let rows = board.iter().step_by(apart).map(|line| characters(line).step_by(apart).map(usual));
        let mut grid = TextGrid::of_rows(rows, WALL)?;
        for (y, line) in board.iter().skip(1).step_by(2).enumerate().filter(|_| head.is_some()) {
            for (column, sign) in line.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace()) {
                // A board that can be painted on has fewer corners, and none as far out.
                if column / 2 > MAX_CELLS || grid.corners.len() > MAX_CELLS {
                    return Err(TextGrid::too_large());
                }
                grid.corners.insert((column / 2, y), sign.to_string());
            }
        }
        let about = "`one` where all atoms end in one molecule, `several` where more may be left.";
        grid.fields = vec![Field { name: MOLECULES, about, value: molecules.into() }];
        grid.rest = lines.filter(|line| !line.is_empty()).map(String::from).collect();
        Ok(grid)
    }

    fn write(&self, grid: &TextGrid) -> String {
        let said = match grid.value(MOLECULES) {
            "" | ONE => "",
            SEVERAL => "multiple",
            other => other,
        };
        let board = match (said, grid.corners.is_empty()) {
            ("", true) => grid.in_characters(),
            _ => format!("v2 {said}").trim_end().to_string() + "\n" + &spaced(grid),
        };
        board + &grid.rest.iter().map(|line| format!("{line}\n")).collect::<String>()
    }

    fn over(&self, word: &str, paint: &str) -> String {
        match (paint, kind(word), kind(paint)) {
            (PLAYER, Some(Kind::Atom(..)), _) => word.to_ascii_uppercase(),
            (PLAYER, ..) => "H".into(),
            (_, Some(Kind::Atom(_, true)), Some(Kind::Atom(..))) => paint.to_ascii_uppercase(),
            _ => paint.to_string(),
        }
    }

    fn shows(&self, word: &str, paint: &str) -> bool {
        match kind(word) {
            Some(Kind::Atom(_, true)) if paint == PLAYER => true,
            Some(Kind::Atom(..)) => word.eq_ignore_ascii_case(paint),
            _ => word == paint,
        }
    }

    fn without(&self, word: &str) -> String {
        match kind(word) {
            Some(Kind::Atom(_, true)) => word.to_ascii_lowercase(),
            _ => FLOOR.into(),
        }
    }

    fn styles(&self, spot: Spot, word: &str) -> Option<Vec<Style>> {
        if spot == Spot::Corner {
            let modifier = Modifier::ALL.into_iter().find(|modifier| modifier.sign().to_string() == word)?;
            return Some(vec![picture::modifier_style(modifier)]);
        }
        Some(match kind(word)? {
            Kind::Wall => vec![picture::WALL],
            Kind::Floor => vec![picture::FLOOR],
            Kind::Atom(element, is_player) => {
                vec![picture::FLOOR, picture::element_style(element, is_player)]
            }
        })
    }
}

/// The rows with space between them for the corners.
fn spaced(grid: &TextGrid) -> String {
    let mut text = String::new();
    for (y, row) in grid.rows().enumerate() {
        text += &(row.join(" ") + "\n");
        let corners = || grid.corners.iter().filter(|((_, row), _)| *row == y);
        let last = corners().map(|((x, _), _)| *x).max();
        let mut line = vec![" "; last.map_or(0, |x| 2 * x + 2)];
        corners().for_each(|((x, _), word)| line[2 * x + 1] = word);
        // Below the last row there is none by right.
        if y + 1 < grid.height || last.is_some() {
            text += &(line.concat() + "\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::editing::{Edit, apply};

    /// The text after a brush was used on a cell.
    fn painted(text: &str, brush: &str, (x, y): (usize, usize)) -> String {
        let brush = LabEditor.brushes().iter().position(|known| known.name == brush).expect("a brush");
        after(text, &Edit::Paint { brush, x, y, variant: None })
    }

    fn after(text: &str, edit: &Edit) -> String {
        let mut grid = LabEditor.grid(text).expect("a grid");
        apply(&LabEditor, &mut grid, edit).expect("an edit");
        LabEditor.write(&grid)
    }

    fn set(text: &str, field: &str, value: &str) -> String {
        after(text, &Edit::Set { field: field.into(), value: value.into() })
    }

    #[test]
    fn the_form_is_the_older_one_whenever_that_can_hold_the_level() {
        let plain = "Hx\n-h\n=SD\n";
        let corner = "v2\nH x\n /\n- h\n=SD\n";
        assert_eq!(painted(plain, "weaken", (0, 0)), corner);
        assert_eq!(after(corner, &Edit::Erase { spot: Spot::Corner, x: 0, y: 0 }), plain);
        let several = set(plain, "molecules", "several");
        assert_eq!(several, "v2 multiple\nH x\n\n- h\n=SD\n");
        assert_eq!(set(&several, "molecules", "one"), plain);
    }

    #[test]
    fn to_be_the_players_is_a_part_of_an_atom() {
        assert_eq!(painted("Hho", "player", (2, 0)), "hhO\n");
        assert_eq!(painted("Hho", "oxygen", (0, 0)), "Oho\n");
        assert_eq!(painted("-ho", "player", (0, 0)), "Hho\n");
        let erased = after("Hho", &Edit::Erase { spot: Spot::Cell, x: 0, y: 0 });
        assert_eq!(erased, "hho\n");
        assert_eq!(after(&erased, &Edit::Erase { spot: Spot::Cell, x: 0, y: 0 }), "-ho\n");
    }

    #[test]
    fn modifiers_go_along_when_the_board_grows_at_the_left() {
        let corner = "v2\nH x\n /\n- h\n";
        let grown = after(corner, &Edit::Grow { edge: unriddle_kit::Direction::Left });
        assert_eq!(grown, "v2\nx H x\n   /\nx - h\n");
        assert_eq!(after(&grown, &Edit::Shrink { edge: unriddle_kit::Direction::Right }), "xH\nx-\n");
    }
}
