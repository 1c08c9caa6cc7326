//! What a level looks like: tiles with their heights, the flag, the ball, and the cards in hand.
//!
//! Each kind of tile has a sign of its own. Twins of a warp share a letter: `a` for the first
//! number of the level, `b` for the second, and so on; a level with more pairs than letters goes
//! on with Greek ones and then gives up. The ball keeps its name, so a page can let it glide.

use std::collections::BTreeMap;

use unriddle_search::Puzzle;

use super::level::{Cell, Corner, Kind, Level, Tile};
use super::notation::Move;
use super::state::Hand;
use crate::{Direction, Look, Picture, Piece, Rules, Shape, Tone};

pub(crate) const BALL: Look = Look::new(Shape::Disc, Tone::Player, '●');
pub(crate) const FLAG: Look = Look::new(Shape::Flag, Tone::Goal, 'F');

/// The picture after these moves.
pub(crate) fn draw<H: Hand>(level: &Level<H>, moves: &[Move]) -> Picture {
    let course = &level.ground.course;
    let mut state = level.start();
    for &mv in moves {
        let Ok((_, next)) = level.play(&state, mv) else { break };
        state = next;
    }

    let letters = letters(course.tiles.iter().flatten().map(|tile| tile.kind));
    let mut picture = Picture { width: course.size.0, height: course.size.1, ..Picture::default() };
    let mut legend: Vec<(u8, Look, String)> = Vec::new();
    for (at, tile) in course.tiles.iter().enumerate() {
        let Some(Tile { height, kind }) = *tile else { continue };
        let cell = Cell(at as u32);
        let (look, meaning) = if cell == course.flag { (FLAG, "flag") } else { tile_look(kind, &letters) };
        let order = if cell == course.flag { 1 } else { order(kind) };
        let (x, y) = course.place(cell);
        let below = below(kind);
        if below.is_some() {
            let name = format!("ice-wall-{at}");
            picture.pieces.push(Piece { name, x: x as f32, y: y as f32, look });
        }
        picture.cells.push(crate::Cell { x, y, look: below.unwrap_or(look) });
        picture.heights.push(height);
        // One entry stands for all directions, corners or pairs of a kind.
        if !legend.iter().any(|&(known, ..)| known == order) {
            legend.push((order, look, meaning.to_string()));
        }
    }
    let (x, y) = course.place(state.ball);
    picture.pieces.push(Piece { name: "ball".into(), x: x as f32, y: y as f32, look: BALL });
    legend.push((0, BALL, "ball".into()));
    let height = course.tile(state.ball).map_or(0, |tile| tile.height);
    let digit = char::from_digit(height % 10, 10).unwrap_or('0');
    legend.push((u8::MAX, Look::new(Shape::Tile, Tone::Floor, digit), "height of the cell".into()));
    legend.sort_by_key(|&(order, ..)| order);
    picture.legend = legend.into_iter().map(|(_, look, meaning)| (look, meaning)).collect();

    let cards: Vec<String> = level.cards(&state.hand).iter().map(ToString::to_string).collect();
    let cards = if cards.is_empty() { "none".to_string() } else { cards.join(" ") };
    picture.caption = Some(format!("cards left: {cards}"));
    picture
}

pub(crate) const FLAT: Look = Look::new(Shape::Tile, Tone::Floor, '.');
const ICE: Look = Look::new(Shape::Tile, Tone::Ice, '*');

/// How a tile is drawn, and what it is called.
pub(crate) fn tile_look(kind: Kind, letters: &BTreeMap<u32, char>) -> (Look, &'static str) {
    match kind {
        Kind::Flat => (FLAT, "flat"),
        Kind::Slope(down) => (slope(down), "slope, points downhill"),
        Kind::Angle(corner) => (wall(corner), "angled wall, solid where filled"),
        Kind::Sand => (Look::new(Shape::Tile, Tone::Sand, ':'), "sand"),
        Kind::Quicksand => (Look::new(Shape::Tile, Tone::Mud, '%'), "quicksand"),
        Kind::Water => (Look::new(Shape::Tile, Tone::Water, '~'), "water"),
        Kind::Spring => (Look::new(Shape::Diamond, Tone::Red, '!'), "spring"),
        Kind::Ice => (ICE, "ice"),
        Kind::IceAngle(corner) => (ice_wall(corner), "angled wall on ice"),
        Kind::Warp(number) => {
            let letter = letters.get(&number).copied().unwrap_or('¤');
            (Look::new(Shape::Disc, Tone::Blue, letter), "warp to the same letter")
        }
        Kind::Belt(to) => (belt(to), "belt"),
    }
}

/// What lies below what stands on a tile as a piece: an angled wall on ice does.
pub(crate) fn below(kind: Kind) -> Option<Look> {
    matches!(kind, Kind::IceAngle(_)).then_some(ICE)
}

/// The place of a kind in the legend.
fn order(kind: Kind) -> u8 {
    match kind {
        Kind::Flat => 2,
        Kind::Slope(_) => 3,
        Kind::Angle(_) => 4,
        Kind::Sand => 5,
        Kind::Quicksand => 6,
        Kind::Water => 7,
        Kind::Spring => 8,
        Kind::Ice => 9,
        Kind::IceAngle(_) => 10,
        Kind::Belt(_) => 11,
        Kind::Warp(_) => 12,
    }
}

/// An arrow head that points downhill.
fn slope(down: Direction) -> Look {
    let sign = match down {
        Direction::Right => '>',
        Direction::Up => '^',
        Direction::Left => '<',
        Direction::Down => 'v',
    };
    Look::new(down.into(), Tone::Faint, sign)
}

fn belt(to: Direction) -> Look {
    let sign = match to {
        Direction::Right => '→',
        Direction::Up => '↑',
        Direction::Left => '←',
        Direction::Down => '↓',
    };
    Look::new(Shape::Sign, Tone::Trail, sign)
}

fn wall(corner: Corner) -> Look {
    let (shape, sign) = match corner {
        Corner::TopLeft => (Shape::TopLeft, '◤'),
        Corner::TopRight => (Shape::TopRight, '◥'),
        Corner::BottomLeft => (Shape::BottomLeft, '◣'),
        Corner::BottomRight => (Shape::BottomRight, '◢'),
    };
    Look::new(shape, Tone::Wall, sign)
}

fn ice_wall(corner: Corner) -> Look {
    let sign = match corner {
        Corner::TopLeft => '◸',
        Corner::TopRight => '◹',
        Corner::BottomLeft => '◺',
        Corner::BottomRight => '◿',
    };
    Look { sign, ..wall(corner) }
}

/// A letter for each number of a warp, in the order of the numbers.
pub(crate) fn letters(kinds: impl Iterator<Item = Kind>) -> BTreeMap<u32, char> {
    let numbers = kinds.filter_map(|kind| match kind {
        Kind::Warp(number) => Some((number, '¤')),
        _ => None,
    });
    let mut letters: BTreeMap<u32, char> = numbers.collect();
    for (letter, sign) in letters.values_mut().zip(('a'..='z').chain('α'..='ω')) {
        *letter = sign;
    }
    letters
}
