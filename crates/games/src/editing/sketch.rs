//! What a sheet looks like, whether it is a level or not.
//!
//! Each word is drawn by its looks: the lowest is the cell, the others stand on it as pieces. A
//! word that means nothing is a red question mark. The legend tells what is there by the names of
//! the brushes that would have painted it.

use std::collections::BTreeSet;

use super::{Easel, Sheet, Spot};
use crate::{Cell, Level, Look, Picture, Piece, Shape, Tone};

/// A word that means nothing.
const UNKNOWN: Look = Look::new(Shape::Sign, Tone::Red, '?');

/// What a sheet looks like: the picture of the level that it is, if it is one and drawn as large
/// as the sheet; otherwise a sketch. So columns and rows are always those of the sheet.
pub fn portrait(easel: &dyn Easel, sheet: &Sheet, level: Option<&dyn Level>) -> Picture {
    let picture = level.map(|level| level.start().picture());
    let fits = |picture: &Picture| (picture.width, picture.height) == (sheet.width, sheet.height);
    picture.filter(fits).unwrap_or_else(|| sketch(easel, sheet))
}

/// What can be made out of a sheet.
pub fn sketch(easel: &dyn Easel, sheet: &Sheet) -> Picture {
    let mut picture = Picture { width: sheet.width, height: sheet.height, ..Picture::default() };
    let mut unknown = false;
    let mut looks_of = |spot: Spot, word: &str| {
        let looks = easel.looks(spot, word);
        unknown |= looks.is_none();
        looks.unwrap_or_else(|| vec![UNKNOWN])
    };
    let mut heights = Vec::new();
    for (index, word) in sheet.cells.iter().enumerate().filter(|_| sheet.width > 0) {
        let (x, y) = (index % sheet.width, index / sheet.width);
        let looks = looks_of(Spot::Cell, word);
        let Some((&look, above)) = looks.split_first() else { continue };
        picture.cells.push(Cell { x, y, look });
        heights.push(easel.height(word));
        let piece = |(number, &look): (usize, &Look)| {
            let name = format!("{x},{y}-{number}");
            Piece { name, x: x as f32, y: y as f32, look }
        };
        picture.pieces.extend(above.iter().enumerate().map(piece));
    }
    if heights.iter().any(Option::is_some) {
        picture.heights = heights.into_iter().map(Option::unwrap_or_default).collect();
    }
    for (&(x, y), word) in &sheet.corners {
        for (number, look) in looks_of(Spot::Corner, word).into_iter().enumerate() {
            let name = format!("corner-{x},{y}-{number}");
            picture.pieces.push(Piece { name, x: x as f32 + 0.5, y: y as f32 + 0.5, look });
        }
    }
    picture.legend = legend(easel, sheet);
    if unknown {
        picture.legend.push((UNKNOWN, "not understood".to_string()));
    }
    picture
}

/// What the looks mean: each has the name of the first brush that paints the topmost part of a
/// word that looks so.
fn legend(easel: &dyn Easel, sheet: &Sheet) -> Vec<(Look, String)> {
    let cells: BTreeSet<&String> = sheet.cells.iter().collect();
    let corners: BTreeSet<&String> = sheet.corners.values().collect();
    let mut legend: Vec<(Look, String)> = Vec::new();
    for brush in easel.brushes() {
        let on_top = |word: &str, paint: &String| {
            let below = easel.without(word);
            easel.shows(word, paint) && (below == word || !easel.shows(&below, paint))
        };
        let painted = |word: &&&String| match brush.spot {
            Spot::Cell => brush.words.iter().any(|paint| on_top(word, paint)),
            Spot::Corner => brush.words.contains(word),
        };
        let words = if brush.spot == Spot::Cell { &cells } else { &corners };
        for word in words.iter().filter(painted) {
            let looks = easel.looks(brush.spot, word).unwrap_or_default();
            let Some(&look) = looks.iter().rfind(|look| !look.sign.is_whitespace()) else { continue };
            if !legend.iter().any(|&(known, _)| known == look) {
                legend.push((look, brush.name.to_string()));
            }
        }
    }
    legend
}
