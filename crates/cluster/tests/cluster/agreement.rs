//! Any layout of processes and threads agrees with one machine.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use unriddle_cluster::Cluster;
use unriddle_search::{Flat, Goal, Limits, Method, Monitor, Options, Outcome, Searchable, solve_with};

use crate::in_each;
use crate::puzzles::{Cave, Fan, Lamps, graphs};

/// Processes and threads.
const LAYOUTS: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (3, 1), (4, 1), (2, 2)];

/// What a search found, as far as it does not depend on the clock.
fn found<P: Searchable<Move: std::fmt::Debug>>(
    puzzle: &P,
    options: &Options,
    cluster: Option<&mut Cluster>,
) -> String {
    let mut monitor = Monitor::new();
    if let Some(cluster) = cluster {
        monitor = monitor.peers(cluster);
    }
    let report = solve_with(puzzle, options, &mut monitor);
    let statistics = report.statistics;
    format!("{:?} {} {} {}", report.outcome, statistics.expanded, statistics.generated, statistics.stored)
}

/// Compares every process of every layout with one machine, on a list of puzzles.
fn all_agree<P: Searchable<Move: std::fmt::Debug>>(puzzles: &[(P, Options)]) {
    let alone: Vec<String> = puzzles.iter().map(|(puzzle, options)| found(puzzle, options, None)).collect();
    for (processes, threads) in LAYOUTS {
        let shared = in_each(processes, |cluster| {
            let each = |(puzzle, options): &(P, Options)| {
                found(puzzle, &Options { threads, ..*options }, Some(&mut *cluster))
            };
            puzzles.iter().map(each).collect::<Vec<String>>()
        });
        for (index, shared) in shared.iter().enumerate() {
            for (case, (alone, shared)) in alone.iter().zip(shared).enumerate() {
                assert_eq!(alone, shared, "case {case}, process {index} of {processes}, {threads} threads");
            }
        }
    }
}

fn options(method: Method) -> Options {
    Options { method, threads: 1, ..Options::default() }
}

/// Random graphs, with bounds that are inconsistent, with free moves, with a limit on cost and on states.
#[test]
fn random_puzzles_have_the_same_answer_on_any_layout() {
    let mut runner = TestRunner::deterministic();
    let mut cases = Vec::new();
    for (least, most) in [(1, 1), (0, 1), (1, 9), (0, 9)] {
        for case in 0..12 {
            let graph = graphs(least, most).new_tree(&mut runner).expect("there are graphs").current();
            for method in [Method::BreadthFirst, Method::AStar] {
                let (cost, states) = [(None, None), (Some(7), None), (None, Some(9))][case % 3];
                let limits = Limits { cost, states, ..Limits::default() };
                cases.push((graph.clone(), Options { limits, ..options(method) }));
            }
            cases.push((graph, Options { goal: Goal::Any, ..options(Method::Auto) }));
        }
    }
    all_agree(&cases);
}

/// Caves of some 15,000 rooms, hundreds for each shard.
#[test]
fn large_puzzles_have_the_same_answer_on_any_layout() {
    let cave = Cave { size: 26, seed: 3, up: 1, open: true, known: 0 };
    let closed = Cave { open: false, ..cave.clone() };
    let steep = Cave { up: 5, known: 90, ..cave.clone() };
    let misleading = Cave { up: 3, known: 30, seed: 9, ..cave.clone() };
    let most = Limits { states: Some(14_000), ..Limits::default() };
    let cheap = Limits { cost: Some(69), ..Limits::default() };
    let (layers, priority) = (options(Method::BreadthFirst), options(Method::AStar));
    all_agree(&[
        (cave.clone(), layers),
        (cave.clone(), Options { limits: most, ..layers }),
        (cave, Options { limits: cheap, ..layers }),
        (closed.clone(), layers),
        (closed, priority),
        (steep.clone(), priority),
        (steep, Options { limits: cheap, ..priority }),
        (misleading.clone(), priority),
        (misleading, Options { goal: Goal::Any, ..options(Method::Auto) }),
    ]);
}

/// Layers of several rounds, of which two are under way at once, in A* one. The search ends in the middle of such a layer:
/// at its goal, at a limit, or at a move that another method has to take over.
#[test]
fn wide_layers_have_the_same_answer_on_any_layout() {
    let fan = Fan { no_free_moves: true, ..Fan::default() };
    let (early, late) = (Some(Fan::WIDTH / 3), Fan::WIDTH - 10);
    let most = Limits { states: Some(140_000), ..Limits::default() };
    let (layers, priority) = (options(Method::BreadthFirst), options(Method::AStar));
    all_agree(&[
        (fan.clone(), layers),
        (fan.clone(), Options { limits: most, ..layers }),
        (Fan { goal: early, ..fan.clone() }, layers),
        // Rounds of A* grow while the layer is expanded.
        (fan.clone(), priority),
        (fan.clone(), Options { limits: most, ..priority }),
        (Fan { goal: early, ..fan.clone() }, priority),
        (Fan { goal: early, odd: Some((late, 0)), no_free_moves: false }, layers),
        (Fan { goal: Some(late), odd: Some((Fan::WIDTH / 2, 2)), ..fan }, layers),
    ]);
}

/// One machine is not enough for any solution: then all of them look for an optimal one.
#[test]
fn a_search_for_any_solution_goes_on_when_the_memory_of_one_process_is_full() {
    let cave = Cave { size: 48, seed: 3, up: 1, open: false, known: 10 };
    let limits = Limits { memory: Some(2_200_000), ..Limits::default() };
    let any = Options { goal: Goal::Any, limits, ..options(Method::Auto) };
    let alone = solve_with(&cave, &any, &mut Monitor::new());
    let limit = unriddle_search::Limit::Memory;
    assert!(
        matches!(alone.outcome, Outcome::Stopped { limit: stopped, .. } if stopped == limit),
        "{alone:?}"
    );
    for outcome in in_each(4, |cluster| found(&cave, &any, Some(cluster))) {
        assert!(outcome.starts_with("Unsolvable"), "{outcome}");
    }
}

/// States whose length is only known at run time.
#[test]
fn flat_puzzles_have_the_same_answer_on_any_layout() {
    let most = Limits { states: Some(40_000), ..Limits::default() };
    all_agree(&[
        (Flat(Lamps { count: 90 }), Options { limits: most, ..options(Method::AStar) }),
        (Flat(Lamps { count: 70 }), Options { limits: most, ..options(Method::BreadthFirst) }),
    ]);
}
