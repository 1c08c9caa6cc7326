//! Limits, the cancel flag and progress: a search stops where it was told to, soon, and says so.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use unriddle_search::{
    Cost, Counts, Goal, Limit, Limits, Method, Monitor, Options, Outcome, Progress, Puzzle, Report, Run,
    solve_with,
};

/// Counters that can each be raised up to 255; solved when all are full. Vast, and without any
/// short solution.
struct Counters;

impl Puzzle for Counters {
    type State = [u8; 8];
    type Move = usize;

    fn start(&self) -> [u8; 8] {
        [0; 8]
    }

    fn is_solved(&self, counters: &[u8; 8]) -> bool {
        *counters == [255; 8]
    }

    fn expand(&self, counters: &[u8; 8], mut visit: impl FnMut(usize, Cost, [u8; 8])) {
        for at in 0..8 {
            let mut next = *counters;
            if next[at] < 255 {
                next[at] += 1;
                visit(at, 1, next);
            }
        }
    }
}

const METHODS: [Method; 4] = [Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];

/// In the order of cost: they come to no solution soon.
const ORDERLY: [Method; 3] = [Method::BreadthFirst, Method::AStar, Method::IdaStar];

fn run<P: Puzzle>(puzzle: &P, method: Method, limits: Limits) -> Report<P> {
    solve_with(puzzle, &Options { method, limits, ..Options::default() }, &mut Monitor::new())
}

fn stopped_by(method: Method, limits: Limits) -> (Limit, Cost) {
    match run(&Counters, method, limits).outcome {
        Outcome::Stopped { limit, bound } => (limit, bound),
        outcome => panic!("{method:?}: {outcome:?}"),
    }
}

#[test]
fn time_is_kept() {
    for method in METHODS {
        let begun = Instant::now();
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        assert_eq!(stopped_by(method, limits).0, Limit::Time, "{method:?}");
        assert!(begun.elapsed() < Duration::from_millis(600), "{method:?} took {:?}", begun.elapsed());
    }
}

#[test]
fn memory_is_kept() {
    for method in [Method::BreadthFirst, Method::AStar, Method::Anytime] {
        let most = 20_000_000;
        let limits = Limits { memory: Some(most), ..Limits::default() };
        let report = run(&Counters, method, limits);
        assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::Memory, .. }), "{method:?}");
        let bytes = report.statistics.bytes;
        assert!(bytes <= most && bytes > most / 2, "{method:?} held {bytes}");
    }
}

#[test]
fn states_are_limited() {
    for method in [Method::BreadthFirst, Method::AStar, Method::Anytime] {
        let limits = Limits { states: Some(100), ..Limits::default() };
        assert_eq!(stopped_by(method, limits).0, Limit::States, "{method:?}");
    }
}

#[test]
fn beyond_the_cost_limit_nothing_is_claimed() {
    for method in METHODS {
        let limits = Limits { cost: Some(4), ..Limits::default() };
        assert_eq!(stopped_by(method, limits), (Limit::Cost, 5), "{method:?}");
    }
}

#[test]
fn cancelling_works_within_50_ms() {
    for method in METHODS {
        for threads in [1, 2] {
            let flag = AtomicBool::new(false);
            let late = std::thread::scope(|scope| {
                let worker = scope.spawn(|| {
                    let options = Options { method, threads, ..Options::default() };
                    let report = solve_with(&Counters, &options, &mut Monitor::new().cancel(&flag));
                    (report.outcome, Instant::now())
                });
                std::thread::sleep(Duration::from_millis(150));
                flag.store(true, Ordering::Relaxed);
                let asked = Instant::now();
                let (outcome, ended) = worker.join().expect("the search does not panic");
                let Outcome::Stopped { limit, .. } = outcome else { panic!("{outcome:?}") };
                assert_eq!(limit, Limit::Cancelled);
                ended.saturating_duration_since(asked)
            });
            // 50 ms, and as much again for a busy machine.
            assert!(late < Duration::from_millis(100), "{method:?} on {threads} threads: {late:?}");
        }
    }
}

#[test]
fn progress_comes_several_times_a_second_and_never_goes_back() {
    for method in ORDERLY {
        let mut reports: Vec<Progress> = Vec::new();
        let mut note = |progress: &Progress| reports.push(*progress);
        let limits = Limits { time: Some(Duration::from_millis(700)), ..Limits::default() };
        let options = Options { method, limits, ..Options::default() };
        let _ = solve_with(&Counters, &options, &mut Monitor::new().on_progress(&mut note));
        assert!(reports.len() >= 3, "{method:?}: {} reports", reports.len());
        for pair in reports.windows(2) {
            assert!(pair[0].bound <= pair[1].bound, "{method:?}");
            assert!(pair[0].statistics.expanded <= pair[1].statistics.expanded, "{method:?}");
        }
    }
}

/// A line of steps, each dearer than can be added up.
struct Dear;

impl Puzzle for Dear {
    type State = u8;
    type Move = ();

    fn start(&self) -> u8 {
        0
    }

    fn is_solved(&self, &at: &u8) -> bool {
        at == 9
    }

    fn expand(&self, &at: &u8, mut visit: impl FnMut((), Cost, u8)) {
        if at < 9 {
            visit((), Cost::MAX / 4, at + 1);
        }
    }
}

#[test]
fn costs_too_high_to_add_up_are_no_proof() {
    for method in METHODS {
        let outcome = run(&Dear, method, Limits::default()).outcome;
        assert!(matches!(outcome, Outcome::Stopped { limit: Limit::Cost, .. }), "{method:?}: {outcome:?}");
    }
}

#[test]
fn any_solution_is_found_where_no_proof_can_be() {
    struct Guided;
    impl Puzzle for Guided {
        type State = [u8; 8];
        type Move = usize;
        fn start(&self) -> [u8; 8] {
            [0; 8]
        }
        fn is_solved(&self, counters: &[u8; 8]) -> bool {
            Counters.is_solved(counters)
        }
        fn expand(&self, counters: &[u8; 8], visit: impl FnMut(usize, Cost, [u8; 8])) {
            Counters.expand(counters, visit);
        }
        fn estimate(&self, counters: &[u8; 8]) -> Cost {
            counters.iter().map(|&counter| Cost::from(255 - counter)).sum()
        }
    }
    let options = Options { goal: Goal::Any, ..Options::default() };
    let report = solve_with(&Guided, &options, &mut Monitor::new());
    let Outcome::Solved { solution, bound, limit: None } = report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert_eq!(solution.cost, 8 * 255);
    assert!(bound < solution.cost);
}

/// Counts by itself, and checks its limits as every method does.
fn by_itself(limits: Limits, mut monitor: Monitor<'_>) -> Outcome<usize> {
    let mut run = Run::new(&mut monitor, &limits);
    run.raise_bound(7).expect("nothing was checked yet");
    let mut counts = Counts::default();
    loop {
        counts.expanded += 1;
        counts.stored += 1;
        if run.check(counts, 1000 * counts.stored as usize, Some(9)).is_err() {
            let statistics = run.statistics();
            assert_eq!(statistics.expanded, statistics.stored);
            assert!(statistics.bytes >= statistics.stored * 1000);
            return run.finish(None);
        }
    }
}

#[test]
fn a_search_of_another_kind_keeps_to_the_same_limits() {
    let none = Limits::default();
    let raised = AtomicBool::new(true);
    for (limits, cancel, limit) in [
        (Limits { time: Some(Duration::from_millis(30)), ..none }, None, Limit::Time),
        (Limits { memory: Some(1_000_000), ..none }, None, Limit::Memory),
        (Limits { states: Some(1000), ..none }, None, Limit::States),
        (none, Some(&raised), Limit::Cancelled),
    ] {
        let monitor = cancel.map_or_else(Monitor::new, |flag| Monitor::new().cancel(flag));
        assert_eq!(by_itself(limits, monitor), Outcome::Stopped { limit, bound: 7 });
    }
}

#[test]
fn a_search_of_another_kind_reports_its_progress() {
    let mut reports = Vec::new();
    let limits = Limits { time: Some(Duration::from_millis(600)), ..Limits::default() };
    let mut note = |progress: &Progress| reports.push(*progress);
    by_itself(limits, Monitor::new().on_progress(&mut note));
    assert!(reports.len() >= 3, "{} reports", reports.len());
    assert!(reports.iter().all(|progress| (progress.bound, progress.best) == (7, Some(9))));
}

/// A thousand ways of two moves that cost 1 each, and a last one whose second move is free.
struct LateGift;

impl Puzzle for LateGift {
    type State = u32;
    type Move = ();

    fn start(&self) -> u32 {
        0
    }

    fn is_solved(&self, &state: &u32) -> bool {
        state > 5_000
    }

    fn expand(&self, &state: &u32, mut visit: impl FnMut((), Cost, u32)) {
        match state {
            0 => (1..=5_000).for_each(|way| visit((), 1, way)),
            5_000 => visit((), 0, 5_001),
            way => visit((), 1, 5_001 + way),
        }
    }
}

#[test]
fn a_free_move_late_in_a_layer_is_not_missed() {
    for method in METHODS {
        let outcome = run(&LateGift, method, Limits::default()).outcome;
        assert!(matches!(&outcome, Outcome::Optimal(solution, _) if solution.cost == 1), "{method:?}");
        let outcome = run(&LateGift, method, Limits { cost: Some(1), ..Limits::default() }).outcome;
        assert_eq!(outcome.cost(), Some(1), "{method:?} within the cost");
    }
}
