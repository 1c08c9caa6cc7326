//! From 1 to 100 by doubling and adding one, with each of the three goals.
//!
//! `cargo run --example doubling`

mod puzzle;

use puzzle::Doubling;
use unriddle_search::{Goal, Monitor, Options, solve_with};

fn main() {
    let puzzle = Doubling { target: 100 };
    for goal in [Goal::Optimal, Goal::Any, Goal::All] {
        let options = Options { goal, ..Options::default() };
        let report = solve_with(&puzzle, &options, &mut Monitor::new());
        println!("{goal:?}: {:?}", report.outcome);
        if let Some(all) = report.solutions {
            println!("{} solutions", all.count());
            for solution in all.first(&puzzle, 10) {
                println!("- {}", solution.moves.join(", "));
            }
        }
    }
}
