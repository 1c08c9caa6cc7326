//! The plays of this crate: small scripts, each about one point of the language, with a record of how they go.
//!
//! `tests/plays/NAME.txt` is a script and `NAME.play` its record. A record says which level is played with which seed of
//! the random numbers, how many rules the script expands to, and what is wrong with it. Below `runner` and `browser` it
//! lists the inputs, each with the hash of the board after it and, for readers, a drawing: the rows of the board
//! from the top, the first letter of the topmost object of each cell, a capital if others lie below it, and a dot for the
//! background alone. `runner` plays as the test runner of the original, `browser` as its players do.
//!
//! Whoever adds a play writes the script, and a record of bare words:
//!
//! ```text
//! # What the play is about.
//! level 0
//! seed 1
//! problems
//! rules
//! runner
//! right
//! ```
//!
//! `UNRIDDLE_WRITE_PLAYS=1 cargo test -p unriddle-puzzlescript --test puzzlescript plays` completes and renews all
//! records.

use std::fmt::Write as _;
use std::path::PathBuf;

use unriddle_puzzlescript::compile::{compile, expanded};
use unriddle_puzzlescript::engine::{Engine, level_string};
use unriddle_puzzlescript::game::Compiled;
use unriddle_puzzlescript::mask;
use unriddle_puzzlescript::problem::{Problem, Severity};

use super::{do_input, hash};

/// A script and its record.
struct Play {
    path: PathBuf,
    script: String,
    record: String,
}

impl Play {
    /// The parts of its record: what comes first, what is below `runner`, and what is below `browser`.
    fn parts<'a>(&self, record: &'a str) -> [&'a str; 3] {
        let parts = record.split_once("\nrunner\n").map(|(head, rest)| {
            let (runner, browser) = rest.split_once("\nbrowser\n").unwrap_or((rest, ""));
            [head, runner, browser]
        });
        parts.unwrap_or_else(|| panic!("{}: there is no line `runner`", self.path.display()))
    }

    /// The number of the level and the seed.
    fn settings<'a>(&self, head: &'a str) -> (usize, &'a str) {
        let value = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let level = value("level").and_then(|level| level.parse().ok());
        (level.unwrap_or_else(|| panic!("{}: no level", self.path.display())), value("seed").unwrap_or("any"))
    }

    /// The record as it is when the inputs of the written one are played now.
    fn anew(&self) -> String {
        let [head, runner, browser] = self.parts(&self.record);
        let (level, seed) = self.settings(head);
        let compilation = compile(&self.script);
        let game = compilation.game.unwrap_or_else(|| {
            panic!("{} cannot be played: {:?}", self.path.display(), compilation.problems.list())
        });
        let rules = expanded(&self.script);
        let mut text = String::new();
        for line in head.lines() {
            let line = match line.split(' ').next() {
                Some("problems") => list_of_problems(compilation.problems.list()),
                Some("rules") => format!("rules {} {}", rules.len(), hash(&rules.join("\n"))),
                _ => line.to_string(),
            };
            text += &(line + "\n");
        }
        let missing = || panic!("{}: there is no such level", self.path.display());
        let engine = Engine::for_test_runner(&game, level, seed).unwrap_or_else(missing);
        text += &("runner\n".to_string() + &trace(&game, engine, runner, Messages::Ignored));
        if !browser.is_empty() {
            let engine = Engine::single(&game, level, seed).unwrap_or_else(missing);
            text += &("browser\n".to_string() + &trace(&game, engine, browser, Messages::Shown));
        }
        text
    }
}

/// All plays in the order of their names.
fn plays() -> Vec<Play> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/plays");
    let read = |path: &PathBuf| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let entries = std::fs::read_dir(folder).expect("there is a folder of plays");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "play"));
    paths.sort();
    let play = |path: PathBuf| Play { script: read(&path.with_extension("txt")), record: read(&path), path };
    paths.into_iter().map(play).collect()
}

/// The scripts of all plays, with their names.
pub(crate) fn scripts() -> Vec<(String, String)> {
    plays().into_iter().map(|play| (play.path.display().to_string(), play.script)).collect()
}

/// The lines of the errors and warnings of a script.
fn list_of_problems(problems: &[Problem]) -> String {
    let mut text = String::from("problems");
    for problem in problems {
        let word = if problem.severity == Severity::Error { "error" } else { "warning" };
        let _ = write!(text, " {word}:{}", problem.line);
    }
    text
}

/// Whether messages are shown.
#[derive(Clone, Copy, PartialEq)]
enum Messages {
    Shown,
    Ignored,
}

/// Plays the inputs of a trace. Each line gets what there is after it: the hash of the board, its drawing, `won` if that
/// won a level, and the messages that were shown.
fn trace(game: &Compiled, mut engine: Engine<'_>, written: &str, messages: Messages) -> String {
    let inputs = written.lines().filter_map(|line| line.split(' ').next());
    let mut won = 0;
    let mut text = String::new();
    for input in std::iter::once("start").chain(inputs.filter(|&input| input != "start")) {
        if input != "start" {
            do_input(&mut engine, input);
        }
        engine.settle();
        let hash = hash(&level_string(game, engine.board()));
        let _ = write!(text, "{input} {hash} {}", drawing(game, &engine));
        if engine.won() > won {
            text += " won";
            won = engine.won();
        }
        for message in engine.take_messages().iter().filter(|_| messages == Messages::Shown) {
            let _ = write!(text, " {message:?}");
        }
        text += "\n";
    }
    text
}

fn drawing(game: &Compiled, engine: &Engine<'_>) -> String {
    let board = engine.board();
    let letter = |cell: usize| {
        let mut ids: Vec<usize> = mask::members(board.objects(cell)).collect();
        ids.retain(|&id| id != game.background);
        let top = ids.last().and_then(|&id| game.objects[id].name.chars().next());
        top.map_or('.', |letter| if ids.len() > 1 { letter.to_ascii_uppercase() } else { letter })
    };
    let row = |y: usize| (0..board.width).map(|x| letter(x * board.height + y)).collect::<String>();
    (0..board.height).map(row).collect::<Vec<_>>().join("/")
}

/// Whether the boards of a trace are not all the same.
fn changes(trace: &str) -> bool {
    let mut boards = trace.lines().map(|line| line.split(' ').nth(1));
    let first = boards.next();
    boards.any(|board| Some(board) != first)
}

/// Compares two parts of records, line by line.
fn compare(play: &Play, written: &str, now: &str) {
    let name = play.path.display();
    assert_eq!(written.lines().count(), now.lines().count(), "{name}");
    for (written, now) in written.lines().zip(now.lines()) {
        let rules = || expanded(&play.script).join("\n");
        assert_eq!(
            written,
            now,
            "{name}\n{}",
            if now.starts_with("rules") { rules() } else { String::new() }
        );
    }
}

fn is_recording() -> bool {
    std::env::var_os("UNRIDDLE_WRITE_PLAYS").is_some()
}

#[test]
fn every_play_goes_as_recorded_in_the_test_runner() {
    let plays = plays();
    assert!(plays.len() > 40, "only {} plays", plays.len());
    for play in plays {
        let now = play.anew();
        let [head_now, runner_now, browser_now] = play.parts(&now);
        assert!(changes(runner_now), "{}: no input changes the board", play.path.display());
        assert!(browser_now.is_empty() || changes(browser_now), "{}: no change", play.path.display());
        if is_recording() {
            std::fs::write(&play.path, &now).expect("records can be written");
            continue;
        }
        let [head, runner, _] = play.parts(&play.record);
        compare(&play, head, head_now);
        compare(&play, runner, runner_now);
    }
}

#[test]
fn every_play_with_messages_goes_as_recorded_in_the_browser() {
    if is_recording() {
        return;
    }
    for play in plays() {
        let now = play.anew();
        compare(&play, play.parts(&play.record)[2], play.parts(&now)[2]);
    }
}

#[test]
fn every_play_goes_the_same_with_other_line_ends() {
    for mut play in plays() {
        let now = play.anew();
        play.script = play.script.replace('\n', "\r\n");
        compare(&play, &play.anew(), &now);
    }
}

#[test]
fn the_script_of_the_readme_is_the_example() {
    let (readme, example) = (include_str!("../../README.md"), include_str!("../../examples/push.txt"));
    assert!(readme.contains(&format!("```text\n{example}```")));
}
