//! Levels as text, in two formats: plain rows with a list of actors ([`text`]), and JSON
//! ([`json`]). Both are read and written. A text that begins with `{` is JSON.
//!
//! In both, x counts from the left and y from the bottom. Everywhere else, rows count from the top: only
//! this module converts between the two.

pub(crate) mod json;
pub(crate) mod text;

use std::collections::HashMap;

use unriddle_kit::{LevelError, Place};

use super::level::{Actor, Colour, Plan, Tile};

/// The formats, for users.
pub(crate) const HELP: &str = "\
Rows from top to bottom: `.` a passable tile, a blank an impassable one, `r` and `b` goals for
red and blue. Then a blank line, then one actor per line: `R x y` or `B x y`, where x counts from
the left and y from the bottom, both from 0:

    ... b
    r....

    R 4 0
    B 0 1

Or JSON, with the same rows and the same y:

    {\"name\": \"Example\", \"width\": 5, \"height\": 2, \"tiles\": [\"... b\", \"r....\"],
     \"actors\": [{\"color\": \"red\", \"x\": 4, \"y\": 0}, {\"color\": \"blue\", \"x\": 0, \"y\": 1}],
     \"optimalMoves\": 6}";

/// Reads a level in either format.
pub(crate) fn read(text: &str) -> Result<Plan, LevelError> {
    if text.trim().is_empty() {
        let help = "a level has rows of `.`, blanks, `r` and `b`, a blank line, and lines such as `R 0 2`";
        return Err(LevelError::new(Place::new(1, 1), "the level is empty").help(help));
    }
    if text.trim_start().starts_with('{') { json::read(text) } else { text::read(text) }
}

/// How likely it is that a text is a level, from 0 to 100: the share of its lines that could be rows or
/// actors.
pub(crate) fn detect(text: &str) -> u8 {
    if text.trim_start().starts_with('{') {
        let keys = ["\"tiles\"", "\"actors\""].into_iter().filter(|key| text.contains(key)).count();
        return [10, 50, 100][keys];
    }
    let (mut rows, mut actors, mut others) = (0usize, 0usize, 0usize);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut words = line.split_ascii_whitespace();
        if line.chars().all(|sign| Tile::read(sign).is_some()) {
            rows += 1;
        } else if matches!(words.next(), Some("R" | "B")) && words.all(|word| word.parse::<i64>().is_ok()) {
            actors += 1;
        } else {
            others += 1;
        }
    }
    let share = 100 * (rows + actors) / (rows + actors + others).max(1);
    // Rows alone could belong to many games.
    (if actors > 0 { share } else { share / 3 }) as u8
}

/// An actor as it is written in a file, with the places of its parts.
struct Placed {
    colour: Colour,
    x: Coordinate,
    y: Coordinate,
    place: Place,
}

/// A whole number as it is written in a file. Its value is `None` if it is negative or too large.
struct Coordinate {
    value: Option<usize>,
    written: String,
    place: Place,
}

/// Puts the actors on the board: each on a passable tile of its own.
fn settle(plan: &mut Plan, actors: Vec<Placed>) -> Result<(), LevelError> {
    let mut taken: HashMap<(usize, usize), Place> = HashMap::with_capacity(actors.len());
    let size = (plan.width, plan.rows.len());
    for Placed { colour, x, y, place } in actors {
        let on_board = |name: &str, number: &Coordinate, size: usize| {
            number.value.filter(|&value| value < size).ok_or_else(|| {
                let message = format!("the actor is off the board: {name} is {}", number.written);
                let help = format!("{name} counts from the {} and may be 0 to {} here", from(name), size - 1);
                LevelError::new(number.place, message).help(help)
            })
        };
        let (x, y) = (on_board("x", &x, size.0)?, on_board("y", &y, size.1)?);
        let at = (x, size.1 - 1 - y);
        if plan.tile(at) == Tile::Impassable {
            return Err(LevelError::new(
                place,
                format!("the actor is on an impassable tile, at x {x}, y {y}"),
            )
            .help("x counts from the left and y from the bottom, both from 0"));
        }
        if let Some(first) = taken.insert(at, place) {
            let message =
                format!("two actors are on the same tile: line {} has one at x {x}, y {y}", first.line);
            return Err(LevelError::new(place, message));
        }
        plan.actors.push(Actor { colour, at });
    }
    Ok(())
}

/// The side of the board that a coordinate counts from.
fn from(name: &str) -> &'static str {
    if name == "x" { "left" } else { "bottom" }
}

/// The error for a level without actors.
fn no_actors(place: Place) -> LevelError {
    LevelError::new(place, "the level has no actors")
}

/// A row of tiles, or the column (from 0) of the first character that is not a tile.
fn row(text: &str) -> Result<Vec<Tile>, (usize, char)> {
    text.chars().enumerate().map(|(at, sign)| Tile::read(sign).ok_or((at, sign))).collect()
}

/// The error for a character that is not a tile.
fn no_tile(place: Place, sign: char) -> LevelError {
    LevelError::new(place, format!("`{}` is not a tile", sign.escape_debug()))
        .help("expected `.` (passable), a blank (impassable), `r` or `b` (goals)")
}

/// The rows of a plan as text, without padding.
fn written(plan: &Plan) -> impl Iterator<Item = String> + '_ {
    plan.rows.iter().map(|row| row.iter().map(|tile| tile.sign()).collect())
}
