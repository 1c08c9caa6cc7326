//! What every game promises, checked for all of them through the face that people see.
//!
//! A new game is held to this by its line in the list of games: a folder of levels with their
//! expected results, a page in the docs, texts that read back, recorded solutions that replay,
//! and bounds that are never too high.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use unriddle_games::search::{Goal, Limit, Limits, Monitor, Options, Outcome};
use unriddle_games::{Direction, GAMES, Game, Gesture, Level, PlayError, Request};

/// Outside files that are no levels, or have recorded solutions that do not solve them, with the
/// number of the solution; the game's page says why.
const KNOWN_BAD: [(&str, &str, Option<usize>); 3] = [
    ("freshly-frosted", "05/10.txt", Some(1)),
    ("freshly-frosted", "11/05.txt", Some(2)),
    ("freshly-frosted", "12/10.txt", None),
];

/// Levels with more states than this are not audited.
const SMALL: usize = 20_000;

/// Levels with more states than this are too large to be solved in a test.
const MOST_STATES: u64 = 1_000_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn levels_of(game: &dyn Game) -> PathBuf {
    root().join("levels").join(game.id())
}

/// The files of a folder's `expected.json`, with what is expected of each.
fn expected(folder: &Path) -> Map<String, Value> {
    let text = std::fs::read_to_string(folder.join("expected.json"))
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

/// A level, read by the game that its text looks like most, which must be `game`.
fn read(game: &dyn Game, path: &Path) -> Box<dyn Level> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let level =
        unriddle_games::read(&text, &[]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(level.game().id(), game.id(), "{} is taken for another game", path.display());
    level
}

fn each_shipped_level(mut check: impl FnMut(&dyn Game, &str, &dyn Level, &Value)) {
    for &game in GAMES {
        for (file, facts) in expected(&levels_of(game)) {
            let level = read(game, &levels_of(game).join(&file));
            check(game, &file, level.as_ref(), &facts);
        }
    }
}

fn replays(file: &str, level: &dyn Level, solution: &str) {
    let start = level.start();
    let end = start.after(solution).unwrap_or_else(|error| panic!("{file}: {solution}: {error}"));
    assert!(end.is_solved(), "{file}: {solution} does not solve it");
}

#[test]
fn every_game_has_levels_that_are_all_expected() {
    for game in GAMES {
        let folder = levels_of(*game);
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
        let files: BTreeSet<String> = names.filter(|name| name != "expected.json").collect();
        assert_eq!(files, expected(&folder).keys().cloned().collect(), "{}", game.id());
    }
}

#[test]
fn every_game_has_its_page() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README is there");
    for game in GAMES {
        let page = format!("docs/{}.md", game.id());
        let text =
            std::fs::read_to_string(root().join(&page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.starts_with(&format!("# {}\n", game.name())), "{page} has another title");
        assert!(readme.contains(&page), "the README does not lead to {page}");
    }
}

#[test]
fn every_level_reads_back_from_each_of_its_texts() {
    each_shipped_level(|game, file, level, _| {
        for (format, text) in level.texts() {
            let again = game.read(&text, &[]).unwrap_or_else(|error| panic!("{file} as {format}: {error}"));
            // A format may have no place for the name: only its own text comes back unchanged.
            let written = again.texts().into_iter().find(|&(other, _)| other == format);
            assert_eq!(written, Some((format, text)), "{file} as {format}");
            assert_eq!(again.start().picture(), level.start().picture(), "{file} as {format}");
        }
    });
}

#[test]
fn every_recorded_solution_replays() {
    each_shipped_level(|_, file, level, facts| {
        level.claims().solutions.iter().for_each(|(solution, _)| replays(file, level, solution));
        let expected = facts["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str);
        expected.for_each(|solution| replays(file, level, solution));
    });
}

#[test]
fn a_player_is_told_of_every_move_that_cannot_be_made() {
    let mut refused = BTreeSet::new();
    each_shipped_level(|game, file, level, _| {
        let legal = level.start().moves();
        for name in &legal {
            let mut position = level.start();
            position.insist(std::slice::from_ref(name)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(position.history(), level.start().after(name).expect("the same").history(), "{file}");
        }
        for direction in Direction::ALL {
            let Ok(moves) = level.start().meaning(&Gesture::Go { direction }) else { continue };
            for name in moves.iter().filter(|&name| !legal.contains(name)) {
                let mut position = level.start();
                let error = position.insist(std::slice::from_ref(name)).expect_err("it is not legal");
                assert!(matches!(error, PlayError::Refused { .. }), "{file}: {name}: {error}");
                assert_eq!((position.cost(), position.remarks().len()), (0, 0), "{file}: {name}");
                refused.insert(game.id());
            }
        }
    });
    assert!(!refused.is_empty(), "no game ever refuses a move");
}

#[test]
fn small_levels_keep_what_they_promise_to_the_search() {
    let mut audited = BTreeSet::new();
    each_shipped_level(|game, file, level, facts| match level.audit(SMALL) {
        Ok(audit) => {
            assert_eq!(audit.optimal.map(u64::from), facts["optimal"].as_u64(), "{file}");
            audited.insert(game.id());
        }
        Err(flaw) => assert!(flaw.starts_with("there are more than"), "{file}: {flaw}"),
    });
    assert_eq!(audited.len(), GAMES.len(), "every game has small levels: {audited:?}");
}

/// Solves a level, and replays the solution. Whether it was small enough to be solved here; even if
/// not, nothing that was found may contradict the optimum.
fn solves_at(file: &str, level: &dyn Level, optimal: u64) -> bool {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let request = Request {
        options: Options { goal: Goal::Optimal, limits, ..Options::default() },
        ..Request::default()
    };
    let answer = level.start().solve(&request, &mut Monitor::new());
    match &answer.outcome {
        Outcome::Optimal(best, _) => assert_eq!(u64::from(best.cost), optimal, "{file}"),
        Outcome::Stopped { limit: Limit::States, bound } if u64::from(*bound) <= optimal => return false,
        outcome => panic!("{file}: {outcome:?}"),
    }
    replays(file, level, &answer.solution.expect("a solution is written out"));
    true
}

/// How many solutions are asked for where they are listed.
const LISTED: usize = 5;

#[test]
fn every_game_lists_what_it_counts_and_says_what_it_leaves_out() {
    let (mut some, mut left_out) = (BTreeSet::new(), 0);
    each_shipped_level(|game, file, level, _| {
        let limits = Limits { states: Some(SMALL as u64), ..Limits::default() };
        let options = Options { goal: Goal::All, limits, ..Options::default() };
        let request = Request { options, list: LISTED, ..Request::default() };
        let answer = level.start().solve(&request, &mut Monitor::new());
        let Some(count) = answer.solutions.map(|count| count.to_string()) else { return };
        let expected = count.parse().map_or(LISTED, |count: usize| count.min(LISTED));
        assert_eq!(answer.listed.iter().collect::<BTreeSet<_>>().len(), expected, "{file}: of {count}");
        assert_eq!(answer.listed.len(), expected, "{file}: of {count}");
        for solution in &answer.listed {
            replays(file, level, solution);
            let end = level.start().after(solution).map(|end| end.cost()).ok();
            assert_eq!(end, answer.outcome.cost(), "{file}: {solution}");
        }
        let notes: Vec<_> = answer.notes.iter().filter(|note| note.ends_with("listed")).collect();
        if count == expected.to_string() {
            assert!(notes.is_empty(), "{file}: {notes:?}");
        } else {
            assert_eq!(notes, [&format!("{expected} of {count} optimal solutions listed")], "{file}");
            left_out += 1;
        }
        some.insert(game.id());
    });
    assert_eq!(some.len(), GAMES.len(), "every game has levels to list: {some:?}");
    assert!(left_out > 0, "no level has more solutions than are listed");
}

/// Or, where the optimum is not known, has a solution that is; another test replays it.
#[test]
fn every_level_is_solved_at_its_optimum() {
    each_shipped_level(|_, file, level, facts| match facts["optimal"].as_u64() {
        Some(optimal) => assert!(solves_at(file, level, optimal), "{file} is too large to ship"),
        None => assert!(facts["solutions"][0].is_string(), "{file} has neither an optimum nor a solution"),
    });
}

#[test]
fn outside_levels_are_solved_and_their_recorded_solutions_replay() {
    let Some(outside) = std::env::var_os("UNRIDDLE_LEVELS") else {
        println!("skipped: UNRIDDLE_LEVELS names no folder of levels");
        return;
    };
    for &game in GAMES {
        let folder = Path::new(&outside).join(game.id());
        if !folder.is_dir() {
            println!("skipped: there are no outside levels of {}", game.name());
            continue;
        }
        let (mut solved, mut too_large) = (0, 0);
        for (file, facts) in expected(&folder) {
            let bad = |solution| KNOWN_BAD.contains(&(game.id(), file.as_str(), solution));
            if bad(None) {
                let text = std::fs::read_to_string(folder.join(&file)).expect("a file");
                assert!(game.read(&text, &[]).is_err(), "{file} is a level after all");
                continue;
            }
            let level = read(game, &folder.join(&file));
            let recorded = facts["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str);
            for (_, solution) in recorded.enumerate().filter(|&(at, _)| !bad(Some(at + 1))) {
                replays(&file, level.as_ref(), solution);
            }
            if let Some(optimal) = facts["optimal"].as_u64() {
                match solves_at(&file, level.as_ref(), optimal) {
                    true => solved += 1,
                    false => too_large += 1,
                }
            }
        }
        assert!(too_large * 20 <= solved, "{}: {too_large} of {solved} are too large", game.name());
    }
}
