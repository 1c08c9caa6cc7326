//! The answer, its cost and all counts do not depend on the number of threads; nor on symmetry.

use crate::fifteen::{Fifteen, Tiles};
use unriddle_search::{Cost, Goal, Limits, Method, Monitor, Options, Puzzle, Report, solve_with};

fn run<P: Puzzle>(puzzle: &P, options: &Options) -> Report<P> {
    solve_with(puzzle, options, &mut Monitor::new())
}

/// A board far from solved, from a fixed random walk.
fn scrambled(steps: usize, mut seed: u64) -> Fifteen {
    let mut tiles = Tiles::SOLVED;
    for _ in 0..steps {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let next: Vec<(u8, Tiles)> = tiles.slides().collect();
        tiles = next[(seed >> 33) as usize % next.len()].1;
    }
    Fifteen(tiles)
}

#[test]
fn outcomes_and_counts_do_not_depend_on_threads() {
    let puzzle = scrambled(300, 5);
    for method in [Method::BreadthFirst, Method::AStar] {
        let on = |threads| {
            let limits = Limits { states: Some(400_000), ..Limits::default() };
            let options = Options { method, threads, limits, ..Options::default() };
            let report = run(&puzzle, &options);
            let statistics = report.statistics;
            (report.outcome, statistics.expanded, statistics.generated, statistics.stored)
        };
        let alone = on(1);
        for threads in [2, 3, 8] {
            assert_eq!(on(threads), alone, "{method:?} on {threads} threads");
        }
    }
}

#[test]
fn all_optimal_solutions_do_not_depend_on_threads() {
    let puzzle = scrambled(45, 9);
    for method in [Method::BreadthFirst, Method::AStar] {
        let on = |threads| {
            let options = Options { method, threads, goal: Goal::All, ..Options::default() };
            let report = run(&puzzle, &options);
            let all = report.solutions.expect("slides can be undone");
            (report.outcome, all.count().clone(), all.first(&puzzle, 20))
        };
        assert_eq!(on(2), on(1), "{method:?}");
    }
}

/// A walk from the middle of a board to any of its corners: mirror images are equivalent.
struct Corners {
    size: u8,
    use_symmetry: bool,
}

impl Puzzle for Corners {
    type State = (u8, u8);
    type Move = (i8, i8);

    fn start(&self) -> (u8, u8) {
        (self.size / 2, self.size / 2 - 1)
    }

    fn is_solved(&self, &(x, y): &(u8, u8)) -> bool {
        let last = self.size - 1;
        (x == 0 || x == last) && (y == 0 || y == last)
    }

    fn expand(&self, &(x, y): &(u8, u8), mut visit: impl FnMut((i8, i8), Cost, (u8, u8))) {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let next = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if next.0 < self.size && next.1 < self.size {
                visit((dx, dy), 1, next);
            }
        }
    }

    fn canonical(&self, (x, y): (u8, u8)) -> (u8, u8) {
        if !self.use_symmetry {
            return (x, y);
        }
        let last = self.size - 1;
        let (x, y) = (x.min(last - x), y.min(last - y));
        (x.min(y), x.max(y))
    }
}

#[test]
fn symmetry_changes_no_solution_and_stores_fewer_states() {
    for size in 4..13 {
        for method in [Method::BreadthFirst, Method::AStar, Method::Anytime, Method::IdaStar] {
            let with = |use_symmetry| {
                let puzzle = Corners { size, use_symmetry };
                let options = Options { method, goal: Goal::All, ..Options::default() };
                let report = run(&puzzle, &options);
                let all = report.solutions.expect("every corner can be reached");
                let mut listed: Vec<_> = all.first(&puzzle, 100_000).into_iter().map(|s| s.moves).collect();
                listed.sort_unstable();
                (all.count().clone(), all.cost(), listed, report.statistics.stored)
            };
            let (count, cost, listed, stored) = with(false);
            let (fewer_count, fewer_cost, fewer_listed, fewer_stored) = with(true);
            assert_eq!((count, cost, listed), (fewer_count, fewer_cost, fewer_listed));
            assert!(fewer_stored < stored);
        }
    }
}

#[test]
fn a_solution_found_with_symmetry_replays_from_the_real_start() {
    let puzzle = Corners { size: 9, use_symmetry: true };
    for method in [Method::BreadthFirst, Method::AStar, Method::Anytime] {
        let report = run(&puzzle, &Options { method, ..Options::default() });
        let solution = report.outcome.solution().expect("every corner can be reached").clone();
        let mut here = puzzle.start();
        for mv in &solution.moves {
            let mut next = None;
            puzzle.expand(&here, |made, _, to| next = if made == *mv { Some(to) } else { next });
            here = next.expect("a legal move");
        }
        assert!(puzzle.is_solved(&here));
        assert_eq!(solution.moves.len() as Cost, solution.cost);
    }
}
