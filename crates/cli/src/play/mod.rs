//! `unriddle play`: plays levels in the terminal.
//!
//! The [`app`] is the game without a screen: it takes keys and time, and [`view`] draws its state. A
//! [`level_view`] holds the session of the current level. An [`advisor`] searches in the background
//! for the winnability light, hints and par. Nothing here depends on a particular game.
//!
//! The loop waits for keys in an [`inbox`], for at most about 30 ms while something is running and
//! 100 ms otherwise. It draws only when something has changed. A [`guard`] restores the terminal at
//! the end.

mod advisor;
mod app;
mod board;
mod camera;
#[cfg(all(test, unix))]
#[path = "../../tests/command/support/console.rs"]
#[allow(dead_code, reason = "the unit tests use a part of it")]
mod console;
#[cfg(test)]
#[path = "../../tests/command/support/endless.rs"]
mod endless;
mod film;
pub(crate) mod guard;
mod hints;
mod inbox;
mod keys;
mod lessons;
mod level_view;
mod levels;
mod list;
mod motion;
mod paint;
mod panel;
mod popups;
mod running;
#[cfg(test)]
mod tests;
mod view;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use unriddle_render::visible;

use self::advisor::{Advisor, Effort};
use self::app::{App, Leave, Mood};
use self::guard::Guard;
use self::inbox::{Inbox, Word};
use self::level_view::LevelView;
use self::levels::{Levels, Opened, Turn};
use self::paint::Paint;
use self::view::Title;
use crate::args::PlayArgs;
use crate::exit::Exit;
use crate::interrupt;
use crate::screen::Screen;
#[cfg(unix)]
use crate::signals::{self, Job};

/// The default time limit of a background search.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait for a key while a search runs, and while nothing runs.
const BUSY: Duration = Duration::from_millis(30);
const IDLE: Duration = Duration::from_millis(100);

const NO_TERMINAL: &str =
    "unriddle: `play` needs a terminal to draw on and a keyboard; `unriddle show` draws a
level, `unriddle solve --show steps` its solution, wherever the output goes";

/// Plays the levels at these paths.
pub(crate) fn run(args: &PlayArgs, screen: &mut Screen) -> io::Result<Exit> {
    if !io::stdout().is_terminal() {
        writeln!(io::stderr(), "{NO_TERMINAL}")?;
        return Ok(Exit::Bad);
    }
    let stop = interrupt::flag();
    let named = matches!(&args.paths[..], [path] if path.is_file());
    let mut levels = match Levels::find(&args.paths, &args.reading) {
        Ok(levels) => levels,
        Err(unread) => return screen.report(&unread),
    };
    let mut opened = match levels.first(named) {
        Ok(opened) => opened,
        Err(all) => {
            let mut exit = Exit::Bad;
            for unread in &all {
                exit.raise(screen.report(unread)?);
            }
            return Ok(exit);
        }
    };
    let mut limits = args.effort.limits(None);
    limits.time = limits.time.or(Some(PATIENCE));
    let mut advisor = Advisor::new(Effort { limits, threads: args.effort.threads() })?;
    // Signal handlers must be installed before the terminal is taken.
    let (Ok(inbox), Ok(guard)) = (Inbox::open(), Guard::take()) else {
        writeln!(io::stderr(), "{NO_TERMINAL}")?;
        return Ok(Exit::Bad);
    };
    let motion = args.motion.is_wanted();
    let mut stage = Stage { guard, terminal: terminal()?, inbox, paint: Paint(screen.ink()), motion, stop };
    loop {
        match stage.play(opened, &mut levels, &mut advisor) {
            Ok(Some(next)) => opened = next,
            // The terminal is gone, so there is nowhere to report to.
            _ if stage.inbox.is_gone() => return Ok(Exit::Stopped),
            Ok(None) if stop.load(Ordering::Relaxed) => return Ok(Exit::Stopped),
            Ok(None) => return Ok(Exit::Answered),
            Err(error) => return Err(error),
        }
    }
}

/// The screen of the terminal. It is never dropped, since that would write to the terminal again and
/// panic if it is gone.
type Frames = ManuallyDrop<Terminal<CrosstermBackend<BufWriter<File>>>>;

fn terminal() -> io::Result<Frames> {
    let out = BufWriter::new(guard::screen()?);
    Terminal::new(CrosstermBackend::new(out)).map(ManuallyDrop::new)
}

/// Everything that is needed to play levels.
struct Stage<'a> {
    guard: Guard,
    terminal: Frames,
    inbox: Inbox,
    paint: Paint,
    motion: bool,
    stop: &'a AtomicBool,
}

impl Stage<'_> {
    /// Plays a level. Returns the next one to play, or `None` if the player quits.
    fn play(
        &mut self,
        opened: Opened,
        levels: &mut Levels<'_>,
        advisor: &mut Advisor,
    ) -> io::Result<Option<Opened>> {
        let Opened { level, file, number, par, saved, skipped } = opened;
        let title = Title { file, number };
        let session = LevelView::new(level.as_ref(), par, saved);
        let mut app = App::new(&level, session, advisor);
        app.moves_visibly = self.motion;
        let warnings = level.warnings();
        let words: Vec<_> = skipped.iter().chain(&warnings).map(String::as_str).collect();
        app.say(Mood::Plain, visible(&words.join(" ")));
        loop {
            let turn = match self.watch(&mut app, &title)? {
                Leave::Quit => return Ok(None),
                Leave::Next => Turn::Next,
                Leave::Previous => Turn::Previous,
            };
            match levels.turn(turn) {
                Ok(next) => {
                    levels.keep(number.0 - 1, app.into_session().save());
                    return Ok(Some(next));
                }
                Err(why) => app.say(Mood::Plain, why),
            }
        }
    }

    /// Draws and handles keys until the player leaves the level.
    fn watch(&mut self, app: &mut App<'_>, title: &Title) -> io::Result<Leave> {
        let mut news = true;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Leave::Quit);
            }
            news |= app.tick(Instant::now());
            if std::mem::take(&mut news) {
                self.draw(app, title)?;
            }
            let rest = if app.advisor().working().is_some() { BUSY } else { IDLE };
            let due = app.due().map(|due| due.saturating_duration_since(Instant::now()));
            self.inbox.wait(due.map_or(rest, |due| due.min(rest)));
            let begun = Instant::now();
            while let Some(word) = self.inbox.take() {
                news = true;
                match word {
                    Word::Key(key) => {
                        if let Some(leave) = app.key(key, Instant::now()) {
                            return Ok(leave);
                        }
                    }
                    Word::Paste => app.say(Mood::Plain, "Pasted text is ignored: press keys instead."),
                    Word::Dropped(keys) => app.miss(keys),
                    Word::Resize => app.camera.forget(),
                    #[cfg(unix)]
                    Word::Stop => self.stand_by(app, true)?,
                    #[cfg(unix)]
                    Word::GoOn => self.stand_by(app, false)?,
                    Word::Quit | Word::Gone => return Ok(Leave::Quit),
                }
                if begun.elapsed() > inbox::SLICE {
                    break;
                }
            }
        }
    }

    fn draw(&mut self, app: &mut App<'_>, title: &Title) -> io::Result<()> {
        let Stage { guard, terminal, paint, .. } = self;
        guard.draw(|| terminal.draw(|frame| view::draw(frame, app, title, *paint)).map(drop))
    }

    /// Suspends the program until SIGCONT if requested, then takes the terminal again.
    #[cfg(unix)]
    fn stand_by(&mut self, app: &mut App<'_>, stop: bool) -> io::Result<()> {
        if stop {
            self.guard.lend();
            signals::default_action(Job::Stop);
        }
        self.guard.take_back()?;
        self.terminal = terminal()?;
        app.camera.forget();
        Ok(())
    }
}
