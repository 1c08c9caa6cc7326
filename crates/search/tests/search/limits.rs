//! Limits, cancellation and progress: a search stops soon where it should, and reports why.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use unriddle_search::{
    Cost, Counts, Goal, Limit, Limits, Method, Monitor, Options, Outcome, Progress, Puzzle, Report, Run,
    Tuning, solve_with,
};

/// Counters that can each be raised to 255; solved when all are full. A vast space without any short
/// solution.
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

/// The methods that search in order of cost, which find no solution soon.
const BY_COST: [Method; 3] = [Method::BreadthFirst, Method::AStar, Method::IdaStar];

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
fn a_search_stops_at_the_time_limit() {
    for method in METHODS {
        let time = Duration::from_millis(100);
        let report = run(&Counters, method, Limits { time: Some(time), ..Limits::default() });
        assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::Time, .. }), "{method:?}");
        assert!(report.statistics.elapsed >= time, "{method:?} took {:?}", report.statistics.elapsed);
    }
}

#[test]
fn a_search_whose_time_is_up_expands_at_most_a_few_states() {
    for method in METHODS {
        let report = run(&Counters, method, Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert!(matches!(report.outcome, Outcome::Stopped { limit: Limit::Time, .. }), "{method:?}");
        let expanded = report.statistics.expanded;
        assert!(expanded <= BETWEEN_POLLS, "{method:?} expanded {expanded} states");
    }
}

#[test]
fn a_search_stops_below_the_memory_limit_and_uses_most_of_it() {
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
fn a_search_stops_at_the_limit_on_states() {
    for method in [Method::BreadthFirst, Method::AStar, Method::Anytime] {
        let limits = Limits { states: Some(100), ..Limits::default() };
        assert_eq!(stopped_by(method, limits).0, Limit::States, "{method:?}");
    }
}

#[test]
fn a_search_claims_nothing_beyond_the_cost_limit() {
    for method in METHODS {
        let limits = Limits { cost: Some(4), ..Limits::default() };
        assert_eq!(stopped_by(method, limits), (Limit::Cost, 5), "{method:?}");
    }
}

/// The most states that a thread expands between two looks at the flag and the clock.
const BETWEEN_POLLS: u64 = 64;

/// Counters that cancel their own search in the middle of an expansion, and count those that begin later.
#[derive(Default)]
struct Cancelling {
    before: AtomicU64,
    cancel: AtomicBool,
    after: AtomicU64,
}

impl Cancelling {
    /// The number of the expansion that cancels the search.
    const LAST: u64 = 50_000;
}

impl Puzzle for Cancelling {
    type State = [u8; 8];
    type Move = usize;

    fn start(&self) -> [u8; 8] {
        Counters.start()
    }

    fn is_solved(&self, counters: &[u8; 8]) -> bool {
        Counters.is_solved(counters)
    }

    fn expand(&self, counters: &[u8; 8], visit: impl FnMut(usize, Cost, [u8; 8])) {
        if self.cancel.load(Ordering::Relaxed) {
            self.after.fetch_add(1, Ordering::Relaxed);
        } else if self.before.fetch_add(1, Ordering::Relaxed) + 1 == Self::LAST {
            self.cancel.store(true, Ordering::Relaxed);
        }
        Counters.expand(counters, visit);
    }
}

#[test]
fn a_cancelled_search_expands_at_most_a_few_more_states_per_thread() {
    for method in METHODS {
        for threads in [1, 2] {
            let puzzle = Cancelling::default();
            let options = Options { method, threads, ..Options::default() };
            let report = solve_with(&puzzle, &options, &mut Monitor::new().cancel(&puzzle.cancel));
            let Outcome::Stopped { limit, .. } = report.outcome else { panic!("{:?}", report.outcome) };
            assert_eq!(limit, Limit::Cancelled);
            let after = puzzle.after.into_inner();
            let most = BETWEEN_POLLS * threads as u64;
            assert!(after <= most, "{method:?} on {threads} threads: {after} more expansions");
        }
    }
}

/// Collects progress reports, and cancels the search after the third.
fn three_reports(search: impl FnOnce(Monitor<'_>)) -> Vec<Progress> {
    let cancel = AtomicBool::new(false);
    let mut reports: Vec<Progress> = Vec::new();
    let mut note = |progress: &Progress| {
        reports.push(*progress);
        cancel.store(reports.len() >= 3, Ordering::Relaxed);
    };
    search(Monitor::new().cancel(&cancel).on_progress(&mut note));
    reports
}

/// Ends a search that reports no progress, so that the test fails instead of running on.
const HANG: Limits =
    Limits { time: Some(Duration::from_secs(60)), memory: Some(1 << 30), states: None, cost: None };

#[test]
fn progress_is_reported_repeatedly_and_never_goes_back() {
    for method in BY_COST {
        let options = Options { method, limits: HANG, ..Options::default() };
        let reports = three_reports(|mut monitor| {
            let _ = solve_with(&Counters, &options, &mut monitor);
        });
        assert_eq!(reports.len(), 3, "{method:?}");
        for pair in reports.windows(2) {
            assert!(pair[0].bound <= pair[1].bound, "{method:?}");
            assert!(pair[0].statistics.expanded <= pair[1].statistics.expanded, "{method:?}");
        }
    }
}

/// A line of steps that are so expensive that their sum exceeds a `Cost`.
struct Expensive;

impl Puzzle for Expensive {
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
fn costs_that_overflow_are_reported_as_a_limit() {
    for method in METHODS {
        let outcome = run(&Expensive, method, Limits::default()).outcome;
        assert!(matches!(outcome, Outcome::Stopped { limit: Limit::Cost, .. }), "{method:?}: {outcome:?}");
    }
}

#[test]
fn a_good_estimate_finds_a_solution_in_a_space_too_large_to_search() {
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

/// A search of another kind, which only counts, and checks its limits as every method does.
fn custom_search(limits: Limits, mut monitor: Monitor<'_>) -> Outcome<usize> {
    let mut run = Run::new(&mut monitor, &limits);
    run.raise_bound(7).expect("no limit was checked yet");
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
fn a_search_of_another_kind_stops_at_the_same_limits() {
    let none = Limits::default();
    let raised = AtomicBool::new(true);
    for (limits, cancel, limit) in [
        (Limits { time: Some(Duration::from_millis(30)), ..none }, None, Limit::Time),
        (Limits { memory: Some(1_000_000), ..none }, None, Limit::Memory),
        (Limits { states: Some(1000), ..none }, None, Limit::States),
        (none, Some(&raised), Limit::Cancelled),
    ] {
        let monitor = cancel.map_or_else(Monitor::new, |flag| Monitor::new().cancel(flag));
        assert_eq!(custom_search(limits, monitor), Outcome::Stopped { limit, bound: 7 });
    }
}

#[test]
fn a_search_of_another_kind_reports_its_progress() {
    let limits = Limits { memory: None, ..HANG };
    let reports = three_reports(|monitor| {
        let _ = custom_search(limits, monitor);
    });
    assert_eq!(reports.len(), 3);
    assert!(reports.iter().all(|progress| (progress.bound, progress.best) == (7, Some(9))));
}

/// 4999 solutions of two moves that cost 1 each, and a last one whose second move is free.
struct LateFreeMove;

impl Puzzle for LateFreeMove {
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

    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: 0, ..Tuning::default() }
    }
}

#[test]
fn a_free_move_late_in_a_layer_leads_to_the_optimal_solution() {
    for method in METHODS {
        let outcome = run(&LateFreeMove, method, Limits::default()).outcome;
        assert!(matches!(&outcome, Outcome::Optimal(solution, _) if solution.cost == 1), "{method:?}");
        let outcome = run(&LateFreeMove, method, Limits { cost: Some(1), ..Limits::default() }).outcome;
        assert_eq!(outcome.cost(), Some(1), "{method:?} within the cost");
    }
}
