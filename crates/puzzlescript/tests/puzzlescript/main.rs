//! PuzzleScript against recorded games, expansions and sources with errors.
//!
//! The crate's own are in `tests/plays`, see [`plays`]. Those of the original are found through
//! `UNRIDDLE_PUZZLESCRIPT`: a folder with `play/`, `expanded/`, `errors/` and `solve/`. Without it their tests say that
//! they skip.

mod agreement;
mod aim;
mod bounds;
mod chance;
mod endless;
mod plays;
mod room;
#[allow(dead_code)]
#[path = "../../../games/tests/slow/mod.rs"]
mod slow;
mod solutions;
mod survey;
mod turns;
#[path = "../../../games/tests/watchdog/mod.rs"]
mod watchdog;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use unriddle_puzzlescript::compile::{compile, expanded};
use unriddle_puzzlescript::engine::{Engine, Input, level_string};
use unriddle_puzzlescript::problem::Severity;

use crate::watchdog::watched;

/// The files of one kind, if there is a folder of them.
fn files(kind: &str) -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("UNRIDDLE_PUZZLESCRIPT") else {
        println!("skipped: UNRIDDLE_PUZZLESCRIPT is not set");
        return None;
    };
    let folder = Path::new(&folder).join(kind);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no folder {kind}");
        return None;
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    println!("{kind}: {} files", files.len());
    Some(files)
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is not a text"))
}

/// FNV-1a with 32 bits, as hexadecimal digits.
fn hash(text: &str) -> String {
    let hash =
        text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Checks each file on a few threads, and reports all that fail.
fn check_each(files: &[PathBuf], check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(failure) = check(path) {
                failures.lock().unwrap().push(format!("{}: {failure}", path.display()));
            }
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), files.len(), failures.join("\n"));
}

fn do_input(engine: &mut Engine<'_>, input: &str) {
    match input {
        "up" => drop(engine.input(Input::Up)),
        "down" => drop(engine.input(Input::Down)),
        "left" => drop(engine.input(Input::Left)),
        "right" => drop(engine.input(Input::Right)),
        "action" => drop(engine.input(Input::Action)),
        "tick" => drop(engine.tick()),
        "undo" => engine.undo(),
        "restart" => engine.restart(),
        other => panic!("{other} is not an input"),
    }
}

#[test]
fn every_recorded_game_is_played_as_in_the_original_input_by_input() {
    let Some(files) = files("play") else { return };
    check_each(&files, |path| {
        let test = read(path);
        let game = compile(text(&test, "source")).game.ok_or("the script cannot be played")?;
        let level = test["level"].as_u64().ok_or("no level")? as usize;
        let seed = test["seed"].as_str().unwrap_or("any");
        let mut engine = Engine::for_test_runner(&game, level, seed).ok_or("there is no such level")?;
        engine.settle();
        let mut trace = text(&test, "trace").split_whitespace();
        let mut compare = |engine: &Engine<'_>, when: &str| {
            let now = level_string(&game, engine.board());
            (Some(hash(&now).as_str()) == trace.next()).then_some(()).ok_or(format!("differs after {when}"))
        };
        compare(&engine, "the start")?;
        for (number, input) in test["inputs"].as_array().ok_or("no inputs")?.iter().enumerate() {
            let input = input.as_str().ok_or("an input is not a text")?;
            do_input(&mut engine, input);
            engine.settle();
            compare(&engine, &format!("input {}, {input}", number + 1))?;
        }
        let end = level_string(&game, engine.board());
        (end == text(&test, "expected")).then_some(()).ok_or("ends differently".into())
    });
}

#[test]
fn every_recorded_game_expands_to_the_rules_of_the_original() {
    let Some(files) = files("play") else { return };
    check_each(&files, |path| {
        let test = read(path);
        let rules = expanded(text(&test, "source"));
        let count = test["expanded"]["count"].as_u64().ok_or("no count")?;
        if rules.len() as u64 != count {
            return Err(format!("{} rules instead of {count}", rules.len()));
        }
        let same = hash(&rules.join("\n")) == text(&test["expanded"], "hash");
        same.then_some(()).ok_or("the rules differ".into())
    });
}

#[test]
fn every_listed_expansion_is_the_same_line_by_line() {
    let Some(files) = files("expanded") else { return };
    check_each(&files, |path| {
        let expected = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let folder = path.parent().and_then(Path::parent).ok_or("no folder")?;
        let name = path.file_name().ok_or("no name")?;
        let test = read(&folder.join("play").join(name).with_extension("json"));
        let rules = expanded(text(&test, "source"));
        let different = expected.lines().zip(&rules).find(|(expected, rule)| expected != rule);
        match different {
            Some((expected, rule)) => Err(format!("{rule}\n instead of {expected}")),
            None if expected.lines().count() == rules.len() => Ok(()),
            None => Err(format!("{} rules", rules.len())),
        }
    });
}

#[test]
fn every_source_with_errors_gives_errors_with_their_lines() {
    let Some(files) = files("errors") else { return };
    check_each(&files, |path| {
        let test = read(path);
        let source = text(&test, "source");
        let compilation = watched(&format!("{}", path.display()), || compile(source));
        let errors = test["errors"].as_u64().ok_or("no number of errors")?;
        let problems = compilation.problems.list();
        let lines = source.split('\n').count();
        if let Some(problem) = problems.iter().find(|problem| !(1..=lines).contains(&problem.line)) {
            return Err(format!("{problem:?} is outside of the text"));
        }
        let found = problems.iter().any(|problem| problem.severity == Severity::Error);
        match (errors > 0, found) {
            (true, false) => Err("no error is found".into()),
            (false, true) => Err(format!("errors in a source with warnings only: {problems:?}")),
            (false, false) if compilation.game.is_none() => Err("no game, and no error".into()),
            _ => Ok(()),
        }
    });
}
