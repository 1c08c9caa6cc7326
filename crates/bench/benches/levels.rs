//! How long each level takes: `UNRIDDLE_LEVELS=… cargo bench --bench levels`.
//!
//! Solves every Sokobond and every Freshly Frosted level in the folder that `UNRIDDLE_LEVELS` names, once for
//! any solution and once for an optimal one, and prints a table per game, with the slowest levels first and
//! totals. A cost that differs from the one recorded in `expected.json` is an error.
//!
//! Words choose levels by their path (`sokobond`, `11/08`), or what is asked: `any`, `optimal`. Options:
//! `threads=N` (1 unless given), `time=SECONDS` per level and question (60 unless given), `runs=N`, of which
//! the fastest counts (1 unless given).
//!
//! With one thread, times are processor time where the system tells it (Linux), so that a busy machine
//! matters less; otherwise they are wall-clock time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use unriddle_games::{game, read_as};
use unriddle_kit::verdict::{limit_word, outcome_word};
use unriddle_kit::{Answer, Level, Request};
use unriddle_search::{Cost, Goal, Limits, Monitor, Options, Outcome};
use unriddle_web::library::{self, EXPECTED};

/// What is asked about each level.
const GOALS: [(&str, Goal); 2] = [("any", Goal::Any), ("optimal", Goal::Optimal)];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let Some(folder) = std::env::var_os("UNRIDDLE_LEVELS") else {
        println!("UNRIDDLE_LEVELS names no folder of levels: nothing to measure");
        return;
    };
    let settings = Settings::new(&words);
    for id in ["sokobond", "freshly-frosted"] {
        run(id, &Path::new(&folder).join(id), &settings);
    }
}

/// What the command line asks for.
struct Settings {
    options: Options,
    runs: u64,
    goals: Vec<(&'static str, Goal)>,
    /// Parts of the paths of the levels; all levels if there are none.
    paths: Vec<String>,
}

impl Settings {
    fn new(words: &[String]) -> Self {
        let number = |name: &str, default: u64| {
            let found = words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            found.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}: not a number")))
        };
        let limits = Limits { time: Some(Duration::from_secs(number("time", 60))), ..Limits::default() };
        let options = Options { limits, threads: number("threads", 1) as usize, ..Options::default() };
        let is_goal = |word: &&String| GOALS.iter().any(|(name, _)| name == word);
        let named = |&(name, _): &(&str, Goal)| {
            !words.iter().any(|word| is_goal(&word)) || words.iter().any(|word| word == name)
        };
        let paths = words.iter().filter(|word| !is_goal(word) && !word.contains('=')).cloned().collect();
        Settings { options, runs: number("runs", 1), goals: GOALS.into_iter().filter(named).collect(), paths }
    }
}

/// The answer to one question, and the time that it took.
struct Row {
    path: String,
    answer: Answer,
    time: Duration,
}

fn run(id: &str, folder: &Path, settings: &Settings) {
    let game = game(id).unwrap_or_else(|| panic!("there is no game {id}"));
    let expected = library::open_list(&folder.join(EXPECTED));
    let files: Vec<PathBuf> = library::files(folder).into_iter().filter_map(Result::ok).collect();
    for &(goal_name, goal) in &settings.goals {
        let mut rows = Vec::new();
        for file in &files {
            let path = file.strip_prefix(folder).unwrap_or(file).display().to_string();
            let whole = format!("{id}/{path}");
            if !settings.paths.is_empty() && !settings.paths.iter().any(|part| whole.contains(part)) {
                continue;
            }
            let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{path}: {error}"));
            // A file that is not a level is an error of `check`, not a matter of speed.
            let Ok(level) = read_as(game, &text, &[]) else { continue };
            let request = Request { options: Options { goal, ..settings.options }, ..Request::default() };
            let fastest =
                (0..settings.runs).map(|_| measure(&*level, &request)).min_by_key(|&(time, _)| time);
            let Some((time, answer)) = fastest else { continue };
            check(&whole, &answer, expected.optimal(&path));
            rows.push(Row { path, answer, time });
        }
        print(&format!("{}, --goal {goal_name}", game.name()), rows);
    }
}

fn measure(level: &dyn Level, request: &Request) -> (Duration, Answer) {
    let begun = Begun::now(request.options.threads);
    let answer = level.start().solve(request, &mut Monitor::new());
    (begun.elapsed(), answer)
}

/// The moment at which something begins, on the clock that suits it.
struct Begun {
    wall: Instant,
    processor: Option<Duration>,
}

impl Begun {
    fn now(threads: usize) -> Self {
        Begun { wall: Instant::now(), processor: if threads == 1 { processor_time() } else { None } }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// The time that this thread has spent on a processor, where the system tells it.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// A proof must agree with what is recorded, and no solution may cost less.
fn check(path: &str, answer: &Answer, recorded: Option<Cost>) {
    let Some(recorded) = recorded else { return };
    let cost = answer.outcome.cost();
    let wrong = match &answer.outcome {
        Outcome::Optimal(..) => cost != Some(recorded),
        Outcome::Unsolvable(_) => true,
        _ => cost.is_some_and(|cost| cost < recorded),
    };
    assert!(!wrong, "{path}: {} {cost:?}, but {recorded} is recorded", outcome_word(&answer.outcome));
}

fn print(title: &str, mut rows: Vec<Row>) {
    if rows.is_empty() {
        return;
    }
    println!("\n## {title}\n");
    println!("| level | outcome | cost | bound | expanded | stored | time |");
    println!("|---|---|---|---|---|---|---|");
    rows.sort_by_key(|row| std::cmp::Reverse(row.time));
    for Row { path, answer, time } in &rows {
        let (bound, reason) = match &answer.outcome {
            Outcome::Solved { bound, limit, .. } => (bound.to_string(), limit.map(limit_word)),
            Outcome::Stopped { limit, bound } => (bound.to_string(), Some(limit_word(*limit))),
            _ => (String::new(), None),
        };
        let reason = reason.map(|word| format!(" ({word})")).unwrap_or_default();
        let cost = answer.outcome.cost().map_or(String::new(), |cost| cost.to_string());
        let statistics = &answer.statistics;
        println!(
            "| {path} | {}{reason} | {cost} | {bound} | {} | {} | {} |",
            outcome_word(&answer.outcome),
            statistics.expanded,
            statistics.stored,
            seconds(*time)
        );
    }
    let within = |limit: f64| rows.iter().filter(|row| row.time.as_secs_f64() <= limit).count();
    let solved = rows.iter().filter(|row| row.answer.outcome.cost().is_some()).count();
    let proved = rows.iter().filter(|row| matches!(row.answer.outcome, Outcome::Optimal(..))).count();
    println!(
        "\n{} levels: {solved} solved, {proved} of them proved optimal; {} in 0.1 s, {} in 1 s, {} in 10 s, {} in 60 s; {} together",
        rows.len(),
        within(0.1),
        within(1.0),
        within(10.0),
        within(60.0),
        seconds(rows.iter().map(|row| row.time).sum())
    );
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
