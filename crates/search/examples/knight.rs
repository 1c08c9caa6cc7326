//! The shortest way of a knight across a board, with closures instead of a type of one's own.
//!
//! `cargo run --example knight -- 100`

use unriddle_search::{from_fn, solve};

type Cell = (i32, i32);

const JUMPS: [Cell; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn main() {
    let size = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(8);
    let goal = (size - 1, size - 1);
    let puzzle = from_fn(
        (0, 0),
        |&(x, y): &Cell| {
            let cells = JUMPS.map(|(dx, dy)| (x + dx, y + dy));
            let is_inside = move |&(x, y): &Cell| (0..size).contains(&x) && (0..size).contains(&y);
            // Only the cells on the way matter, so a move is `()`.
            cells.into_iter().filter(is_inside).map(|cell| ((), 1, cell))
        },
        |&cell| cell == goal,
    )
    // A jump covers at most three rows and columns together.
    .lower_bound(|&(x, y)| Some((goal.0.abs_diff(x) + goal.1.abs_diff(y)).div_ceil(3)));

    let report = solve(&puzzle);
    match report.outcome.cost() {
        Some(jumps) => println!("{jumps} jumps: {:?}", report.states),
        None => println!("there is no way across"),
    }
    println!("{} states stored", report.statistics.stored);
}
