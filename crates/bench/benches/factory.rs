//! How fast a factory runs: `cargo bench --bench factory`.
//!
//! Reported are cell-updates a second on one core: ticks times the cells of the board, whether
//! they hold a donut or not, for factories from nearly empty to full.

use std::time::Instant;

use unriddle_games::freshly_frosted::Works;

/// A line that winds over the whole board: every cell holds a donut.
fn winding(width: usize, height: usize) -> String {
    let mut rows = Vec::new();
    for y in 0..height {
        let (arrow, last) = if y % 2 == 0 { (">", width - 1) } else { ("<", 0) };
        let cell = |x: usize| match (x, y) {
            (0, 0) => "+>",
            _ if x == last && y + 1 == height => ["-<", "->"][(height) % 2],
            _ if x == last => "v",
            _ => arrow,
        };
        rows.push((0..width).map(cell).collect::<Vec<_>>().join(" "));
    }
    rows.join("\n")
}

fn main() {
    let loops = "# # 2v # #\n+> > > v #\n# ^ b>3 v ->3\n# ^ < < #\n# # 1^ # #";
    let crossing = "# +v # +v #\n# v # v #\n+> * > * ->\n# v # v #\n# -v # -v #";
    let boards = [
        ("a loop with merges", loops.to_string(), 2_000_000),
        ("two crossovers", crossing.to_string(), 2_000_000),
        ("10 x 10, every cell full", winding(10, 10), 200_000),
        ("100 x 100, every cell full", winding(100, 100), 12_000),
    ];
    for (name, board, ticks) in boards {
        let works = Works::read(&board, "").unwrap_or_else(|error| panic!("{name}: {error}"));
        let begun = Instant::now();
        let donuts = works.run(ticks).unwrap_or_else(|error| panic!("{name}: {error}"));
        let seconds = begun.elapsed().as_secs_f64();
        let updates = works.cells() as f64 * ticks as f64 / seconds / 1e6;
        let moved = donuts as f64 * ticks as f64 / seconds / 1e6;
        println!("{name:28} {updates:8.0} million cell-updates/s, {moved:6.0} million donuts/s");
    }
}
