//! Solves a 15-puzzle: `cargo run --release --example fifteen -- 1 5 2 3 4 0 6 7 8 9 10 11 12 13 14 15`.
//!
//! Without a board it solves one that takes A* about a million expansions.

mod puzzle;

use puzzle::{Fifteen, Tiles};
use unriddle_search::{Monitor, Options, Outcome, Progress, solve_with};

fn main() -> Result<(), String> {
    let mut tiles = Vec::new();
    for word in std::env::args().skip(1) {
        let tile: u64 = word.parse().map_err(|_| format!("'{word}' is not a number from 0 to 15"))?;
        tiles.push(tile);
    }
    let board: [u64; 16] = match tiles.len() {
        0 => [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3],
        _ => tiles.try_into().map_err(|_| "a board has 16 tiles, 0 for the gap")?,
    };
    let mut sorted = board;
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..16) {
        return Err("each of the numbers 0 to 15 must occur once".into());
    }

    let puzzle = Fifteen(Tiles(board.iter().rev().fold(0, |tiles, tile| tiles << 4 | tile)));
    let mut report = |progress: &Progress| {
        let (bound, stored) = (progress.bound, progress.statistics.stored);
        eprintln!("at least {bound} moves, {stored} states, {:.0} a second", progress.states_per_second());
    };
    let mut monitor = Monitor::new().on_progress(&mut report);
    let report = solve_with(&puzzle, &Options::default(), &mut monitor);
    match report.outcome {
        Outcome::Optimal(solution, _) => println!("{} moves: {:?}", solution.cost, solution.moves),
        Outcome::Unsolvable(_) => println!("no solution"),
        outcome => println!("{outcome:?}"),
    }
    println!("{:?}", report.statistics);
    Ok(())
}
