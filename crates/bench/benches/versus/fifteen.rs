//! The 15-puzzle: A* and breadth-first beside `pathfinding`, and two threads beside one.

use std::cell::Cell;

use pathfinding::prelude::{astar, bfs};
use unriddle_search::{Limits, Method, Monitor, Options, Report, Statistics, solve_with};

use crate::Dice;
use crate::contest::{Taken, Timer, alone, contest, measure, versus};
use crate::puzzle::{Fifteen, Tiles};

/// Seeds of boards for which A* expands about a million states.
const SEEDS: [u64; 3] = [2, 11, 12];

fn scrambled(seed: u64) -> Tiles {
    let mut dice = Dice::new(seed);
    (0..400).fold(Tiles::SOLVED, |tiles, _| {
        let next: Vec<(u8, Tiles)> = tiles.slides().collect();
        next[dice.roll(next.len())].1
    })
}

pub fn run() {
    for threads in [1, 0] {
        a_star(threads);
        breadth_first(threads);
    }
    two_threads();
}

fn timer(threads: usize) -> Timer {
    if threads == 1 { Timer::OneThread } else { Timer::Clock }
}

fn label(threads: usize) -> &'static str {
    if threads == 1 { "one thread" } else { "all cores" }
}

fn a_star(threads: usize) {
    for seed in SEEDS {
        let board = scrambled(seed);
        let puzzle = Fifteen(board);
        let expanded = Cell::new(0u64);
        let ours = || solve_with(&puzzle, &Options { threads, ..Options::default() }, &mut Monitor::new());
        let theirs = || {
            expanded.set(0);
            let slides = |tiles: &Tiles| {
                expanded.set(expanded.get() + 1);
                tiles.slides().map(|(_, next)| (next, 1))
            };
            astar(&board, slides, |tiles| tiles.distance(), |tiles| *tiles == Tiles::SOLVED)
        };
        let ((ours, report), (theirs, found)) = contest(timer(threads), ours, theirs);
        assert_eq!(report.outcome.cost(), found.map(|(_, cost)| cost), "both are optimal");
        let Statistics { expanded: ours_expanded, .. } = report.statistics;
        let what = format!(
            "A*, 15-puzzle {seed}, {}, {ours_expanded} against {} expanded",
            label(threads),
            expanded.get()
        );
        versus(&what, ours, "`astar`", theirs, "≥ 3× faster");
        per_state("A*", ours, report.statistics, "≤ state + 22");
    }
}

/// Breadth-first search of a billion states on two threads, once: it takes some 20 GB of memory.
pub fn billion() {
    let puzzle = Fifteen(scrambled(11));
    let (taken, report) = measure(1, Timer::Clock, || breadth_first_to(1_000_000_000, &puzzle, 2));
    alone("breadth-first to a billion states, two threads", taken, "", "≤ 150 s");
    per_state("breadth-first", taken, report.statistics, "≤ state + 12");
}

fn ten_million(puzzle: &Fifteen, threads: usize) -> Report<Fifteen> {
    breadth_first_to(10_000_000, puzzle, threads)
}

fn breadth_first_to(states: u64, puzzle: &Fifteen, threads: usize) -> Report<Fifteen> {
    let limits = Limits { states: Some(states), ..Limits::default() };
    let options = Options { method: Method::BreadthFirst, threads, limits, ..Options::default() };
    solve_with(puzzle, &options, &mut Monitor::new())
}

fn breadth_first(threads: usize) {
    let board = scrambled(11);
    let puzzle = Fifteen(board);
    let expanded = ten_million(&puzzle, 0).statistics.expanded;
    let theirs = || {
        let count = Cell::new(0);
        let slides = |tiles: &Tiles| {
            count.set(count.get() + 1);
            tiles.slides().map(|(_, next)| next)
        };
        bfs(&board, slides, |_| count.get() >= expanded)
    };
    let ((ours, report), (theirs, _)) = contest(timer(threads), || ten_million(&puzzle, threads), theirs);
    let what = format!("breadth-first to ten million states, {}", label(threads));
    let aim = if threads == 1 { "≥ 2.4× faster" } else { "≥ 4× faster" };
    versus(&what, ours, "`bfs`", theirs, aim);
    per_state("breadth-first", ours, report.statistics, "≤ state + 14");
}

/// Bytes for each stored state, as the search accounts them.
fn per_state(method: &str, taken: Taken, statistics: Statistics, aim: &str) {
    let each = statistics.bytes as f64 / statistics.stored as f64 - size_of::<Tiles>() as f64;
    let what = format!("{method}, bytes for each of {} states", statistics.stored);
    alone(&what, taken, &format!("state + {each:.1}"), aim);
}

fn two_threads() {
    let puzzle = Fifteen(scrambled(11));
    let ((two, both), (one, alone)) =
        contest(Timer::Clock, || ten_million(&puzzle, 2), || ten_million(&puzzle, 1));
    let same = |report: &Report<Fifteen>| {
        let Statistics { expanded, generated, stored, .. } = report.statistics;
        (report.outcome.clone(), expanded, generated, stored)
    };
    assert!(same(&alone) == same(&both), "the same on any number of threads");
    versus("two threads, ten million states", two, "one thread", one, "≥ 1.6× faster, the same result");
}
