//! PuzzleScript: which levels are answered, and how fast.
//!
//! `UNRIDDLE_PUZZLESCRIPT=… cargo bench --bench scripts` searches every level of every game in the folder `solve`
//! and prints a table with a line for each game, and the share of all levels that are answered: proved optimal, or
//! proved unsolvable. A proof that disagrees with a length that `game.json` calls proved, or with a recorded
//! solution, is an error.
//!
//! Words choose games by their names. Options: `time=SECONDS` per level (0.4 unless given), `threads=N` (2 unless given), `every=N`
//! for every Nth level only, `goal=any` for any solution. `list` lists every level that is not answered, `all` every level.
//!
//! `yardstick` searches five levels by breadth-first search on one thread instead, and compares processor time with what
//! two other programs take for the same states.
//!
//! Names of files that end in `.txt` are scripts to play: each key is pressed once at the start of each level, and the longest
//! move is printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use unriddle_games::game;
use unriddle_kit::verdict::outcome_word;
use unriddle_kit::{Answer, Collection, Request};
use unriddle_search::{Goal, Limits, Method, Monitor, Options, Outcome};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let scripts: Vec<&String> = words.iter().filter(|word| word.ends_with(".txt")).collect();
    if !scripts.is_empty() {
        return scripts.into_iter().for_each(|script| longest_move(Path::new(script)));
    }
    let Some(folder) = std::env::var_os("UNRIDDLE_PUZZLESCRIPT") else {
        println!("UNRIDDLE_PUZZLESCRIPT names no folder of games: nothing to measure");
        return;
    };
    let folder = Path::new(&folder).join("solve");
    if words.iter().any(|word| word == "yardstick") {
        yardstick(&folder);
    } else {
        shares(&folder, &Settings::new(&words));
    }
}

/// What the command line asks for.
struct Settings {
    options: Options,
    every: usize,
    listed: bool,
    all: bool,
    names: Vec<String>,
}

impl Settings {
    fn new(words: &[String]) -> Self {
        let value = |name: &str| words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        let number = |name: &str, default: f64| {
            value(name)
                .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}: not a number")))
        };
        let limits = Limits {
            time: Some(Duration::from_secs_f64(number("time", 0.4))),
            memory: Some(8 << 30),
            ..Limits::default()
        };
        let goal = if value("goal") == Some("any") { Goal::Any } else { Goal::Optimal };
        let has = |name: &str| words.iter().any(|word| word == name);
        let is_name = |word: &&String| !word.contains('=') && *word != "list" && *word != "all";
        Settings {
            options: Options { goal, limits, threads: number("threads", 2.0) as usize, ..Options::default() },
            every: number("every", 1.0) as usize,
            listed: has("list"),
            all: has("all"),
            names: words.iter().filter(is_name).cloned().collect(),
        }
    }
}

/// The games of a folder, each with what is known about its levels.
fn games(folder: &Path, names: &[String]) -> Vec<(String, Collection, Value)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut games = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !names.is_empty() && !names.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let read = |file: &str| {
            fs::read_to_string(path.join(file)).unwrap_or_else(|error| panic!("{name}/{file}: {error}"))
        };
        let known =
            serde_json::from_str(&read("game.json")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = game("puzzlescript").expect("it is in the list of games");
        let collection = game.read_all(&read("game.txt"), &[]);
        games.push((name.clone(), collection.unwrap_or_else(|error| panic!("{name}: {error:?}")), known));
    }
    games
}

/// What came out for the levels of a game.
#[derive(Clone, Copy, Default)]
struct Tally {
    levels: usize,
    optimal: usize,
    unsolvable: usize,
    solved: usize,
    declined: usize,
    /// Levels whose proved length is known and came out.
    confirmed: usize,
    known: usize,
    seconds: f64,
    stored: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.levels += other.levels;
        self.optimal += other.optimal;
        self.unsolvable += other.unsolvable;
        self.solved += other.solved;
        self.declined += other.declined;
        self.confirmed += other.confirmed;
        self.known += other.known;
        self.seconds += other.seconds;
        self.stored += other.stored;
    }

    fn print(&self, name: &str) {
        let Tally { levels, optimal, unsolvable, solved, declined, confirmed, known, seconds, stored } = self;
        let answered = optimal + unsolvable;
        println!(
            "| {name} | {levels} | {optimal} | {unsolvable} | {solved} | {declined} | {:.0} % | {confirmed} of {known} | {stored} | {seconds:.1} |",
            100.0 * answered as f64 / (*levels).max(1) as f64
        );
    }
}

fn shares(folder: &Path, settings: &Settings) {
    println!(
        "| game | levels | optimal | unsolvable | solved | declined | answered | known lengths met | states | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut total = Tally::default();
    let mut number = 0;
    let mut lines = Vec::new();
    for (name, collection, known) in games(folder, &settings.names) {
        let mut tally = Tally::default();
        let fit = known["fit"].as_bool().unwrap_or(true);
        for (level, known) in collection.levels().iter().zip(known["levels"].as_array().into_iter().flatten())
        {
            number += 1;
            if number % settings.every != 0 {
                continue;
            }
            let request = Request { options: settings.options, ..Request::default() };
            let begun = Instant::now();
            let answer = level.start().solve(&request, &mut Monitor::new());
            let seconds = begun.elapsed().as_secs_f64();
            let place = format!("{name}#{}", tally.levels + 1);
            let one = judge(&place, &answer, known, fit, seconds);
            let answered = one.optimal + one.unsolvable > 0;
            if settings.all || (settings.listed && !answered) {
                let statistics = &answer.statistics;
                lines.push(format!(
                    "{place}: {}{} {}x{}, {seconds:.2} s, {} expanded, {} generated, {} stored, {} bytes each {}",
                    outcome_word(&answer.outcome),
                    answer.outcome.cost().map_or(String::new(), |cost| format!(" {cost}")),
                    known["width"],
                    known["height"],
                    statistics.expanded,
                    statistics.generated,
                    statistics.stored,
                    statistics.bytes / statistics.stored.max(1),
                    answer.notes.join("; "),
                ));
            }
            tally.add(one);
        }
        if tally.levels > 0 {
            tally.print(&name);
        }
        total.add(tally);
    }
    total.print("**all**");
    lines.iter().for_each(|line| println!("{line}"));
}

/// Counts an answer. A proof must agree with what is known.
fn judge(place: &str, answer: &Answer, known: &Value, fit: bool, seconds: f64) -> Tally {
    let length = |key: &str| known[key]["moves"].as_u64().filter(|_| fit);
    let proved = length("shortest").filter(|_| known["shortest"]["proved"] == true);
    let recorded = length("recorded").or(length("shortest"));
    let mut tally = Tally { levels: 1, known: usize::from(proved.is_some()), seconds, ..Tally::default() };
    tally.stored = answer.statistics.stored;
    match &answer.outcome {
        Outcome::Optimal(solution, _) => {
            let cost = u64::from(solution.cost);
            assert!(proved.is_none_or(|proved| proved == cost), "{place}: {cost} instead of {proved:?}");
            assert!(
                recorded.is_none_or(|moves| moves >= cost),
                "{place}: {cost}, but {recorded:?} are recorded"
            );
            tally.optimal = 1;
            tally.confirmed = usize::from(proved.is_some());
        }
        Outcome::Unsolvable(_) => {
            assert!(recorded.is_none(), "{place}: unsolvable, but a solution is recorded");
            tally.unsolvable = 1;
        }
        Outcome::Solved { solution, .. } => {
            let cost = u64::from(solution.cost);
            assert!(proved.is_none_or(|proved| proved <= cost), "{place}: {cost}, but {proved:?} is proved");
            tally.solved = 1;
        }
        Outcome::Stopped { .. } => tally.declined = usize::from(!answer.notes.is_empty()),
    }
    tally
}

/// The name of a game, the number of the level with messages counted from 0, its states, and the processor seconds of the original engine in node and of a port
/// to C++.
const YARDSTICKS: [(&str, usize, u64, f64, f64); 5] = [
    ("demo-microban", 7, 17_979, 1.05, 0.59),
    ("demo-microban", 11, 54_030, 4.47, 2.61),
    ("demo-limerick", 1, 54_930, 7.45, 7.27),
    ("demo-whaleworld", 1, 2_195, 0.90, 1.10),
    ("demo-constellationz", 9, 24_372, 5.82, 6.76),
];

fn yardstick(folder: &Path) {
    println!("| level | states there | states | moves | seconds | times the better | bytes a state |");
    println!("|---|---|---|---|---|---|---|");
    for (name, number, states, node, port) in YARDSTICKS {
        let games = games(folder, &[name.to_string()]);
        let Some((_, collection, known)) = games.first() else { continue };
        let is_level = |level: &Value| level["index"].as_u64() == Some(number as u64);
        let at = known["levels"].as_array().and_then(|levels| levels.iter().position(is_level));
        let Some(level) = at.and_then(|at| collection.levels().get(at)) else { continue };
        let options = Options { method: Method::BreadthFirst, threads: 1, ..Options::default() };
        let request = Request { options, ..Request::default() };
        let mut fastest = f64::MAX;
        let mut last = None;
        for _ in 0..5 {
            let begun = processor_time();
            let answer = level.start().solve(&request, &mut Monitor::new());
            fastest = fastest.min(processor_time().saturating_sub(begun).as_secs_f64());
            last = Some(answer);
        }
        let Some(answer) = last else { continue };
        println!(
            "| {name} {number} | {states} | {} | {} | {fastest:.4} | {:.0} | {} |",
            answer.statistics.stored,
            answer.outcome.cost().map_or("none".into(), |cost| cost.to_string()),
            node.min(port) / fastest,
            answer.statistics.bytes / answer.statistics.stored.max(1)
        );
    }
}

/// Prints the longest move at the start of the levels of a script, in processor time.
fn longest_move(path: &Path) {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let game = game("puzzlescript").expect("it is in the list of games");
    let levels = match game.read_all(&text, &[]) {
        Ok(levels) => levels,
        Err(error) => return println!("{}: {}", path.display(), error.message),
    };
    let mut longest = (Duration::ZERO, None);
    for level in levels.levels() {
        for key in ["u", "d", "l", "r", "x"] {
            let mut position = level.start();
            let begun = processor_time();
            let _ = position.advance(key);
            let taken = processor_time().saturating_sub(begun);
            if taken > longest.0 {
                longest = (taken, position.status());
            }
        }
    }
    println!("{}: {:?} {}", path.display(), longest.0, longest.1.unwrap_or_default());
}

/// The time that this thread has spent on a processor.
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(spent.unwrap_or_else(|| panic!("the system does not tell processor time")))
}
