//! Whenever the search of a level is stopped, whatever the game and the method, it claims no proof that
//! it has not made; and it stops in time on boards of every size.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use unriddle_games::search::{Cost, Goal, Limits, Method, Monitor, Options, Outcome};
use unriddle_games::{Answer, GAMES, Level, Request};

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];
const GOALS: [Goal; 3] = [Goal::Optimal, Goal::Any, Goal::All];

/// Every stop is tried in searches that ask at most so often; in longer ones, this many.
const STOPS: u64 = 100;
/// Searches that ask more often than this are left out.
const MOST_QUESTIONS: u64 = 30_000;
/// Levels of each game.
const LEVELS: usize = 6;

/// Solves a level until the `k`-th question; the answer, and how often it asked.
fn stopped_at(k: u64, level: &dyn Level, options: Options) -> (Answer, u64) {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) + 1 >= k;
    let request = Request { options, ..Request::default() };
    let answer = level.start().solve(&request, &mut Monitor::new().stop_when(&stop));
    (answer, asked.load(Ordering::Relaxed))
}

/// Asserts that an answer says nothing that is not true of a level with this optimum.
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

/// Stops the search of a level in many places; how many.
fn check_stops(level: &dyn Level, optimum: Option<Cost>, options: Options, what: &str) -> u64 {
    let (whole, questions) = stopped_at(MOST_QUESTIONS, level, options);
    if questions >= MOST_QUESTIONS {
        check(&whole, &whole, optimum, what);
        return 0;
    }
    let mut seed = questions;
    for stop in 1..=questions.min(STOPS) {
        let k = if questions <= STOPS {
            stop
        } else {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % questions + 1
        };
        let (answer, _) = stopped_at(k, level, options);
        check(&answer, &whole, optimum, &format!("{what}, stopped at question {k} of {questions}"));
    }
    questions.min(STOPS)
}

#[test]
fn a_stop_at_any_question_gives_no_false_word_in_any_game() {
    for game in GAMES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(game.id());
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .expect("the game has levels")
            .flatten()
            .map(|file| file.path())
            .collect();
        files.retain(|path| path.file_name().is_some_and(|name| name != "expected.json"));
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
                stops += check_stops(level.as_ref(), optimum, options, &what);
            }
        }
        println!("{}: {stops} stops", game.name());
        assert!(stops > 500, "{}: only {stops} stops", game.name());
    }
}

#[test]
fn what_was_found_before_a_stop_is_told_in_full() {
    let text = include_str!("../../../levels/freshly-frosted/09-hole-in-the-wall.txt");
    let level = unriddle_games::read(text, &[]).expect("a level");
    let options = Options { goal: Goal::All, method: Method::AStar, threads: 1, ..Options::default() };
    let (_, questions) = stopped_at(u64::MAX, level.as_ref(), options);
    let mut told = 0;
    for k in 1..=questions {
        let (answer, _) = stopped_at(k, level.as_ref(), options);
        if let Some(solution) = &answer.solution {
            let start = level.start();
            let end = start.after(solution).unwrap_or_else(|error| panic!("{solution}: {error}"));
            assert!(end.is_solved(), "stopped at question {k} of {questions}: {solution}");
            told += u64::from(answer.solutions.is_none());
        }
    }
    assert!(told > 0, "no search was stopped after it had found a solution");
}

/// A board of text, cell by cell.
fn board(size: (usize, usize), separator: &str, cell: impl Fn(usize, usize) -> &'static str) -> String {
    let row = |y| (0..size.0).map(|x| cell(x, y)).collect::<Vec<_>>().join(separator) + "\n";
    (0..size.1).map(row).collect()
}

/// Large boards on which a single step of the search takes long.
fn large_boards() -> Vec<(&'static str, String)> {
    let walled = |(width, height): (usize, usize), inside: fn(usize, usize) -> &'static str| {
        board((width, height), "", move |x, y| {
            if x == 0 || y == 0 || x + 1 == width || y + 1 == height { "x" } else { inside(x, y) }
        })
    };
    let crowd = walled((60, 60), |x, y| match (x, y) {
        (1, 1) => "H",
        _ => ["h", "-", "n", "o", "-", "c", "-"][(x * x + 3 * y * y + x * y) % 7],
    });
    let walk = walled((12, 500), |x, y| match (x, y) {
        (1, 1) => "E",
        _ if (x + y) % 3 == 0 => ["h", "o", "c"][(x + y * 5) % 3],
        _ => "-",
    });
    let deck: Vec<String> = (1..30).map(|strength| format!("{strength}-")).collect();
    let rink = board((300, 300), " ", |x, y| match (x, y) {
        (0, 0) => "0,ball",
        (299, 299) => "0,flag",
        _ if (x + y) % 97 == 0 => "0",
        _ => "0,ice",
    });
    let hall = board((300, 300), "", |x, y| match (x * 7 + y * 13) % 601 {
        0 => "r",
        1 => "b",
        _ => ".",
    });
    let actors: String = (0..150).map(|at| format!("{} {} {}\n", ["R", "B"][at % 2], at * 2, at)).collect();
    let factory = board((100, 100), " ", |x, y| match (x, y) {
        (0, 0) => "+>",
        (99, 99) => "-vf",
        _ if x % 7 == 3 && y % 5 == 2 => ["1v", "2<", "4>", "8^"][(x / 7 + y / 5) % 4],
        _ => ".",
    });
    let maze = board((1001, 1001), "", |x, y| match (x, y) {
        (0, 0) => "S",
        (1000, 1000) => "E",
        _ if x % 2 == 1 && y % 2 == 1 => "#",
        _ => ".",
    });
    vec![
        ("sokobond", crowd),
        ("sokobond", walk),
        ("golf-peaks", format!("300x300\n{rink}\n{}\n", deck.join(" "))),
        ("anima", format!("{hall}\n{actors}")),
        ("freshly-frosted", factory),
        ("reindeer-maze", maze),
    ]
}

#[test]
fn the_time_is_kept_on_large_boards_by_every_method() {
    const TIME: Duration = Duration::from_millis(100);
    for (id, text) in large_boards() {
        let game = GAMES.iter().find(|game| game.id() == id).expect("a game");
        let level = game.read(&text, &[]).unwrap_or_else(|error| panic!("{id}: {error}"));
        for (goal, method) in GOALS.into_iter().flat_map(|goal| METHODS.map(|method| (goal, method))) {
            let limits = Limits { time: Some(TIME), ..Limits::default() };
            let request =
                Request { options: Options { goal, method, limits, threads: 1 }, ..Request::default() };
            let begun = Instant::now();
            let _ = level.start().solve(&request, &mut Monitor::new());
            let late = begun.elapsed().saturating_sub(TIME);
            println!("{id} {goal:?} {method:?}: {late:?} late");
            // 100 ms where the code is optimised and the machine idle; here it may be neither.
            assert!(late < Duration::from_millis(1000), "{id} {goal:?} {method:?}: {late:?} late");
        }
    }
}
