//! Painting levels: a word is a tile and the actors on it, such as `.`, `r` or `b+R`.
//!
//! Both formats are painted on. Only JSON has a place for a name, for the length of a shortest
//! solution, and for a row that begins like an actor by mistake; what has one of these is written
//! as JSON, anything else as plain text. Lines of plain text that are no actors on the board are
//! kept below those that are; without any line of an actor nothing would tell them from rows, so
//! they go with the last one.

use serde_json::Value;
use unriddle_kit::editing::{Brush, Editor, Field, Spot, TextGrid};
use unriddle_kit::{LevelError, Style};

use super::format::json;
use super::format::text::{Blanks, letter, write_rows};
use super::level::{Actor, Colour, Tile};
use super::picture;

/// How levels are painted.
pub(super) struct DanceEditor;

const STARTER: &str = "\
.....
.r.b.
. . .
.....

R 0 0
B 4 0
";

/// A word in its parts, if it has the shape of one: what it says of the tile, and the actors.
fn parts(word: &str) -> Option<(&str, Vec<Colour>)> {
    let mut signs = word.chars();
    signs.next()?;
    let (tile, actors) = word.split_at(word.len() - signs.as_str().len());
    let mut standing = Vec::new();
    let mut rest = actors;
    while !rest.is_empty() {
        let colour = Colour::ALL.into_iter().find(|&colour| rest.starts_with(&actor(colour)))?;
        rest = &rest[actor(colour).len()..];
        standing.push(colour);
    }
    Some((tile, standing))
}

/// An actor as a part of a word, and as a paint.
fn actor(colour: Colour) -> String {
    format!("+{}", letter(colour))
}

fn tile(sign: &str) -> Option<Tile> {
    let mut signs = sign.chars();
    signs.next().filter(|_| signs.as_str().is_empty()).and_then(Tile::read)
}

/// What a word means, if anything: a tile, and at most one actor on a passable one.
fn meaning(word: &str) -> Option<(Tile, Option<Colour>)> {
    let (sign, actors) = parts(word)?;
    match (tile(sign)?, &actors[..]) {
        (tile, []) => Some((tile, None)),
        (Tile::Impassable, _) => None,
        (tile, &[colour]) => Some((tile, Some(colour))),
        _ => None,
    }
}

impl Editor for DanceEditor {
    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::new("tile", ["."]),
            Brush::new("gap", [" "]).shown_as(vec![picture::GAP]),
            Brush::new("red block", [actor(Colour::Red)]),
            Brush::new("blue block", [actor(Colour::Blue)]),
            Brush::new("red goal", ["r"]),
            Brush::new("blue goal", ["b"]),
        ]
    }

    fn starter(&self) -> &'static str {
        STARTER
    }

    fn blank(&self) -> &str {
        " "
    }

    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        if text.trim_start().starts_with('{') { from_json(text) } else { from_text(text) }
    }

    fn write(&self, grid: &TextGrid) -> String {
        let (name, optimal) = (grid.value(NAME), grid.value(OPTIMAL));
        let tile = |word: &String| word.chars().next().unwrap_or(' ');
        let rows: Vec<String> = grid.rows().map(|row| row.iter().map(tile).collect()).collect();
        let actors = actors(grid);
        if name.is_empty() && optimal.is_empty() && !rows.iter().any(|row| is_actor(row)) {
            let mut text = write_rows(&rows, grid.width) + "\n";
            for &Actor { colour, at: (x, y) } in &actors {
                text += &format!("{} {x} {}\n", letter(colour), grid.height - 1 - y);
            }
            if !actors.is_empty() || grid.rest.first().is_some_and(|line| is_actor(line)) {
                grid.rest.iter().for_each(|line| text += &format!("{line}\n"));
            }
            return text;
        }
        // What is not a number stays as it is; the reader reports it.
        let number = || optimal.parse::<u64>().map_or_else(|_| optimal.into(), Value::from);
        let optimal = (!optimal.is_empty()).then(number);
        let name = (!name.is_empty()).then_some(name);
        json::write_parts(name, grid.width, &rows, &actors, optimal.as_ref())
    }

    /// An actor stands on the tile that is there, or on a new one where none is; a tile goes below
    /// the actors that stand there, but a gap leaves none.
    fn over(&self, word: &str, paint: &str) -> String {
        let (below, actors) = parts(word).unwrap_or((" ", Vec::new()));
        if paint.starts_with('+') {
            let below = if tile(below).is_none_or(|tile| tile == Tile::Impassable) { "." } else { below };
            return format!("{below}{paint}");
        }
        match actors.first() {
            Some(&colour) if paint != " " => format!("{paint}{}", actor(colour)),
            _ => paint.to_string(),
        }
    }

    fn shows(&self, word: &str, paint: &str) -> bool {
        let Some((below, actors)) = parts(word) else { return false };
        below == paint || actors.iter().any(|&colour| actor(colour) == paint)
    }

    /// First the actors, then the goal, then the tile.
    fn without(&self, word: &str) -> String {
        match parts(word) {
            Some((below, actors)) if !actors.is_empty() => below.to_string(),
            Some(("r" | "b", _)) => ".".into(),
            _ => " ".into(),
        }
    }

    fn styles(&self, _: Spot, word: &str) -> Option<Vec<Style>> {
        let (tile, actor) = meaning(word)?;
        let mut styles = match tile {
            Tile::Impassable => vec![],
            Tile::Plain => vec![picture::FLOOR],
            Tile::Goal(colour) => vec![picture::FLOOR, picture::goal(colour)],
        };
        styles.extend(actor.map(|colour| picture::block(colour, tile).0));
        Some(styles)
    }
}

const NAME: &str = "name";
const OPTIMAL: &str = "shortest";

fn fields(name: &str, optimal: &str) -> Vec<Field> {
    let named = "The name of the level, which only JSON has a place for.";
    let known = "How many moves a shortest solution has, if known; only JSON has a place for it.";
    vec![
        Field { name: NAME, about: named, value: name.into() },
        Field { name: OPTIMAL, about: known, value: optimal.into() },
    ]
}

/// The actors of a grid, red ones first, each colour row by row.
fn actors(grid: &TextGrid) -> Vec<Actor> {
    let all = grid.cells.iter().enumerate().flat_map(|(index, word)| {
        let at = (index % grid.width, index / grid.width);
        let colours = parts(word).map(|(_, actors)| actors).unwrap_or_default();
        colours.into_iter().map(move |colour| Actor { colour, at })
    });
    let mut all: Vec<Actor> = all.collect();
    all.sort_by_key(|actor| actor.colour == Colour::Blue);
    all
}

/// Puts an actor on a cell, whose row counts from the bottom; whether there is such a cell.
fn stand(grid: &mut TextGrid, colour: Colour, x: usize, y: usize) -> bool {
    if x >= grid.width || y >= grid.height {
        return false;
    }
    let row = grid.height - 1 - y;
    let word = &mut grid.cells[row * grid.width + x];
    // Where there are several by mistake, red ones come first, as in the text.
    let at = if colour == Colour::Red { word.chars().next().map_or(0, char::len_utf8) } else { word.len() };
    word.insert_str(at, &actor(colour));
    true
}

/// Whether a line is that of an actor, on the board or not: its first word is `R` or `B`.
fn is_actor(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("R" | "B"))
}

/// The rows end where the actors begin. In a row, a tab or the like is a gap.
fn from_text(text: &str) -> Result<TextGrid, LevelError> {
    let mut lines = text.lines().skip_while(|line| line.is_empty()).peekable();
    let (mut rows, mut blanks) = (Vec::new(), Blanks::default());
    while let Some(line) = lines.next_if(|line| !is_actor(line)) {
        blanks.note(line);
        rows.push(line);
    }
    rows.truncate(rows.len() - blanks.separating());
    let plain = |sign: char| if sign.is_whitespace() { ' ' } else { sign };
    let rows = rows.into_iter().map(|line| line.chars().map(move |sign| plain(sign).to_string()));
    let mut grid = TextGrid { fields: fields("", ""), ..TextGrid::of_rows(rows, " ")? };
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        let stands = match line.split_whitespace().collect::<Vec<_>>()[..] {
            [letter @ ("R" | "B"), x, y] => {
                let colour = if letter == "R" { Colour::Red } else { Colour::Blue };
                let place = x.parse().ok().zip(y.parse().ok());
                place.is_some_and(|(x, y)| stand(&mut grid, colour, x, y))
            }
            _ => false,
        };
        if !stands {
            grid.rest.push(line.to_string());
        }
    }
    // One that begins like an actor ends the rows even when no actor is left.
    grid.rest.sort_by_key(|line| !is_actor(line));
    Ok(grid)
}

/// Reads a level in JSON loosely. Unknown fields are ignored, as they are by the reader.
fn from_json(text: &str) -> Result<TextGrid, LevelError> {
    let value = json::value(text)
        .map_err(|error| LevelError::new(error.place, "there is no recognisable board: this is not JSON"))?;
    let list = |key: &str| value[key].as_array().into_iter().flatten();
    // A line break in a string could not be written in plain text.
    let plain = |sign: char| if sign.is_control() || sign.is_whitespace() { ' ' } else { sign };
    let rows = list("tiles").map(|row| row.as_str().unwrap_or_default());
    let rows = rows.map(|row| row.chars().map(move |sign| plain(sign).to_string()));
    let name = value["name"].as_str().unwrap_or_default();
    let optimal = match &value["optimalMoves"] {
        Value::Null => String::new(),
        Value::String(claim) => claim.clone(),
        claim => claim.to_string(),
    };
    let mut grid = TextGrid { fields: fields(name, &optimal), ..TextGrid::of_rows(rows, " ")? };
    for actor in list("actors") {
        let colour = Colour::ALL.into_iter().find(|colour| actor["color"] == colour.word());
        let at = |key: &str| actor[key].as_u64().and_then(|at| usize::try_from(at).ok());
        if let (Some(colour), Some(x), Some(y)) = (colour, at("x"), at("y")) {
            stand(&mut grid, colour, x, y);
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::editing::{Edit, apply};

    /// The text after a brush was used on a cell.
    fn painted(text: &str, brush: &str, (x, y): (usize, usize)) -> String {
        let brush = DanceEditor.brushes().iter().position(|known| known.name == brush).expect("a brush");
        after(text, &Edit::Paint { brush, x, y, variant: None })
    }

    fn after(text: &str, edit: &Edit) -> String {
        let mut grid = DanceEditor.grid(text).expect("a grid");
        apply(&DanceEditor, &mut grid, edit).expect("an edit");
        DanceEditor.write(&grid)
    }

    fn set(text: &str, field: &str, value: &str) -> String {
        after(text, &Edit::Set { field: field.into(), value: value.into() })
    }

    #[test]
    fn a_name_is_kept_where_there_is_a_place_for_it() {
        let text = "..\n..\n\nR 0 0\n";
        let named = set(text, "name", "Twins");
        assert!(named.starts_with("{\n    \"name\": \"Twins\","), "{named}");
        assert!(painted(&named, "blue block", (1, 0)).contains("\"Twins\""));
        assert!(set(&named, "shortest", "3").contains("\"optimalMoves\": 3"));
        assert_eq!(set(&named, "name", ""), text);
    }

    #[test]
    fn actors_and_tiles_leave_each_other_as_they_are() {
        let text = ". \n.r\n\nR 1 0\n";
        assert_eq!(painted(text, "blue goal", (1, 1)), ".\n.b\n\nR 1 0\n");
        assert_eq!(painted(text, "blue block", (1, 1)), ".\n.r\n\nB 1 0\n");
        assert_eq!(painted(text, "blue block", (1, 0)), "..\n.r\n\nR 1 0\nB 1 1\n");
        assert_eq!(painted(text, "gap", (1, 1)), ". \n.\n\n");
    }

    #[test]
    fn lines_that_are_no_actors_on_the_board_are_kept() {
        let text = "..\n\nR 0 0\nB 7 0\nR one two\n";
        assert_eq!(painted(text, "tile", (0, 0)), text);
        assert!(DanceEditor.grid("{\"tiles\": [\"..\"], ").is_err());
    }

    #[test]
    fn what_is_no_json_is_pointed_at_by_characters() {
        let error = DanceEditor.grid("{\"name\": \"é\",,").expect_err("no JSON");
        assert_eq!(error.place, unriddle_kit::Place::new(1, 14));
    }

    #[test]
    fn lines_below_the_actors_never_become_rows() {
        let erase = Edit::Erase { spot: Spot::Cell, x: 0, y: 0 };
        assert_eq!(after(".\n\nR 0 0\n. .\n", &erase), ".\n\n");
        assert_eq!(after(".\n\nR 0 0\n. .\nB 7 0\n", &erase), ".\n\nB 7 0\n. .\n");
    }

    #[test]
    fn actors_on_one_tile_are_kept_in_one_order() {
        let grid = DanceEditor.grid(".\n\nB 0 0\nR 0 0\n").expect("a grid");
        assert_eq!(DanceEditor.grid(&DanceEditor.write(&grid)), Ok(grid));
    }

    #[test]
    fn a_row_that_begins_like_an_actor_stays_a_row() {
        let grid = DanceEditor.grid("{\"tiles\": [\"R 0\"], \"actors\": []}").expect("a grid");
        assert_eq!(DanceEditor.grid(&DanceEditor.write(&grid)), Ok(grid));
    }
}
