//! What a level looks like: tiles, goals as sockets, actors as blocks with faces.
//!
//! Each actor keeps its name: `red-1`, `red-2`, `blue-1`, …, numbered row by row from the top left at the start. A goal lies below
//! the actors, so the glyph and the face of an actor tell what it stands on: `@` and `&` for a red and a blue
//! one on a goal of its own colour, `%` and `$` on one of the other.

use unriddle_kit::{Cell, Picture, Piece, Style, Tone, sprite};

use super::AnimaRules;
use super::level::{Colour, Tile};
use super::sprites;
use super::walkers::Walkers;

pub(crate) const FLOOR: Style = Style::new(sprite::TILE, Tone::Floor, '.');

/// A gap in the floor, as the editor shows it.
pub(crate) const GAP: Style = Style::new(sprites::GAP, Tone::Faint, 'x');

/// The picture of a state.
pub(super) fn draw(dance: &AnimaRules, walkers: &Walkers) -> Picture {
    let (frame, tiles) = (dance.frame, &dance.tiles);
    let mut picture = Picture { width: frame.width, height: frame.height, ..Picture::default() };
    let passable = (0..tiles.len()).filter(|&tile| tiles[tile] != Tile::Impassable);
    picture.cells = passable.map(|tile| frame.cell(tile)).map(|(x, y)| Cell { x, y, style: FLOOR }).collect();

    for colour in Colour::ALL {
        let goals = (0..tiles.len()).filter(|&tile| tiles[tile] == Tile::Goal(colour));
        for (number, tile) in goals.enumerate() {
            let name = format!("{}-goal-{}", colour.word(), number + 1);
            let meaning = format!("goal for a {} block", colour.word());
            add(&mut picture, name, frame.cell(tile), goal(colour), &meaning);
        }
    }
    for colour in Colour::ALL {
        let of_colour = walkers.0.iter().filter(|actor| actor.colour == colour);
        for (number, actor) in of_colour.enumerate() {
            let name = name(colour, number);
            let (style, place) = block(colour, dance.tile(actor.at));
            add(&mut picture, name, actor.at, style, &format!("{} block{place}", colour.word()));
        }
    }
    picture
}

/// The name of an actor, by its number among those of its colour.
pub(super) fn name(colour: Colour, number: usize) -> String {
    format!("{}-{}", colour.word(), number + 1)
}

/// Puts a piece on top of the others.
fn add(picture: &mut Picture, name: String, at: (usize, usize), style: Style, meaning: &str) {
    picture.pieces.push(Piece::new(name, at.0 as f32, at.1 as f32, style));
    if !picture.legend.iter().any(|&(known, _)| known == style) {
        picture.legend.push((style, meaning.to_owned()));
    }
}

/// How a goal looks.
pub(crate) fn goal(colour: Colour) -> Style {
    match colour {
        Colour::Red => Style::new(sprites::SQUARE_GOAL, Tone::Red, 'r'),
        Colour::Blue => Style::new(sprites::ROUND_GOAL, Tone::Blue, 'b'),
    }
}

/// How an actor looks on a tile, and what to say of the place.
pub(crate) fn block(colour: Colour, below: Tile) -> (Style, &'static str) {
    let ([red, blue], place) = match below {
        Tile::Goal(goal) if goal == colour => {
            ([(sprites::RED_HOME, '@'), (sprites::BLUE_HOME, '&')], " on its goal")
        }
        Tile::Goal(_) => {
            ([(sprites::RED_ASTRAY, '%'), (sprites::BLUE_ASTRAY, '$')], " on a goal of the other colour")
        }
        Tile::Plain | Tile::Impassable => ([(sprites::RED_BLOCK, 'R'), (sprites::BLUE_BLOCK, 'B')], ""),
    };
    let ((sprite, glyph), tone) = match colour {
        Colour::Red => (red, Tone::Red),
        Colour::Blue => (blue, Tone::Blue),
    };
    (Style::new(sprite, tone, glyph), place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actors_and_goals_match_by_shape_and_a_face_tells_the_place() {
        let outlines = |style: Style| style.sprite().art().outlines;
        assert_ne!(outlines(goal(Colour::Red)), outlines(goal(Colour::Blue)));
        for colour in Colour::ALL {
            let places = [Tile::Plain, Tile::Goal(colour), Tile::Goal(colour.other())];
            let [plain, home, astray] = places.map(|tile| block(colour, tile).0.sprite());
            assert!(plain != home && plain != astray && home != astray);
            let other = block(colour.other(), Tile::Plain).0;
            assert_ne!(plain.art().outlines, outlines(other));
        }
    }
}
