//! A move that does not come to rest ends when it has done what a move may, or is asked to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;
use unriddle_analysis::{Budget, Question, analyse};
use unriddle_kit::{Game, Level, Request};
use unriddle_puzzlescript::PuzzleScript;
use unriddle_puzzlescript::compile::compile;
use unriddle_puzzlescript::engine::{Engine, Input, MAX_WORK};
use unriddle_puzzlescript::game::Compiled;
use unriddle_search::{Goal, Limit, Limits, Monitor, Options, Outcome};

use crate::slow::{script, slow_scripts};

fn level(name: &str, text: &str) -> Box<dyn Level> {
    let game = PuzzleScript;
    game.read(text, &[]).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

#[test]
fn a_move_in_a_slow_script_ends_when_it_has_done_what_a_move_may() {
    const MAX: u64 = MAX_WORK / 20;
    for (name, text) in slow_scripts() {
        let mut game = compile(&text).game.unwrap_or_else(|| panic!("{name} can be played"));
        game.max_work = MAX;
        let mut engine = Engine::single(&game, 0, "").unwrap_or_else(|| panic!("{name} has a level"));
        engine.input(Input::Right);
        engine.settle();
        println!("{name}: {} of work, {:?}", engine.work(), engine.ending());
        // It is checked now and then, and after a draw or a test of all conditions.
        assert!(engine.work() < MAX + MAX / 10, "{name}: {}", engine.work());
    }
}

#[test]
fn what_never_comes_to_rest_says_so_and_has_no_moves() {
    let rules =
        "[ stationary crate ] -> [ action wall ] again\n[ stationary wall ] -> [ action crate ] again";
    let text = script(rules, "p.*");
    let level = PuzzleScript.read(&text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut position = level.start();
    position.advance("r").expect("the key changes the board");
    assert_eq!(position.status().as_deref(), Some("the board never comes to rest"));
    assert!(position.moves().is_empty());
}

/// The most work between two checks of a move whether it must stop.
const BETWEEN_CHECKS: u64 = MAX_WORK / 1_000;

#[test]
fn a_move_in_a_slow_script_does_little_after_it_is_stopped() {
    for (name, text) in slow_scripts() {
        let game = compile(&text).game.unwrap_or_else(|| panic!("{name} can be played"));
        for k in [1, 2, 20] {
            let stop = StopAt::check(k);
            let condition = || stop.is_due();
            let interrupt = Monitor::new().stop_when(&condition).interrupt(&Limits::default());
            let engine = Engine::single(&game, 0, "").unwrap_or_else(|| panic!("{name} has a level"));
            let mut engine = engine.halted_by(Some(Arc::new(interrupt)));
            engine.input(Input::Right);
            engine.settle();
            assert!(engine.work() <= (k + 1) * BETWEEN_CHECKS, "{name}, check {k}: {}", engine.work());
        }
    }
}

/// Stops a search at one of its checks, and counts them.
struct StopAt {
    k: u64,
    checks: AtomicU64,
}

impl StopAt {
    fn check(k: u64) -> Self {
        StopAt { k, checks: AtomicU64::new(0) }
    }

    fn is_due(&self) -> bool {
        self.checks.fetch_add(1, Ordering::Relaxed) + 1 >= self.k
    }
}

/// How often a condition may be checked after it has stopped a search: the tables and the search each remember that they
/// were stopped.
const MORE_CHECKS: u64 = 2;

#[test]
fn a_search_in_a_slow_script_expands_nothing_after_it_is_stopped() {
    for (name, text) in slow_scripts() {
        let level = level(name, &text);
        let start = level.start();
        for (goal, k) in [Goal::Optimal, Goal::Any].into_iter().flat_map(|goal| [1, 5, 30].map(|k| (goal, k)))
        {
            let stop = StopAt::check(k);
            let condition = || stop.is_due();
            let options = Options { goal, threads: 1, ..Options::default() };
            let request = Request { options, ..Request::default() };
            let answer = start.solve(&request, &mut Monitor::new().stop_when(&condition));
            let checks = stop.checks.into_inner();
            let what = format!("{name} {goal:?}, stopped at check {k}");
            assert!(checks <= k + MORE_CHECKS, "{what}: {checks} checks");
            // There is a check before every expansion, so none follows the last check.
            assert!(answer.statistics.expanded <= k, "{what}: {:?}", answer.statistics);
        }
    }
}

#[test]
fn a_search_in_a_slow_script_whose_time_is_up_expands_nothing() {
    for (name, text) in slow_scripts() {
        let level = level(name, &text);
        for goal in [Goal::Optimal, Goal::Any] {
            let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
            let options = Options { limits, goal, threads: 1, ..Options::default() };
            let request = Request { options, ..Request::default() };
            let answer = level.start().solve(&request, &mut Monitor::new());
            let is_stopped = matches!(answer.outcome, Outcome::Stopped { limit: Limit::Time, .. });
            assert!(is_stopped && answer.statistics.expanded == 0, "{name} {goal:?}: {:?}", answer.outcome);
        }
    }
}

#[test]
fn an_analysis_of_a_slow_script_that_is_stopped_at_once_explores_nothing() {
    static NEVER: AtomicBool = AtomicBool::new(false);
    static RAISED: AtomicBool = AtomicBool::new(true);
    for (name, text) in slow_scripts() {
        let level = level(name, &text);
        for (time, cancel) in [(Some(Duration::ZERO), &NEVER), (None, &RAISED)] {
            let budget = Budget { limits: Limits { time, ..Limits::default() }, threads: 1, cancel };
            let question = Question { budget, settings: &[], parts: 100, why_not: true, pictures: true };
            let analysis = analyse(level.as_ref(), &question, &mut |_| {});
            assert_eq!((analysis.outcome, analysis.statistics.expanded), ("stopped", 0), "{name}");
        }
    }
}

/// The flag is raised in the midst of it; a report may be under way at that moment.
#[test]
fn an_analysis_of_a_slow_script_reports_no_progress_after_it_is_cancelled() {
    for (name, text) in slow_scripts() {
        let level = level(name, &text);
        let cancel = AtomicBool::new(false);
        let budget = Budget { limits: Limits::default(), threads: 1, cancel: &cancel };
        let question = Question { budget, settings: &[], parts: 100, why_not: true, pictures: true };
        std::thread::scope(|scope| {
            let mut late = 0;
            let mut count = |_: &_| late += u32::from(cancel.load(Ordering::Relaxed));
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                cancel.store(true, Ordering::Relaxed);
            });
            let analysis = analyse(level.as_ref(), &question, &mut count);
            assert!(late <= 1, "{name}, {}: {late} reports after it was cancelled", analysis.outcome);
        });
    }
}

/// The most that a move of a list of inputs does.
fn most_work(game: &Compiled, level: usize, seed: &str, inputs: &Value, single: bool) -> Option<u64> {
    let make = if single { Engine::single } else { Engine::for_test_runner };
    let mut engine = make(game, level, seed)?;
    engine.settle();
    let mut most = engine.work();
    for input in inputs.as_array()?.iter().filter_map(Value::as_str) {
        super::do_input(&mut engine, input);
        engine.settle();
        most = most.max(engine.work());
    }
    Some(most)
}

#[test]
fn recorded_moves_do_less_than_a_third_of_what_a_move_may() {
    let Some(files) = super::files("play") else { return };
    let most = AtomicU64::new(0);
    let note = |work: u64, whose: &dyn std::fmt::Debug| {
        if most.fetch_max(work, Ordering::Relaxed) < work {
            println!("{work}: {whose:?}");
        }
        if work > MAX_WORK / 3 { Err(format!("{work} of work")) } else { Ok(()) }
    };
    super::check_each(&files, |path| {
        let test = super::read(path);
        let game = compile(super::text(&test, "source")).game.ok_or("the script cannot be played")?;
        let level = test["level"].as_u64().ok_or("no level")? as usize;
        let seed = test["seed"].as_str().unwrap_or("any");
        note(most_work(&game, level, seed, &test["inputs"], false).ok_or("no such level")?, &path)
    });
    let folders = super::files("solve").unwrap_or_default();
    super::check_each(&folders, |folder| {
        let known = super::read(&folder.join("game.json"));
        let source = std::fs::read_to_string(folder.join("game.txt")).map_err(|error| error.to_string())?;
        let game = compile(&source).game.ok_or("the script cannot be played")?;
        for level in known["levels"].as_array().ok_or("no levels")? {
            let index = level["index"].as_u64().ok_or("no index")? as usize;
            for list in ["recorded", "shortest"].into_iter().map(|kind| &level[kind]["inputs"]) {
                let work = most_work(&game, index, super::text(&known, "seed"), list, true);
                note(work.unwrap_or(0), &(folder, index))?;
            }
        }
        Ok(())
    });
    println!("the longest of all recorded moves takes {} of {MAX_WORK}", most.into_inner());
}
