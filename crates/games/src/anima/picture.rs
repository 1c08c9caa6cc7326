//! What a level looks like: tiles, goals as diamonds, actors as blocks.
//!
//! The actors are followed one by one through the moves, so each keeps its name: `red-1`,
//! `red-2`, `blue-1`, …, numbered row by row from the top left at the start. A goal lies below
//! the actors until an actor of its colour covers it: then its diamond shows on top of the
//! block, with the sign `@` for red and `&` for blue, so that what is done can be told from what
//! is not, in colour or without.

use std::collections::HashSet;

use super::level::{Actor, Colour, Level, Plan, Tile};
use super::walkers::Walkers;
use crate::bits::Bits;
use crate::{Cell, Direction, Look, Picture, Piece, Shape, Tone};

const FLOOR: Look = Look { shape: Shape::Tile, tone: Tone::Floor, sign: '.' };

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

    let standing: HashSet<(Colour, (usize, usize))> =
        walkers.0.iter().map(|actor| (actor.colour, actor.at)).collect();
    let mut covered = Vec::new();
    for colour in Colour::ALL {
        for (number, tile) in level.ground.goals.of(colour).tiles().enumerate() {
            let (name, at) = (format!("{}-goal-{}", colour.word(), number + 1), frame.cell(tile));
            if standing.contains(&(colour, at)) {
                covered.push((name, at, colour));
            } else {
                add(&mut picture, name, at, goal(colour), &format!("goal for a {} actor", colour.word()));
            }
        }
    }
    for colour in Colour::ALL {
        let of_colour = walkers.0.iter().filter(|actor| actor.colour == colour);
        for (number, actor) in of_colour.enumerate() {
            let name = format!("{}-{}", colour.word(), number + 1);
            add(&mut picture, name, actor.at, block(colour), &format!("{} actor", colour.word()));
        }
    }
    for (name, at, colour) in covered {
        add(&mut picture, name, at, done(colour), &format!("{} actor on its goal", colour.word()));
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

fn goal(colour: Colour) -> Look {
    match colour {
        Colour::Red => Look { shape: Shape::Diamond, tone: Tone::Red, sign: 'r' },
        Colour::Blue => Look { shape: Shape::Diamond, tone: Tone::Blue, sign: 'b' },
    }
}

fn block(colour: Colour) -> Look {
    match colour {
        Colour::Red => Look { shape: Shape::Block, tone: Tone::Red, sign: 'R' },
        Colour::Blue => Look { shape: Shape::Block, tone: Tone::Blue, sign: 'B' },
    }
}

fn done(colour: Colour) -> Look {
    match colour {
        Colour::Red => Look { shape: Shape::Diamond, tone: Tone::Goal, sign: '@' },
        Colour::Blue => Look { shape: Shape::Diamond, tone: Tone::Goal, sign: '&' },
    }
}
