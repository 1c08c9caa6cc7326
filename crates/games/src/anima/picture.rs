//! What a level looks like: tiles, goals as diamonds, actors as blocks.
//!
//! The actors are followed one by one through the moves, so each keeps its name: `red-1`,
//! `red-2`, `blue-1`, …, numbered row by row from the top left at the start. A goal lies below
//! the actors, so the sign of an actor tells what it stands on: `@` and `&` for a red and a blue
//! one on a goal of its own colour, `%` and `$` on one of the other.

use super::level::{Actor, Colour, Level, Plan, Tile};
use super::walkers::Walkers;
use crate::bits::Bits;
use crate::{Cell, Direction, Look, Picture, Piece, Shape, Tone};

pub(crate) const FLOOR: Look = Look { shape: Shape::Tile, tone: Tone::Floor, sign: '.' };

impl<B: Bits> Level<B> {
    /// The actors at the start, red ones first, each colour row by row; columns and rows count
    /// from the corner of the frame.
    pub(crate) fn walkers(&self) -> Walkers {
        let frame = self.ground.frame;
        let of = |colour| {
            let tiles = self.start.of(colour).tiles();
            tiles.map(move |tile| Actor { colour, at: frame.cell(tile) })
        };
        Walkers(Colour::ALL.into_iter().flat_map(of).collect())
    }

    /// The level as a file would say it.
    pub(crate) fn plan(&self) -> Plan {
        let (left, top) = self.ground.frame.corner;
        let mut actors = self.walkers().0;
        for Actor { at: (x, y), .. } in &mut actors {
            (*x, *y) = (*x + left, *y + top);
        }
        Plan { actors, ..self.ground.plan.clone() }
    }
}

/// The picture after these moves.
pub(crate) fn draw<B: Bits>(level: &Level<B>, moves: &[Direction]) -> Picture {
    let (frame, tiles) = (level.ground.frame, &level.ground.tiles);
    let mut walkers = level.walkers();
    for &direction in moves {
        walkers.walk(direction, |(x, y)| {
            x < frame.width && y < frame.height && tiles[frame.number((x, y))] != Tile::Impassable
        });
    }

    let mut picture = Picture { width: frame.width, height: frame.height, ..Picture::default() };
    let passable = (0..tiles.len()).filter(|&tile| tiles[tile] != Tile::Impassable);
    picture.cells = passable.map(|tile| frame.cell(tile)).map(|(x, y)| Cell { x, y, look: FLOOR }).collect();

    for colour in Colour::ALL {
        for (number, tile) in level.ground.goals.of(colour).tiles().enumerate() {
            let name = format!("{}-goal-{}", colour.word(), number + 1);
            let meaning = format!("goal for a {} actor", colour.word());
            add(&mut picture, name, frame.cell(tile), goal(colour), &meaning);
        }
    }
    for colour in Colour::ALL {
        let of_colour = walkers.0.iter().filter(|actor| actor.colour == colour);
        for (number, actor) in of_colour.enumerate() {
            let name = format!("{}-{}", colour.word(), number + 1);
            let (look, place) = block(colour, tiles[frame.number(actor.at)]);
            add(&mut picture, name, actor.at, look, &format!("{} actor{place}", colour.word()));
        }
    }
    picture
}

/// Puts a piece on top of the others.
fn add(picture: &mut Picture, name: String, at: (usize, usize), look: Look, meaning: &str) {
    picture.pieces.push(Piece { name, x: at.0 as f32, y: at.1 as f32, look });
    if !picture.legend.iter().any(|&(known, _)| known == look) {
        picture.legend.push((look, meaning.to_owned()));
    }
}

/// How a goal looks.
pub(crate) fn goal(colour: Colour) -> Look {
    match colour {
        Colour::Red => Look { shape: Shape::Diamond, tone: Tone::Red, sign: 'r' },
        Colour::Blue => Look { shape: Shape::Diamond, tone: Tone::Blue, sign: 'b' },
    }
}

/// How an actor looks on a tile, and what to say of the place.
pub(crate) fn block(colour: Colour, below: Tile) -> (Look, &'static str) {
    let ([red, blue], place) = match below {
        Tile::Goal(goal) if goal == colour => (['@', '&'], " on its goal"),
        Tile::Goal(_) => (['%', '$'], " on a goal of the other colour"),
        Tile::Plain | Tile::Impassable => (['R', 'B'], ""),
    };
    let look = match colour {
        Colour::Red => Look { shape: Shape::Block, tone: Tone::Red, sign: red },
        Colour::Blue => Look { shape: Shape::Block, tone: Tone::Blue, sign: blue },
    };
    (look, place)
}
