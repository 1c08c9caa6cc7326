//! `unriddle play` in a pseudo-terminal: every game is won by keys, and the terminal comes back
//! clean.
//!
//! The keys are not written down here: the library solves the level, and each move is turned into
//! the gesture that means it.
#![cfg(unix)]

mod support {
    pub(crate) mod console;
    pub(crate) mod endless;
    pub(crate) mod signals;
}

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use support::console::Console;
use support::signals::{await_listener, await_stop, send};
use unriddle_games::search::Monitor;
use unriddle_games::{Direction, GAMES, Game, Gesture, Handling, Level, Position, Request};

fn levels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels")
}

fn play(path: &Path, flags: &[&str], columns: u16, rows: u16) -> Console {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_unriddle"));
    command.args(flags);
    command.arg("play");
    command.arg(path);
    Console::run(command, columns, rows)
}

/// A shipped level of a game that takes a few moves, not the last one; with a best solution.
fn a_level(game: &dyn Game) -> (PathBuf, Box<dyn Level>, Vec<String>) {
    let folder = levels().join(game.id());
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the game has levels")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.file_name().is_some_and(|name| name != "expected.json"))
        .collect();
    files.sort();
    files.pop();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a level is text");
        let level = unriddle_games::read(&text, &[]).expect("a shipped level");
        let answer = level.start().solve(&Request::default(), &mut Monitor::new());
        let moves = answer.outcome.solution().expect("a shipped level has a solution").moves.clone();
        if (3..30).contains(&moves.len()) {
            return (file, level, moves);
        }
    }
    panic!("{} has no small level", game.name());
}

/// The hands of a player: what they must know to turn gestures into keys.
struct Hands {
    cursor: (usize, usize),
    board: (usize, usize),
}

impl Hands {
    fn new(level: &dyn Level) -> (Self, String) {
        let picture = level.start().picture();
        let board = (picture.width, picture.height);
        // Wherever the cursor is, this brings it to the first cell.
        let keys = match level.game().handling() {
            Handling::Cells => arrow(Direction::Left).repeat(board.0) + &arrow(Direction::Up).repeat(board.1),
            Handling::Directions | Handling::Hand => String::new(),
        };
        (Hands { cursor: (0, 0), board }, keys)
    }

    /// The keys for a move.
    fn keys(&mut self, handling: Handling, position: &dyn Position, name: &str) -> String {
        let means = |gesture: &Gesture| position.meaning(gesture).is_ok_and(|moves| moves == [name]);
        let gesture = self.gestures(handling, position).into_iter().find(means);
        match gesture.unwrap_or_else(|| panic!("no gesture means {name}")) {
            Gesture::Go { direction } => arrow(direction),
            Gesture::Play { card, direction } => {
                let place = position.hand().iter().position(|held| *held == card).expect("it is held");
                format!("{}{}", place + 1, arrow(direction))
            }
            Gesture::Lay { x, y, direction } => {
                let keys = self.point(x, y) + letter(direction);
                self.cursor = direction.step(self.cursor, self.board).unwrap_or(self.cursor);
                keys
            }
            Gesture::Clear { x, y } => self.point(x, y) + "x",
        }
    }

    fn gestures(&self, handling: Handling, position: &dyn Position) -> Vec<Gesture> {
        let cells = (0..self.board.1).flat_map(|y| (0..self.board.0).map(move |x| (x, y)));
        let directions = Direction::ALL.into_iter();
        match handling {
            Handling::Directions => directions.map(|direction| Gesture::Go { direction }).collect(),
            Handling::Hand => {
                let cards = position.hand().into_iter();
                cards
                    .flat_map(|card| {
                        Direction::ALL.map(|direction| Gesture::Play { card: card.clone(), direction })
                    })
                    .collect()
            }
            Handling::Cells => cells
                .flat_map(|(x, y)| {
                    let lay = Direction::ALL.map(|direction| Gesture::Lay { x, y, direction });
                    lay.into_iter().chain([Gesture::Clear { x, y }])
                })
                .collect(),
        }
    }

    /// Keys that bring the cursor to a cell.
    fn point(&mut self, x: usize, y: usize) -> String {
        let (from_x, from_y) = std::mem::replace(&mut self.cursor, (x, y));
        arrow(Direction::Right).repeat(x.saturating_sub(from_x))
            + &arrow(Direction::Left).repeat(from_x.saturating_sub(x))
            + &arrow(Direction::Down).repeat(y.saturating_sub(from_y))
            + &arrow(Direction::Up).repeat(from_y.saturating_sub(y))
    }
}

fn arrow(direction: Direction) -> String {
    match direction {
        Direction::Up => "\x1b[A".into(),
        Direction::Down => "\x1b[B".into(),
        Direction::Right => "\x1b[C".into(),
        Direction::Left => "\x1b[D".into(),
    }
}

fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "w",
        Direction::Left => "a",
        Direction::Down => "s",
        Direction::Right => "d",
    }
}

/// All that a player may want to do, in one game.
fn is_played(game: &'static dyn Game) {
    let (file, level, solution) = a_level(game);
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_string();
    let count = |moves: usize| format!("{}s {moves}\n", game.move_word());
    let mut console = play(&file, &[], 110, 40);
    let see_count = |console: &Console, moves: usize| console.see(&count(moves));

    // The level is there, and its light goes on.
    console.see(game.name());
    console.see(&name);
    console.see("● can be won");
    assert!(console.look(vt100::Screen::alternate_screen) && console.is_raw());

    // It is won by its solution.
    let (mut hands, keys) = Hands::new(level.as_ref());
    console.press(&keys);
    let mut position = level.start();
    for mv in &solution {
        let keys = hands.keys(game.handling(), position.as_ref(), mv);
        console.press(&keys);
        position.insist(std::slice::from_ref(mv)).expect("a solution replays");
    }
    assert!(position.is_solved());
    console.see("★ solved");
    console.see("that is par");
    see_count(&console, solution.len());

    // Undo, redo, begin again, and back.
    console.press("z");
    see_count(&console, solution.len() - 1);
    console.see("● can be won");
    console.press("y");
    console.see("★ solved");
    console.press("r");
    see_count(&console, 0);
    console.press("z");
    console.see("★ solved");
    console.press("r");
    see_count(&console, 0);

    // A hint, and all of it.
    console.press("h");
    console.see("Hint: ");
    console.press("h");
    console.see("★ solved");
    console.see("that is par");

    // Any size will do, or says so.
    console.resize(50, 20);
    console.wait("a narrow screen", |text| text.contains("★ solved  ") && text.contains("? help"));
    console.resize(14, 5);
    console.see("too small");
    console.resize(100, 30);
    console.see("│★ solved");

    // The next level, and back to this one as it was left.
    console.press("n");
    console.wait("another level", |text| !text.contains(&name) && text.contains("│● can be won"));
    console.press("b");
    console.see(&name);
    console.see("★ solved");

    console.press("q");
    assert_eq!(console.end(), 0);
    console.is_clean();
}

#[test]
fn every_game_is_won_by_keys() {
    std::thread::scope(|scope| {
        for &game in GAMES {
            scope.spawn(move || is_played(game));
        }
    });
}

/// A file with a level that no search finishes.
fn endless() -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".txt").tempfile().expect("a file");
    std::fs::write(file.path(), support::endless::endless()).expect("it can be written");
    file
}

#[test]
fn a_search_without_end_keeps_no_key_waiting() {
    let file = endless();
    let mut console = play(file.path(), &[], 100, 40);
    console.see("… working it out");
    console.press("hh");
    console.see("Looking for the best way");
    for moves in 1..=20 {
        let begun = Instant::now();
        console.press(&arrow(if moves % 2 == 0 { Direction::Left } else { Direction::Right }));
        console.see(&format!("moves {moves}\n"));
        assert!(begun.elapsed() < Duration::from_secs(2), "a key took {:?}", begun.elapsed());
    }
    let begun = Instant::now();
    console.press("q");
    assert_eq!(console.end(), 0);
    assert!(begun.elapsed() < Duration::from_secs(5), "to quit took {:?}", begun.elapsed());
    console.is_clean();
}

#[test]
fn whatever_ends_it_the_terminal_is_clean() {
    let file = levels().join("anima/04-doorway.txt");
    for (keys, status) in [("q", 0), ("\x1b", 0), ("\x03", 0)] {
        let mut console = play(&file, &[], 80, 24);
        console.see("can be won");
        console.press(keys);
        assert_eq!(console.end(), status, "{keys:?}");
        console.is_clean();
    }
    for signal in ["INT", "TERM", "HUP"] {
        let mut console = play(&file, &[], 80, 24);
        console.see("can be won");
        send(signal, console.process());
        assert_eq!(console.end(), 3, "{signal}");
        console.is_clean();
    }
    let mut console = play(&file, &[], 80, 24);
    console.see("can be won");
    send("QUIT", console.process());
    assert_ne!(console.end(), 0, "the signal itself has ended it");
    console.is_clean();
}

#[test]
fn whatever_ends_it_the_terminal_is_clean_though_errors_go_elsewhere() {
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "exec \"$0\" play \"$1\" 2>/dev/null", env!("CARGO_BIN_EXE_unriddle")]);
    command.arg(levels().join("anima/04-doorway.txt"));
    let mut console = Console::run(command, 80, 24);
    console.see("can be won");
    send("QUIT", console.process());
    assert_ne!(console.end(), 0);
    console.is_clean();
}

#[test]
fn a_game_that_is_stopped_for_a_while_lends_the_terminal() {
    let mut console = play(&levels().join("anima/04-doorway.txt"), &[], 80, 24);
    console.see("can be won");
    console.press("d");
    console.see("moves 1\n");
    for _ in 0..2 {
        send("TSTP", console.process());
        console.is_clean();
        await_stop(console.process());
        send("CONT", console.process());
        console.wait("the game again", |text| text.contains("moves 1\n") && console.is_raw());
        assert!(console.look(vt100::Screen::alternate_screen) && console.look(vt100::Screen::hide_cursor));
    }
    console.press("z");
    console.see("moves 0\n");
    console.press("q");
    assert_eq!(console.end(), 0);
    console.is_clean();
}

#[test]
fn a_terminal_that_goes_away_ends_it() {
    let file = levels().join("anima/04-doorway.txt");
    let mut console = play(&file, &[], 80, 24);
    console.see("can be won");
    console.hang_up();
    assert_eq!(console.end(), 3);
    // Nothing else tells it that the terminal is gone.
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" play \"$1\"", env!("CARGO_BIN_EXE_unriddle")]);
    command.arg(&file);
    let mut console = Console::run(command, 80, 24);
    console.see("can be won");
    console.hang_up();
    assert_eq!(console.end(), 3);
}

/// So many keys that nobody types.
const FLOOD: usize = 100_000;

/// Keys in no order, but always the same: the low bits of a linear congruential generator repeat,
/// the high ones do not.
fn keys(of: &str) -> String {
    let letters: Vec<char> = of.chars().collect();
    let mut state = 1u64;
    let key = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        letters[(state >> 33) as usize % letters.len()]
    };
    (0..FLOOD).map(key).collect()
}

#[track_caller]
fn quits_soon(console: &mut Console) {
    let begun = Instant::now();
    console.press("q");
    assert_eq!(console.end(), 0);
    assert!(begun.elapsed() < Duration::from_secs(10), "to quit took {:?}", begun.elapsed());
    console.is_clean();
}

#[test]
fn a_flood_of_keys_keeps_nobody_from_quitting() {
    let slow = endless();
    for file in [&levels().join("reindeer-maze/15-great-maze.txt"), slow.path()] {
        for flood in ["wasd", "wasdzyr", "wasdzyrhm?x1p.nb"] {
            let mut console = play(file, &[], 100, 40);
            console.see("moves 0\n");
            console.press(&keys(flood));
            quits_soon(&mut console);
        }
    }
}

#[test]
fn after_a_flood_of_keys_the_game_goes_on() {
    let mut console = play(&levels().join("golf-peaks/02-dog-leg.txt"), &[], 100, 40);
    console.see("can be won");
    // Help and the list of moves are opened, which take the keys that follow.
    console.press(&keys("wasd123m?"));
    console.see("Too many keys at once");
    std::thread::sleep(Duration::from_millis(500));
    console.press("?");
    console.see("begin again");
    console.press("?");
    console.wait("the help closed", |text| !text.contains("begin again"));
    quits_soon(&mut console);
}

#[test]
fn pasted_text_is_not_played() {
    let mut console = play(&levels().join("anima/04-doorway.txt"), &[], 80, 24);
    console.see("can be won");
    console.press(&format!("\x1b[200~{}q\x1b[201~", keys("wasd")));
    console.see("Pasted text is not played");
    console.see("moves 0\n");
    quits_soon(&mut console);
}

#[test]
fn a_pipe_is_read_once_and_before_the_screen_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = || assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    made();
    let mut console = play(&pipe, &[], 80, 24);
    await_listener(console.process());
    std::thread::sleep(Duration::from_millis(500));
    // The terminal is not raw yet: this is a signal.
    console.press("\x03");
    assert_eq!(console.end(), 3);
    console.see("stopped while");

    let other = levels().join("anima/04-doorway.txt");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_unriddle"));
    command.arg("play");
    command.args([&pipe, &other]);
    let mut console = Console::run(command, 80, 24);
    std::fs::write(&pipe, "#####\n#S.E#\n#####\n").expect("it is read");
    console.see("1/2");
    console.see("can be won");
    console.press("n");
    console.see("2/2");
    console.press("b");
    console.see("1/2");
    console.press("dd");
    console.see("★ solved");
    quits_soon(&mut console);
}

#[test]
fn the_name_of_a_file_cannot_command_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a\nb\x1b[2J\u{202e}\u{200b}.txt");
    std::fs::write(&file, "#####\n#S.E#\n#####\n").expect("it can be written");
    let mut console = play(&file, &[], 100, 30);
    console.see(r"Reindeer Maze · a\nb\u{1b}[2J\u{202e}\u{200b}.txt");
    std::fs::write(folder.path().join("c\x1b[2J.txt"), "?").expect("it can be written");
    quits_soon(&mut console);
    let mut console = play(&file, &[], 100, 30);
    console.press("n");
    console.see(r"c\u{1b}[2J.txt: line 1");
    quits_soon(&mut console);
}

#[test]
fn help_and_the_list_of_moves_open_and_close() {
    let mut console = play(&levels().join("golf-peaks/02-dog-leg.txt"), &[], 100, 30);
    console.see("can be won");
    console.press("?");
    console.see("begin again");
    console.press("?");
    console.wait("the help closed", |text| !text.contains("begin again"));
    console.press("m");
    console.see("type to narrow");
    console.press("zzz");
    console.see("none fits");
    console.press("\x7f\x7f\x7f\r");
    console.see("cards 1\n");
    console.press("q");
    assert_eq!(console.end(), 0);
    console.is_clean();
}

#[test]
fn colour_is_left_out_when_it_is_not_wanted() {
    let colours = |console: &Console| {
        console.look(|screen| {
            let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
            let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
            cells.filter(|cell| (cell.fgcolor(), cell.bgcolor()) != Default::default()).count()
        })
    };
    let file = levels().join("anima/04-doorway.txt");
    let painted = play(&file, &[], 80, 24);
    painted.see("can be won");
    assert!(colours(&painted) > 0);
    let plain = play(&file, &["--color", "never"], 80, 24);
    plain.see("can be won");
    assert_eq!(colours(&plain), 0);
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "NO_COLOR=1 exec \"$0\" play \"$1\"", env!("CARGO_BIN_EXE_unriddle")]);
    command.arg(&file);
    let asked = Console::run(command, 80, 24);
    asked.see("can be won");
    assert_eq!(colours(&asked), 0);
}

#[test]
fn a_level_comes_from_standard_input_and_the_keys_from_the_terminal() {
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "printf '#####\\n#S.E#\\n#####\\n' | \"$0\" play -", env!("CARGO_BIN_EXE_unriddle")]);
    let mut console = Console::run(command, 80, 24);
    console.see("can be won");
    console.press("dd");
    console.see("★ solved");
    console.press("q");
    assert_eq!(console.end(), 0);
    console.is_clean();
}

#[test]
fn without_a_terminal_it_says_what_to_do_instead() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unriddle"));
    let output = command.arg("play").arg(levels()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("unriddle show") && said.contains("unriddle solve"), "{said}");
    assert!(output.stdout.is_empty());
}

#[test]
fn what_is_no_level_is_told_before_the_screen_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.txt");
    std::fs::write(&bad, "#####\n#S?E#\n#####\n").expect("it can be written");
    for path in [bad.as_path(), folder.path(), Path::new("nowhere")] {
        let mut console = play(path, &[], 100, 30);
        assert_eq!(console.end(), 2, "{}", path.display());
        console.is_clean();
        assert!(!console.text().trim().is_empty());
    }
    std::fs::write(folder.path().join("good.txt"), "#####\n#S.E#\n#####\n").expect("it can be written");
    let mut console = play(folder.path(), &[], 100, 30);
    console.see("good.txt");
    console.see("bad.txt: line 2, column 3");
    console.press("q");
    assert_eq!(console.end(), 0);
}
