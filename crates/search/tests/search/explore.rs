//! An exploration against slow computations on small random graphs, on any number of threads and at its limits.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use unriddle_search::{Cost, Fate, Limit, Limits, Monitor, Options, Puzzle, explore};

use super::graph::{Graph, graphs};

fn on_threads(threads: usize, states: Option<u64>) -> Options {
    Options { threads, limits: Limits { states, ..Limits::default() }, ..Options::default() }
}

/// The cost from the start to each node that can be reached without passing a solved one, and the fate of each,
/// by relaxing all edges until nothing changes.
fn truth(graph: &Graph) -> BTreeMap<u32, (Cost, Fate)> {
    let mut from = BTreeMap::from([(0u32, 0)]);
    let mut to: BTreeMap<u32, Cost> =
        (0..graph.nodes).filter(|&node| graph.solved[node]).map(|node| (node as u32, 0)).collect();
    for _ in 0..=graph.nodes {
        for &(a, b, step) in &graph.edges {
            let (a, b) = (a as u32, b as u32);
            if graph.solved[a as usize] {
                continue;
            }
            if let Some(cost) = from.get(&a).map(|cost| cost + step) {
                let known = from.entry(b).or_insert(cost);
                *known = cost.min(*known);
            }
            if let Some(cost) = to.get(&b).map(|cost| cost + step) {
                let known = to.entry(a).or_insert(cost);
                *known = cost.min(*known);
            }
        }
    }
    let fate = |node: &u32| to.get(node).map_or(Fate::Dead, |&cost| Fate::Winnable(cost));
    from.iter().map(|(&node, &cost)| (node, (cost, fate(&node)))).collect()
}

/// What an exploration says about each node.
fn explored(graph: &Graph, options: &Options) -> BTreeMap<u32, (Cost, Fate)> {
    let space = explore(graph, options, &mut Monitor::new());
    assert!(space.whole().is_some());
    let told = |number| (*space.state(number), (space.from_start(number), space.fate(number)));
    (0..space.len()).map(told).collect()
}

proptest! {
    #[test]
    fn states_and_costs_are_those_of_a_slow_computation(graph in graphs(Just(1))) {
        prop_assert_eq!(explored(&graph, &on_threads(1, None)), truth(&graph));
    }

    #[test]
    fn moves_may_have_any_cost(graph in graphs(0..6u32)) {
        prop_assert_eq!(explored(&graph, &on_threads(1, None)), truth(&graph));
    }

    #[test]
    fn edges_are_the_moves_of_a_state_and_paths_are_cheapest(graph in graphs(1..4u32)) {
        let space = explore(&graph, &Options::default(), &mut Monitor::new());
        for number in 0..space.len() {
            let mut edges = Vec::new();
            space.edges(&graph, number, |mv, cost, next| edges.push((mv, cost, next)));
            let mut moves = Vec::new();
            if !graph.is_solved(space.state(number)) {
                graph.expand(space.state(number), |mv, cost, next| {
                    moves.push((mv, cost, space.find(&graph, next)));
                });
            }
            prop_assert!(moves.iter().all(|edge| edge.2.is_some()));
            prop_assert_eq!(edges, moves);
            prop_assert_eq!(space.path(&graph, number).cost, space.from_start(number));
        }
    }

    #[test]
    fn what_a_stopped_exploration_calls_dead_or_winnable_is_so(graph in graphs(Just(1)), limit in 1..6u64) {
        let space = explore(&graph, &on_threads(1, Some(limit)), &mut Monitor::new());
        let truth = truth(&graph);
        prop_assert_eq!(space.whole().is_none(), space.limit() == Some(Limit::States));
        for number in 0..space.len() {
            let (from, fate) = truth[space.state(number)];
            prop_assert_eq!(space.from_start(number), from);
            match (space.fate(number), fate) {
                (Fate::Winnable(known), Fate::Winnable(least)) => prop_assert!(known >= least),
                (Fate::Undecided, _) => {
                    prop_assert!(space.whole().is_none() && !graph.is_solved(space.state(number)));
                }
                (known, fate) => prop_assert_eq!(known, fate),
            }
        }
    }
}

/// Three counters that go up by one, each modulo its size; solved where all are at their end.
struct Counters {
    sizes: [u32; 3],
}

impl Puzzle for Counters {
    type State = [u32; 3];
    type Move = usize;

    fn start(&self) -> [u32; 3] {
        [0; 3]
    }

    fn is_solved(&self, state: &[u32; 3]) -> bool {
        state.iter().zip(self.sizes).all(|(&at, size)| at + 1 == size)
    }

    fn expand(&self, state: &[u32; 3], mut visit: impl FnMut(usize, Cost, [u32; 3])) {
        for mv in 0..3 {
            let mut next = *state;
            next[mv] = (next[mv] + 1) % self.sizes[mv];
            visit(mv, 1, next);
        }
    }
}

#[test]
fn a_large_space_is_the_same_on_any_number_of_threads() {
    let puzzle = Counters { sizes: [47, 41, 37] };
    let on = |threads, states| {
        let space = explore(&puzzle, &on_threads(threads, states), &mut Monitor::new());
        let all = (0..space.len()).map(|n| (*space.state(n), space.from_start(n), space.fate(n)));
        (all.collect::<Vec<_>>(), space.limit(), space.statistics().generated)
    };
    for states in [None, Some(50_000)] {
        let alone = on(1, states);
        assert!(on(2, states) == alone && on(3, states) == alone, "with a limit of {states:?}");
    }
    let (all, ..) = on(2, None);
    assert_eq!(all.len(), 47 * 41 * 37);
    for (state, from, fate) in all {
        let sum: u32 = state.iter().sum();
        let to: u32 = state.iter().zip(puzzle.sizes).map(|(at, size)| size - 1 - at).sum();
        assert_eq!((from, fate), (sum, Fate::Winnable(to)));
    }
}

#[test]
fn a_space_takes_at_most_16_bytes_a_state_beyond_the_store_of_a_search() {
    let puzzle = Counters { sizes: [60, 50, 40] };
    let space = explore(&puzzle, &on_threads(1, None), &mut Monitor::new());
    let states = f64::from(space.len());
    // Breadth-first search stores the state itself, 4 bytes for its parent and at most 8.5 in the index.
    let stored = (size_of::<[u32; 3]>() as f64 + 4.0 + 8.5) * states;
    // A last segment per shard may be nearly empty.
    let slack = 32.0 * 4096.0 * 16.0;
    assert!((space.bytes() as f64) < stored + 8.0 * states + slack, "{} bytes kept", space.bytes());
    let peak = space.statistics().bytes as f64;
    assert!(peak < stored + 16.0 * states + 2.0 * slack, "{peak} bytes at most, {states} states");
}

#[test]
fn a_cancelled_exploration_claims_nothing() {
    let flag = AtomicBool::new(true);
    let puzzle = Counters { sizes: [60, 50, 40] };
    let space = explore(&puzzle, &Options::default(), &mut Monitor::new().cancel(&flag));
    assert_eq!(space.limit(), Some(Limit::Cancelled));
    assert!(space.whole().is_none());
    assert!(!space.is_empty(), "the start is always there");
    assert_eq!(space.from_start(space.start()), 0);
    assert!((0..space.len()).all(|number| space.fate(number) == Fate::Undecided));
}

#[test]
fn a_limit_on_memory_is_kept() {
    let puzzle = Counters { sizes: [90, 80, 70] };
    let limits = Limits { memory: Some(8 << 20), ..Limits::default() };
    let space = explore(&puzzle, &Options { limits, threads: 1, ..Options::default() }, &mut Monitor::new());
    assert_eq!(space.limit(), Some(Limit::Memory));
    assert!(space.statistics().bytes <= 8 << 20);
}
