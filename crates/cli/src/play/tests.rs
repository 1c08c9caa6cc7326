//! The game without a terminal: keys go in, and what would be on the screen is looked at.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unriddle_games::Level;
use unriddle_games::render::{Ink, is_hidden};
use unriddle_games::search::Limits;

use super::advisor::{Advisor, Effort};
use super::app::{App, Leave, Mode};
use super::endless::endless;
use super::game::Session;
use super::known::Light;
use super::paint::Paint;
use super::record::Record;
use super::view::{self, Title};

/// Three cards; two of them win, the other first loses.
const GOLF: &str = "4x2\n0,ball 0 0 0\nx x x 0,flag\n\n1- 2- 3-\n";

/// Walls that a key runs into.
const ATOMS: &str = "sokobond/01-first-bond.txt";

fn shipped(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(file);
    std::fs::read_to_string(path).expect("a shipped level")
}

/// Plays a level; the advisor gives up soon.
fn play<T>(text: &str, play: impl FnOnce(&mut App<'_>) -> T) -> T {
    play_within(Limits { time: Some(Duration::from_secs(20)), ..Limits::default() }, text, play)
}

/// Plays a level; the advisor gives up at these limits.
fn play_within<T>(limits: Limits, text: &str, play: impl FnOnce(&mut App<'_>) -> T) -> T {
    let level: Arc<dyn Level> = Arc::from(unriddle_games::read(text, &[]).expect("a level"));
    let mut advisor = Advisor::new(Effort { limits, threads: 1 }).expect("a thread");
    let session = Session::new(level.as_ref(), None, Record::default());
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

/// Lets time pass until the screen shows these words.
#[track_caller]
fn see(app: &mut App<'_>, words: &str) {
    let begun = Instant::now();
    loop {
        app.tick(Instant::now());
        let screen = screen(app, 100, 30);
        if screen.contains(words) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "waited for {words:?}:\n{screen}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_light_tells_what_is_lost() {
    play(GOLF, |app| {
        see(app, "● can be won");
        press(app, "1→");
        press(app, "1→");
        see(app, "✗ lost, as is proved");
        press(app, "h");
        see(app, "This cannot be won any more");
        press(app, "zz");
        see(app, "● can be won");
    });
}

#[test]
fn the_light_tells_nothing_that_an_interrupted_search_has_not_proved() {
    let open = |light| matches!(light, Light::Unseen | Light::Unknown(_));
    // Each key cancels the search for the position before it.
    play(&endless(), |app| {
        for key in "→←".repeat(20).chars() {
            press(app, &key.to_string());
            for _ in 0..3 {
                app.tick(Instant::now());
                assert!(open(app.session.known().light), "{:?}", app.session.known());
                thread::sleep(Duration::from_millis(5));
            }
        }
        press(app, "z".repeat(40).as_str());
        assert!(open(app.session.known().light), "{:?}", app.session.known());
    });
    for limits in [
        Limits { states: Some(100), ..Limits::default() },
        Limits { memory: Some(1 << 16), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(1)), ..Limits::default() },
    ] {
        play_within(limits, &endless(), |app| {
            see(app, "? not known");
            press(app, "h");
            see(app, "No way to win was found");
            assert!(open(app.session.known().light) && app.session.known().line.is_none());
        });
    }
}

#[test]
fn a_key_that_moves_nothing_says_why_and_is_no_move() {
    let text = shipped(ATOMS);
    play(&text, |app| {
        let mut refused = 0;
        for key in ["←", "←", "←", "←", "←", "←"] {
            let before = app.session.count();
            press(app, key);
            if app.session.count() == before {
                assert!(!app.message.text.is_empty());
                refused += 1;
            }
        }
        assert!(refused > 0, "there is a wall somewhere");
    });
}

#[test]
fn a_hint_is_shown_and_the_second_plays_the_whole_line_until_a_key() {
    play("######\n#S..E#\n######\n", |app| {
        press(app, "h");
        see(app, "Hint: → right (cost from here 3, best)");
        assert_eq!(app.session.count(), 0, "a hint moves nothing");
        press(app, "h");
        app.tick(Instant::now());
        assert!(matches!(app.mode, Mode::Line { .. }) && app.session.count() == 1);
        press(app, "x");
        assert!(matches!(app.mode, Mode::Play), "any key stops it");
        press(app, "hh");
        see(app, "★ solved");
        see(app, "that is par");
    });
}

#[test]
fn asking_twice_before_the_answer_plays_it_when_it_comes() {
    play("######\n#S..E#\n######\n", |app| {
        press(app, "hh");
        see(app, "★ solved");
    });
}

#[test]
fn a_film_runs_steps_and_stops() {
    play(&shipped("freshly-frosted/01-straight-on.txt"), |app| {
        let start = app.session.scene().picture.clone();
        press(app, ".");
        assert!(matches!(&app.mode, Mode::Film(film) if !film.runs() && film.picture() != &start));
        press(app, "p");
        assert!(matches!(&app.mode, Mode::Film(film) if film.runs()));
        press(app, "+");
        assert_eq!(app.speed.steps(), 8);
        press(app, "p");
        assert!(matches!(&app.mode, Mode::Film(film) if !film.runs()));
        assert_eq!(press(app, "⎋"), None, "it leaves the film, not the game");
        assert!(matches!(app.mode, Mode::Play));
        assert_eq!(press(app, "⎋"), Some(Leave::Quit));
    });
}

#[test]
fn the_list_plays_what_is_picked() {
    play(GOLF, |app| {
        press(app, "m3-");
        assert!(screen(app, 80, 24).contains("3- → right"));
        press(app, "⏎");
        assert_eq!((app.session.count(), app.session.scene().hand.len()), (1, 2));
        press(app, "m⎋");
        assert!(matches!(app.mode, Mode::Play));
    });
}

#[test]
fn levels_are_turned_and_the_game_is_left() {
    play(GOLF, |app| {
        assert_eq!(press(app, "n"), Some(Leave::Next));
        assert_eq!(press(app, "b"), Some(Leave::Previous));
        assert_eq!(press(app, "?q"), None, "any key only closes the help");
        assert_eq!(press(app, "q"), Some(Leave::Quit));
    });
}

#[test]
fn a_large_board_scrolls_with_the_player() {
    play(&shipped("reindeer-maze/15-great-maze.txt"), |app| {
        let first = screen(app, 40, 12);
        for key in "↑↑↑→→↑↑↑←←↑↑↑↑→→↑↑".repeat(8).chars() {
            press(app, &key.to_string());
            let screen = screen(app, 40, 12);
            assert!(screen.contains(['►', '▲', '◄', '▼']), "after {}:\n{screen}", app.session.count());
            assert!(screen.contains('⋯'), "the board goes on:\n{screen}");
        }
        assert_ne!(first.lines().nth(4), screen(app, 40, 12).lines().nth(4), "the board has moved");
    });
}

#[test]
fn no_size_of_the_screen_panics() {
    for file in [ATOMS, "freshly-frosted/04-first-things-first.txt", "reindeer-maze/15-great-maze.txt"] {
        play(&shipped(file), |app| {
            for keys in ["", "→", "m", "⎋?", "?"] {
                press(app, keys);
                for columns in (1..30).chain([63, 64, 65, 200]) {
                    for rows in [1, 2, 7, 8, 9, 24, 70] {
                        screen(app, columns, rows);
                    }
                }
            }
        });
    }
}

#[test]
fn no_key_panics() {
    let keys = "→↑←↓wasdx1290[]m →⎋p.+-=_zuyrhhnb?→⏎";
    for file in
        ["anima/04-doorway.txt", ATOMS, "freshly-frosted/01-straight-on.txt", "golf-peaks/02-dog-leg.txt"]
    {
        play(&shipped(file), |app| {
            for key in keys.chars().chain(keys.chars().rev()) {
                press(app, &key.to_string());
                app.tick(Instant::now());
                screen(app, 80, 24);
            }
        });
    }
}

#[test]
fn a_level_cannot_command_the_terminal() {
    let text = shipped("freshly-frosted/01-straight-on.txt");
    let text = text.replacen(":comment ", ":comment \u{1b}[2J\u{7}\u{202e}", 1);
    play(&text, |app| {
        let screen = screen(app, 80, 24);
        assert!(screen.contains(r"\u{1b}[2J\u{7}\u{202e}"), "{screen}");
        assert!(!screen.chars().any(|c| c != '\n' && is_hidden(c)), "{screen}");
    });
}

#[test]
fn keys_that_are_dropped_leave_the_board_on_the_screen() {
    play(GOLF, |app| {
        for open in ["m1", "?"] {
            press(app, open);
            app.miss(1234);
            assert!(matches!(app.mode, Mode::Play));
            assert!(screen(app, 80, 24).contains("Too many keys at once: 1,234 keys not played."));
        }
        assert_eq!(press(app, "q"), Some(Leave::Quit));
    });
}

/// Each game on a small screen, before anything is worked out.
fn small(file: &str) -> String {
    play(&shipped(file), |app| screen(app, 66, 15))
}

#[test]
fn a_maze_looks_like_this() {
    insta::assert_snapshot!(small("reindeer-maze/02-round-the-corner.txt"), @r"
     Reindeer Maze · a.txt                                        2/7
                                        │… working it out
                                        │moves 0
                                        │par ?
             ##################         │
             ##. . . . . . E ##         │# wall
             ##. ##########. ##         │. floor
             ##. ##########. ##         │S start
             ##► . . . . . . ##         │E goal
             ##################         │► reindeer
                                        │
                                        │
                                        │

    arrows move  ? help  z undo  y redo  h hint  r restart  m moves
    ");
}

#[test]
fn anima_looks_like_this() {
    insta::assert_snapshot!(small("anima/04-doorway.txt"), @r"
     Anima · a.txt                                                2/7
                                        │… working it out
                                        │moves 0
                                        │par ?
                                        │
                   . . .                │r goal for a red actor
                 . . $ . .              │b goal for a blue actor
                 . @   % .              │@ red actor on its goal
                                        │% red actor on a goal of the
                                        │other colour
                                        │$ blue actor on a goal of the
                                        │other colour
                                        │

    arrows move  ? help  z undo  y redo  h hint  r restart  m moves
    ");
}

#[test]
fn golf_looks_like_this() {
    insta::assert_snapshot!(small("golf-peaks/02-dog-leg.txt"), @r"
     Golf Peaks · a.txt                                           2/7
                                        │… working it out
                                        │cards 0
                                        │par ?
                                        │
                .0 .0    .0             │  1  1-
                .0 .0 .0 .0             │  2  2-
                   .0 F0 .0             │  3  3-
                   .0 .0 ●0             │
                                        │cards left: 1- 2- 3-
                                        │
                                        │● ball
                                        │F flag

    1-9 pick  arrows play  ? help  z undo  y redo  h hint  r restart
    ");
}

#[test]
fn atoms_look_like_this() {
    insta::assert_snapshot!(small("sokobond/02-oxygen.txt"), @r"
     Sokobond · a.txt                                             2/7
        ############################    │… working it out
        ############################    │moves 0
        ######## H· #### .  ########    │par ?
        ########    ####    ########    │
        #### .   .   .   .   o: ####    │H player (hydrogen)
        ####                    ####    │o oxygen
        #### h·  .   .   .   .  ####    │h hydrogen
        ####                    ####    │· free electron (: two, ∴
        ######## .  #### .  ########    │three, ∷ four)
        ########    ####    ########    │
        ############################    │
        ############################    │

    arrows move  ? help  z undo  y redo  h hint  r restart  m moves
    ");
}

#[test]
fn a_factory_looks_like_this() {
    insta::assert_snapshot!(small("freshly-frosted/01-straight-on.txt"), @r"
     Freshly Frosted · a.txt · Straight on                        2/7
                                        │… working it out
                                        │belts 0
                                        │par ?
                                        │column 2, row 1
                                        │
              +>  .   .   ->0           │tick 2: a plain donut stands
                                        │at column 2, row 1, where no
                                        │belt lies
                                        │
                                        │. free
                                        │+ source, pushes
                                        │- target for a kind

    arrows point  WASD lay  x clear  p run  ? help  z undo  y redo
    ");
}
