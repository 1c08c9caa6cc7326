//! Painting courses: a word is a height and what is there, and each keeps the other when painted.
//!
//! Heights are painted by two brushes with the same words in opposite order: as a brush goes on to
//! its next word where it has painted, one raises a cell and the other lowers it, and a stroke
//! that goes on over other cells levels them. Recorded solutions stay as they are, even if an
//! edit makes them fail: the author wants to know whether they still hold, and a check says
//! so. Without any card nothing can be recorded, so they go when the last card goes.

use unriddle_kit::editing::{Brush, Editor, Field, MAX_SIDE, Spot, TextGrid};
use unriddle_kit::text::words;
use unriddle_kit::{Direction, LevelError, Place, Style, Tone, sprite};

use super::format::{self, Part};
use super::level::Kind;
use super::{notation, picture};

/// How courses are painted.
pub(super) struct CourseEditor;

const STARTER: &str = "\
5x4
0,ball 0 1,left 1      1
0      0 1,left 1,sand 1
x      0 0      1      1,flag
0      0 0      x      1

1- 2- 1/ 3-
";

/// Nothing, as a cell and as a paint.
const NOTHING: &str = "x";

/// The paint of flat ground, which has no name in a text.
const FLAT: &str = "";

/// How many heights and how many pairs of warps can be painted; more can be written.
const STEPS: u32 = 10;

/// What is on a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Ball,
    Flag,
    Kind(Kind),
}

impl What {
    fn name(self) -> String {
        match self {
            What::Ball => "ball".into(),
            What::Flag => "flag".into(),
            What::Kind(kind) => format::name(kind),
        }
    }
}

/// A word that is understood.
enum Ground {
    Nothing,
    Tile(u32, What),
}

fn part(written: &str) -> Option<Part> {
    format::part(written, Place::new(1, 1)).ok()
}

fn ground(word: &str) -> Option<Ground> {
    if word == NOTHING {
        return Some(Ground::Nothing);
    }
    let (mut height, mut what) = (None, None);
    for written in word.split(',') {
        let again = match part(written)? {
            Part::Height(value) => height.replace(value).is_some(),
            Part::Ball => what.replace(What::Ball).is_some(),
            Part::Flag => what.replace(What::Flag).is_some(),
            Part::Kind(kind) => what.replace(What::Kind(kind)).is_some(),
        };
        if again {
            return None;
        }
    }
    Some(Ground::Tile(height.unwrap_or(0), what.unwrap_or(What::Kind(Kind::Flat))))
}

/// The height that a word says, if it says one, whatever else it says.
fn height_in(word: &str) -> Option<u32> {
    word.split(',').find_map(|written| match part(written)? {
        Part::Height(height) => Some(height),
        _ => None,
    })
}

impl Editor for CourseEditor {
    fn brushes(&self) -> Vec<Brush> {
        let arrow = |to: Direction, glyph: char| {
            vec![picture::FLAT, Style::new(sprite::ARROW.turned(to), Tone::Mark, glyph)]
        };
        let heights = (0..STEPS).map(|height| height.to_string());
        let mut lower: Vec<String> = heights.clone().rev().collect();
        lower.rotate_right(1);
        vec![
            Brush::new("flat", [FLAT]),
            Brush::new("raise", heights).shown_as(arrow(Direction::Up, '+')),
            Brush::new("lower", lower).shown_as(arrow(Direction::Down, '-')),
            Brush::new("slope", ["right", "down", "left", "up"]),
            Brush::new("nothing", [NOTHING]).shown_as(vec![Style::new(sprite::GLYPH, Tone::Faint, 'x')]),
            Brush::new("ball", ["ball"]).single(),
            Brush::new("flag", ["flag"]).single(),
            Brush::new("sand", ["sand"]),
            Brush::new("water", ["water"]),
            Brush::new("quicksand", ["quick"]),
            Brush::new("spring", ["boing"]),
            Brush::new("ice", ["ice"]),
            Brush::new("belt", ["*e", "*s", "*w", "*n"]),
            Brush::new("wall", ["/tl", "/tr", "/br", "/bl"]),
            Brush::new("icy wall", ["icetl", "icetr", "icebr", "icebl"]),
            Brush::new("warp", (0..STEPS).map(|number| format!("warp{number}"))),
        ]
    }

    fn starter(&self) -> &'static str {
        STARTER
    }

    fn blank(&self) -> &str {
        NOTHING
    }

    /// The board is what the size says, and what the rows have beyond it. A first line of one word
    /// was meant to be the size; a line that begins with a card ends the board even if no blank
    /// line does.
    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        let mut lines = text.lines().map(str::trim).skip_while(|line| line.is_empty()).peekable();
        let head = lines.next_if(|line| words(line).count() == 1);
        let (width, height) = head.and_then(format::size).unwrap_or((0, 0));
        let begins_with_a_card = |line: &str| {
            let first = words(line).next().map(|(_, word)| word);
            first.is_some_and(|word| matches!(notation::card(word), Ok((_, ""))))
        };
        let mut rows = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.is_empty() && !begins_with_a_card(line)) {
            rows.push(line);
        }
        // A size beyond what can be painted is a slip.
        let slip = width > MAX_SIDE || height > MAX_SIDE;
        let (width, height) = if slip { (0, 0) } else { (width, height) };
        rows.resize(rows.len().max(height), "");
        // A first row of full width makes the others as wide.
        let rows = rows.into_iter().enumerate().map(|(at, line)| {
            let width = if at == 0 { width } else { 0 };
            let missing = width.saturating_sub(words(line).count());
            let written = words(line).map(|(_, word)| word.to_string());
            written.chain(std::iter::repeat_n(NOTHING.to_string(), missing))
        });
        while lines.next_if(|line| line.is_empty()).is_some() {}
        let mut cards = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.is_empty()) {
            cards.extend(words(line).map(|(_, word)| word));
        }
        let about = "The cards: `3-` rolls 3, `2/` jumps 2, `1/2-` jumps 1 and rolls 2.";
        let cards = Field { name: "cards", about, value: cards.join(" ") };
        let rest = lines.filter(|line| !line.is_empty()).map(String::from).collect();
        Ok(TextGrid { fields: vec![cards], rest, ..TextGrid::of_rows(rows, NOTHING)? })
    }

    fn write(&self, grid: &TextGrid) -> String {
        let mut text = format!("{}x{}\n{}", grid.width, grid.height, grid.in_columns(0));
        let cards = grid.value("cards");
        if !cards.is_empty() {
            text += &format!("\n{cards}\n");
            if !grid.rest.is_empty() {
                text += &format!("\n{}\n", grid.rest.join("\n"));
            }
        }
        text
    }

    fn over(&self, word: &str, paint: &str) -> String {
        let height = height_in(word).unwrap_or(0);
        match (paint, part(paint), ground(word)) {
            (NOTHING, ..) => NOTHING.into(),
            (_, Some(Part::Height(height)), Some(Ground::Tile(_, what))) => {
                format::tile(height, &what.name())
            }
            (_, Some(Part::Height(height)), _) => format::tile(height, FLAT),
            _ => format::tile(height, paint),
        }
    }

    fn shows(&self, word: &str, paint: &str) -> bool {
        match (ground(word), part(paint)) {
            (None, _) => false,
            (Some(Ground::Nothing), _) => paint == NOTHING,
            (Some(Ground::Tile(height, _)), Some(Part::Height(painted))) => height == painted,
            (Some(Ground::Tile(_, what)), _) => what.name() == paint,
        }
    }

    /// What is on a tile goes first, then the tile.
    fn without(&self, word: &str) -> String {
        match ground(word) {
            Some(Ground::Tile(height, what)) if what != What::Kind(Kind::Flat) => format::tile(height, FLAT),
            Some(_) => NOTHING.into(),
            None => format::tile(height_in(word).unwrap_or(0), FLAT),
        }
    }

    fn styles(&self, _: Spot, word: &str) -> Option<Vec<Style>> {
        let what = match ground(word)? {
            Ground::Nothing => return Some(Vec::new()),
            Ground::Tile(_, what) => what,
        };
        Some(match what {
            What::Ball => vec![picture::FLAT, picture::BALL],
            What::Flag => vec![picture::FLAG],
            What::Kind(kind) => {
                let letters = picture::letters((0..STEPS).map(Kind::Warp));
                vec![picture::tile_style(kind, &letters).0]
            }
        })
    }

    fn height(&self, word: &str) -> Option<u32> {
        match ground(word)? {
            Ground::Nothing => None,
            Ground::Tile(height, _) => Some(height),
        }
    }

    fn slope(&self, word: &str) -> Option<Direction> {
        match ground(word)? {
            Ground::Tile(_, What::Kind(kind)) => picture::downhill(kind),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::editing::{Edit, apply};

    /// The text after a brush was used on a cell.
    fn painted(text: &str, brush: &str, (x, y): (usize, usize)) -> String {
        let brush = CourseEditor.brushes().iter().position(|known| known.name == brush).expect("a brush");
        after(text, &Edit::Paint { brush, x, y, variant: None })
    }

    fn after(text: &str, edit: &Edit) -> String {
        let mut grid = CourseEditor.grid(text).expect("a grid");
        apply(&CourseEditor, &mut grid, edit).expect("an edit");
        CourseEditor.write(&grid)
    }

    fn set(text: &str, field: &str, value: &str) -> String {
        after(text, &Edit::Set { field: field.into(), value: value.into() })
    }

    const COURSE: &str = "2x2\n2,sand 0,ball\nx      1,flag\n\n1- 2-\n\n1-v\n";

    #[test]
    fn heights_and_kinds_leave_each_other_as_they_are() {
        let rows = |text: String| text.lines().skip(1).take(2).collect::<Vec<_>>().join("|");
        assert_eq!(rows(painted(COURSE, "water", (0, 0))), "2,water 0,ball|x       1,flag");
        assert_eq!(rows(painted(COURSE, "raise", (0, 0))), "3,sand 0,ball|x      1,flag");
        assert_eq!(rows(painted(COURSE, "lower", (0, 0))), "1,sand 0,ball|x      1,flag");
        assert_eq!(rows(painted(COURSE, "flat", (0, 0))), "2 0,ball|x 1,flag");
        assert_eq!(rows(painted(COURSE, "ball", (0, 0))), "2,ball 0|x      1,flag");
        for brush in ["raise", "lower", "flat"] {
            assert_eq!(rows(painted(COURSE, brush, (0, 1))), "2,sand 0,ball|0      1,flag", "{brush}");
        }
    }

    #[test]
    fn a_long_word_of_nonsense_does_not_widen_its_column() {
        let nonsense = "?".repeat(5000);
        let text = format!("2x200\n{nonsense} 0\n{}", "0 0\n".repeat(199));
        let painted = painted(&text, "flat", (1, 0));
        assert!(painted.contains(&nonsense) && painted.len() < 2 * text.len(), "{} bytes", painted.len());
    }

    #[test]
    fn solutions_are_kept_as_long_as_there_are_cards() {
        assert!(painted(COURSE, "water", (1, 1)).ends_with("\n\n1- 2-\n\n1-v\n"));
        assert!(set(COURSE, "cards", "3/").ends_with("\n\n3/\n\n1-v\n"));
        assert_eq!(set(COURSE, "cards", ""), "2x2\n2,sand 0,ball\nx      1,flag\n");
    }

    #[test]
    fn a_wrong_size_and_a_missing_line_are_mended() {
        for broken in [
            COURSE.replace("2x2", "1x1"),
            COURSE.replace("2x2", "2by2"),
            COURSE.replace("2x2", "2x999999999999"),
            COURSE.replace("1,flag\n", "1,flag"),
        ] {
            assert_eq!(painted(&broken, "ball", (1, 0)), COURSE, "{broken}");
        }
    }
}
