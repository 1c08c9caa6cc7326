//! What happens by itself, shown step by step.
//!
//! The pictures are computed in batches: a few hundred first, and twice as many when they run out, up
//! to [`MAX`]. A film that ends earlier ended by itself, with a fault.

use std::time::{Duration, Instant};

use unriddle_kit::{Picture, Position};

/// The steps of the first batch.
const FIRST: usize = 128;

/// The maximum number of steps.
const MAX: usize = 4096;

/// Steps per second, from slow to fast.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// How long a piece takes to the next cell at the lowest speed.
const PACE: Duration = Duration::from_millis(280);

/// The speed of films, and of pieces on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Speed(usize);

impl Default for Speed {
    fn default() -> Self {
        Speed(2)
    }
}

impl Speed {
    /// The next higher speed.
    pub(crate) fn faster(self) -> Speed {
        Speed((self.0 + 1).min(SPEEDS.len() - 1))
    }

    /// The next lower speed.
    pub(crate) fn slower(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }

    /// Steps per second.
    pub(crate) fn steps(self) -> u32 {
        SPEEDS[self.0]
    }

    /// How long a piece takes to the next cell.
    pub(crate) fn pace(self) -> Duration {
        PACE / self.steps()
    }

    fn pause(self) -> Duration {
        Duration::from_secs(1) / self.steps()
    }
}

/// A film on the board.
pub(crate) struct Film {
    frames: Vec<Picture>,
    /// The number of steps requested. If there are fewer, the film ends by itself.
    asked: usize,
    at: usize,
    /// When the next step is due; `None` while paused.
    due: Option<Instant>,
}

impl Film {
    /// The film of a position; `None` if nothing happens by itself.
    pub(crate) fn of(position: &dyn Position) -> Option<Film> {
        let frames = position.film(FIRST);
        (!frames.is_empty()).then_some(Film { frames, asked: FIRST, at: 0, due: None })
    }

    /// The picture to show.
    pub(crate) fn picture(&self) -> &Picture {
        &self.frames[self.at]
    }

    /// Whether it runs.
    pub(crate) fn runs(&self) -> bool {
        self.due.is_some()
    }

    /// When the next step is due.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Runs the film, from the start if it has ended.
    pub(crate) fn run(&mut self, now: Instant, speed: Speed) {
        if self.at + 1 == self.frames.len() {
            self.at = 0;
        }
        self.due = Some(now + speed.pause());
    }

    /// Pauses the film.
    pub(crate) fn pause(&mut self) {
        self.due = None;
    }

    /// Advances by one step. Returns whether there was one.
    pub(crate) fn step(&mut self, position: &dyn Position) -> bool {
        if self.at == self.asked && self.asked < MAX {
            self.asked *= 2;
            self.frames = position.film(self.asked);
        }
        let more = self.at + 1 < self.frames.len();
        self.at += usize::from(more);
        more
    }

    /// Advances if a step is due, and returns whether one was. Pauses at the end.
    pub(crate) fn tick(&mut self, position: &dyn Position, now: Instant, speed: Speed) -> bool {
        let due = self.due.is_some_and(|due| due <= now);
        if due {
            self.due = self.step(position).then(|| now + speed.pause());
        }
        due
    }
}
