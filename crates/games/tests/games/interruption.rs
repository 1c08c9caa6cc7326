//! A search that is stopped at any time, in any game and by any method, makes no false claim, and even on large boards it
//! does little more.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use unriddle_kit::{Answer, Level, Request};
use unriddle_search::{Cost, Goal, Limits, Method, Monitor, Options, Outcome};

use unriddle_games::GAMES;

use crate::slow::large_boards;

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];
const GOALS: [Goal; 3] = [Goal::Optimal, Goal::Any, Goal::All];

/// The number of stops to try per search, unless `UNRIDDLE_STOPS` is set. In a search with fewer checks, every stop
/// is tried.
const STOPS: u64 = 30;
/// Searches with more checks are skipped.
const MAX_CHECKS: u64 = 30_000;
/// The number of levels per game.
const LEVELS: usize = 4;

/// Solves a level and stops at the `k`-th check for an interrupt. Returns the answer and the number of
/// checks.
fn stopped_at(k: u64, level: &dyn Level, options: Options) -> (Answer, u64) {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) + 1 >= k;
    let request = Request { options, ..Request::default() };
    let answer = level.start().solve(&request, &mut Monitor::new().stop_when(&stop));
    (answer, asked.load(Ordering::Relaxed))
}

/// Asserts that an answer makes no false claim about a level with this optimum.
fn check(answer: &Answer, whole: &Answer, optimum: Option<Cost>, what: &str) {
    let most = optimum.unwrap_or(Cost::MAX);
    match &answer.outcome {
        Outcome::Optimal(solution, _) => assert_eq!(Some(solution.cost), optimum, "{what}"),
        Outcome::Unsolvable(_) => assert_eq!(optimum, None, "{what}"),
        Outcome::Solved { solution, bound, .. } => {
            assert!(*bound <= most && most <= solution.cost, "{what}: {bound} to {}", solution.cost);
        }
        Outcome::Stopped { bound, .. } => assert!(*bound <= most, "{what}: {bound}"),
    }
    if answer.solutions.is_some() {
        assert_eq!(answer.solutions, whole.solutions, "{what}");
    }
}

/// Stops the search of a level at many checks, `most` of them where there are more. Returns their number.
fn check_stops(level: &dyn Level, optimum: Option<Cost>, options: Options, most: u64, what: &str) -> u64 {
    let (whole, checks) = stopped_at(MAX_CHECKS, level, options);
    if checks >= MAX_CHECKS {
        check(&whole, &whole, optimum, what);
        return 0;
    }
    let mut seed = checks;
    for stop in 1..=checks.min(most) {
        let k = if checks <= most {
            stop
        } else {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % checks + 1
        };
        let (answer, _) = stopped_at(k, level, options);
        check(&answer, &whole, optimum, &format!("{what}, stopped at check {k} of {checks}"));
    }
    checks.min(most)
}

#[test]
fn a_search_stopped_at_any_check_makes_no_false_claim() {
    let most = std::env::var("UNRIDDLE_STOPS").map_or(STOPS, |text| text.parse().expect("a number of stops"));
    for game in GAMES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(game.id());
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .expect("the game has levels")
            .flatten()
            .map(|file| file.path())
            .collect();
        files.retain(|path| path.is_file() && path.file_name().is_some_and(|name| name != "expected.json"));
        files.sort();
        let mut stops = 0;
        for path in files.iter().take(LEVELS) {
            let text = std::fs::read_to_string(path).expect("a level");
            let level = game.read(&text, &[]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let start = level.start();
            let truth = start.solve(&Request::default(), &mut Monitor::new()).outcome;
            let optimum = match &truth {
                Outcome::Optimal(solution, _) => Some(solution.cost),
                Outcome::Unsolvable(_) => None,
                outcome => panic!("{}: {outcome:?}", path.display()),
            };
            for (goal, method) in GOALS.into_iter().flat_map(|goal| METHODS.map(|method| (goal, method))) {
                let limits = Limits { states: Some(3_000), ..Limits::default() };
                let options = Options { goal, method, limits, threads: 1 };
                let what = format!("{} {goal:?} {method:?}", path.display());
                stops += check_stops(level.as_ref(), optimum, options, most, &what);
            }
        }
        println!("{}: {stops} stops", game.name());
        assert!(stops > 200, "{}: only {stops} stops", game.name());
    }
}

#[test]
fn a_solution_found_before_a_stop_is_returned_and_solves_the_level() {
    let text = include_str!("../../../../levels/freshly-frosted/09-hole-in-the-wall.txt");
    let level = unriddle_games::read(text, &[]).expect("a level");
    let options = Options { goal: Goal::All, method: Method::AStar, threads: 1, ..Options::default() };
    let (_, checks) = stopped_at(u64::MAX, level.as_ref(), options);
    let mut found = 0;
    for k in 1..=checks {
        let (answer, _) = stopped_at(k, level.as_ref(), options);
        if let Some(solution) = &answer.solution {
            let start = level.start();
            let end = start.after(solution).unwrap_or_else(|error| panic!("{solution}: {error}"));
            assert!(end.is_solved(), "stopped at check {k} of {checks}: {solution}");
            found += u64::from(answer.solutions.is_none());
        }
    }
    assert!(found > 0, "no search was stopped after it had found a solution");
}

/// How often a condition may be checked after it has stopped a search: the tables and the search each remember that they
/// were stopped.
const MORE_CHECKS: u64 = 2;

#[test]
fn a_search_of_a_large_board_expands_nothing_after_it_is_stopped() {
    for (id, text) in large_boards() {
        let game = GAMES.iter().find(|game| game.id() == id).expect("a game");
        let level = game.read(&text, &[]).unwrap_or_else(|error| panic!("{id}: {error}"));
        for (goal, method) in GOALS.into_iter().flat_map(|goal| METHODS.map(|method| (goal, method))) {
            for k in [1, 3, 10] {
                let options = Options { goal, method, threads: 1, ..Options::default() };
                let (answer, checks) = stopped_at(k, level.as_ref(), options);
                let what = format!("{id} {goal:?} {method:?}, stopped at check {k}");
                assert!(checks <= k + MORE_CHECKS, "{what}: {checks} checks");
                // There is a check before every expansion, so none follows the last check.
                assert!(answer.statistics.expanded <= k, "{what}: {:?}", answer.statistics);
            }
        }
    }
}

#[test]
fn a_search_of_a_large_board_whose_time_is_up_expands_nothing() {
    for (id, text) in large_boards() {
        let game = GAMES.iter().find(|game| game.id() == id).expect("a game");
        let level = game.read(&text, &[]).unwrap_or_else(|error| panic!("{id}: {error}"));
        for (goal, method) in GOALS.into_iter().flat_map(|goal| METHODS.map(|method| (goal, method))) {
            let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
            let options = Options { goal, method, limits, threads: 1 };
            let request = Request { options, ..Request::default() };
            let answer = level.start().solve(&request, &mut Monitor::new());
            assert_eq!(answer.statistics.expanded, 0, "{id} {goal:?} {method:?}: {:?}", answer.outcome);
        }
    }
}
