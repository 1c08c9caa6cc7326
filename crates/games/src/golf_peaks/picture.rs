//! What a level looks like: tiles with their heights, the flag, the ball, and the cards in hand.
//!
//! Each kind of tile has a glyph of its own. Twins of a warp share a letter: `a` for the first
//! number of the level, `b` for the second, and so on; a level with more pairs than letters goes
//! on with Greek ones and then gives up. The ball keeps its name, so a page can let it glide.

use std::collections::BTreeMap;

use unriddle_kit::{Direction, Picture, Piece, Style, Tone, sprite};

use super::level::{Cell, Corner, Ground, Kind, Tile};
use super::sprites;
use super::state::State;

pub(crate) const BALL: Style = Style::new(sprites::BALL, Tone::Cream, '●');
pub(crate) const FLAG: Style = Style::new(sprites::FLAG, Tone::Red, 'F');

/// The name of the ball.
pub(crate) const NAME: &str = "ball";

/// How large a ball is drawn that lies in the hole.
const IN_THE_HOLE: f32 = 0.55;

/// The ball, which is the topmost piece.
pub(crate) fn ball(x: f32, y: f32) -> Piece {
    Piece::new(NAME, x, y, BALL)
}

/// The picture of a state.
pub(crate) fn draw(ground: &Ground, state: &State) -> Picture {
    let course = &ground.course;
    let letters = letters(course.tiles.iter().flatten().map(|tile| tile.kind));
    let mut picture = Picture { width: course.size.0, height: course.size.1, ..Picture::default() };
    let mut legend: Vec<(u8, Style, String)> = Vec::new();
    for (at, tile) in course.tiles.iter().enumerate() {
        let Some(Tile { height, kind }) = *tile else { continue };
        let cell = Cell(at as u32);
        let (style, meaning) = if cell == course.flag { (FLAG, "flag") } else { tile_style(kind, &letters) };
        let order = if cell == course.flag { 1 } else { order(kind) };
        let (x, y) = course.place(cell);
        picture.cells.push(unriddle_kit::Cell { x, y, style });
        picture.heights.push(height);
        picture.slopes.push(downhill(kind).filter(|_| cell != course.flag));
        // One entry stands for all directions, corners or pairs of a kind.
        if !legend.iter().any(|&(known, ..)| known == order) {
            legend.push((order, style, meaning.to_string()));
        }
    }
    let (x, y) = course.place(state.ball);
    let scale = if state.ball == course.flag { IN_THE_HOLE } else { 1.0 };
    picture.pieces.push(ball(x as f32, y as f32).scaled(scale));
    legend.push((0, BALL, "ball".into()));
    // Cells of height 0 have no number.
    let highest = course.tiles.iter().flatten().map(|tile| tile.height).max().unwrap_or(0);
    if let Some(digit) = char::from_digit(highest % 10, 10).filter(|_| highest > 0) {
        let style = Style::new(sprite::TILE, Tone::Grass, digit);
        legend.push((u8::MAX, style, "height of a cell".into()));
    }
    legend.sort_by_key(|&(order, ..)| order);
    picture.legend = legend.into_iter().map(|(_, style, meaning)| (style, meaning)).collect();

    let cards: Vec<String> = ground.cards(&state.hand).iter().map(ToString::to_string).collect();
    let cards = if cards.is_empty() { "none".to_string() } else { cards.join(" ") };
    picture.caption = Some(format!("cards left: {cards}"));
    picture
}

pub(crate) const FLAT: Style = Style::new(sprite::TILE, Tone::Grass, '.');

/// How a tile is drawn, and what it is called.
pub(crate) fn tile_style(kind: Kind, letters: &BTreeMap<u32, char>) -> (Style, &'static str) {
    match kind {
        Kind::Flat => (FLAT, "flat"),
        Kind::Slope(down) => (slope(down), "slope, points downhill"),
        Kind::Angle(corner) => (wall(corner), "angled wall, solid where filled"),
        Kind::Sand => (Style::new(sprites::SAND, Tone::Sand, ':'), "sand"),
        Kind::Quicksand => (Style::new(sprites::QUICKSAND, Tone::Mud, '%'), "quicksand"),
        Kind::Water => (Style::new(sprites::WATER, Tone::Water, '~'), "water"),
        Kind::Spring => (Style::new(sprites::SPRING, Tone::Red, '!'), "spring"),
        Kind::Ice => (Style::new(sprites::ICE, Tone::Ice, '*'), "ice"),
        Kind::IceAngle(corner) => (ice_wall(corner), "angled wall on ice"),
        Kind::Warp(number) => {
            let letter = letters.get(&number).copied().unwrap_or('¤');
            (Style::new(sprites::WARP, Tone::Blue, letter), "warp to the same letter")
        }
        Kind::Belt(to) => (belt(to), "belt"),
    }
}

/// Where a tile falls to.
pub(crate) fn downhill(kind: Kind) -> Option<Direction> {
    match kind {
        Kind::Slope(down) => Some(down),
        _ => None,
    }
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

fn slope(down: Direction) -> Style {
    let glyph = match down {
        Direction::Right => '>',
        Direction::Up => '^',
        Direction::Left => '<',
        Direction::Down => 'v',
    };
    Style::new(sprites::SLOPE.turned(down), Tone::Cream, glyph)
}

fn belt(to: Direction) -> Style {
    let glyph = match to {
        Direction::Right => '→',
        Direction::Up => '↑',
        Direction::Left => '←',
        Direction::Down => '↓',
    };
    Style::new(sprites::BELT.turned(to), Tone::Rubber, glyph)
}

fn wall(corner: Corner) -> Style {
    let glyph = match corner {
        Corner::TopLeft => '◤',
        Corner::TopRight => '◥',
        Corner::BottomLeft => '◣',
        Corner::BottomRight => '◢',
    };
    Style::new(sprites::wall(corner), Tone::Wall, glyph)
}

fn ice_wall(corner: Corner) -> Style {
    let glyph = match corner {
        Corner::TopLeft => '◸',
        Corner::TopRight => '◹',
        Corner::BottomLeft => '◺',
        Corner::BottomRight => '◿',
    };
    Style::new(sprites::ice_wall(corner), Tone::Wall, glyph)
}

/// A letter for each number of a warp, in the order of the numbers.
pub(crate) fn letters(kinds: impl Iterator<Item = Kind>) -> BTreeMap<u32, char> {
    let numbers = kinds.filter_map(|kind| match kind {
        Kind::Warp(number) => Some((number, '¤')),
        _ => None,
    });
    let mut letters: BTreeMap<u32, char> = numbers.collect();
    // `v` is a slope.
    let glyphs = ('a'..='z').filter(|&glyph| glyph != 'v').chain('α'..='ω');
    for (letter, glyph) in letters.values_mut().zip(glyphs) {
        *letter = glyph;
    }
    letters
}
