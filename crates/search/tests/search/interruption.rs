//! A search that is stopped claims no proof that it has not made, whenever and by whatever it is stopped.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::graph::{Graph, graphs};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use unriddle_search::{
    Cost, Goal, Interrupt, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle, Report, Tuning,
    solve_ranked, solve_with,
};

const METHODS: [Method; 4] = [Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];
const GOALS: [Goal; 3] = [Goal::Optimal, Goal::Any, Goal::All];

/// Runs a search that is stopped at its `k`-th poll. Returns whether it got that far.
fn stopped_at<P: Puzzle>(k: u64, run: &impl Fn(&mut Monitor<'_>) -> Report<P>) -> (Report<P>, bool) {
    let polls = AtomicU64::new(0);
    let stop = || polls.fetch_add(1, Ordering::Relaxed) + 1 >= k;
    let report = run(&mut Monitor::new().stop_when(&stop));
    (report, polls.load(Ordering::Relaxed) >= k)
}

/// Asserts that everything a search claims is true. `whole` is the report of the same search without a stop,
/// and `optimum` is the cost of an optimal solution, if there is one.
fn check<P: Puzzle>(report: &Report<P>, whole: &Report<P>, optimum: Option<Cost>, what: &str)
where
    P::Move: std::fmt::Debug,
{
    let most = optimum.unwrap_or(Cost::MAX);
    match &report.outcome {
        Outcome::Optimal(solution, _) => assert_eq!(Some(solution.cost), optimum, "{what}"),
        Outcome::Unsolvable(_) => assert_eq!(optimum, None, "{what}"),
        Outcome::Solved { solution, bound, .. } => {
            assert!(*bound <= most && most <= solution.cost, "{what}: {report:?}");
        }
        Outcome::Stopped { bound, .. } => assert!(*bound <= most, "{what}: {report:?}"),
    }
    if let Some(all) = &report.solutions {
        let counted = whole.solutions.as_ref().expect("all solutions are counted without a stop");
        assert_eq!(all.count(), counted.count(), "{what}");
    }
}

/// Stops a search at each of its polls up to the `most`-th. Returns their number.
fn check_every_stop<P: Puzzle>(
    most: u64,
    optimum: Option<Cost>,
    what: &str,
    run: impl Fn(&mut Monitor<'_>) -> Report<P>,
) -> u64
where
    P::Move: std::fmt::Debug,
{
    let whole = run(&mut Monitor::new());
    check(&whole, &whole, optimum, what);
    for k in 1..=most {
        let (report, was_stopped) = stopped_at(k, &run);
        check(&report, &whole, optimum, &format!("{what}, stopped at {k}"));
        if !was_stopped {
            assert_eq!(report.outcome.cost(), whole.outcome.cost(), "{what}, not stopped");
            return k - 1;
        }
    }
    most
}

fn check_graph(graph: &Graph) {
    for goal in GOALS {
        for method in METHODS {
            let options = Options { goal, method, threads: 1, ..Options::default() };
            let what = format!("{graph:?} {goal:?} {method:?}");
            check_every_stop(2_000, graph.optimal(), &what, |monitor| solve_with(graph, &options, monitor));
        }
        let options = Options { goal, ..Options::default() };
        let what = format!("{graph:?} {goal:?} ranked");
        check_every_stop(2_000, graph.optimal(), &what, |monitor| solve_ranked(graph, &options, monitor));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_search_stopped_at_any_poll_makes_no_false_claim(graph in prop_oneof![
        graphs(Just(1)), graphs(1..9u32), graphs(0..3u32)
    ]) {
        check_graph(&graph);
    }

    #[test]
    fn a_search_with_any_limit_makes_no_false_claim(graph in prop_oneof![
        graphs(Just(1)), graphs(1..9u32), graphs(0..3u32)
    ], states in 0..20u64, cost in 0..20u32, memory in 0..4_000u64) {
        let none = Limits::default();
        for limits in [
            Limits { states: Some(states), ..none },
            Limits { cost: Some(cost), ..none },
            Limits { memory: Some(memory), ..none },
        ] {
            for (goal, method) in GOALS.into_iter().flat_map(|goal| METHODS.map(|method| (goal, method))) {
                let options = Options { goal, method, limits, ..Options::default() };
                let run = |options: &Options| solve_with(&graph, options, &mut Monitor::new());
                let whole = run(&Options { limits: none, ..options });
                check(&run(&options), &whole, graph.optimal(), &format!("{options:?}"));
            }
        }
    }
}

/// A knight that goes to the corner of a board of 46 by 46.
struct Knight {
    /// Whether it has a lower bound, and no free moves.
    bounded: bool,
}

const SIZE: u8 = 46;

impl Puzzle for Knight {
    type State = (u8, u8);
    type Move = (i8, i8);

    fn start(&self) -> (u8, u8) {
        (20, 20)
    }

    fn is_solved(&self, &at: &(u8, u8)) -> bool {
        at == (SIZE - 1, SIZE - 1)
    }

    fn expand(&self, &(x, y): &(u8, u8), mut visit: impl FnMut((i8, i8), Cost, (u8, u8))) {
        for (dx, dy) in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)] {
            let next = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if next.0 < SIZE && next.1 < SIZE {
                visit((dx, dy), 1, next);
            }
        }
    }

    fn tuning(&self) -> Tuning<Self> {
        Tuning { min_move_cost: self.bounded.into(), ..Tuning::default() }
    }

    fn lower_bound(&self, &(x, y): &(u8, u8)) -> Option<Cost> {
        Some(if self.bounded { Cost::from(2 * (SIZE - 1) - x - y) / 4 } else { 0 })
    }
}

/// The fewest moves of the knight: 25 to the right and 25 down are 50 steps, at most 3 per move; and 17
/// moves, an odd number, end on the wrong colour.
const KNIGHT_OPTIMUM: Cost = 18;

#[test]
fn a_search_stopped_at_each_of_its_first_2000_polls_makes_no_false_claim() {
    for bounded in [false, true] {
        for goal in GOALS {
            for method in METHODS {
                // Depth-first search without a bound takes too long.
                if method == Method::IdaStar && goal != Goal::All && !bounded {
                    continue;
                }
                let limits = Limits { states: Some(5_000), ..Limits::default() };
                let options = Options { goal, method, limits, threads: 1 };
                let what = format!("knight, {goal:?} {method:?}");
                let optimum = Some(KNIGHT_OPTIMUM);
                let polls = check_every_stop(2_000, optimum, &what, |monitor| {
                    solve_with(&Knight { bounded }, &options, monitor)
                });
                assert!(polls > 20, "{what}: only {polls} polls");
            }
        }
    }
}

/// Any of several threads may stop the search, in the middle of a round of thousands of states.
#[test]
fn a_large_search_stopped_on_two_threads_makes_no_false_claim() {
    /// Counters that all count to 9: a hundred thousand states.
    struct Counters;
    impl Puzzle for Counters {
        type State = [u8; 5];
        type Move = usize;
        fn start(&self) -> [u8; 5] {
            [0; 5]
        }
        fn is_solved(&self, counters: &[u8; 5]) -> bool {
            *counters == [9; 5]
        }
        fn expand(&self, counters: &[u8; 5], mut visit: impl FnMut(usize, Cost, [u8; 5])) {
            for at in 0..5 {
                let mut next = *counters;
                if next[at] < 9 {
                    next[at] += 1;
                    visit(at, 1, next);
                }
            }
        }
    }
    let mut runner = TestRunner::deterministic();
    for method in [Method::BreadthFirst, Method::AStar] {
        for _ in 0..20 {
            let k = (1..600_000u64).new_tree(&mut runner).expect("a number").current();
            let options = Options { method, threads: 2, ..Options::default() };
            let run = |monitor: &mut Monitor<'_>| solve_with(&Counters, &options, monitor);
            let (report, was_stopped) = stopped_at(k, &run);
            check(&report, &report, Some(45), &format!("{method:?}, stopped at {k}"));
            let stopped = matches!(report.outcome, Outcome::Stopped { limit: Limit::Cancelled, .. });
            assert!(stopped || !was_stopped, "{method:?}, stopped at {k}: {report:?}");
        }
    }
}

/// A walk on a ring of 1000 cells, whose expansions can be interrupted.
struct Line<'a> {
    interrupt: &'a Interrupt<'a>,
}

impl Puzzle for Line<'_> {
    type State = i32;
    type Move = i32;

    fn start(&self) -> i32 {
        0
    }

    fn is_solved(&self, &at: &i32) -> bool {
        at == 9
    }

    fn expand(&self, &at: &i32, mut visit: impl FnMut(i32, Cost, i32)) {
        for step in [-1, 1] {
            if self.interrupt.is_raised() {
                return;
            }
            // The short way is the more expensive one per step.
            visit(step, if step > 0 { 3 } else { 1 }, (at + step).rem_euclid(1000));
        }
    }

    fn estimate(&self, &at: &i32) -> Cost {
        at.abs_diff(9)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        Some(self.interrupt)
    }
}

#[test]
fn an_interrupted_puzzle_that_leaves_out_moves_causes_no_false_claim() {
    for method in METHODS.into_iter().filter(|&method| method != Method::IdaStar) {
        let mut found = 0;
        for k in 1..2_000 {
            let polls = AtomicU64::new(0);
            let stop = || polls.fetch_add(1, Ordering::Relaxed) + 1 >= k;
            let mut monitor = Monitor::new().stop_when(&stop);
            let options = Options { method, threads: 1, ..Options::default() };
            let interrupt = monitor.interrupt(&options.limits);
            let report = solve_with(&Line { interrupt: &interrupt }, &options, &mut monitor);
            check(&report, &report, Some(27), &format!("{method:?}, stopped at {k}"));
            found += usize::from(report.outcome.solution().is_some());
        }
        assert!(found > 0, "{method:?} finds nothing");
    }
}
