//! `unriddle play` in a pseudo-terminal: keys are heard whatever is searched, and the terminal comes back clean.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::support::console::Console;
use crate::support::signals::{await_listener, await_stop, send};
use portable_pty::CommandBuilder;
use unriddle_kit::Direction;

pub(crate) fn levels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels")
}

pub(crate) fn play(path: &Path, flags: &[&str], columns: u16, rows: u16) -> Console {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_unriddle"));
    command.args(flags);
    command.arg("play");
    command.arg(path);
    Console::run(command, columns, rows)
}
pub(crate) fn arrow(direction: Direction) -> String {
    match direction {
        Direction::Up => "\x1b[A".into(),
        Direction::Down => "\x1b[B".into(),
        Direction::Right => "\x1b[C".into(),
        Direction::Left => "\x1b[D".into(),
    }
}

/// A file with a level that no search finishes.
fn endless() -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".txt").tempfile().expect("a file");
    std::fs::write(file.path(), crate::support::endless::endless()).expect("it can be written");
    file
}

#[test]
fn a_search_without_end_keeps_no_key_waiting() {
    let file = endless();
    let mut console = play(file.path(), &[], 100, 40);
    console.see("… searching");
    console.press("hh");
    console.see("Searching for the best solution");
    for moves in 1..=20 {
        console.press(&arrow(if moves % 2 == 0 { Direction::Left } else { Direction::Right }));
        console.see(&format!("moves {moves}\n"));
    }
    quits(&mut console);
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
fn quits(console: &mut Console) {
    console.press("q");
    assert_eq!(console.end(), 0);
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
            quits(&mut console);
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
    console.see("restart the level");
    console.press("?");
    console.wait("the help closed", |text| !text.contains("restart the level"));
    quits(&mut console);
}

#[test]
fn pasted_text_is_not_played() {
    let mut console = play(&levels().join("anima/04-doorway.txt"), &[], 80, 24);
    console.see("can be won");
    console.press(&format!("\x1b[200~{}q\x1b[201~", keys("wasd")));
    console.see("Pasted text is ignored");
    console.see("moves 0\n");
    quits(&mut console);
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
    console.see("interrupted while reading");

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
    quits(&mut console);
}

#[test]
fn the_name_of_a_file_cannot_command_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a\nb\x1b[2J\u{202e}\u{200b}.txt");
    std::fs::write(&file, "#####\n#S.E#\n#####\n").expect("it can be written");
    let mut console = play(&file, &[], 100, 30);
    console.see(r"Reindeer Maze · a\nb\u{1b}[2J\u{202e}\u{200b}.txt");
    std::fs::write(folder.path().join("c\x1b[2J.txt"), "?").expect("it can be written");
    quits(&mut console);
    let mut console = play(&file, &[], 100, 30);
    console.press("n");
    console.see(r"c\u{1b}[2J.txt: line 1");
    quits(&mut console);
}

#[test]
fn help_and_the_list_of_moves_open_and_close() {
    let mut console = play(&levels().join("golf-peaks/02-dog-leg.txt"), &[], 100, 30);
    console.see("can be won");
    console.press("?");
    console.see("restart the level");
    console.press("?");
    console.wait("the help closed", |text| !text.contains("restart the level"));
    console.press("m");
    console.see("type to filter");
    console.press("zzz");
    console.see("no match");
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

/// Rolls a ball over seven cells, and returns whether it was seen between its first cell and its last.
fn is_seen_on_its_way(set: &str, flags: &str) -> bool {
    let file = tempfile::Builder::new().suffix(".txt").tempfile().expect("a file");
    std::fs::write(file.path(), "9x1\n0,ball 0 0 0 0 0 0 0 0,flag\n\n7- 1-\n").expect("it can be written");
    let mut command = CommandBuilder::new("sh");
    let script = format!("{set} exec \"$0\" play {flags} \"$1\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_unriddle")]);
    command.arg(file.path());
    let mut console = Console::run(command, 80, 24);
    let ball = |text: &str| {
        let row = text.lines().find(|line| line.contains("F0"))?;
        row.find('●').map(|at| row[..at].chars().count())
    };
    console.see("can be won");
    // As slowly as it goes, so that a busy machine shows it as well.
    console.press("---");
    console.see("Speed: 1.");
    // A screen that is read while it is being drawn may show no ball.
    let first = console.find("a ball", ball);
    console.press(&format!("1{}", arrow(Direction::Right)));
    let seen = console.find("a ball that has left", |text| ball(text).filter(|&at| at > first));
    let last = console.find("the ball at rest", |text| ball(text).filter(|&at| at > first + 15));
    quits(&mut console);
    seen < last
}

#[test]
fn moves_are_seen_on_their_way_unless_that_is_not_wanted() {
    assert!(is_seen_on_its_way("", ""));
    assert!(!is_seen_on_its_way("", "--motion off"));
    assert!(!is_seen_on_its_way("NO_MOTION=1", ""));
    assert!(is_seen_on_its_way("NO_MOTION=1", "--motion on"));
}

#[test]
fn a_board_uses_the_space_there_is() {
    let walls = |text: &str| {
        let boards = text.lines().filter_map(|line| line.split('│').next());
        boards.map(|line| line.matches('#').count()).max().unwrap_or(0)
    };
    let mut console = play(&levels().join("reindeer-maze/02-round-the-corner.txt"), &[], 120, 40);
    console.wait("cells of six columns", |text| walls(text) == 9 * 6);
    console.resize(80, 24);
    console.wait("cells of four columns", |text| walls(text) == 9 * 4);
    let mut large = play(&levels().join("reindeer-maze/15-great-maze.txt"), &[], 140, 40);
    large.wait("half blocks", |text| text.contains('▀') && !text.contains("##"));
    large.press("o");
    large.wait("a closer look", |text| text.contains("##") && text.contains('⋯'));
    quits(&mut console);
    quits(&mut large);
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
fn what_is_not_a_level_is_reported_before_the_screen_is_taken() {
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
