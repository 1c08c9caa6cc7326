//! Every method finds the same optimal cost as slow and simple means do, on thousands of random graphs
//! with highly inconsistent bounds.

use crate::graph::{Graph, graphs};
use proptest::prelude::*;
use unriddle_search::{
    BigUint, Goal, Method, Monitor, Options, Outcome, Puzzle, Report, audit, solve_ranked, solve_with,
};

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];

/// The cost of the moves, if they lead from the start to a solved state.
fn replayed(graph: &Graph, moves: &[usize]) -> Option<u32> {
    let mut here = graph.start();
    let mut cost = 0;
    for &number in moves {
        let (from, to, step) = graph.edges[number];
        if from != here as usize {
            return None;
        }
        (here, cost) = (to as u32, cost + step);
    }
    graph.is_solved(&here).then_some(cost)
}

fn check_optimal(graph: &Graph, report: &Report<Graph>) -> Result<(), TestCaseError> {
    match (&report.outcome, graph.optimal()) {
        (Outcome::Optimal(solution, _), Some(cost)) => {
            prop_assert_eq!(solution.cost, cost);
            prop_assert_eq!(replayed(graph, &solution.moves), Some(cost));
        }
        (Outcome::Unsolvable(_), None) => {}
        (outcome, truth) => prop_assert!(false, "{outcome:?} where the truth is {truth:?}"),
    }
    Ok(())
}

fn check_all(graph: &Graph, report: &Report<Graph>) -> Result<(), TestCaseError> {
    check_optimal(graph, report)?;
    let Some(all) = &report.solutions else {
        prop_assert_eq!(graph.optimal(), None);
        return Ok(());
    };
    prop_assert_eq!(all.count(), &graph.count());
    let listed = all.first(graph, 50);
    prop_assert_eq!(BigUint::from(listed.len()), graph.count().min(BigUint::from(50u32)));
    for (at, solution) in listed.iter().enumerate() {
        prop_assert_eq!(replayed(graph, &solution.moves), graph.optimal());
        prop_assert!(!listed[..at].contains(solution), "{:?} is listed twice", solution);
    }
    if graph.count() <= BigUint::from(50u32) {
        check_shared(graph, all, &listed)?;
    }
    Ok(())
}

/// Compares what all solutions share with the complete list of them.
fn check_shared(
    graph: &Graph,
    all: &unriddle_search::Solutions<Graph>,
    listed: &[unriddle_search::Solution<usize>],
) -> Result<(), TestCaseError> {
    let states = |moves: &[usize]| -> Vec<u32> {
        std::iter::once(0).chain(moves.iter().map(|&number| graph.edges[number].1 as u32)).collect()
    };
    let paths: Vec<Vec<u32>> = listed.iter().map(|solution| states(&solution.moves)).collect();
    let mut on_any: Vec<u32> = paths.concat();
    on_any.sort_unstable();
    on_any.dedup();
    let mut found: Vec<u32> = all.states().copied().collect();
    found.sort_unstable();
    prop_assert_eq!(&found, &on_any);
    let on_every = |state: &u32| paths.iter().all(|path| path.contains(state));
    let mut shared: Vec<u32> = all.shared_states().into_iter().copied().collect();
    shared.sort_unstable();
    prop_assert_eq!(shared, on_any.into_iter().filter(on_every).collect::<Vec<_>>());

    let mut moves: Vec<usize> = all.shared_moves(graph).into_iter().map(|(_, mv)| mv).collect();
    moves.sort_unstable();
    let mut in_every: Vec<usize> = listed[0].moves.clone();
    in_every.retain(|mv| listed.iter().all(|solution| solution.moves.contains(mv)));
    in_every.sort_unstable();
    prop_assert_eq!(moves, in_every);
    Ok(())
}

fn check_methods(graph: &Graph) -> Result<(), TestCaseError> {
    for method in METHODS {
        let options = Options { method, ..Options::default() };
        check_optimal(graph, &solve_with(graph, &options, &mut Monitor::new()))?;
    }
    check_optimal(graph, &solve_ranked(graph, &Options::default(), &mut Monitor::new()))
}

fn check(graph: &Graph) -> Result<(), TestCaseError> {
    check_methods(graph)?;
    let run = |options: &Options| solve_with(graph, options, &mut Monitor::new());
    let all = Options { goal: Goal::All, ..Options::default() };
    check_all(graph, &run(&all))?;
    check_all(graph, &run(&Options { method: Method::BreadthFirst, ..all }))?;
    check_all(graph, &solve_ranked(graph, &all, &mut Monitor::new()))?;

    let any = run(&Options { goal: Goal::Any, ..Options::default() });
    match (&any.outcome, graph.optimal()) {
        (Outcome::Optimal(solution, _), Some(cost)) => prop_assert_eq!(solution.cost, cost),
        (Outcome::Solved { solution, bound, .. }, Some(cost)) => {
            prop_assert!(*bound <= cost && cost <= solution.cost);
            prop_assert_eq!(replayed(graph, &solution.moves), Some(solution.cost));
        }
        (Outcome::Unsolvable(_), None) => {}
        (outcome, truth) => prop_assert!(false, "{outcome:?} where the truth is {truth:?}"),
    }
    let audited = audit(graph, 1000).map_err(|flaw| TestCaseError::fail(format!("{flaw:?}")))?;
    prop_assert_eq!(audited.optimal, graph.optimal());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn methods_agree_on_cost_and_count_if_all_moves_cost_one(graph in graphs(Just(1))) {
        check(&graph)?;
    }

    #[test]
    fn methods_agree_on_cost_and_count_if_costs_differ(graph in graphs(1..9u32)) {
        check(&graph)?;
    }

    #[test]
    fn methods_agree_on_cost_and_count_if_moves_can_be_free(graph in graphs(0..3u32)) {
        check(&graph)?;
    }

    #[test]
    fn methods_agree_on_cost_if_costs_are_sparse(graph in graphs(prop_oneof![Just(1u32), Just(1000), Just(30_000)])) {
        check_methods(&graph)?;
    }
}
