//! A move on its way: all actors step together, and those that cannot go bump against what is in the way.

use std::collections::HashMap;

use unriddle_kit::{Direction, Frame, Piece};

use super::AnimaRules;
use super::level::Colour;
use super::picture;
use super::walkers::Walkers;

/// How far an actor gets that cannot go, in tiles.
const BUMP: f32 = 0.16;

/// The actors halfway and at the end; nothing in between if all of them step.
pub(super) fn frames(
    rules: &AnimaRules,
    before: &Walkers,
    after: &Walkers,
    direction: Direction,
) -> Vec<Frame> {
    if before.0.iter().zip(&after.0).all(|(was, is)| was.at != is.at) {
        return Vec::new();
    }
    let mut halfway: HashMap<String, (f32, f32)> = HashMap::new();
    for colour in Colour::ALL {
        let of_colour = before.0.iter().zip(&after.0).filter(|(actor, _)| actor.colour == colour);
        for (number, (was, is)) in of_colour.enumerate() {
            let way = if colour == Colour::Red { direction } else { direction.opposite() };
            let (dx, dy) = way.delta();
            let part = if was.at == is.at { BUMP } else { 0.5 };
            let place = (was.at.0 as f32 + part * dx as f32, was.at.1 as f32 + part * dy as f32);
            halfway.insert(picture::name(colour, number), place);
        }
    }
    let moved = |piece: Piece| match halfway.get(&piece.name) {
        Some(&(x, y)) => Piece { x, y, ..piece },
        None => piece,
    };
    let pieces = |walkers: &Walkers| picture::draw(rules, walkers).pieces;
    vec![Frame::new(pieces(before).into_iter().map(moved).collect()), Frame::new(pieces(after))]
}
