//! How many instructions a solve takes, so that a slow-down is seen whatever the machine does:
//! `cargo bench -p unriddle-bench --bench instructions`.
//!
//! Needs valgrind and gungraun-runner. The counts below are what it took when they were last
//! written down; more than a twentieth above them fails. When a change is worth its cost, write the
//! new counts here on purpose. Levels that are not shipped are read from `UNRIDDLE_LEVELS`; without
//! it those cases do nothing and pass.

#![allow(missing_docs)] // Gungraun's macros make public items.

use std::hint::black_box;
use std::path::Path;

#[path = "../../search/examples/fifteen/puzzle.rs"]
mod fifteen;
#[path = "../../search/examples/sliding/puzzle.rs"]
mod sliding;

use fifteen::{Fifteen, Tiles};
use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use sliding::Sliding;
use unriddle_games::read;
use unriddle_kit::{Level, Request};
use unriddle_search::{Flat, Goal, Limits, Method, Monitor, Options, Searchable, solve_with};

// Anima builds its tables with the first search of a level, so its counts include them.
const SQUARE_DANCE: u64 = 1_349_506;
const FRACTAL: u64 = 3_439_691;
const ANTIPARTICLE: u64 = 21_212_244;
const MAZE: u64 = 1_530_602;
const BREADTH_FIRST: u64 = 85_397_720;
const A_STAR: u64 = 104_678_694;
const FLAT: u64 = 170_810_195;

/// Fails above a twentieth more than the count written down.
fn at_most(count: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::default();
    callgrind.hard_limits([(EventKind::Ir, count + count / 20)]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind).pass_through_env("UNRIDDLE_LEVELS");
    config
}

fn shipped(path: &str) -> Option<Box<dyn Level>> {
    level(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(path))
}

fn outside(path: &str) -> Option<Box<dyn Level>> {
    level(&Path::new(&std::env::var_os("UNRIDDLE_LEVELS")?).join(path))
}

fn level(path: &Path) -> Option<Box<dyn Level>> {
    read(&std::fs::read_to_string(path).ok()?, &[]).ok()
}

fn solve(level: Option<Box<dyn Level>>, goal: Goal) {
    if let Some(level) = level {
        let request =
            Request { options: Options { goal, threads: 1, ..Options::default() }, ..Request::default() };
        black_box(level.start().solve(&request, &mut Monitor::new()));
    }
}

#[library_benchmark]
#[bench::square_dance(args = (shipped("anima/square-dance.txt")), config = at_most(SQUARE_DANCE))]
#[bench::fractal(args = (outside("anima/fractal.txt")), config = at_most(FRACTAL))]
#[bench::antiparticle(args = (outside("anima/antiparticle.txt")), config = at_most(ANTIPARTICLE))]
fn anima(level: Option<Box<dyn Level>>) {
    solve(level, Goal::Optimal);
}

#[library_benchmark]
#[bench::all_routes(args = (shipped("reindeer-maze/15-great-maze.txt")), config = at_most(MAZE))]
fn maze(level: Option<Box<dyn Level>>) {
    solve(level, Goal::All);
}

/// A board of the 15-puzzle that a random walk scrambled.
fn tiles(slides: usize) -> Fifteen {
    let mut seed = 11_u64;
    Fifteen((0..slides).fold(Tiles::SOLVED, |tiles, _| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let next: Vec<(u8, Tiles)> = tiles.slides().collect();
        next[(seed >> 33) as usize % next.len()].1
    }))
}

/// Searches up to 100,000 states on one thread.
fn search(puzzle: &impl Searchable, method: Method) {
    let limits = Limits { states: Some(100_000), ..Limits::default() };
    let options = Options { method, threads: 1, limits, ..Options::default() };
    let _ = black_box(solve_with(puzzle, &options, &mut Monitor::new()));
}

#[library_benchmark]
#[bench::breadth_first(args = (tiles(400), Method::BreadthFirst), config = at_most(BREADTH_FIRST))]
#[bench::a_star(args = (tiles(400), Method::AStar), config = at_most(A_STAR))]
fn engine(puzzle: Fifteen, method: Method) {
    search(&puzzle, method);
}

#[library_benchmark]
#[bench::five_words(args = (Flat(Sliding::scrambled(8, 5, 1000))), config = at_most(FLAT))]
fn flat(puzzle: Flat<Sliding>) {
    search(&puzzle, Method::BreadthFirst);
}

library_benchmark_group!(name = solving, benchmarks = [anima, maze, engine, flat]);
main!(library_benchmark_groups = solving);
