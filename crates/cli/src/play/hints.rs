//! Hints by degree: where to look, then the next move of the best known solution, then all of it in words,
//! and at last it is played.
//!
//! The solution may be known already, since the session keeps what it learns about a position.
//! Otherwise the hint waits until the advisor has found one. The moves of a solution are played like
//! any others and can be undone.

use std::time::{Duration, Instant};

use unriddle_kit::session::{Line, Winnability, gestures_by_move};
use unriddle_kit::verdict::limit_word;
use unriddle_kit::{Controls, Gesture, Spoken};
use unriddle_render::visible;

use super::app::{App, Message, Mode, Mood};

/// The time between two moves of a solution that is played.
pub(super) const PACE: Duration = Duration::from_millis(300);

/// The maximum time to play a solution, if its moves can still be seen at that speed.
const MAX_LENGTH: Duration = Duration::from_secs(20);

/// The number of gestures of a solution that are told at once.
const TOLD: usize = 12;

/// The state of the requested hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// No hint was requested.
    None,
    /// The advisor searches for a solution, part of which is then told.
    Awaited(Degree),
    /// So much of the solution is told.
    Given(Degree),
}

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Degree {
    /// Where to look.
    Look,
    /// The next move.
    Move,
    /// The whole solution, in words.
    Line,
    /// The same, played.
    Play,
}

impl Degree {
    fn next(self) -> Degree {
        match self {
            Degree::Look => Degree::Move,
            Degree::Move => Degree::Line,
            Degree::Line | Degree::Play => Degree::Play,
        }
    }
}

impl App<'_> {
    /// Requests a hint, or more of it.
    pub(super) fn ask_hint(&mut self, now: Instant) {
        let degree = match self.hint {
            Hint::None => Degree::Look,
            Hint::Awaited(degree) | Hint::Given(degree) => degree.next(),
        };
        if self.session.scene().solved {
            self.say(Mood::Good, "It is solved. n: next level.");
        } else if self.session.is_settled() {
            self.give_hint(degree, now);
        } else {
            self.hint = Hint::Awaited(degree);
            self.say(Mood::Plain, "Searching for the best solution from here …");
        }
    }

    /// Gives the requested hint if it is available now.
    pub(super) fn meet_wish(&mut self, now: Instant) {
        if let Hint::Awaited(degree) = self.hint
            && self.session.is_settled()
        {
            self.give_hint(degree, now);
        }
    }

    fn give_hint(&mut self, degree: Degree, now: Instant) {
        self.hint = Hint::None;
        let Some(line) = self.session.line() else { return self.explain_no_hint() };
        self.hint = Hint::Given(degree);
        match degree {
            Degree::Look => self.tell_where(&line),
            Degree::Move => self.tell_move(&line),
            Degree::Line => self.tell_line(&line),
            Degree::Play => self.play_line(now),
        }
    }

    /// Why there is no hint.
    fn explain_no_hint(&mut self) {
        let why = match self.session.winnability() {
            Winnability::Lost => self.explain_loss(),
            Winnability::Unknown(limit) => {
                format!("No solution was found: the search stopped ({}).", limit_word(limit))
            }
            _ => "No solution was found.".into(),
        };
        self.say(Mood::Bad, why);
    }

    /// Since when it is lost, and what can be done about it.
    fn explain_loss(&self) -> String {
        let since = self.session.loss().map_or_else(String::new, |since| format!(" {since}"));
        let remedy = match self.session.knows_winnable() {
            true => "l goes back to the last position that can be",
            false => "undo with z",
        };
        format!("This cannot be won any more{since}: {remedy}.")
    }

    /// Goes back to the last position that is known to be winnable.
    pub(super) fn go_back_to_winnable(&mut self) {
        let light = self.session.winnability();
        if self.session.back_to_winnable() {
            self.moved(true, "");
            self.say(Mood::Plain, "From here it can be won; y goes on as before.");
        } else if light == Winnability::Lost {
            self.say(Mood::Plain, "No position to go back to is known: undo with z, or wait for the search.");
        } else {
            self.say(Mood::Plain, "This position is not known to be lost.");
        }
    }

    fn tell_where(&mut self, line: &Line) {
        let Some(focus) = self.session.position().focus(&line.moves) else { return self.tell_move(line) };
        match focus.cell {
            Some(cell) if self.session.controls() == Controls::Cells => self.cursor = cell,
            cell => self.marked = cell,
        }
        self.picked = focus.card.unwrap_or(self.picked);
        self.say(Mood::Plain, format!("Hint: look at {}. h again: the move.", visible(&focus.words)));
    }

    fn tell_move(&mut self, line: &Line) {
        self.hint = Hint::Given(Degree::Move);
        let left = self.session.cost_of(&line.moves);
        let proof = if line.best { "best" } else { "the best found" };
        let Some(first) = self.session.position().tell(&line.moves).into_iter().next() else { return };
        let first = Spoken { times: 1, ..first };
        self.show_hand(first.gesture.as_ref());
        let what = first.to_string();
        let text = format!("Hint: {} — cost from here {left}, {proof}. h again: all of it.", visible(&what));
        self.say(Mood::Plain, text);
    }

    fn tell_line(&mut self, line: &Line) {
        let told = self.session.position().tell(&line.moves);
        let words: Vec<_> = told.iter().take(TOLD).map(ToString::to_string).collect();
        let more = match told.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let text = format!("Solution: {}{more}. h again plays it.", visible(&words.join(", ")));
        self.say(Mood::Plain, text);
    }

    /// Moves the cursor, or the selection in the hand, to where a gesture starts.
    fn show_hand(&mut self, gesture: Option<&Gesture>) {
        match gesture {
            Some(Gesture::Play { card, .. }) => {
                let at = self.session.scene().hand.iter().position(|held| held == card);
                self.picked = at.unwrap_or(self.picked);
            }
            Some(Gesture::Lay { x, y, .. } | Gesture::Clear { x, y }) => self.cursor = (*x, *y),
            Some(Gesture::Go { .. } | Gesture::Act | Gesture::Tap { .. }) | None => {}
        }
    }

    /// Starts to play the known solution.
    fn play_line(&mut self, now: Instant) {
        let moves = self.session.line().map_or(0, |line| line.moves.len());
        self.message = Message::default();
        self.mode = Mode::Line { due: now, pause: PACE.min(MAX_LENGTH / moves.max(1) as u32) };
    }

    /// Plays the next move of the known solution.
    pub(super) fn play_on(&mut self, now: Instant, pause: Duration) {
        let next = self.session.line().and_then(|line| {
            let name = line.moves.first().cloned()?;
            Some((name, line.moves.len() > 1))
        });
        let mut goes_on = false;
        if let Some((name, more)) = next {
            if !matches!(self.session.controls(), Controls::Directions | Controls::Action) {
                let all = gestures_by_move(self.session.position(), self.session.controls(), self.board());
                self.show_hand(all.get(&name));
            }
            goes_on = self.make(&[name]) && more;
        }
        let due = self.end_of_motion().map_or(now, |end| end.max(now)).max(now + pause);
        self.mode = if goes_on { Mode::Line { due, pause } } else { Mode::Play };
    }
}
