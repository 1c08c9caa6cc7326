//! The game on the screen, without the screen: what each key does, and what goes on by itself.
//!
//! One of these plays one level. Keys and the clock come from outside, so that tests can play it
//! without a terminal. Nothing here waits: searches run with the [`Advisor`], and films and lines
//! are shown a step whenever one is due.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use unriddle_games::render::visible;
use unriddle_games::{Direction, Gesture, Handling, Level};

use super::advisor::Advisor;
use super::camera::Camera;
use super::film::{Film, Speed};
use super::game::Session;
use super::gestures;
use super::hints::Hint;
use super::inbox::is_interrupt;
use super::keys::{self, Action};
use super::list::{List, Picked};
use crate::report::text::counted;

/// How many entries of the list a page has.
pub(crate) const PAGE: usize = 10;

/// The game on the screen.
pub(crate) struct App<'a> {
    level: &'a Arc<dyn Level>,
    advisor: &'a mut Advisor,
    /// The level being played.
    pub(crate) session: Session<'a>,
    /// What the keys are for at the moment.
    pub(crate) mode: Mode,
    /// What there is to say.
    pub(crate) message: Message,
    /// The cell that the cursor is on, where there is a cursor.
    pub(crate) cursor: (usize, usize),
    /// What of the hand is picked.
    pub(crate) picked: usize,
    /// Which part of the board is seen.
    pub(crate) camera: Camera,
    /// How fast films run.
    pub(crate) speed: Speed,
    /// Whether things happen by themselves here.
    pub(crate) runs: bool,
    /// How far the player's wish for a hint has come.
    pub(super) hint: Hint,
}

/// What the keys are for.
pub(crate) enum Mode {
    /// Playing.
    Play,
    /// Reading the help.
    Help,
    /// Picking from the list.
    List(List),
    /// Watching what happens by itself.
    Film(Film),
    /// Watching a line being played.
    Line {
        /// When the next move is due.
        due: Instant,
        /// The time between two moves.
        pause: Duration,
    },
}

/// What there is to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    /// In a sentence or two.
    pub(crate) text: String,
    /// How it is meant.
    pub(crate) mood: Mood,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mood {
    /// Just so.
    #[default]
    Plain,
    /// Something is well.
    Good,
    /// Something cannot be done.
    Bad,
}

/// Why the level is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// For the next one.
    Next,
    /// For the previous one.
    Previous,
    /// The game is over.
    Quit,
}

impl<'a> App<'a> {
    /// A level on the screen.
    pub(crate) fn new(level: &'a Arc<dyn Level>, session: Session<'a>, advisor: &'a mut Advisor) -> Self {
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
            hint: Hint::None,
        };
        app.cursor = app.first_cell();
        app
    }

    /// The level is left.
    pub(crate) fn into_session(self) -> Session<'a> {
        self.session
    }

    /// Says something.
    pub(crate) fn say(&mut self, mood: Mood, text: impl Into<String>) {
        self.message = Message { text: text.into(), mood };
    }

    /// What is being looked for, and how far that has come.
    pub(crate) fn advisor(&self) -> &Advisor {
        self.advisor
    }

    /// Whether a hint is being waited for.
    pub(crate) fn awaits_hint(&self) -> bool {
        matches!(self.hint, Hint::Awaited(_))
    }

    /// When something will be due by itself.
    pub(crate) fn due(&self) -> Option<Instant> {
        match &self.mode {
            Mode::Film(film) => film.due(),
            Mode::Line { due, .. } => Some(*due),
            Mode::Play | Mode::Help | Mode::List(_) => None,
        }
    }

    /// Lets go on what goes on by itself. Whether there is something new to see.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        let mut news = self.listen(now);
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

    /// Takes in what the advisor has found, and tells it what to find out next.
    fn listen(&mut self, now: Instant) -> bool {
        let before = self.advisor.working().map(|(_, progress)| progress.copied());
        let finding = self.advisor.poll();
        if let Some(finding) = &finding {
            match &finding.outcome {
                Ok(outcome) => self.session.learn(&finding.question, outcome),
                Err(why) => {
                    self.session.give_up(&finding.question);
                    self.say(Mood::Bad, visible(why));
                }
            }
            self.meet_wish(now);
        }
        let question = self.session.question(self.awaits_hint());
        self.advisor.ask(self.level, question);
        finding.is_some() || before != self.advisor.working().map(|(_, progress)| progress.copied())
    }

    /// Takes a key; says if the level is to be left.
    pub(crate) fn key(&mut self, key: KeyEvent, now: Instant) -> Option<Leave> {
        match &mut self.mode {
            _ if is_interrupt(key) => return Some(Leave::Quit),
            Mode::Help | Mode::Line { .. } => self.mode = Mode::Play,
            Mode::List(list) => match list.key(key, PAGE) {
                Picked::Nothing => {}
                Picked::Closed => self.mode = Mode::Play,
                Picked::Move(name) => {
                    self.mode = Mode::Play;
                    self.make(vec![name]);
                }
            },
            Mode::Film(_) if key.code == KeyCode::Esc => self.mode = Mode::Play,
            Mode::Play | Mode::Film(_) => {
                if let Some(action) = keys::action(key, self.session.handling(), self.runs) {
                    return self.act(action, now);
                }
            }
        }
        None
    }

    /// Says that keys were dropped. They may have closed what is open, so it is closed.
    pub(crate) fn miss(&mut self, keys: usize) {
        self.mode = Mode::Play;
        let text = format!("Too many keys at once: {} not played.", counted(keys, "key"));
        self.say(Mood::Bad, text);
    }

    fn act(&mut self, action: Action, now: Instant) -> Option<Leave> {
        let about_film =
            matches!(action, Action::Run | Action::Step | Action::Faster | Action::Slower | Action::Look(_));
        if matches!(self.mode, Mode::Film(_)) && !about_film {
            self.mode = Mode::Play;
        }
        if !matches!(action, Action::Hint | Action::Look(_)) {
            self.message = Message::default();
        }
        match action {
            Action::Go(direction) => self.go(direction),
            Action::Point(direction) => self.point(direction),
            Action::Lay(direction) => self.lay(direction),
            Action::Clear => self.clear(),
            Action::Pick(at) => self.pick(at),
            Action::PickNext => self.pick_by(1),
            Action::PickPrevious => self.pick_by(self.session.scene().hand.len().saturating_sub(1)),
            Action::List => self.list(),
            Action::Run => self.run(now),
            Action::Step => self.step(),
            Action::Faster => self.speed = self.speed.faster(),
            Action::Slower => self.speed = self.speed.slower(),
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
                self.moved(done, "This is the beginning.");
                if done {
                    self.say(Mood::Plain, "From the beginning; z takes you back.");
                }
            }
            Action::Hint => self.ask_hint(now),
            Action::Next => return Some(Leave::Next),
            Action::Previous => return Some(Leave::Previous),
            Action::Look(direction) => {
                let (columns, rows) = direction.delta();
                self.camera.shift(8 * columns, 4 * rows);
            }
            Action::Help => self.mode = Mode::Help,
            Action::Quit => return Some(Leave::Quit),
        }
        None
    }

    /// Something was taken back or made again, or not.
    fn moved(&mut self, done: bool, otherwise: &str) {
        if done {
            self.settle();
        } else {
            self.say(Mood::Plain, otherwise);
        }
    }

    /// The position has changed.
    fn settle(&mut self) {
        self.hint = Hint::None;
        self.picked = self.picked.min(self.session.scene().hand.len().saturating_sub(1));
    }

    /// Makes moves, and tells what came of it.
    pub(super) fn make(&mut self, moves: Vec<String>) -> bool {
        let old = self.session.scene().remarks.clone();
        match self.session.make(moves) {
            Err(why) => {
                self.say(Mood::Bad, capital(&why));
                false
            }
            Ok(()) => {
                self.settle();
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

    /// Makes the moves that a gesture stands for.
    fn gesture(&mut self, gesture: &Gesture) -> bool {
        match self.session.meaning(gesture) {
            Ok(moves) => self.make(moves),
            Err(why) => {
                self.say(Mood::Bad, capital(&why));
                false
            }
        }
    }

    fn go(&mut self, direction: Direction) {
        match self.session.handling() {
            Handling::Hand => match self.session.scene().hand.get(self.picked).cloned() {
                Some(card) => _ = self.gesture(&Gesture::Play { card, direction }),
                None => self.say(Mood::Bad, "There is nothing left in the hand."),
            },
            Handling::Directions | Handling::Cells => _ = self.gesture(&Gesture::Go { direction }),
        }
    }

    /// Columns and rows of the board.
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
        if self.session.handling() == Handling::Cells {
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

    /// The first cell on which something can be laid.
    fn first_cell(&self) -> (usize, usize) {
        if self.session.handling() != Handling::Cells {
            return (0, 0);
        }
        let position = self.session.position();
        let gestures = gestures::by_move(position, Handling::Cells, self.board());
        let cells = position.moves().into_iter().filter_map(|name| match gestures.get(&name)? {
            Gesture::Lay { x, y, .. } => Some((*x, *y)),
            _ => None,
        });
        cells.min_by_key(|&(x, y)| (y, x)).unwrap_or((0, 0))
    }

    fn list(&mut self) {
        let position = self.session.position();
        let gestures = gestures::by_move(position, self.session.handling(), self.board());
        let about = |name: &String| gestures.get(name).map_or_else(String::new, gestures::tell);
        let moves = position.moves().into_iter();
        let entry = |name: String| {
            let about = about(&name);
            (name, about)
        };
        let entries: Vec<_> = moves.map(entry).collect();
        match entries.is_empty() {
            true => self.say(Mood::Bad, "No move can be made here."),
            false => self.mode = Mode::List(List::new(entries)),
        }
    }

    /// The film, begun where there is none yet.
    fn film(&mut self) -> Option<&mut Film> {
        if !matches!(self.mode, Mode::Film(_)) {
            match Film::of(self.session.position()) {
                Some(film) => self.mode = Mode::Film(film),
                None => self.say(Mood::Plain, "Nothing moves by itself here."),
            }
        }
        if let Mode::Film(film) = &mut self.mode { Some(film) } else { None }
    }

    fn run(&mut self, now: Instant) {
        let speed = self.speed;
        if let Some(film) = self.film() {
            if film.runs() { film.pause() } else { film.run(now, speed) }
        }
    }

    fn step(&mut self) {
        if self.film().is_some()
            && let Mode::Film(film) = &mut self.mode
        {
            film.pause();
            film.step(self.session.position());
        }
    }
}

/// A sentence begins with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
