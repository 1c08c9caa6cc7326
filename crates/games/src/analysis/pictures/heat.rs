//! Where pieces go, as a grid of shaded cells over the outlines of the board.

use super::{document, short};
use crate::analysis::Heat;

/// The side of a cell.
const CELL: f64 = 20.0;

/// The shares of two kinds side by side: all play, and the optimal solutions.
pub fn heat_map(heat: &Heat) -> String {
    let (wide, high) = (heat.width as f64 * CELL, heat.height as f64 * CELL);
    let gap = CELL;
    let mut body = String::new();
    for (left, words, shares) in
        [(0.0, "all play", &heat.play), (wide + gap, "optimal solutions", &heat.solutions)]
    {
        body += &format!("<text x=\"{}\" y=\"12\">{words}</text>", short(left));
        body += &format!(
            "<rect class=\"line\" x=\"{}\" y=\"18\" width=\"{}\" height=\"{}\"/>",
            short(left),
            short(wide),
            short(high)
        );
        let most = shares.iter().copied().fold(0.0, f32::max).max(f32::MIN_POSITIVE);
        for (at, &share) in shares.iter().enumerate().filter(|&(_, &share)| share > 0.0) {
            let (x, y) = ((at % heat.width) as f64 * CELL, (at / heat.width) as f64 * CELL);
            body += &format!(
                "<rect class=\"bad\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" opacity=\"{:.2}\"><title>{:.0} %</title></rect>",
                short(left + x),
                short(18.0 + y),
                0.1 + 0.9 * share / most,
                100.0 * share
            );
        }
    }
    document((2.0 * wide + gap).max(220.0), 18.0 + high + 2.0, "Where pieces go", &body)
}
