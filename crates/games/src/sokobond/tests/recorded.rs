//! The oracle against recorded solutions, which are known to work.
//!
//! Levels outside the repository are read from the folder `sokobond` of `UNRIDDLE_LEVELS`, with the
//! solutions that its `expected.json` lists. A test that finds none prints that it was skipped.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::oracle::Board;

/// Calls `check` with each level of a folder: its name, its start, and what is expected of it.
fn each_level(folder: &Path, mut check: impl FnMut(&str, &Board, &Value)) {
    let read = |file: &str| {
        std::fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let expected: Map<String, Value> =
        serde_json::from_str(&read("expected.json")).expect("a list of levels");
    for (file, facts) in expected {
        check(&file, &Board::read(&read(&file)), &facts);
    }
}

/// The keys must solve the level, with a single molecule unless it allows several.
fn solves(file: &str, start: &Board, keys: &str) {
    let end = start.after(keys);
    assert!(end.solved(), "{file}: {keys} does not solve it\n{end}");
    assert!(start.ground.multiple || end.molecules() == 1, "{file}: {keys} leaves several molecules\n{end}");
}

#[test]
fn every_solution_played_in_the_real_game_solves_its_level() {
    let Some(outside) = std::env::var_os("UNRIDDLE_LEVELS") else {
        println!("skipped: UNRIDDLE_LEVELS is not set");
        return;
    };
    let folder = PathBuf::from(outside).join("sokobond");
    if !folder.is_dir() {
        println!("skipped: there are no outside levels of Sokobond");
        return;
    }
    each_level(&folder, |file, start, facts| {
        let strings =
            ["solutions", "unverified"].into_iter().flat_map(|list| facts[list].as_array()).flatten();
        strings.filter_map(Value::as_str).for_each(|keys| solves(file, start, keys));
    });
}

#[test]
fn every_recorded_solution_of_our_levels_solves_its_level_at_the_optimum() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/sokobond");
    each_level(&folder, |file, start, facts| {
        for keys in &start.ground.recorded {
            solves(file, start, keys);
            assert_eq!(Some(keys.len() as u64), facts["optimal"].as_u64(), "{file}: {keys}");
        }
    });
}
