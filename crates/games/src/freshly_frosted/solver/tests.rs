//! What the solver promises: its solutions work with exact timing, its proofs are correct, and it
//! respects its limits. The oracle is exhaustive search by the engine, which shares only the judge
//! with the solver.

mod clash;
mod counting;
mod rooms;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use unriddle_kit::Direction;
use unriddle_search::{
    Cost, Goal, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle, Report, Run, Solutions,
};

use self::rooms::rooms;
use super::super::flow::Flow;
use super::super::format;
use super::super::judge::{Judge, Judgement};
use super::super::layout::Layout;
use super::super::level::SearchLevel;
use super::any::Solver;
use super::cegar::Candidate;
use super::monitor::RunMonitor;
use super::search;

fn read(text: &str) -> SearchLevel {
    SearchLevel::new(format::read(text).unwrap_or_else(|error| panic!("{error}\n{text}")))
}

fn solve(level: &SearchLevel, goal: Goal, limits: Limits) -> Report<SearchLevel> {
    search(level, &Options { goal, limits, ..Options::default() }, &mut Monitor::new(), &mut Vec::new())
}

/// The cost of the solution, whose layout must be valid.
fn confirmed(level: &SearchLevel, report: &Report<SearchLevel>) -> Option<Cost> {
    let solution = report.outcome.solution()?;
    assert!(Judge::new(&level.factory).judge(&level.after(&solution.moves)).is_solved());
    assert_eq!(solution.cost as usize, solution.moves.len());
    Some(solution.cost)
}

/// The report of an exhaustive search. For small levels only.
fn exhausted(level: &SearchLevel, goal: Goal) -> Report<SearchLevel> {
    let options = Options { goal, method: Method::BreadthFirst, threads: 1, ..Options::default() };
    search(level, &options, &mut Monitor::new(), &mut Vec::new())
}

/// Small levels with machines of all sorts. Not all of them can be parsed.
fn levels() -> impl Strategy<Value = String> {
    let way = || prop::sample::select(vec!['^', '>', 'v', '<']);
    let kind = || prop::sample::select(vec!["0", "1", "3"]);
    let source =
        (way(), 0..12u32).prop_map(|(way, any)| vec![format!("+{way}{}", if any == 0 { "?" } else { "" })]);
    let target = (way(), prop::sample::select(vec!["0", "0", "1", "?", "?"]))
        .prop_map(|(way, kind)| vec![format!("-{way}{kind}")]);
    let machine =
        (0..16u32, way(), way(), way(), kind()).prop_map(|(sort, one, two, three, kind)| match sort {
            0 => vec!["#".to_string()],
            1 => vec![format!("{one}")],
            2..=4 => vec![format!("1{one}")],
            5 => vec![format!("2{one}")],
            6..=8 => vec![format!("x{one}")],
            9..=10 => vec![format!("b{one}{kind}")],
            11..=12 => vec!["*".to_string()],
            13 => vec!["T-".to_string(), format!("T+{one}")],
            14 => vec!["T-".to_string(), format!("T+{one}"), format!("T+{two}")],
            _ => vec!["T-".to_string(), "T-".to_string(), format!("T+{two}"), format!("T+{three}")],
        });
    let list = prop::sample::select(vec!["", "", "", ":targets 0 1\n", ":targets 1\n", ":targets 0 0\n"]);
    let parts = (
        prop::collection::vec(source, 1..3),
        prop::collection::vec(target, 1..3),
        prop::collection::vec(machine, 0..4),
        prop::sample::select(vec![(3usize, 3usize), (4, 3), (3, 4), (4, 4), (5, 3)]),
        list,
    );
    parts.prop_flat_map(|(sources, targets, machines, (width, height), list)| {
        let teleports = |words: &Vec<String>| words[0] == "T-";
        let first = machines.iter().position(teleports);
        let machines =
            machines.iter().enumerate().filter(|(at, words)| !teleports(words) || Some(*at) == first);
        let mut words: Vec<String> = sources.concat();
        words.extend(targets.concat());
        words.extend(machines.flat_map(|(_, words)| words.clone()));
        words.resize(width * height, ".".to_string());
        Just(words).prop_shuffle().prop_map(move |words| {
            let rows: Vec<String> = words.chunks(width).map(|row| row.join(" ")).collect();
            format!("{list}{}", rows.join("\n"))
        })
    })
}

/// The solver agrees with exhaustive search. On levels as small as these it always completes its
/// proof.
fn agrees(level: &SearchLevel) -> Result<(), TestCaseError> {
    let expected = exhausted(level, Goal::Optimal).outcome.cost();
    let report = solve(level, Goal::Optimal, Limits::default());
    prop_assert_eq!(confirmed(level, &report), expected);
    let proved = matches!(report.outcome, Outcome::Optimal(..) | Outcome::Unsolvable(_));
    prop_assert!(proved, "{:?}", report.outcome);
    let any = solve(level, Goal::Any, Limits::default());
    prop_assert_eq!(confirmed(level, &any).is_some(), expected.is_some());
    if let Outcome::Solved { bound, .. } = any.outcome {
        prop_assert!(Some(bound) <= expected);
    }
    Ok(())
}

/// Every valid layout, found by exhaustive search; `None` if there are too many states.
fn every_valid_layout(level: &SearchLevel) -> Option<HashSet<Layout>> {
    let mut seen = HashSet::from([level.start.clone()]);
    let mut open = vec![level.start.clone()];
    let mut right = HashSet::new();
    while let Some(layout) = open.pop() {
        if level.is_solved(&layout) {
            right.insert(layout);
            continue;
        }
        level.expand(&layout, |_, _, next| {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        });
        if seen.len() > 3_000 {
            return None;
        }
    }
    Some(right)
}

/// The valid layouts of at most this cost that the clauses of a proof allow.
fn let_through(level: &SearchLevel, most: Cost) -> HashSet<Layout> {
    let mut through = HashSet::new();
    let mut monitor = Monitor::new();
    let mut run = Run::new(&mut monitor, &Limits::default());
    let monitor = RunMonitor::new(&mut run);
    let mut solver = Solver::new(level, &monitor);
    if let Ok(mut cegar) = solver.cegar(solver.proving(), most) {
        while let Candidate::Valid(right) = cegar.next(&mut solver.verifier, u64::MAX) {
            cegar.rule_out_all(&right.layout);
            assert!(through.insert(right.layout), "a layout comes twice");
        }
    }
    through
}

proptest! {
    #[test]
    fn proofs_agree_with_exhaustive_search(text in levels()) {
        if let Ok(factory) = format::read(&text) {
            agrees(&SearchLevel::new(factory))?;
        }
    }

    #[test]
    fn no_valid_layout_is_ruled_out_by_a_proof(text in prop_oneof![levels(), rooms()], most in 0..10u32) {
        if let Ok(factory) = format::read(&text) {
            let level = SearchLevel::new(factory);
            if let Some(mut right) = every_valid_layout(&level) {
                prop_assert_eq!(&let_through(&level, Cost::MAX), &right);
                right.retain(|layout| layout.belts().count() <= most as usize);
                prop_assert_eq!(&let_through(&level, most), &right);
            }
        }
    }

    #[test]
    fn belts_that_lie_already_cost_nothing(text in levels(), belts in prop::collection::vec((0..16usize, 0..4usize), 1..4)) {
        if let Ok(factory) = format::read(&text) {
            let mut level = SearchLevel::new(factory);
            for (at, way) in belts {
                if let Some(&cell) = level.factory.free.get(at) {
                    level.start.set(cell, Some(Direction::ALL[way]));
                }
            }
            agrees(&level)?;
        }
    }

    #[test]
    fn all_optimal_layouts_are_counted(text in levels()) {
        if let Ok(factory) = format::read(&text) {
            let level = SearchLevel::new(factory);
            let expected = exhausted(&level, Goal::All).solutions;
            let found = solve(&level, Goal::All, Limits::default()).solutions;
            prop_assert_eq!(found.as_ref().map(Solutions::count), expected.as_ref().map(Solutions::count));
            for solution in found.iter().flat_map(|all| all.first(&level, 10)) {
                prop_assert!(Judge::new(&level.factory).judge(&level.after(&solution.moves)).is_solved());
            }
        }
    }
}

/// Plain and frosted donuts enter the splitter alternately, so each side gets one kind. In the
/// timing-free flow, both kinds leave on both sides.
const SORTED_BY_TIME: &str = "\
#  +v -^0
#  .  x>
+> .  -v1
#  1^ #";

#[test]
fn a_layout_that_sorts_by_timing_is_found() {
    let level = read(SORTED_BY_TIME);
    let report = solve(&level, Goal::Optimal, Limits::default());
    assert_eq!(confirmed(&level, &report), Some(2));
    assert!(matches!(report.outcome, Outcome::Optimal(..)), "{:?}", report.outcome);
    let flow = Flow::new(&level.factory)
        .judge(&level.factory, &level.after(&report.outcome.solution().expect("found").moves));
    assert!(flow.is_err(), "it does not depend on timing");
}

#[test]
fn a_source_that_waits_for_ever_does_not_contradict_the_clauses() {
    // No donut crosses the other way: one goes down from the splitter, and none goes up.
    let level = read("#  .   # #\n#  x<  * +<\n#  -v0 # #");
    let report = solve(&level, Goal::All, Limits::default());
    assert_eq!(confirmed(&level, &report), Some(0));
    assert_eq!(report.solutions.map(|all| all.count().to_string()).as_deref(), Some("1"));
}

#[test]
fn a_steady_layout_is_preferred() {
    // Straight on through the crossover alone, a single donut passes.
    let level = read(".  .  .  .  .\n.  .  .  .  .\n+> .  *  .  ->\n.  .  .  .  .\n.  .  .  .  .");
    let report = solve(&level, Goal::Any, Limits::default());
    let moves = &report.outcome.solution().expect("it can be solved").moves;
    let judgement = Judge::new(&level.factory).judge(&level.after(moves));
    assert!(matches!(judgement, Judgement::Solved { steady: true, .. }), "{judgement:?}");
}

#[test]
fn the_cost_limit_is_respected() {
    let level = read("+> . . . ->");
    let report = solve(&level, Goal::Any, Limits { cost: Some(2), ..Limits::default() });
    assert_eq!(report.outcome, Outcome::Stopped { limit: Limit::Cost, bound: 3 });
    let report = solve(&level, Goal::Optimal, Limits { cost: Some(3), ..Limits::default() });
    assert_eq!(report.outcome.cost(), Some(3));
}

#[test]
fn the_same_call_gives_the_same_solution() {
    let level =
        read(":targets 0 1 3\n+> . . . . 1<\n. . . x> . .\n. # . . . -v?\n2> . . . . .\n. . x^ . . .");
    for goal in [Goal::Any, Goal::Optimal] {
        let one = solve(&level, goal, Limits::default());
        let options = Options { goal, threads: 2, ..Options::default() };
        let other = search(&level, &options, &mut Monitor::new(), &mut Vec::new());
        assert_eq!(one.outcome, other.outcome);
        assert_eq!(one.statistics.expanded, other.statistics.expanded);
    }
}

/// A very large board with scattered toppers.
fn vast(size: usize) -> SearchLevel {
    let word = |x: usize, y: usize| match (x, y) {
        (0, 0) => "+>",
        (x, y) if (x + 1, y + 1) == (size, size) => "-vf",
        (x, y) if x % 7 == 3 && y % 5 == 2 => ["1v", "2<", "4>", "8^"][(x / 7 + y / 5) % 4],
        _ => ".",
    };
    let rows: Vec<String> =
        (0..size).map(|y| (0..size).map(|x| word(x, y)).collect::<Vec<_>>().join(" ")).collect();
    read(&rows.join("\n"))
}

#[test]
fn a_vast_board_keeps_to_its_limits() {
    let level = vast(200);
    let report =
        solve(&level, Goal::Any, Limits { time: Some(Duration::from_millis(300)), ..Limits::default() });
    assert!(
        confirmed(&level, &report).is_some()
            || matches!(report.outcome, Outcome::Stopped { limit: Limit::Time, .. })
    );
    let report = solve(&level, Goal::Optimal, Limits { memory: Some(20_000_000), ..Limits::default() });
    assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::Memory, .. }), "{:?}", report.outcome);
    assert!(report.statistics.bytes < 30_000_000, "{} bytes", report.statistics.bytes);
}

/// A search that is stopped at its `k`-th check, and the number of checks.
fn stopped_at(k: u64, level: &SearchLevel, goal: Goal) -> (Report<SearchLevel>, u64) {
    let checks = AtomicU64::new(0);
    let stop = || checks.fetch_add(1, Ordering::Relaxed) + 1 >= k;
    let options = Options { goal, threads: 1, ..Options::default() };
    let report = search(level, &options, &mut Monitor::new().stop_when(&stop), &mut Vec::new());
    (report, checks.into_inner())
}

#[test]
fn a_search_ends_at_the_check_that_stops_it() {
    let level = vast(60);
    for goal in [Goal::Optimal, Goal::Any, Goal::All] {
        for k in [1, 10, 1_000] {
            let (report, checks) = stopped_at(k, &level, goal);
            let is_stopped = matches!(report.outcome, Outcome::Stopped { limit: Limit::Cancelled, .. });
            assert!(is_stopped, "{goal:?}: {:?}", report.outcome);
            assert_eq!(checks, k, "{goal:?}");
        }
    }
}

/// At least 85 % of the external levels are solved within this many checks each, with valid layouts.
#[test]
fn external_levels_are_solved_with_little_work() {
    const MAX_CHECKS: u64 = 1_500;
    let Some(outside) = std::env::var_os("UNRIDDLE_LEVELS") else {
        println!("skipped: UNRIDDLE_LEVELS names no folder of levels");
        return;
    };
    let folder = std::path::Path::new(&outside).join("freshly-frosted");
    let Ok(worlds) = std::fs::read_dir(&folder) else {
        println!("skipped: there are no external levels of Freshly Frosted");
        return;
    };
    let worlds = worlds.flatten().map(|world| world.path()).filter(|path| path.is_dir());
    let files = worlds.flat_map(|world| std::fs::read_dir(world).into_iter().flatten().flatten());
    let (mut solved, mut all) = (0, 0);
    for file in files {
        all += 1;
        let text = std::fs::read_to_string(file.path()).expect("it can be read");
        let Ok(factory) = format::read(&text) else { continue };
        let level = SearchLevel::new(factory);
        let (report, _) = stopped_at(MAX_CHECKS, &level, Goal::Any);
        solved += usize::from(confirmed(&level, &report).is_some());
    }
    println!("{solved} of {all} solved within {MAX_CHECKS} checks each");
    assert!(solved * 100 >= all * 85, "{solved} of {all}");
}
