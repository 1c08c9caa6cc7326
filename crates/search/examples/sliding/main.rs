//! Solves a sliding puzzle of any size, whose states have a length that is only known at run time:
//! `cargo run --release --example sliding -- 6 4`.

mod puzzle;

use puzzle::Sliding;
use unriddle_search::{Flat, solve};

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[width, height] = sizes.as_slice() else { return eprintln!("two numbers, please: 6 4") };
    if width < 2 || height < 2 || width.saturating_mul(height) > 256 {
        return eprintln!("at least 2 by 2 cells, please, and at most 256 in all");
    }
    let report = solve(&Flat(Sliding::scrambled(width, height, 150)));
    if let Some(solution) = report.outcome.solution() {
        println!("{} slides: {:?}", solution.cost, solution.moves);
    }
    println!("{} states stored", report.statistics.stored);
}
