//! How soon searches and analyses end after they are cancelled, where single moves or tables take long: on large
//! boards, and in slow scripts.
//!
//! `cargo bench -p unriddle-bench --bench stopping` prints a line for each level: the longest time from the flag to the
//! end of a search, over all goals and methods, and of an analysis. Words choose levels by their names; `after=MILLISECONDS`
//! (50 unless given) says when the flag is raised. What ends by itself before that counts as no time. The tests count what
//! is done after a stop instead, so that they do not depend on the machine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use unriddle_analysis::{Budget, Question, analyse};
use unriddle_games::game;
use unriddle_kit::{Level, Request};
use unriddle_search::{Goal, Limits, Method, Monitor, Options};

#[path = "../../games/tests/slow/mod.rs"]
mod slow;

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];
const GOALS: [Goal; 3] = [Goal::Optimal, Goal::Any, Goal::All];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let after = words.iter().find_map(|word| word.strip_prefix("after="));
    let after = after.map_or(50, |text| text.parse().unwrap_or_else(|_| panic!("after: not a number")));
    let after = Duration::from_millis(after);
    let names: Vec<&String> = words.iter().filter(|word| !word.contains('=')).collect();
    let boards =
        slow::large_boards().into_iter().map(|(id, text)| (id, format!("large board of {id}"), text));
    let scripts =
        slow::slow_scripts().into_iter().map(|(name, text)| ("puzzlescript", name.to_string(), text));
    println!("| level | search | analysis |\n|---|---|---|");
    for (id, name, text) in boards.chain(scripts) {
        if !names.is_empty() && !names.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let game = game(id).unwrap_or_else(|| panic!("there is no game {id}"));
        let level = game.read(&text, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let all = GOALS.into_iter().flat_map(|goal| METHODS.map(|method| (goal, method)));
        let search = all.map(|(goal, method)| search(level.as_ref(), goal, method, after)).max();
        let [search, analysis] = [search.unwrap_or_default(), analysis(level.as_ref(), after)]
            .map(|time| time.as_secs_f64() * 1e3);
        println!("| {name} | {search:.1} ms | {analysis:.1} ms |");
    }
}

/// The time from the flag to the end of a search.
fn search(level: &dyn Level, goal: Goal, method: Method, after: Duration) -> Duration {
    let options = Options { goal, method, threads: 1, ..Options::default() };
    late(after, |cancel| {
        let request = Request { options, ..Request::default() };
        drop(level.start().solve(&request, &mut Monitor::new().cancel(cancel)));
    })
}

/// The time from the flag to the end of an analysis.
fn analysis(level: &dyn Level, after: Duration) -> Duration {
    late(after, |cancel| {
        let budget = Budget { limits: Limits::default(), threads: 1, cancel };
        let question = Question { budget, settings: &[], parts: 100, why_not: true, pictures: true };
        drop(analyse(level, &question, &mut |_| {}));
    })
}

/// The time from a flag that is raised after a while to the end of some work.
fn late(after: Duration, work: impl FnOnce(&AtomicBool) + Send) -> Duration {
    let cancel = AtomicBool::new(false);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            work(&cancel);
            Instant::now()
        });
        thread::sleep(after);
        let raised = Instant::now();
        cancel.store(true, Ordering::Relaxed);
        let ended = worker.join().unwrap_or_else(|_| panic!("it panics"));
        ended.saturating_duration_since(raised)
    })
}
