//! `unriddle play`: a level in the terminal, to be played by hand.
//!
//! The [`app`] is the game without a screen: keys and time go in, [`view`] draws what came of it.
//! Under it a [`game`] holds the level being played and its [`record`]; an [`advisor`] searches in
//! the background for the light, the hint and par. Nothing here knows any game but through its
//! face.
//!
//! The loop waits for keys for at most some 30 ms while something is going on and 100 ms
//! otherwise; it draws only when something is new. A [`guard`] gives the terminal back in the end.

mod advisor;
mod app;
mod camera;
#[cfg(all(test, unix))]
#[path = "../../tests/support/console.rs"]
mod console;
mod film;
mod game;
mod gestures;
pub(crate) mod guard;
mod hints;
mod keys;
mod known;
mod levels;
mod list;
mod paint;
mod panel;
mod record;
#[cfg(test)]
mod tests;
mod view;

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use self::advisor::{Advisor, Effort};
use self::app::{App, Leave, Mood};
use self::game::Session;
use self::guard::Guard;
use self::levels::{Levels, Opened, Turn};
use self::paint::Paint;
use self::view::Title;
use crate::args::PlayArgs;
use crate::exit::Exit;
use crate::screen::Screen;
use crate::stop;

/// How long each search in the background may take, where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait for a key while a search runs, and while nothing goes on.
const BUSY: Duration = Duration::from_millis(30);
const IDLE: Duration = Duration::from_millis(100);

const NO_TERMINAL: &str =
    "unriddle: `play` needs a terminal to draw on and a keyboard; `unriddle show` draws a
level, `unriddle solve --show steps` its solution, wherever the output goes";

/// Plays what the paths lead to.
pub(crate) fn run(args: &PlayArgs, screen: &mut Screen) -> io::Result<Exit> {
    if !io::stdout().is_terminal() {
        writeln!(io::stderr(), "{NO_TERMINAL}")?;
        return Ok(Exit::Bad);
    }
    let named = matches!(&args.paths[..], [path] if path.is_file());
    let mut levels = Levels::find(&args.paths, &args.reading);
    let mut opened = match levels.first(named) {
        Ok(opened) => opened,
        Err(problems) => {
            for problem in &problems {
                screen.report(problem)?;
            }
            return Ok(Exit::Bad);
        }
    };
    let mut limits = args.effort.limits(None);
    limits.time = limits.time.or(Some(PATIENCE));
    let mut advisor = Advisor::new(Effort { limits, threads: args.effort.threads() })?;
    let stop = stop::on_interrupt();
    let Ok(guard) = Guard::take() else {
        writeln!(io::stderr(), "{NO_TERMINAL}")?;
        return Ok(Exit::Bad);
    };
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut stage = Stage { terminal: &mut terminal, paint: Paint(screen.ink()), stop };
    let exit = loop {
        match stage.play(opened, &mut levels, &mut advisor)? {
            Some(next) => opened = next,
            None if stop.load(Ordering::Relaxed) => break Exit::Stopped,
            None => break Exit::Answered,
        }
    };
    drop(guard);
    Ok(exit)
}

/// Where levels are played.
struct Stage<'a> {
    terminal: &'a mut Terminal<CrosstermBackend<Stdout>>,
    paint: Paint,
    stop: &'a AtomicBool,
}

impl Stage<'_> {
    /// Plays a level until another is wanted; or until the end, for good.
    fn play(
        &mut self,
        opened: Opened,
        levels: &mut Levels<'_>,
        advisor: &mut Advisor,
    ) -> io::Result<Option<Opened>> {
        let Opened { level, file, number, par, record, skipped } = opened;
        let title = Title { file, number };
        let session = Session::new(level.as_ref(), par, record);
        let mut app = App::new(&level, session, advisor);
        let warnings = level.warnings();
        let words: Vec<_> = skipped.iter().chain(&warnings).map(String::as_str).collect();
        app.say(Mood::Plain, crate::report::text::clean(&words.join(" ")));
        loop {
            let turn = match self.watch(&mut app, &title)? {
                Leave::Quit => return Ok(None),
                Leave::Next => Turn::Next,
                Leave::Previous => Turn::Previous,
            };
            match levels.turn(turn) {
                Ok(next) => {
                    levels.keep(number.0 - 1, app.into_session().into_record());
                    return Ok(Some(next));
                }
                Err(why) => app.say(Mood::Plain, why),
            }
        }
    }

    /// Draws and takes keys until the level is to be left.
    fn watch(&mut self, app: &mut App<'_>, title: &Title) -> io::Result<Leave> {
        let mut news = true;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Leave::Quit);
            }
            news |= app.tick(Instant::now());
            if std::mem::take(&mut news) {
                self.terminal.draw(|frame| view::draw(frame, app, title, self.paint))?;
            }
            let rest = if app.advisor().working().is_some() { BUSY } else { IDLE };
            let due = app.due().map(|due| due.saturating_duration_since(Instant::now()));
            let mut wait = due.map_or(rest, |due| due.min(rest));
            while event::poll(wait)? {
                news = true;
                wait = Duration::ZERO;
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => {
                        if let Some(leave) = app.key(key, Instant::now()) {
                            return Ok(leave);
                        }
                    }
                    Event::Resize(..) => app.camera.forget(),
                    _ => {}
                }
            }
        }
    }
}
