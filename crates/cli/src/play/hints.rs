//! Hints: the next move of a best way from here, and then all of it, move by move.
//!
//! The best way may be known already, since what is learnt about a position stays with it; else the
//! player's wish waits until the advisor has found it. Moves of a line are made like any others and
//! can be undone.

use std::time::{Duration, Instant};

use unriddle_games::render::visible;
use unriddle_games::verdict::limit_word;
use unriddle_games::{Gesture, Handling};

use super::app::{App, Message, Mode, Mood};
use super::gestures;
use super::known::Light;

/// The time between two moves of a line that is played.
const PACE: Duration = Duration::from_millis(300);

/// The longest that playing a line takes, as far as one can watch it.
const LONGEST: Duration = Duration::from_secs(20);

/// How far the player's wish for a hint has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// There is none.
    None,
    /// The best way is being looked for; then it is shown, or played.
    Awaited(Wish),
    /// The next move is shown.
    Shown,
}

/// What to do with the best way once it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To show its next move.
    Show,
    /// To play it to the end.
    Play,
}

impl App<'_> {
    /// A hint is asked for; if one is shown already, all of it.
    pub(super) fn ask_hint(&mut self, now: Instant) {
        let known = self.session.known();
        if self.session.scene().solved {
            self.say(Mood::Good, "It is solved. n: next level.");
        } else if !known.is_settled() {
            let again = self.awaits_hint();
            self.hint = Hint::Awaited(if again { Wish::Play } else { Wish::Show });
            self.say(Mood::Plain, "Looking for the best way from here …");
        } else if self.hint == Hint::Shown && known.line.is_some() {
            self.play_line(now);
        } else {
            self.show_hint();
        }
    }

    /// The hint that was waited for, if it is there now.
    pub(super) fn meet_wish(&mut self, now: Instant) {
        let Hint::Awaited(wish) = self.hint else { return };
        if self.session.known().is_settled() {
            self.show_hint();
            if wish == Wish::Play && self.hint == Hint::Shown {
                self.play_line(now);
            }
        }
    }

    fn show_hint(&mut self) {
        self.hint = Hint::None;
        let known = self.session.known();
        match (&known.line, known.light) {
            (Some(line), _) => {
                let Some(name) = line.moves.first().cloned() else { return };
                let (left, best) = (line.cost, line.best);
                let position = self.session.position();
                let all = gestures::by_move(position, self.session.handling(), self.board());
                let gesture = all.get(&name);
                let what = gesture.map_or_else(|| visible(&name).into_owned(), gestures::tell);
                let proof = if best { "best" } else { "the best that was found" };
                let text = format!("Hint: {what} (cost from here {left}, {proof}). h again plays it.");
                self.show_hand(gesture.cloned().as_ref());
                self.say(Mood::Plain, text);
                self.hint = Hint::Shown;
            }
            (None, Light::Lost) => self.say(Mood::Bad, "This cannot be won any more: undo with z."),
            (None, Light::Unknown(limit)) => {
                let text = format!("No way to win was found: the search stopped ({}).", limit_word(limit));
                self.say(Mood::Bad, text);
            }
            (None, _) => self.say(Mood::Bad, "No way to win was found."),
        }
    }

    /// Puts the cursor, or the mark in the hand, where a gesture begins.
    fn show_hand(&mut self, gesture: Option<&Gesture>) {
        match gesture {
            Some(Gesture::Play { card, .. }) => {
                let at = self.session.scene().hand.iter().position(|held| held == card);
                self.picked = at.unwrap_or(self.picked);
            }
            Some(Gesture::Lay { x, y, .. } | Gesture::Clear { x, y }) => self.cursor = (*x, *y),
            Some(Gesture::Go { .. }) | None => {}
        }
    }

    /// Begins to play the known line.
    fn play_line(&mut self, now: Instant) {
        let moves = self.session.known().line.as_ref().map_or(0, |line| line.moves.len());
        self.message = Message::default();
        self.mode = Mode::Line { due: now, pause: PACE.min(LONGEST / moves.max(1) as u32) };
    }

    /// Plays the next move of the known line.
    pub(super) fn play_on(&mut self, now: Instant, pause: Duration) {
        self.mode = Mode::Play;
        let Some(line) = &self.session.known().line else { return };
        let Some(name) = line.moves.first().cloned() else { return };
        let more = line.moves.len() > 1;
        if self.session.handling() != Handling::Directions {
            let all = gestures::by_move(self.session.position(), self.session.handling(), self.board());
            self.show_hand(all.get(&name));
        }
        if self.make(vec![name]) && more {
            self.mode = Mode::Line { due: now + pause, pause };
        }
    }
}
