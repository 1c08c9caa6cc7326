//! The game without its screen: what each key does, and what runs by itself.
//!
//! An [`App`] plays one level. Keys and the clock come from outside, so that tests can play it
//! without a terminal. Nothing here blocks: searches run in the [`Advisor`], and motions, films and lines
//! advance whenever a step is due.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use unriddle_kit::session::{self, describe, first_cell, gestures_by_move};
use unriddle_kit::{Controls, Direction, Gesture, Level};
use unriddle_render::{Scale, visible};

use super::advisor::Advisor;
use super::camera::Camera;
use super::film::{Film, Speed};
use super::hints::Hint;
use super::inbox::is_interrupt;
use super::keys::{self, Action};
use super::lessons::{Lessons, Turned};
use super::level_view::LevelView;
use super::list::{List, Picked};
use super::motion::Motion;
use crate::report::text::counted;

/// The number of list entries per page.
pub(crate) const PAGE: usize = 10;

/// The state of the game.
pub(crate) struct App<'a> {
    level: &'a Arc<dyn Level>,
    advisor: &'a mut Advisor,
    /// The level being played.
    pub(crate) session: LevelView<'a>,
    /// What the keys currently control.
    pub(crate) mode: Mode,
    /// The message below the board.
    pub(crate) message: Message,
    /// The cell of the cursor, in games that have one.
    pub(crate) cursor: (usize, usize),
    /// The index of the selected card in the hand.
    pub(crate) picked: usize,
    /// The visible part of the board.
    pub(crate) camera: Camera,
    /// The speed of films and motions.
    pub(crate) speed: Speed,
    /// Whether motions are shown.
    pub(crate) moves_visibly: bool,
    /// The motion on the board; the game is already where it ends.
    pub(crate) motion: Option<Motion>,
    /// Whether the player wants the other look at a large board: close up, or the whole.
    pub(crate) zoomed: bool,
    /// Whether the board is too large to be seen whole and close up, as it was drawn last.
    pub(crate) scrolls: bool,
    /// The scale at which it was drawn last.
    pub(crate) scale: Option<Scale>,
    /// A cell to point out.
    pub(crate) marked: Option<(usize, usize)>,
    /// The time of the last key or tick.
    pub(super) clock: Instant,
    /// Whether the level has films.
    pub(crate) runs: bool,
    /// The state of the requested hint.
    pub(super) hint: Hint,
}

/// What the keys control.
pub(crate) enum Mode {
    /// Playing.
    Play,
    /// Reading the help.
    Help,
    /// Reading how the game is played.
    Lessons(Lessons),
    /// Choosing from the list of moves.
    List(List),
    /// Watching a film.
    Film(Film),
    /// Watching a solution being played.
    Line {
        /// When the next move is due.
        due: Instant,
        /// The time between two moves.
        pause: Duration,
    },
}

/// A message to the player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    /// One or two sentences.
    pub(crate) text: String,
    /// Its mood.
    pub(crate) mood: Mood,
}

/// The mood of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mood {
    /// Neutral.
    #[default]
    Plain,
    /// Good news.
    Good,
    /// Something is not possible.
    Bad,
}

/// Why the level is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// To play the next one.
    Next,
    /// To play the previous one.
    Previous,
    /// To end the game.
    Quit,
}

impl<'a> App<'a> {
    /// Starts to play a level.
    pub(crate) fn new(level: &'a Arc<dyn Level>, session: LevelView<'a>, advisor: &'a mut Advisor) -> Self {
        let mut app = App {
            level,
            advisor,
            runs: !session.position().film(0).is_empty(),
            session,
            mode: Mode::Play,
            message: Message::default(),
            cursor: (0, 0),
            picked: 0,
            camera: Camera::default(),
            speed: Speed::default(),
            moves_visibly: false,
            motion: None,
            zoomed: false,
            scrolls: false,
            scale: None,
            marked: None,
            clock: Instant::now(),
            hint: Hint::None,
        };
        app.cursor = app.first_cell();
        // Where every level has an aim of its own, nobody knows it yet.
        if let Some(aim) = level.aim() {
            app.say(Mood::Plain, visible(&aim).into_owned());
        }
        app
    }

    /// Ends the level and returns its session.
    pub(crate) fn into_session(self) -> LevelView<'a> {
        self.session
    }

    /// Shows a message.
    pub(crate) fn say(&mut self, mood: Mood, text: impl Into<String>) {
        self.message = Message { text: text.into(), mood };
    }

    /// The current question of the advisor and its progress.
    pub(crate) fn advisor(&self) -> &Advisor {
        self.advisor
    }

    /// Whether the player waits for a hint.
    pub(crate) fn awaits_hint(&self) -> bool {
        matches!(self.hint, Hint::Awaited(_))
    }

    /// When the next step is due.
    pub(crate) fn due(&self) -> Option<Instant> {
        let next = match &self.mode {
            Mode::Film(film) => film.due(),
            Mode::Line { due, .. } => Some(*due),
            Mode::Play | Mode::Help | Mode::Lessons(_) | Mode::List(_) => None,
        };
        next.into_iter().chain(self.motion.as_ref().map(Motion::due)).min()
    }

    /// Advances everything that is due. Returns whether the screen must be redrawn.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        self.clock = now;
        let mut news = self.listen(now) | self.move_on(now);
        match &mut self.mode {
            Mode::Film(film) => news |= film.tick(self.session.position(), now, self.speed),
            Mode::Line { due, pause } if *due <= now => {
                let pause = *pause;
                self.play_on(now, pause);
                news = true;
            }
            _ => {}
        }
        news
    }

    /// Records the findings of the advisor and sets its next question.
    fn listen(&mut self, now: Instant) -> bool {
        let before = self.advisor.working().map(|(_, progress)| progress.copied());
        let finding = self.advisor.poll();
        if let Some(finding) = &finding {
            match &finding.found {
                Ok(found) => self.session.learn(&finding.question, &found.outcome, &found.assumptions),
                Err(why) => {
                    self.session.give_up(&finding.question);
                    self.say(Mood::Bad, visible(why));
                }
            }
            self.meet_wish(now);
        }
        let question = self.session.question(if self.awaits_hint() {
            session::Wish::Hint
        } else {
            session::Wish::Winnability
        });
        self.advisor.ask(self.level, question);
        finding.is_some() || before != self.advisor.working().map(|(_, progress)| progress.copied())
    }

    /// Handles a key, which also ends a motion. Returns a reason if the player leaves the level.
    pub(crate) fn key(&mut self, key: KeyEvent, now: Instant) -> Option<Leave> {
        self.clock = now;
        self.motion = None;
        match &mut self.mode {
            _ if is_interrupt(key) => return Some(Leave::Quit),
            Mode::Help | Mode::Line { .. } => self.mode = Mode::Play,
            Mode::Lessons(lessons) => match lessons.key(key) {
                Turned::Open => {}
                Turned::Closed => self.mode = Mode::Play,
            },
            Mode::List(list) => match list.key(key, PAGE) {
                Picked::Nothing => {}
                Picked::Closed => self.mode = Mode::Play,
                Picked::Move(name) => {
                    self.mode = Mode::Play;
                    self.make(&[name]);
                }
            },
            Mode::Film(_) if key.code == KeyCode::Esc => self.mode = Mode::Play,
            Mode::Play | Mode::Film(_) => {
                if let Some(action) = keys::action(key, self.session.controls(), self.runs) {
                    return self.act(action, now);
                }
            }
        }
        None
    }

    /// Reports dropped keys. They may have closed an open help or list, so closes it.
    pub(crate) fn miss(&mut self, keys: usize) {
        self.mode = Mode::Play;
        let text = format!("Too many keys at once: {} ignored.", counted(keys, "key"));
        self.say(Mood::Bad, text);
    }

    fn act(&mut self, action: Action, now: Instant) -> Option<Leave> {
        let about_film =
            matches!(action, Action::Run | Action::Step | Action::Faster | Action::Slower | Action::Look(_));
        if matches!(self.mode, Mode::Film(_)) && !about_film {
            self.mode = Mode::Play;
        }
        if !matches!(action, Action::Hint | Action::Look(_) | Action::Zoom) {
            self.message = Message::default();
            self.marked = None;
        }
        match action {
            Action::Go(direction) => self.go(direction),
            Action::Act => _ = self.gesture(&Gesture::Act),
            Action::Point(direction) => self.point(direction),
            Action::Lay(direction) => self.lay(direction),
            Action::Clear => self.clear(),
            Action::Pick(at) => self.pick(at),
            Action::PickNext => self.pick_by(1),
            Action::PickPrevious => self.pick_by(self.session.scene().hand.len().saturating_sub(1)),
            Action::List => self.list(),
            Action::Run => self.run(now),
            Action::Step => self.step(),
            Action::Faster => self.set_speed(self.speed.faster()),
            Action::Slower => self.set_speed(self.speed.slower()),
            Action::Undo => {
                let done = self.session.undo();
                self.moved(done, "There is nothing to undo.");
            }
            Action::Redo => {
                let done = self.session.redo();
                self.moved(done, "There is nothing to redo.");
            }
            Action::Restart => {
                let done = self.session.restart();
                self.moved(done, "This is the start.");
                if done {
                    self.say(Mood::Plain, "Restarted; z undoes that.");
                }
            }
            Action::Hint => self.ask_hint(now),
            Action::LastWinnable => self.go_back_to_winnable(),
            Action::Next => return Some(Leave::Next),
            Action::Previous => return Some(Leave::Previous),
            Action::Look(direction) => {
                let (columns, rows) = direction.delta();
                self.camera.shift(8 * columns, 4 * rows);
            }
            Action::Zoom if self.scrolls => self.zoomed = !self.zoomed,
            Action::Zoom => self.say(Mood::Plain, "The whole board is in view."),
            Action::Lessons => self.mode = Mode::Lessons(Lessons::new(self.session.level().game())),
            Action::Help => self.mode = Mode::Help,
            Action::Quit => return Some(Leave::Quit),
        }
        None
    }

    /// Handles the result of undo, redo or restart.
    pub(super) fn moved(&mut self, done: bool, otherwise: &str) {
        if done {
            self.settle();
        } else {
            self.say(Mood::Plain, otherwise);
        }
    }

    /// Updates the view after the position has changed.
    fn settle(&mut self) {
        self.hint = Hint::None;
        self.marked = None;
        self.picked = self.picked.min(self.session.scene().hand.len().saturating_sub(1));
    }

    /// Plays moves and reports the result.
    pub(super) fn make(&mut self, moves: &[String]) -> bool {
        self.change(|session| session.play(moves))
    }

    fn change(&mut self, change: impl FnOnce(&mut LevelView<'_>) -> Result<(), String>) -> bool {
        let old = self.session.scene().remarks.clone();
        let (count, pieces) = (self.session.count(), self.session.scene().picture.pieces.clone());
        match change(&mut self.session) {
            Err(why) => {
                self.say(Mood::Bad, capital(&why));
                false
            }
            Ok(()) => {
                self.settle();
                self.set_off(count, pieces);
                let scene = self.session.scene();
                if scene.solved {
                    let triumph = format!("{} n: next level.", self.session.triumph());
                    self.say(Mood::Good, triumph);
                } else if let Some(remark) = scene.remarks.iter().find(|remark| !old.contains(remark)) {
                    let remark = capital(&visible(remark));
                    self.say(Mood::Plain, remark);
                } else {
                    self.message = Message::default();
                }
                true
            }
        }
    }

    /// Plays the moves of a gesture.
    fn gesture(&mut self, gesture: &Gesture) -> bool {
        self.change(|session| session.perform(gesture))
    }

    fn go(&mut self, direction: Direction) {
        match self.session.controls() {
            Controls::Hand => match self.session.scene().hand.get(self.picked).cloned() {
                Some(card) => _ = self.gesture(&Gesture::Play { card, direction }),
                None => self.say(Mood::Bad, "The hand is empty."),
            },
            Controls::Directions | Controls::Action | Controls::Cells => {
                self.gesture(&Gesture::Go { direction });
            }
        }
    }

    /// The columns and rows of the board.
    pub(super) fn board(&self) -> (usize, usize) {
        (self.session.scene().picture.width, self.session.scene().picture.height)
    }

    fn point(&mut self, direction: Direction) {
        self.cursor = direction.step(self.cursor, self.board()).unwrap_or(self.cursor);
    }

    fn lay(&mut self, direction: Direction) {
        let (x, y) = self.cursor;
        if self.gesture(&Gesture::Lay { x, y, direction }) {
            self.point(direction);
        }
    }

    fn clear(&mut self) {
        let (x, y) = self.cursor;
        if self.session.controls() == Controls::Cells {
            self.gesture(&Gesture::Clear { x, y });
        }
    }

    fn pick(&mut self, at: usize) {
        if at < self.session.scene().hand.len() {
            self.picked = at;
        }
    }

    fn pick_by(&mut self, by: usize) {
        let cards = self.session.scene().hand.len();
        if cards > 0 {
            self.picked = (self.picked + by) % cards;
        }
    }

    /// The first cell where something can be laid.
    fn first_cell(&self) -> (usize, usize) {
        first_cell(self.session.position(), self.session.controls(), self.board()).unwrap_or((0, 0))
    }

    fn list(&mut self) {
        let position = self.session.position();
        let gestures = gestures_by_move(position, self.session.controls(), self.board());
        let about = |name: &String| gestures.get(name).map_or_else(String::new, describe);
        let moves = position.moves().into_iter();
        let entry = |name: String| {
            let about = about(&name);
            (name, about)
        };
        let entries: Vec<_> = moves.map(entry).collect();
        match entries.is_empty() {
            true => self.say(Mood::Bad, "There are no legal moves here."),
            false => self.mode = Mode::List(List::new(entries)),
        }
    }
}

/// Capitalises the first letter of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
