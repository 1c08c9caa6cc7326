//! Puzzles made of closures, the states along a solution, and solutions as they are found.

use proptest::prelude::*;
use unriddle_search::{
    Cost, Goal, Method, Monitor, Options, Outcome, Puzzle, audit, from_fn, solve, solve_anytime,
    solve_ranked, solve_with,
};

use crate::graph::{Graph, graphs};

const METHODS: [Method; 4] = [Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];

/// Checks that the moves of a solution lead along these states.
fn check_states(graph: &Graph, outcome: &Outcome<usize>, states: &[u32]) -> Result<(), TestCaseError> {
    let Some(solution) = outcome.solution() else {
        prop_assert!(states.is_empty());
        return Ok(());
    };
    let along = solution.moves.iter().map(|&edge| graph.edges[edge].1 as u32);
    prop_assert_eq!(states, std::iter::once(0).chain(along).collect::<Vec<_>>());
    Ok(())
}

proptest! {
    #[test]
    fn closures_are_searched_like_the_same_methods(graph in graphs(0..4 as Cost)) {
        let moves = |&node: &u32| {
            let mut moves = Vec::new();
            graph.expand(&node, |mv, cost, next| moves.push((mv, cost, next)));
            moves
        };
        let puzzle = from_fn(graph.start(), moves, |node| graph.is_solved(node))
            .lower_bound(|node| graph.lower_bound(node))
            .estimate(|node| graph.estimate(node))
            .min_move_cost(0);
        for method in METHODS {
            let options = Options { method, ..Options::default() };
            let one = solve_with(&graph, &options, &mut Monitor::new());
            let other = solve_with(&puzzle, &options, &mut Monitor::new());
            prop_assert_eq!(one.outcome.cost(), other.outcome.cost());
            // The graph divides its states into queue classes, which only the anytime search knows.
            prop_assert!(method == Method::Anytime || one.outcome == other.outcome);
            check_states(&graph, &one.outcome, &one.states)?;
            check_states(&graph, &other.outcome, &other.states)?;
        }
        let ranked = solve_ranked(&graph, &Options::default(), &mut Monitor::new());
        check_states(&graph, &ranked.outcome, &ranked.states)?;
        prop_assert_eq!(audit(&graph, 1000), audit(&puzzle, 1000));
    }

    #[test]
    fn better_solutions_are_passed_on_and_the_last_is_that_of_the_outcome(graph in graphs(0..9 as Cost)) {
        for method in [Method::Auto, Method::AStar] {
            let (options, mut found) = (Options { method, ..Options::default() }, Vec::new());
            let report = solve_anytime(&graph, &options, &mut Monitor::new(), |better| {
                found.push(better.clone());
            });
            prop_assert_eq!(report.outcome.cost(), graph.optimal());
            prop_assert!(found.is_sorted_by(|a, b| a.cost > b.cost));
            prop_assert_eq!(found.last().map(|last| last.cost), report.outcome.cost());
            for solution in &found {
                let cost: Cost = solution.moves.iter().map(|&edge| graph.edges[edge].2).sum();
                prop_assert_eq!(cost, solution.cost);
                let end = solution.moves.last().map_or(0, |&edge| graph.edges[edge].1 as u32);
                prop_assert!(graph.is_solved(&end));
            }
        }
    }
}

#[test]
fn states_may_own_memory_and_have_a_symmetry() {
    // Two piles of coins, of which every other one may be moved; the piles are interchangeable.
    let puzzle = from_fn(
        vec![9u8, 0],
        |piles: &Vec<u8>| {
            let moved = |from: usize| {
                let mut next = piles.clone();
                next[from] = next[from].checked_sub(2)?;
                next[1 - from] += 2;
                Some((from, 1, next))
            };
            [moved(0), moved(1)].into_iter().flatten().collect::<Vec<_>>()
        },
        |piles| piles.contains(&4),
    )
    .canonical(|mut piles| {
        piles.sort_unstable();
        piles
    })
    .heap_bytes(Vec::capacity);
    let report = solve(&puzzle);
    assert_eq!(report.outcome.cost(), Some(2));
    assert_eq!(report.states, [[9, 0], [7, 2], [5, 4]]);
    assert!(audit(&puzzle, 100).is_ok());
}

#[test]
fn a_first_solution_is_passed_on_long_before_the_search_could_end() {
    // Eight counters that all count to 255: far more states than memory.
    let puzzle = from_fn(
        [0u8; 8],
        |counters: &[u8; 8]| {
            let raised = |at: usize| {
                let mut next = *counters;
                next[at] = next[at].checked_add(1)?;
                Some((at, 1, next))
            };
            [0, 1, 2, 3, 4, 5, 6, 7].map(raised).into_iter().flatten()
        },
        |&counters| counters == [255; 8],
    )
    .estimate(|counters| counters.iter().map(|&counter| Cost::from(255 - counter)).sum());
    let cancel = std::sync::atomic::AtomicBool::new(false);
    let mut found = None;
    let options = Options { goal: Goal::Optimal, ..Options::default() };
    let report = solve_anytime(&puzzle, &options, &mut Monitor::new().cancel(&cancel), |better| {
        found = Some(better.clone());
        cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(found.map(|found| found.moves.len()), Some(8 * 255));
    assert!(matches!(report.outcome, Outcome::Solved { .. }), "{report:?}");
    assert_eq!(report.states.last(), Some(&[255; 8]));
}
