//! What happens by itself, shown step by step.
//!
//! The pictures are made in one go, some hundred at a time and twice as many when they run out,
//! up to [`MOST`]. A film that ends before that ended by itself: something went wrong in it.

use std::time::{Duration, Instant};

use unriddle_games::{Picture, Position};

/// The first steps that are made.
const FIRST: usize = 128;

/// The most steps that are shown.
const MOST: usize = 4096;

/// Steps a second, from slow to fast.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// How fast films run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Speed(usize);

impl Default for Speed {
    fn default() -> Self {
        Speed(2)
    }
}

impl Speed {
    /// The next faster one.
    pub(crate) fn faster(self) -> Speed {
        Speed((self.0 + 1).min(SPEEDS.len() - 1))
    }

    /// The next slower one.
    pub(crate) fn slower(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }

    /// Steps a second.
    pub(crate) fn steps(self) -> u32 {
        SPEEDS[self.0]
    }

    fn pause(self) -> Duration {
        Duration::from_secs(1) / self.steps()
    }
}

/// A film on the board.
pub(crate) struct Film {
    frames: Vec<Picture>,
    /// How many steps were asked for; if there are fewer, it ends by itself.
    asked: usize,
    at: usize,
    /// When the next step is due; `None` while it stands still.
    due: Option<Instant>,
}

impl Film {
    /// The film of a position; `None` where nothing happens by itself.
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

    /// Lets it run; from the beginning, if it has ended.
    pub(crate) fn run(&mut self, now: Instant, speed: Speed) {
        if self.at + 1 == self.frames.len() {
            self.at = 0;
        }
        self.due = Some(now + speed.pause());
    }

    /// Lets it stand still.
    pub(crate) fn pause(&mut self) {
        self.due = None;
    }

    /// Goes on by a step. Whether there was one.
    pub(crate) fn step(&mut self, position: &dyn Position) -> bool {
        if self.at == self.asked && self.asked < MOST {
            self.asked *= 2;
            self.frames = position.film(self.asked);
        }
        let more = self.at + 1 < self.frames.len();
        self.at += usize::from(more);
        more
    }

    /// Makes the step that is due, and whether one was. At the end it stands still.
    pub(crate) fn tick(&mut self, position: &dyn Position, now: Instant, speed: Speed) -> bool {
        let due = self.due.is_some_and(|due| due <= now);
        if due {
            self.due = self.step(position).then(|| now + speed.pause());
        }
        due
    }
}
