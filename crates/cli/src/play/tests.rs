//! The game without a terminal: the tests press keys and check the screen.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unriddle_games::library::files;
use unriddle_games::render::{Ink, is_hidden};
use unriddle_games::search::Limits;
use unriddle_games::session::{SavedSession, Winnability};
use unriddle_games::wire::{self, Action, PlayRequest, Source};
use unriddle_games::{Direction, GAMES, Game, Gesture, Level};

use super::advisor::{Advisor, Effort};
use super::app::{App, Leave, Mode};
use super::board::shown;
use super::endless::endless;
use super::keys::{Binding, bindings};
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
        assert!(begun.elapsed() < Duration::from_secs(30), "waited for {words:?}:\n{screen}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The terminal and the page agree on the same level and the same script of keys and gestures.
#[test]
fn the_terminal_and_the_page_play_alike() {
    let go = |direction| Action::Gesture { gesture: Gesture::Go { direction } };
    let (right, up, left, down) =
        (go(Direction::Right), go(Direction::Up), go(Direction::Left), go(Direction::Down));
    // Undo, redo and restart at every stage: after steps of several moves, twice, and with nothing to do.
    let script = [
        ('z', Action::Undo),
        ('→', right.clone()),
        ('↑', up.clone()),
        ('←', left.clone()),
        ('r', Action::Restart),
        ('z', Action::Undo),
        ('z', Action::Undo),
        ('y', Action::Redo),
        ('↓', down),
        ('y', Action::Redo),
        ('r', Action::Restart),
        ('r', Action::Restart),
        ('y', Action::Redo),
        ('z', Action::Undo),
        ('→', right),
        ('z', Action::Undo),
        ('↑', up),
        ('←', left),
    ];
    for file in ["reindeer-maze/03-turn-about.txt", "anima/01-first-steps.txt", ATOMS] {
        let text = shipped(file);
        let mut saved = None;
        play(&text, |app| {
            for (at, (key, action)) in script.iter().enumerate() {
                press(app, &key.to_string());
                let request = PlayRequest {
                    level: Source { text: text.clone(), ..Source::default() },
                    session: saved.take(),
                    action: Some(action.clone()),
                    ..PlayRequest::default()
                };
                let scene = wire::play(&request).expect("the page plays on");
                let terminal = app.session.save();
                let (position, place) = (app.session.position(), format!("{file}, step {at}: {key}"));
                assert_eq!(scene.moves, position.move_names(), "{place}");
                assert_eq!((scene.cost, scene.solved), (position.cost(), position.is_solved()), "{place}");
                assert_eq!(scene.status, position.status(), "{place}");
                assert_eq!(scene.session, terminal, "{place}");
                saved = Some(scene.session);
            }
        });
    }
}

#[test]
fn the_light_tells_what_is_lost() {
    play(GOLF, |app| {
        see(app, "● can be won");
        press(app, "1→");
        press(app, "1→");
        see(app, "✗ lost (proved)");
        press(app, "h");
        see(app, "This cannot be won any more");
        press(app, "zz");
        see(app, "● can be won");
    });
}

#[test]
fn what_is_lost_says_since_when_and_one_key_goes_back() {
    play(GOLF, |app| {
        press(app, "l");
        see(app, "not known to be lost");
        press(app, "1→1→");
        see(app, "│since step 1");
        see(app, "l: back");
        press(app, "h");
        see(app, "This cannot be won any more since step 1");
        press(app, "l");
        assert_eq!(app.session.count(), 0);
        see(app, "● can be won");
        press(app, "yy");
        assert_eq!(app.session.count(), 2, "the steps can be made again");
    });
}

#[test]
fn the_light_tells_nothing_that_an_interrupted_search_has_not_proved() {
    let open = |light| matches!(light, Winnability::Unsearched | Winnability::Unknown(_));
    // Each key cancels the search for the position before it.
    play(&endless(), |app| {
        for key in "→←".repeat(20).chars() {
            press(app, &key.to_string());
            for _ in 0..3 {
                app.tick(Instant::now());
                assert!(open(app.session.winnability()), "{:?}", app.session.winnability());
                thread::sleep(Duration::from_millis(5));
            }
        }
        press(app, "z".repeat(40).as_str());
        assert!(open(app.session.winnability()), "{:?}", app.session.winnability());
    });
    for limits in [
        Limits { states: Some(100), ..Limits::default() },
        Limits { memory: Some(1 << 16), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(1)), ..Limits::default() },
    ] {
        play_within(limits, &endless(), |app| {
            see(app, "? unknown");
            press(app, "h");
            see(app, "No solution was found");
            assert!(open(app.session.winnability()) && app.session.line().is_none());
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
fn hints_tell_more_each_time_until_the_line_is_played_until_a_key() {
    play("######\n#S..E#\n######\n", |app| {
        press(app, "h");
        see(app, "Hint: look at ");
        assert!(app.marked.is_some(), "it is pointed out on the board");
        press(app, "h");
        see(app, "Hint: step right (→) — cost from here 3, best");
        press(app, "h");
        see(app, "Solution: step right × 3 (→).");
        assert_eq!(app.session.count(), 0, "a hint moves nothing");
        press(app, "h");
        app.tick(Instant::now());
        assert!(matches!(app.mode, Mode::Line { .. }) && app.session.count() == 1);
        press(app, "x");
        assert!(matches!(app.mode, Mode::Play), "any key stops it");
        press(app, "hhhh");
        see(app, "★ solved");
        see(app, "that is par");
    });
}

#[test]
fn a_hint_picks_the_card_to_look_at() {
    play(GOLF, |app| {
        press(app, "h");
        see(app, "Hint: look at ");
        assert_eq!((app.picked, app.session.count()), (2, 0));
    });
}

#[test]
fn asking_again_before_the_answer_tells_more_when_it_comes() {
    play("######\n#S..E#\n######\n", |app| {
        press(app, "hhhh");
        see(app, "★ solved");
    });
}

/// The column of the ball.
fn ball(app: &App<'_>) -> f32 {
    shown(app).pieces.iter().find(|piece| piece.name == "ball").expect("a ball").x.round()
}

#[test]
fn a_move_is_seen_on_its_way() {
    play(GOLF, |app| {
        app.moves_visibly = true;
        press(app, "3→");
        assert_eq!((app.session.count(), ball(app)), (1, 0.0), "the game is there, the ball is not yet");
        let end = app.end_of_motion().expect("it moves");
        let mut seen = vec![ball(app)];
        while let Some(due) = app.due().filter(|_| app.motion.is_some()) {
            assert!(app.tick(due), "something is due");
            seen.push(ball(app));
            screen(app, 80, 24);
        }
        seen.dedup();
        assert_eq!(seen, [0.0, 1.0, 2.0, 3.0]);
        assert!(!app.tick(end + Duration::from_secs(1)) || app.motion.is_none());
    });
}

#[test]
fn a_key_ends_a_motion_and_counts() {
    play(GOLF, |app| {
        app.moves_visibly = true;
        press(app, "3→");
        assert!(app.motion.is_some());
        press(app, "z");
        assert!(app.motion.is_none());
        assert_eq!((app.session.count(), ball(app)), (0, 0.0));
        press(app, "3→1↓");
        assert_eq!(app.session.count(), 2, "both were played");
        assert!(app.session.scene().solved);
    });
}

#[test]
fn without_motion_the_end_is_seen_at_once() {
    play(GOLF, |app| {
        press(app, "3→");
        assert!(app.motion.is_none());
        assert_eq!(ball(app), 3.0);
    });
}

#[test]
fn a_solution_is_played_as_fast_as_its_motions_allow() {
    play(GOLF, |app| {
        app.moves_visibly = true;
        press(app, "hhhh");
        see(app, "★ solved");
        assert!(app.motion.is_some(), "the last card is seen, too");
    });
}

/// A maze of pillars with this many columns and rows.
fn pillars(side: usize) -> String {
    let cell = |x: usize, y: usize| match (x, y) {
        _ if x == 0 || y == 0 || x == side - 1 || y == side - 1 => '#',
        _ if (x, y) == (1, side - 2) => 'S',
        _ if (x, y) == (side - 2, 1) => 'E',
        _ if x.is_multiple_of(2) && y.is_multiple_of(2) => '#',
        _ => '.',
    };
    (0..side).map(|y| (0..side).map(|x| cell(x, y)).chain(['\n']).collect::<String>()).collect()
}

#[test]
fn cells_grow_with_the_terminal() {
    play("#####\n#S.E#\n#####\n", |app| {
        for (columns, rows, wide) in [(100, 30, 30), (60, 10, 20), (40, 8, 10)] {
            let screen = screen(app, columns, rows);
            let row = screen.lines().map(|line| line.matches('#').count()).max();
            assert_eq!(row, Some(wide), "{columns} by {rows}:\n{screen}");
        }
    });
}

#[test]
fn a_large_maze_is_seen_whole_in_half_blocks_and_close_up() {
    play(&pillars(141), |app| {
        let whole = screen(app, 180, 80);
        assert!(whole.contains("▀▀▀▀") && !whole.contains("##") && !whole.contains('⋯'), "{whole}");
        assert_eq!(whole.lines().filter(|line| line.contains(['▀', '▄', '█'])).count(), 71);
        press(app, "o");
        let close = screen(app, 180, 80);
        assert!(close.contains("####") && close.contains(['►', '▲']) && close.contains('⋯'), "{close}");
        press(app, "o");
        assert_eq!(screen(app, 180, 80), whole);
        let scrolled = screen(app, 80, 24);
        assert!(scrolled.contains("##") && scrolled.contains('⋯'), "{scrolled}");
        press(app, "o");
        assert!(screen(app, 80, 24).contains('▀'), "more of it is seen");
    });
}

#[test]
fn every_key_of_every_game_is_named_at_80_columns() {
    for game in GAMES {
        play(&first_level(*game), |app| {
            let screen = screen(app, 80, 24);
            let lines: Vec<_> = screen.lines().collect();
            let bottom = lines[lines.len() - 3..].join("  ");
            for Binding { brief: (key, word), .. } in bindings(game.controls(), app.runs, app.scrolls) {
                assert!(bottom.contains(&format!("{key} {word}")), "{key} {word}: {}\n{screen}", game.name());
            }
        });
    }
}

#[test]
fn the_help_names_every_key() {
    for text in [GOLF.into(), shipped("freshly-frosted/01-straight-on.txt"), shipped(ATOMS)] {
        play(&text, |app| {
            press(app, "?");
            let screen = screen(app, 80, 30);
            for Binding { keys, what, .. } in bindings(app.session.controls(), app.runs, true) {
                assert!(screen.contains(keys) && screen.contains(what), "{keys}: {what}\n{screen}");
            }
        });
    }
}

#[test]
fn the_rules_are_explained_page_by_page() {
    for game in GAMES {
        play(&first_level(*game), |app| {
            press(app, "i");
            for lesson in game.info().lessons {
                let screen = screen(app, 100, 30);
                assert!(screen.contains(lesson.title), "{}\n{screen}", lesson.title);
                let board = lesson.boards(*game);
                let row = board.lines().next().expect("a board").trim();
                assert!(screen.contains(row), "{}: {row}\n{screen}", lesson.title);
                press(app, "→");
            }
            assert!(screen(app, 100, 30).contains("Cost and par"));
            press(app, "⎋");
            assert!(matches!(app.mode, Mode::Play));
        });
    }
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
        assert!(screen(app, 80, 24).contains("3- to the right"));
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
            assert!(screen.contains('⋯'), "the board continues:\n{screen}");
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
            assert!(screen(app, 80, 24).contains("Too many keys at once: 1,234 keys ignored."));
        }
        assert_eq!(press(app, "q"), Some(Leave::Quit));
    });
}

/// A level on a small screen, before any search has ended.
fn small(file: &str) -> String {
    play(&shipped(file), |app| screen(app, 66, 15))
}

#[test]
fn a_maze_looks_like_this() {
    insta::assert_snapshot!(small("reindeer-maze/02-round-the-corner.txt"), @r"
     Reindeer Maze · a.txt                                        2/7
    ####################################│… searching
    ####################################│moves 0
    #### .   .   .   .   .   .   E  ####│par ?
    ####                            ####│
    #### .  #################### .  ####│# wall
    ####    ####################    ####│. floor
    #### .  #################### .  ####│S start
    ####    ####################    ####│E goal
    #### ►   .   .   .   .   .   .  ####│► reindeer
    ####                            ####│
    ####################################│
    ####################################│

    arrows move  ? help  z undo  y redo  r restart  h hint  l winnable
    ");
}

#[test]
fn anima_looks_like_this() {
    insta::assert_snapshot!(small("anima/04-doorway.txt"), @r"
     Anima · a.txt                                                2/7
                                        │… searching
                                        │moves 0
               .     .     .            │par ?
                                        │
                                        │r goal for a red actor
         .     .     $     .     .      │b goal for a blue actor
                                        │@ red actor on its goal
                                        │% red actor on a goal of the
         .     @           %     .      │other colour
                                        │$ blue actor on a goal of the
                                        │other colour
                                        │

    arrows move  ? help  z undo  y redo  r restart  h hint  l winnable
    ");
}

#[test]
fn golf_looks_like_this() {
    insta::assert_snapshot!(small("golf-peaks/02-dog-leg.txt"), @r"
     Golf Peaks · a.txt                                           2/7
                                        │… searching
            .0    .0          .0        │cards 0
                                        │par ?
                                        │
            .0    .0    .0    .0        │  1  1-
                                        │  2  2-
                                        │  3  3-
                  .0    F0    .0        │
                                        │cards left: 1- 2- 3-
                                        │
                  .0    .0    ●0        │● ball
                                        │F flag

    1-9 pick  arrows play  ? help  z undo  y redo  r restart  h hint
    ");
}

#[test]
fn atoms_look_like_this() {
    insta::assert_snapshot!(small("sokobond/02-oxygen.txt"), @r"
     Sokobond · a.txt                                             2/7
        ############################    │… searching
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

    arrows move  ? help  z undo  y redo  r restart  h hint  l winnable
    ");
}

#[test]
fn a_factory_looks_like_this() {
    insta::assert_snapshot!(small("freshly-frosted/01-straight-on.txt"), @r"
     Freshly Frosted · a.txt · Straight on                        2/7
                                        │… searching
                                        │belts 0
                                        │par ?
                                        │column 2, row 1
                                        │
           +>    .     .     ->0        │tick 2: a plain donut stands
                                        │at column 2, row 1, where
                                        │there is no belt
                                        │
                                        │. free
                                        │+ source, pushes
                                        │- target for a kind

    arrows point  WASD lay  x clear  ? help  z undo  y redo  r restart
    ");
}
