//! What happens while a move is made, shown moment by moment.
//!
//! The game is already where the motion ends: a motion only delays what is seen, and a key ends it. Pieces
//! stand on characters of the board, so what lies between two cells is seen as far as cells are large enough.

use std::time::{Duration, Instant};

use unriddle_kit::{Frame, Picture, Piece, tween};

/// The time between two drawings.
const REST: Duration = Duration::from_millis(33);

/// The longest motion.
pub(crate) const MAX_LENGTH: Duration = Duration::from_millis(1500);

/// A motion on the board.
pub(crate) struct Motion {
    /// The board, with the pieces where they are now.
    picture: Picture,
    /// Where they were before.
    before: Vec<Piece>,
    frames: Vec<Frame>,
    /// When each frame is reached, counted in cells on the way.
    ends: Vec<f32>,
    begun: Instant,
    /// How long the way over one cell takes.
    pace: Duration,
    due: Instant,
}

impl Motion {
    /// A motion from these pieces to a picture. `None` if nothing is seen to move.
    pub(crate) fn new(
        before: Vec<Piece>,
        frames: Vec<Frame>,
        after: Picture,
        now: Instant,
        pace: Duration,
        longest: Duration,
    ) -> Option<Motion> {
        let mut ends = Vec::with_capacity(frames.len());
        let (mut total, mut last) = (0.0, &before);
        for frame in &frames {
            total += frame.span(last);
            ends.push(total);
            last = &frame.pieces;
        }
        if total <= 0.0 {
            return None;
        }
        let pace = pace.min(longest.div_f32(total));
        let picture = Picture { pieces: before.clone(), ..after };
        Some(Motion { picture, before, frames, ends, begun: now, pace, due: now + REST })
    }

    /// The board at this moment.
    pub(crate) fn picture(&self) -> &Picture {
        &self.picture
    }

    /// When the pieces are to be moved on.
    pub(crate) fn due(&self) -> Instant {
        self.due
    }

    /// When it ends.
    pub(crate) fn end(&self) -> Instant {
        self.begun + self.pace.mul_f32(self.ends.last().copied().unwrap_or(0.0))
    }

    /// Moves the pieces on. Returns whether that was due.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        if now < self.due {
            return false;
        }
        let way = now.saturating_duration_since(self.begun).as_secs_f32() / self.pace.as_secs_f32().max(1e-6);
        // At the end there is the picture of the position instead.
        if let Some(at) = self.ends.iter().position(|&end| end > way) {
            let first = at.checked_sub(1);
            let start = first.map_or(0.0, |first| self.ends[first]);
            let from = first.map_or(&self.before, |first| &self.frames[first].pieces);
            let part = (way - start) / (self.ends[at] - start);
            self.picture.pieces = tween(from, &self.frames[at], part);
        }
        self.due = now + REST;
        true
    }
}

#[cfg(test)]
mod tests {
    use unriddle_kit::{Style, Tone, sprite};

    use super::*;

    fn piece(x: f32) -> Piece {
        Piece::new("it", x, 0.0, Style::new(sprite::DISC, Tone::Player, 'o'))
    }

    fn motion(now: Instant, longest: Duration) -> Option<Motion> {
        let frames = vec![Frame::new(vec![piece(4.0)]), Frame::new(vec![piece(2.0)])];
        let after = Picture { width: 5, height: 1, pieces: vec![piece(2.0)], ..Picture::default() };
        Motion::new(vec![piece(0.0)], frames, after, now, Duration::from_millis(100), longest)
    }

    #[test]
    fn pieces_go_from_frame_to_frame() {
        let now = Instant::now();
        let mut motion = motion(now, MAX_LENGTH).expect("something moves");
        assert_eq!((motion.end() - now).as_millis(), 600);
        let mut seen = |after: u64| {
            assert!(motion.tick(now + Duration::from_millis(after)));
            motion.picture().pieces[0].x.round()
        };
        assert_eq!([seen(100), seen(200), seen(400), seen(500)], [1.0, 2.0, 4.0, 3.0]);
        assert!(!motion.tick(motion.due() - Duration::from_millis(1)));
    }

    #[test]
    fn a_long_way_takes_no_longer_than_it_may() {
        let now = Instant::now();
        let quick = motion(now, Duration::from_millis(60)).expect("something moves");
        assert!(quick.end() <= now + Duration::from_millis(61));
        let still = Motion::new(
            vec![piece(1.0)],
            vec![Frame::new(vec![piece(1.0)])],
            Picture::default(),
            now,
            MAX_LENGTH,
            MAX_LENGTH,
        );
        assert!(still.is_none());
    }
}
