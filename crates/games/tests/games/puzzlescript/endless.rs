//! A move that does not come to rest ends soon, and says so.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;
use unriddle_games::analysis::{Budget, Question, analyse};
use unriddle_games::puzzlescript::compile::compile;
use unriddle_games::puzzlescript::engine::{Engine, Input, MAX_WORK};
use unriddle_games::puzzlescript::game::Compiled;
use unriddle_games::search::{Goal, Limits, Monitor, Options};
use unriddle_games::{Level, Request, game};

/// The time that this thread has spent on a processor: a busy machine does not count.
fn processor_time() -> Duration {
    let text =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("the system tells processor time");
    let spent = text.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(spent.expect("a number"))
}

/// What a call returns, and the processor time that it took.
fn timed<T>(call: impl FnOnce() -> T) -> (T, Duration) {
    let begun = processor_time();
    let result = call();
    (result, processor_time() - begun)
}

fn level(name: &str, text: &str) -> Box<dyn Level> {
    let game = game("puzzlescript").expect("the game");
    game.read(text, &[]).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn script(rules: &str, level: &str) -> String {
    format!(
        "title endless\n\nOBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall #\ngrey\n\ncrate *\norange\n\nice i\nblue\n\n\
         LEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nice\nplayer, wall, crate\n\nRULES\n{rules}\n\nWINCONDITIONS\n\
         some ice on crate\n\nLEVELS\n\n{level}\n"
    )
}

/// A board full of crates, with a player.
fn crates(width: usize, height: usize) -> String {
    format!("p.{}\n", "*".repeat(width - 2)) + &format!("{}\n", "*".repeat(width)).repeat(height - 1)
}

/// A script whose last rule may match only after the one before it, and so on: what can happen at all takes long to find.
fn chain(length: usize) -> String {
    let objects: String = (0..50).map(|number| format!("o{number}\nred\n\n")).collect();
    let layers: String = (0..50).map(|number| format!("o{number}\n")).collect();
    let step =
        |number: usize| format!("[ o{} | ] -> [ o{} | o{} ]\n", number % 50, number % 50, (number + 1) % 50);
    let rules: String = (0..length).rev().map(step).collect();
    let rules = format!("{rules}[ > player ] -> [ player o0 ]");
    script(&rules, &format!("p{}\n", ".".repeat(30)).repeat(33))
        .replace("LEGEND", &format!("{objects}LEGEND"))
        .replace("\nRULES", &format!("{layers}\nRULES"))
}

/// Scripts whose turns would take hours, or for ever, or whose tables take long.
fn slow() -> Vec<(&'static str, String)> {
    let field = |width: usize, height: usize| {
        format!("p{}\n", ".".repeat(width - 1)) + &format!("{}\n", ".".repeat(width)).repeat(height - 1)
    };
    let many: String = (0..400).map(|_| "[ background | background ] -> [ | background ]\n").collect();
    vec![
        (
            "two ellipses",
            script(
                "[ background | ... | background | ... | background ] -> [ | ... | | ... | background ]",
                &field(4000, 1),
            ),
        ),
        (
            "triples",
            script("[ background ] [ background ] [ background ] -> [ ] [ ] [ background ]", &field(60, 60)),
        ),
        (
            "a loop",
            script(
                "startloop\n[ player no ice ] -> [ player ice ]\n[ player ice ] -> [ player ]\nendloop",
                &field(150, 150),
            ),
        ),
        (
            "many rules",
            script(
                &format!("startloop\n{many}[ ice ] -> [ ]\n[ player ] -> [ player ice ]\nendloop"),
                &field(60, 60),
            ),
        ),
        (
            "again for ever",
            script("[ ice ] -> [ ] again\n+ [ player no ice ] -> [ player ice ] again", &field(100, 100)),
        ),
        (
            "a long train",
            script(
                "[ > player ] [ stationary crate ] -> [ > player ] [ > crate ]",
                &format!("p.{}.", "*".repeat(20_000)),
            ),
        ),
        (
            "three rows of everything on a compiled board",
            script("[ background ] [ background ] [ background ] -> [ ] [ ] [ background ]", &field(31, 33)),
        ),
        (
            "two ellipses on a compiled board",
            script(
                "[ background | ... | background | ... | background ] -> [ ice | ... | | ... | ]",
                &field(1000, 1),
            ),
        ),
        (
            "rules that undo each other on a compiled board",
            script(
                &format!(
                    "startloop\n{}[ ice ] -> [ ]\n[ player ] [ background ] -> [ player ] [ background ice ]\nendloop",
                    "[ > player | ] -> [ > player | ice ]\n".repeat(200)
                ),
                &field(31, 33),
            ),
        ),
        ("tables for many rules", chain(400)),
        (
            "chance without end",
            script("startloop\n[ background ] -> [ randomdir background ]\nendloop", &field(60, 60)),
        ),
        (
            "many conditions",
            script("[ > player | crate ] -> [ > player | > crate ]", &crates(31, 33)).replace(
                "some ice on crate",
                &"all crate on wall\nall crate on ice\nsome crate on player\n".repeat(2_000),
            ),
        ),
        (
            "rigid bodies",
            script(
                "rigid [ > player ] [ background ] -> [ > player ] [ background ice ]\n",
                &field(100, 100),
            ),
        ),
    ]
}

#[test]
fn a_move_in_a_slow_script_ends_when_it_has_done_what_a_move_may() {
    const MAX: u64 = MAX_WORK / 20;
    for (name, text) in slow() {
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
    let level =
        game("puzzlescript").expect("the game").read(&text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut position = level.start();
    position.advance("r").expect("the key changes the board");
    assert_eq!(position.status().as_deref(), Some("the board never comes to rest"));
    assert!(position.moves().is_empty());
}

#[test]
fn a_search_in_a_slow_script_hears_its_time_limit_within_100_ms() {
    for (name, text) in slow() {
        let level = level(name, &text);
        let start = level.start();
        for goal in [Goal::Optimal, Goal::Any] {
            let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
            let options = Options { limits, goal, threads: 1, ..Options::default() };
            let request = Request { options, ..Request::default() };
            // The limit is one of the clock, so no more processor time passes until then.
            let (answer, taken) = timed(|| start.solve(&request, &mut Monitor::new()));
            println!("{name}: {taken:?}, {:?}", answer.outcome);
            assert!(taken < Duration::from_millis(300), "{name} took {taken:?}");
        }
    }
}

#[test]
fn a_search_in_a_slow_script_is_cancelled_within_100_ms() {
    for (name, text) in slow() {
        let level = level(name, &text);
        let start = level.start();
        let cancel = AtomicBool::new(false);
        let request = Request { options: Options { threads: 1, ..Options::default() }, ..Request::default() };
        std::thread::scope(|scope| {
            let search = scope.spawn(|| timed(|| start.solve(&request, &mut Monitor::new().cancel(&cancel))));
            std::thread::sleep(Duration::from_millis(50));
            cancel.store(true, Ordering::Relaxed);
            let (_, taken) = search.join().expect("a search that ends");
            assert!(taken < Duration::from_millis(150), "{name} took {taken:?}");
        });
    }
}

#[test]
fn an_analysis_of_a_slow_script_hears_its_time_limit_within_100_ms() {
    static NEVER: AtomicBool = AtomicBool::new(false);
    for (name, text) in slow() {
        let level = level(name, &text);
        let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
        let budget = Budget { limits, threads: 1, cancel: &NEVER };
        let question = Question { budget, settings: &[], parts: 100, why_not: true, pictures: true };
        let (analysis, taken) = timed(|| analyse(level.as_ref(), &question, &mut |_| {}));
        println!("{name}: {taken:?}, {}, {:?}", analysis.outcome, analysis.limit);
        assert!(taken < Duration::from_millis(300), "{name} took {taken:?}");
    }
}

#[test]
fn an_analysis_of_a_slow_script_is_cancelled_within_100_ms() {
    for (name, text) in slow() {
        let level = level(name, &text);
        let cancel = AtomicBool::new(false);
        let budget = Budget { limits: Limits::default(), threads: 1, cancel: &cancel };
        let question = Question { budget, settings: &[], parts: 100, why_not: true, pictures: true };
        std::thread::scope(|scope| {
            let analysis = scope.spawn(|| timed(|| analyse(level.as_ref(), &question, &mut |_| {})));
            std::thread::sleep(Duration::from_millis(50));
            cancel.store(true, Ordering::Relaxed);
            let (_, taken) = analysis.join().expect("an analysis that ends");
            assert!(taken < Duration::from_millis(150), "{name} took {taken:?}");
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
