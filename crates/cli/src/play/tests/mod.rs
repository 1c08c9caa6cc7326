//! The game without a terminal: the tests press keys and check the screen.

mod advice;
mod keys;
mod motion;
mod screen;
mod snapshots;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unriddle_kit::session::SavedSession;
use unriddle_kit::{Game, Level};
use unriddle_render::Ink;
use unriddle_search::Limits;
use unriddle_web::library::files;

use super::advisor::{Advisor, Effort};
use super::app::{App, Leave};
use super::level_view::LevelView;
use super::paint::Paint;
use super::view::{self, Title};

/// Three cards; two of them win, the other first loses.
const GOLF: &str = "4x2\n0,ball 0 0 0\nx x x 0,flag\n\n1- 2- 3-\n";

/// Walls that a key runs into.
const ATOMS: &str = "sokobond/01-first-bond.txt";

fn shipped(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(file);
    std::fs::read_to_string(path).expect("a shipped level")
}

/// The first shipped level of a game.
fn first_level(game: &dyn Game) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(game.id());
    let file = files(&folder).into_iter().next().expect("the game has levels");
    std::fs::read_to_string(file.expect("a file")).expect("a shipped level")
}

/// Plays a level with low limits for the advisor.
fn play<T>(text: &str, play: impl FnOnce(&mut App<'_>) -> T) -> T {
    play_within(Limits { time: Some(Duration::from_secs(20)), ..Limits::default() }, text, play)
}

/// Plays a level with these limits for the advisor.
fn play_within<T>(limits: Limits, text: &str, play: impl FnOnce(&mut App<'_>) -> T) -> T {
    let level: Arc<dyn Level> = Arc::from(unriddle_games::read(text, &[]).expect("a level"));
    let mut advisor = Advisor::new(Effort { limits, threads: 1 }).expect("a thread");
    let session = LevelView::new(level.as_ref(), None, SavedSession::default());
    play(&mut App::new(&level, session, &mut advisor))
}

fn press(app: &mut App<'_>, keys: &str) -> Option<Leave> {
    let code = |key| match key {
        '→' => KeyCode::Right,
        '↑' => KeyCode::Up,
        '←' => KeyCode::Left,
        '↓' => KeyCode::Down,
        '⏎' => KeyCode::Enter,
        '⎋' => KeyCode::Esc,
        key => KeyCode::Char(key),
    };
    let mut key = |key| app.key(KeyEvent::new(code(key), KeyModifiers::NONE), Instant::now());
    keys.chars().fold(None, |leave, letter| leave.or_else(|| key(letter)))
}

fn screen(app: &mut App<'_>, columns: u16, rows: u16) -> String {
    let title = Title { file: "levels/a.txt".into(), number: (2, 7) };
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a screen");
    let drawn = terminal.draw(|frame| view::draw(frame, app, &title, Paint(Ink::Colour)));
    drawn.expect("nothing can fail here");
    let buffer = terminal.backend().buffer();
    let rows = buffer.content.chunks(usize::from(columns));
    let lines = rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
    lines.map(|line| line.trim_end().to_string()).collect::<Vec<_>>().join("\n")
}

/// After this long, a search that hangs fails the test instead of blocking it.
const HANG: Duration = Duration::from_secs(120);

/// Waits until the screen shows these words.
#[track_caller]
fn see(app: &mut App<'_>, words: &str) {
    let begun = Instant::now();
    loop {
        app.tick(Instant::now());
        let screen = screen(app, 100, 30);
        if screen.contains(words) {
            return;
        }
        assert!(begun.elapsed() < HANG, "waited for {words:?}:\n{screen}");
        thread::sleep(Duration::from_millis(2));
    }
}
