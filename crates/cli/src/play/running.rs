//! What runs on the board by itself: motions after moves, and films.

use std::time::Instant;

use unriddle_kit::Piece;

use super::app::{App, Mode, Mood};
use super::film::{Film, Speed};
use super::hints::PACE;
use super::motion::{MAX_LENGTH, Motion};

impl App<'_> {
    /// Starts to show what happened since there were this many moves, and the pieces were at these places.
    pub(super) fn set_off(&mut self, count: usize, before: Vec<Piece>) {
        let moves = self.session.count().saturating_sub(count);
        if !self.moves_visibly || moves == 0 {
            return;
        }
        let longest = match self.mode {
            // Where a long solution is played quickly, its moves are quick.
            Mode::Line { pause, .. } if pause < PACE => pause,
            _ => MAX_LENGTH,
        };
        let frames = self.session.position().motion(moves);
        let after = self.session.scene().picture.clone();
        self.motion = Motion::new(before, frames, after, self.clock, self.speed.pace(), longest);
    }

    /// Moves the pieces on that are on their way. Returns whether the screen must be redrawn.
    pub(super) fn move_on(&mut self, now: Instant) -> bool {
        if self.motion.as_ref().is_some_and(|motion| motion.end() <= now) {
            self.motion = None;
            return true;
        }
        self.motion.as_mut().is_some_and(|motion| motion.tick(now))
    }

    /// When the motion on the board ends.
    pub(super) fn end_of_motion(&self) -> Option<Instant> {
        self.motion.as_ref().map(Motion::end)
    }

    pub(super) fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        if !matches!(self.mode, Mode::Film(_)) {
            self.say(Mood::Plain, format!("Speed: {}.", speed.steps()));
        }
    }

    /// The current film; starts one if there is none.
    fn film(&mut self) -> Option<&mut Film> {
        if !matches!(self.mode, Mode::Film(_)) {
            match Film::of(self.session.position()) {
                Some(film) => self.mode = Mode::Film(film),
                None => self.say(Mood::Plain, "Nothing moves by itself here."),
            }
        }
        if let Mode::Film(film) = &mut self.mode { Some(film) } else { None }
    }

    pub(super) fn run(&mut self, now: Instant) {
        let speed = self.speed;
        if let Some(film) = self.film() {
            if film.runs() { film.pause() } else { film.run(now, speed) }
        }
    }

    pub(super) fn step(&mut self) {
        if self.film().is_some()
            && let Mode::Film(film) = &mut self.mode
        {
            film.pause();
            film.step(self.session.position());
        }
    }
}
