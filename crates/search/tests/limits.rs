//! Limits, the cancel flag and progress: a search stops where it was told to, soon, and says so.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use unriddle_search::{
    Cost, Counts, Finding, Goal, Limit, Limits, Method, Outcome, Progress, Puzzle, Search,
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

fn stopped_by(method: Method, limits: Limits) -> (Limit, Cost) {
    match Search::new(&Counters).method(method).limits(limits).run().outcome {
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
        let report = Search::new(&Counters).method(method).limits(limits).run();
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
                    let search = Search::new(&Counters).method(method).threads(threads).cancel(&flag);
                    (search.run().outcome, Instant::now())
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
        Search::new(&Counters).method(method).limits(limits).on_progress(&mut note).run();
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
        let outcome = Search::new(&Dear).method(method).run().outcome;
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
    let report = Search::new(&Guided).goal(Goal::Any).run();
    let Outcome::Solved { solution, bound, limit: None } = report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert_eq!(solution.cost, 8 * 255);
    assert!(bound < solution.cost);
}

/// Counts by itself, and looks at the watch as every method does.
fn by_itself(
    limits: Limits,
    cancel: Option<&AtomicBool>,
    on_progress: &mut dyn FnMut(&Progress),
) -> Outcome<usize> {
    let mut search = Search::new(&Counters).limits(limits).on_progress(on_progress);
    if let Some(flag) = cancel {
        search = search.cancel(flag);
    }
    let report = search.run_by(|watch| {
        let mut counts = Counts::default();
        loop {
            counts.expanded += 1;
            counts.stored += 1;
            if let Some(limit) = watch.look(counts, 1000 * counts.stored as usize, 7, Some(9)) {
                let outcome = Outcome::Stopped { limit, bound: 7 };
                return Finding { outcome, solutions: None, notes: vec!["counted".into()], counts };
            }
        }
    });
    assert_eq!(report.notes, ["counted"]);
    assert_eq!(report.statistics.expanded, report.statistics.stored);
    assert!(report.statistics.bytes >= report.statistics.stored * 1000);
    report.outcome
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
        assert_eq!(by_itself(limits, cancel, &mut |_| {}), Outcome::Stopped { limit, bound: 7 });
    }
}

#[test]
fn a_search_of_another_kind_reports_its_progress() {
    let mut reports = Vec::new();
    let limits = Limits { time: Some(Duration::from_millis(600)), ..Limits::default() };
    by_itself(limits, None, &mut |progress| reports.push(*progress));
    assert!(reports.len() >= 3, "{} reports", reports.len());
    assert!(reports.iter().all(|progress| (progress.bound, progress.best) == (7, Some(9))));
}
