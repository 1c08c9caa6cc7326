//! A search of flat states takes the same course as one of boxed states, whatever their length.

#[path = "../../examples/sliding/puzzle.rs"]
mod sliding;

use crate::boxed::Boxed;
use crate::graph::{Graph, graphs};
use proptest::prelude::*;
use sliding::Sliding;
use unriddle_search::{
    Cost, Flat, FlatPuzzle, FlatTuning, Flaw, Goal, Limit, Limits, Method, Monitor, Options, Outcome, Puzzle,
    Report, Searchable, Solution, audit, explore, solve_with,
};

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];

/// Any small graph; the number of a node is the last word of its state, and the other words follow from it.
struct Wide {
    graph: Graph,
    words: usize,
}

impl Wide {
    fn write(&self, node: u32, state: &mut [u64]) {
        (0..self.words).for_each(|word| state[word] = u64::from(node) << (7 * (self.words - 1 - word)));
    }
}

/// The node of a state.
fn node(state: &[u64]) -> u32 {
    state[state.len() - 1] as u32
}

impl FlatPuzzle for Wide {
    type Move = usize;

    fn words(&self) -> usize {
        self.words
    }

    fn start(&self, state: &mut [u64]) {
        self.write(Puzzle::start(&self.graph), state);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        Puzzle::is_solved(&self.graph, &node(state))
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut(usize, Cost, &[u64])) {
        Puzzle::expand(&self.graph, &node(state), |mv, cost, node| {
            self.write(node, next);
            visit(mv, cost, next);
        });
    }

    fn lower_bound(&self, state: &[u64]) -> Option<Cost> {
        Puzzle::lower_bound(&self.graph, &node(state))
    }

    fn tuning(&self) -> FlatTuning<Self> {
        let queue_class = |_: &Self, state: &[u64]| (node(state) % 3) as u8;
        FlatTuning { min_move_cost: 0, queue_class, ..FlatTuning::default() }
    }

    fn estimate(&self, state: &[u64]) -> Cost {
        Puzzle::estimate(&self.graph, &node(state))
    }
}

/// The outcome, the counts, and the number of all solutions with the first of them.
type Course<M> = (Outcome<M>, [u64; 3], Option<(String, Vec<Solution<M>>)>);

fn course<P: Searchable>(puzzle: &P, options: &Options) -> Course<P::Move> {
    let Report { outcome, statistics, solutions, .. } = solve_with(puzzle, options, &mut Monitor::new());
    let counts = [statistics.expanded, statistics.generated, statistics.stored];
    (outcome, counts, solutions.map(|all| (all.count().to_string(), all.first(puzzle, 20))))
}

fn check(graph: &Graph, words: usize) -> Result<(), TestCaseError> {
    let wide = || Wide { graph: graph.clone(), words };
    let (flat, boxed) = (Flat(wide()), Boxed(wide()));
    for method in METHODS {
        for goal in [Goal::Optimal, Goal::Any, Goal::All] {
            let options = Options { goal, method, threads: 1, ..Options::default() };
            let found = course(&flat, &options);
            prop_assert_eq!(&found, &course(&boxed, &options), "{:?}, {:?}", method, goal);
            if goal != Goal::Any {
                prop_assert_eq!(found.0.cost(), graph.optimal(), "{:?}, {:?}", method, goal);
            }
        }
    }
    let audited = audit(&flat, 1000).map_err(|flaw| TestCaseError::fail(format!("{flaw:?}")))?;
    prop_assert_eq!(audited.optimal, graph.optimal());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn flat_and_boxed_states_agree_if_all_moves_cost_one(graph in graphs(Just(1)), words in 1..8usize) {
        check(&graph, words)?;
    }

    #[test]
    fn flat_and_boxed_states_agree_if_moves_can_be_free(graph in graphs(0..3u32), words in 1..8usize) {
        check(&graph, words)?;
    }

    #[test]
    fn a_space_of_flat_states_is_that_of_their_nodes(graph in graphs(0..3u32), words in 1..8usize) {
        let expected = explore(&graph, &Options::default(), &mut Monitor::new());
        let flat = Flat(Wide { graph: graph.clone(), words });
        let space = explore(&flat, &Options::default(), &mut Monitor::new());
        prop_assert!(space.whole().is_some());
        prop_assert_eq!(space.len(), expected.len());
        for number in 0..space.len() {
            let same = expected.find(&graph, node(space.state(number))).expect("the node is reached");
            prop_assert_eq!(space.fate(number), expected.fate(same));
            prop_assert_eq!(space.from_start(number), expected.from_start(same));
        }
    }
}

#[test]
fn a_large_search_of_flat_states_does_not_depend_on_threads() {
    let sliding = || Sliding::scrambled(6, 6, 400);
    for method in [Method::BreadthFirst, Method::AStar] {
        let limits = Limits { states: Some(120_000), ..Limits::default() };
        let on = |threads| Options { method, threads, limits, ..Options::default() };
        let alone = course(&Flat(sliding()), &on(1));
        assert!(matches!(alone.0, Outcome::Stopped { limit: Limit::States, .. }), "{:?}", alone.0);
        assert_eq!(course(&Flat(sliding()), &on(3)), alone, "{method:?} on three threads");
        assert_eq!(course(&Boxed(sliding()), &on(1)), alone, "{method:?} with boxed states");
    }
}

#[test]
fn a_flat_state_takes_its_words_and_little_more() {
    let sliding = Flat(Sliding::scrambled(8, 5, 400));
    // What is on its way between the shards takes a few megabytes, however many states there are.
    const ON_THE_WAY: u64 = 10_000_000;
    for (method, most) in [(Method::BreadthFirst, 56), (Method::AStar, 66)] {
        let limits = Limits { states: Some(400_000), ..Limits::default() };
        let options = Options { method, limits, ..Options::default() };
        let statistics = solve_with(&sliding, &options, &mut Monitor::new()).statistics;
        let each = statistics.bytes.saturating_sub(ON_THE_WAY) / statistics.stored;
        assert!(each <= most, "{method:?}: {each} bytes for each state of 40 bytes");
    }
}

#[test]
fn a_search_of_long_states_stops_at_the_memory_limit() {
    let sliding = Flat(Sliding::scrambled(16, 16, 1000));
    for method in [Method::BreadthFirst, Method::AStar, Method::Anytime] {
        let most = 30_000_000;
        let limits = Limits { memory: Some(most), ..Limits::default() };
        let options = Options { method, limits, ..Options::default() };
        let report = solve_with(&sliding, &options, &mut Monitor::new());
        let bytes = report.statistics.bytes;
        // Memory is counted every few dozen steps, each of which may store states of two kilobytes.
        let most = most + most / 100;
        assert!(bytes <= most && bytes > most / 2, "{method:?} held {bytes}: {:?}", report.outcome.cost());
    }
}

/// A puzzle without anything that changes.
struct Still {
    solved: bool,
}

impl FlatPuzzle for Still {
    type Move = ();

    fn words(&self) -> usize {
        0
    }

    fn start(&self, _: &mut [u64]) {}

    fn is_solved(&self, _: &[u64]) -> bool {
        self.solved
    }

    fn expand(&self, _: &[u64], next: &mut [u64], mut visit: impl FnMut((), Cost, &[u64])) {
        visit((), 1, next);
    }
}

#[test]
fn states_without_words_are_all_the_same() {
    for method in METHODS {
        let options = Options { method, ..Options::default() };
        let outcome = solve_with(&Flat(Still { solved: true }), &options, &mut Monitor::new()).outcome;
        assert_eq!(outcome.cost(), Some(0), "{method:?}");
        let outcome = solve_with(&Flat(Still { solved: false }), &options, &mut Monitor::new()).outcome;
        assert!(matches!(outcome, Outcome::Unsolvable(_)), "{method:?}: {outcome:?}");
    }
}

/// A walk from the middle of a board to any of its corners; all mirror images are equivalent.
struct Corners {
    size: u64,
    symmetry: Symmetry,
}

#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    None,
    Mirrors,
    /// Joins states that are not equivalent.
    Wrong,
}

impl FlatPuzzle for Corners {
    type Move = (i64, i64);

    fn words(&self) -> usize {
        2
    }

    fn start(&self, state: &mut [u64]) {
        state.copy_from_slice(&[self.size / 2, self.size / 2 - 1]);
    }

    fn is_solved(&self, state: &[u64]) -> bool {
        state.iter().all(|&at| at == 0 || at == self.size - 1)
    }

    fn expand(&self, state: &[u64], next: &mut [u64], mut visit: impl FnMut((i64, i64), Cost, &[u64])) {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            next[0] = state[0].wrapping_add_signed(dx);
            next[1] = state[1].wrapping_add_signed(dy);
            if next.iter().all(|&at| at < self.size) {
                visit((dx, dy), 1, next);
            }
        }
    }

    fn canonical<'a>(&self, state: &'a [u64], scratch: &'a mut [u64]) -> &'a [u64] {
        match self.symmetry {
            Symmetry::None => return state,
            Symmetry::Mirrors => {
                (0..2).for_each(|at| scratch[at] = state[at].min(self.size - 1 - state[at]));
                scratch.sort_unstable();
            }
            Symmetry::Wrong => scratch.copy_from_slice(&[state[0], 0]),
        }
        scratch
    }
}

#[test]
fn a_symmetry_of_flat_states_changes_no_solution_and_stores_fewer() {
    for size in 4..13 {
        let with = |symmetry| {
            let options = Options { goal: Goal::All, ..Options::default() };
            let (outcome, [.., stored], all) = course(&Flat(Corners { size, symmetry }), &options);
            ((outcome.cost(), all.map(|(count, _)| count)), stored)
        };
        let ((plain, stored), (fewer, fewer_stored)) = (with(Symmetry::None), with(Symmetry::Mirrors));
        assert_eq!(plain, fewer);
        assert!(fewer_stored < stored);
    }
}

#[test]
fn an_audit_finds_a_wrong_symmetry_of_flat_states() {
    assert!(audit(&Flat(Corners { size: 9, symmetry: Symmetry::Mirrors }), 1000).is_ok());
    let flaw = audit(&Flat(Corners { size: 9, symmetry: Symmetry::Wrong }), 1000);
    assert!(matches!(flaw, Err(Flaw::NotEquivalent { .. })), "{flaw:?}");
}
