//! Where pieces go, as shades over the cells of the board.

use crate::Heat;

/// Whose pieces are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeatOf {
    /// All states that can be reached.
    Play,
    /// The states of optimal solutions.
    Solutions,
}

/// The board with a shade on each cell, the stronger the more often a moving piece stands there. `drawing` is the SVG
/// document of the bare board, in which a cell is one unit wide.
pub fn heat_map(mut drawing: String, heat: &Heat, of: HeatOf) -> String {
    let shares = match of {
        HeatOf::Play => &heat.play,
        HeatOf::Solutions => &heat.solutions,
    };
    let most = shares.iter().copied().fold(0.0, f32::max).max(f32::MIN_POSITIVE);
    let mut shades = String::from("<g fill=\"#d6204e\">");
    for (at, &share) in shares.iter().enumerate().filter(|&(_, &share)| share > 0.0) {
        shades += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"1\" height=\"1\" opacity=\"{:.2}\"><title>{:.0} %</title></rect>",
            at % heat.width,
            at / heat.width,
            0.12 + 0.6 * share / most,
            100.0 * share
        );
    }
    shades += "</g>";
    let end = drawing.rfind("</svg>").unwrap_or(drawing.len());
    drawing.insert_str(end, &shades);
    drawing
}
