//! The heights of a board in a drawing: shades, cliffs and numbers.
//!
//! The higher a cell the lighter it is, a line parts neighbours of different height, and where
//! cells are large enough each has its height in the corner, so nothing is told by shade alone.

use std::collections::HashMap;
use std::fmt::Write;

use super::svg::number;
use crate::Picture;

/// How dark the lowest cells of a board with heights are.
const DARKEST: f32 = 0.4;

/// The lower a cell, the darker; and a line where two neighbours differ in height.
pub(super) fn shade(out: &mut String, picture: &Picture) {
    let mut heights = picture.heights.clone();
    heights.sort_unstable();
    heights.dedup();
    let [.., _, _] = heights[..] else { return };
    let steps = heights.len() - 1;
    for (step, &height) in heights[..steps].iter().enumerate() {
        let mut path = String::new();
        let cells = picture.cells.iter().zip(&picture.heights).filter(|&(_, other)| *other == height);
        cells.for_each(|(cell, _)| _ = write!(path, "M{} {}h1v1h-1z", cell.x, cell.y));
        let dark = number(DARKEST * (steps - step) as f32 / steps as f32);
        let _ = writeln!(out, "<path class=\"shade\" fill-opacity=\"{dark}\" d=\"{path}\"/>");
    }
    let high: HashMap<(usize, usize), u32> = picture
        .cells
        .iter()
        .zip(&picture.heights)
        .map(|(cell, &height)| ((cell.x, cell.y), height))
        .collect();
    let mut cliffs = String::new();
    for (cell, height) in picture.cells.iter().zip(&picture.heights) {
        let (x, y) = (cell.x, cell.y);
        if high.get(&(x + 1, y)).is_some_and(|other| other != height) {
            let _ = write!(cliffs, "M{} {y}v1", x + 1);
        }
        if high.get(&(x, y + 1)).is_some_and(|other| other != height) {
            let _ = write!(cliffs, "M{x} {}h1", y + 1);
        }
    }
    let _ = writeln!(out, "<path class=\"cliffs\" d=\"{cliffs}\"/>");
}

/// The height of each cell in its corner.
pub(super) fn write(out: &mut String, picture: &Picture) {
    for (cell, height) in picture.cells.iter().zip(&picture.heights) {
        let (x, y) = (number(cell.x as f32 + 0.95), number(cell.y as f32 + 0.95));
        let _ = writeln!(out, "<text class=\"height words\" x=\"{x}\" y=\"{y}\">{height}</text>");
    }
}
