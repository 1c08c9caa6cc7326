//! What happens between two positions, moment by moment.
//!
//! A [`Frame`] says where the pieces are at a moment and by which [`Path`] they came there from the moment
//! before. A game lists the moments that matter: a cell that a ball rolls over, a bounce, a quarter of a turn.
//! Whoever shows them fills in the time between with [`tween`], for as long as the frame's
//! [`span`](Frame::span) says, or shows one frame after the other.
//!
//! Frames hold all pieces, which costs some 80 bytes each; motions are made when they are shown and not kept.

use std::collections::HashMap;

use crate::Piece;

/// A moment of a motion: where the pieces are. What lies below them does not change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// All pieces, bottom to top, as in a [`Picture`](crate::Picture).
    pub pieces: Vec<Piece>,
    /// How those that moved came here from the frame before.
    pub path: Path,
}

/// How a piece comes from one place to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Path {
    /// Straight along the board.
    #[default]
    Straight,
    /// Through the air.
    Arc,
    /// At once, as by a warp.
    Instant,
}

/// The least that a motion which is seen takes: a bump is short.
const MIN: f32 = 0.3;

/// A quarter turn takes this long, where the way over one cell takes 1.
const QUARTER: f32 = 0.7;

/// Vanishing, or growing from nothing, takes this long.
const GROWTH: f32 = 1.2;

/// How long a flight takes, and how much longer for each cell.
const FLIGHT: (f32, f32) = (0.8, 0.5);

/// How high the middle of a flight is, in cells, and how much higher for each cell; and the highest.
const HEIGHT: (f32, f32, f32) = (0.3, 0.18, 1.4);

impl Frame {
    /// Pieces that came here straight.
    pub fn new(pieces: Vec<Piece>) -> Self {
        Frame { pieces, path: Path::Straight }
    }

    /// How long it takes to come here from the pieces before, where the way over one cell takes 1: 0 if
    /// nothing is seen to move.
    pub fn span(&self, before: &[Piece]) -> f32 {
        if self.path == Path::Instant {
            return 0.0;
        }
        let before = by_name(before);
        let known = self.pieces.iter().filter_map(|piece| Some((*before.get(piece.name.as_str())?, piece)));
        let span = known.map(|(from, to)| self.path.span(from, to)).fold(0.0, f32::max);
        if span > 0.0 { span.max(MIN) } else { 0.0 }
    }
}

impl Path {
    fn span(self, from: &Piece, to: &Piece) -> f32 {
        let way = (to.x - from.x).hypot(to.y - from.y);
        match self {
            Path::Instant => 0.0,
            Path::Arc if way > 0.0 => FLIGHT.0 + FLIGHT.1 * way,
            Path::Arc | Path::Straight => {
                let turn = (to.turn - from.turn).abs() / 90.0 * QUARTER;
                way.max(turn).max((to.scale - from.scale).abs() * GROWTH)
            }
        }
    }

    /// How far above the board a piece is on its way of this many cells, in cells.
    fn height(self, way: f32, part: f32) -> f32 {
        match self {
            Path::Arc if way > 0.0 => 4.0 * part * (1.0 - part) * (HEIGHT.0 + HEIGHT.1 * way).min(HEIGHT.2),
            _ => 0.0,
        }
    }
}

/// The pieces on their way from one moment to the next: `part` is 0 at the moment before and 1 in the frame.
/// A piece in the air is drawn above its place, and larger.
pub fn tween(before: &[Piece], frame: &Frame, part: f32) -> Vec<Piece> {
    if frame.path == Path::Instant || part >= 1.0 {
        return frame.pieces.clone();
    }
    let before = by_name(before);
    let on_its_way = |to: &Piece| {
        let Some(from) = before.get(to.name.as_str()) else { return to.clone() };
        let between = |from: f32, to: f32| from + (to - from) * part;
        let height = frame.path.height((to.x - from.x).hypot(to.y - from.y), part);
        Piece {
            x: between(from.x, to.x),
            y: between(from.y, to.y) - height,
            // What turns into another look does so at the end.
            style: from.style,
            turn: between(from.turn, to.turn),
            scale: between(from.scale, to.scale) * (1.0 + 0.3 * height),
            ..to.clone()
        }
    };
    frame.pieces.iter().map(on_its_way).collect()
}

fn by_name(pieces: &[Piece]) -> HashMap<&str, &Piece> {
    pieces.iter().map(|piece| (piece.name.as_str(), piece)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Style, Tone, sprite};

    fn piece(x: f32, y: f32) -> Piece {
        Piece::new("it", x, y, Style::new(sprite::DISC, Tone::Player, 'o'))
    }

    #[test]
    fn a_way_takes_as_long_as_it_is() {
        let before = [piece(1.0, 1.0)];
        assert_eq!(Frame::new(vec![piece(4.0, 1.0)]).span(&before), 3.0);
        assert_eq!(Frame::new(vec![piece(1.0, 1.0)]).span(&before), 0.0);
        assert_eq!(Frame::new(vec![piece(1.1, 1.0)]).span(&before), MIN, "a bump is seen");
        assert!(Frame::new(vec![piece(1.0, 1.0).turned(90.0)]).span(&before) > 0.0);
        assert!(Frame::new(vec![piece(1.0, 1.0).scaled(0.0)]).span(&before) > 0.0);
        let warp = Frame { pieces: vec![piece(9.0, 9.0)], path: Path::Instant };
        assert_eq!(warp.span(&before), 0.0);
    }

    #[test]
    fn what_flies_rises_and_comes_down() {
        let before = [piece(0.0, 2.0)];
        let flight = Frame { pieces: vec![piece(4.0, 2.0)], path: Path::Arc };
        let middle = &tween(&before, &flight, 0.5)[0];
        assert!(middle.x == 2.0 && middle.y < 1.5 && middle.scale > 1.1, "{middle:?}");
        assert_eq!(tween(&before, &flight, 0.0)[0], before[0]);
        assert_eq!(tween(&before, &flight, 1.0), flight.pieces);
    }
}
