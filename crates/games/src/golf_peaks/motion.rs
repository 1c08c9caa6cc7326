//! What a card does to the ball, step by step: what a page or a terminal shows of it.

use unriddle_kit::{Frame, Path, Piece};

use super::level::Ground;
use super::moves::{Event, Landing};
use super::notation::Move;
use super::picture;
use super::state::State;

/// A longer way is cut short: nobody watches a ball for thousands of cells.
const MAX_FRAMES: usize = 400;

/// How far a ball gets towards what it bounces off, in cells.
const BUMP: f32 = 0.3;

/// How large a ball is that has sunk, or goes through a warp.
const SUNK: f32 = 0.1;

/// A moment of the ball: where it is, how large, and how it came there.
#[derive(Clone, Copy)]
struct Stop {
    at: (f32, f32),
    scale: f32,
    path: Path,
}

/// The ball on its way when a card is played, a frame for each cell. The last is where it comes to rest.
pub(super) fn frames(ground: &Ground, state: &State, mv: Move, after: &State) -> Vec<Frame> {
    let course = &ground.course;
    let place = |cell| {
        let (x, y) = course.place(cell);
        (x as f32, y as f32)
    };
    let stop = |at, path| Stop { at, scale: 1.0, path };
    let mut stops: Vec<Stop> = Vec::new();
    let mut last = state.ball;
    let end = course.play_observed(state.ball, mv.card, mv.direction, |event| {
        if stops.len() >= MAX_FRAMES {
            return;
        }
        match event {
            Event::Lands(cell, Landing::Rolled, _) => stops.push(stop(place(cell), Path::Straight)),
            Event::Lands(cell, Landing::Jumped, _) => stops.push(stop(place(cell), Path::Arc)),
            // It has turned round already.
            Event::Lands(cell, Landing::Bounced, heading) => {
                let ((x, y), (dx, dy)) = (place(cell), heading.opposite().delta());
                let wall = (x + BUMP * dx as f32, y + BUMP * dy as f32);
                stops.extend([stop(wall, Path::Straight), stop((x, y), Path::Straight)]);
            }
            // It sinks where it is, in water or in a warp, and rises elsewhere.
            Event::Returns(cell) => {
                let sinks = Stop { scale: SUNK, ..stop(place(last), Path::Straight) };
                let rises = Stop { scale: SUNK, ..stop(place(cell), Path::Instant) };
                stops.extend([sinks, rises, stop(place(cell), Path::Straight)]);
            }
        }
        let (Event::Lands(cell, ..) | Event::Returns(cell)) = event;
        last = cell;
    });
    let Ok(end) = end else { return Vec::new() };
    if stops.last().is_some_and(|last| last.at != place(end)) {
        stops.push(stop(place(end), Path::Straight));
    }
    let rest = picture::draw(ground, after).pieces;
    let still = picture::draw(ground, state).pieces;
    let frame = |Stop { at: (x, y), scale, path }| {
        let moved = |piece: &Piece| match piece.name.as_str() {
            picture::NAME => picture::ball(x, y).scaled(scale),
            _ => piece.clone(),
        };
        Frame { pieces: still.iter().map(moved).collect(), path }
    };
    let mut frames: Vec<Frame> = stops.into_iter().map(frame).collect();
    // A ball in the hole lies deeper than on the grass.
    if frames.last().is_some_and(|last| last.pieces != rest) {
        frames.push(Frame::new(rest));
    }
    frames
}
