//! The wolf, the goat and the cabbage: all shortest ways across the river, counted and listed.
//!
//! `cargo run --example wolf`

use unriddle_search::{Cost, Goal, Monitor, Options, Puzzle, solve_with};

const NAMES: [&str; 4] = ["the farmer alone", "the wolf", "the goat", "the cabbage"];
const FARMER: u8 = 1;
const WOLF: u8 = 2;
const GOAT: u8 = 4;
const CABBAGE: u8 = 8;

struct River;

impl Puzzle for River {
    /// Who is on the far bank, a bit each.
    type State = u8;
    /// Who crosses with the farmer, by the place in `NAMES`.
    type Move = usize;

    fn start(&self) -> u8 {
        0
    }

    fn is_solved(&self, far: &u8) -> bool {
        *far == FARMER | WOLF | GOAT | CABBAGE
    }

    fn expand(&self, &far: &u8, mut visit: impl FnMut(usize, Cost, u8)) {
        for (name, passenger) in [FARMER, WOLF, GOAT, CABBAGE].into_iter().enumerate() {
            let together = (far & FARMER != 0) == (far & passenger != 0);
            let next = far ^ (FARMER | passenger);
            // Left without the farmer, the wolf eats the goat, and the goat the cabbage.
            let alone = if next & FARMER == 0 { next } else { !next };
            let eaten = alone & (WOLF | GOAT) == WOLF | GOAT || alone & (GOAT | CABBAGE) == GOAT | CABBAGE;
            if together && !eaten {
                visit(name, 1, next);
            }
        }
    }
}

fn main() {
    let options = Options { goal: Goal::All, ..Options::default() };
    let report = solve_with(&River, &options, &mut Monitor::new());
    let Some(all) = report.solutions else { return println!("{:?}", report.outcome) };
    println!("{} ways with {} crossings:", all.count(), all.cost());
    for solution in all.first(&River, 10) {
        let names: Vec<&str> = solution.moves.iter().map(|&mv| NAMES[mv]).collect();
        println!("- {}", names.join(", "));
    }
}
