//! Strategies side by side: the one with the least work wins, on any number of threads.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::fifteen::{Fifteen, Tiles};
use unriddle_search::{
    Cost, Goal, Limit, Limits, Method, Monitor, Options, Outcome, Progress, Puzzle, Report, race, solve_with,
};

/// A board that a few dozen slides scrambled.
fn scrambled(slides: usize, mut seed: u64) -> Fifteen {
    let mut tiles = Tiles::SOLVED;
    for _ in 0..slides {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let next: Vec<(u8, Tiles)> = tiles.slides().collect();
        tiles = next[(seed >> 33) as usize % next.len()].1;
    }
    Fifteen(tiles)
}

const METHODS: [Method; 3] = [Method::BreadthFirst, Method::Anytime, Method::AStar];

fn with_method<P: Puzzle>(
    puzzle: &P,
    method: Method,
    options: &Options,
    monitor: &mut Monitor<'_>,
) -> Report<P> {
    solve_with(puzzle, &Options { method, ..*options }, monitor)
}

/// All three methods side by side.
fn raced<P: Puzzle>(puzzle: &P, options: &Options, monitor: &mut Monitor<'_>) -> Report<P> {
    let by = |method| {
        move |options: &Options, monitor: &mut Monitor<'_>| with_method(puzzle, method, options, monitor)
    };
    let [first, second, third] = METHODS.map(by);
    race(&[&first, &second, &third], options, monitor)
}

#[test]
fn the_strategy_with_the_least_work_wins_on_any_number_of_threads() {
    for (slides, seed) in [(0, 1), (12, 2), (40, 3), (90, 4), (150, 5)] {
        let puzzle = scrambled(slides, seed);
        let options = Options { goal: Goal::Any, threads: 1, ..Options::default() };
        let alone = METHODS.map(|method| {
            let limits = Limits { states: Some(500_000), ..Limits::default() };
            with_method(&puzzle, method, &Options { limits, ..options }, &mut Monitor::new())
        });
        let answered = alone.iter().filter(|report| report.outcome.solution().is_some());
        let least = answered.min_by_key(|report| report.statistics.expanded).expect("slides can be undone");
        for threads in [1, 2, 3, 8] {
            let report = raced(&puzzle, &Options { threads, ..options }, &mut Monitor::new());
            assert_eq!(report.outcome, least.outcome, "{slides} slides on {threads} threads");
            let counts = |report: &Report<Fifteen>| (report.statistics.expanded, report.statistics.stored);
            assert_eq!(counts(&report), counts(least), "{slides} slides on {threads} threads");
        }
    }
}

/// Numbers that only grow, up to a most.
struct Growing {
    most: u64,
}

impl Puzzle for Growing {
    type State = u64;
    type Move = u64;

    fn start(&self) -> u64 {
        0
    }

    fn is_solved(&self, _: &u64) -> bool {
        false
    }

    fn expand(&self, &number: &u64, mut visit: impl FnMut(u64, Cost, u64)) {
        (1..3).filter(|step| number + step <= self.most).for_each(|step| visit(step, 1, number + step));
    }
}

#[test]
fn a_proof_that_there_is_no_solution_is_an_answer() {
    for threads in [1, 2, 3] {
        let options = Options { goal: Goal::Any, threads, ..Options::default() };
        let outcome = raced(&Growing { most: 20_000 }, &options, &mut Monitor::new()).outcome;
        assert!(matches!(outcome, Outcome::Unsolvable(_)), "{outcome:?}");
    }
}

#[test]
fn limits_and_the_caller_stop_all_strategies() {
    let endless = Growing { most: u64::MAX / 2 };
    for threads in [1, 2, 3] {
        let limits = Limits { states: Some(30_000), ..Limits::default() };
        let options = Options { goal: Goal::Any, threads, limits, ..Options::default() };
        let outcome = raced(&endless, &options, &mut Monitor::new()).outcome;
        assert!(matches!(outcome, Outcome::Stopped { limit: Limit::States, .. }), "{outcome:?}");

        let cancel = AtomicBool::new(false);
        let mut reports = 0;
        let mut show = |_: &Progress| {
            reports += 1;
            cancel.store(true, Ordering::Relaxed);
        };
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        let mut monitor = Monitor::new().cancel(&cancel).on_progress(&mut show);
        let outcome = raced(&endless, &Options { limits, ..options }, &mut monitor).outcome;
        assert!(matches!(outcome, Outcome::Stopped { limit: Limit::Cancelled, .. }), "{outcome:?}");
        assert!(reports > 0, "progress on {threads} threads");
    }
}
