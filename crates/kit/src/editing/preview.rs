//! What a grid looks like, whether it is a level or not.
//!
//! Each word is drawn in its styles: the lowest is the cell, the others stand on it as pieces. A
//! word that means nothing is a red question mark. The legend tells what is there by the names of
//! the brushes that would have painted it.

use std::collections::BTreeSet;

use super::{Editor, Spot, TextGrid};
use crate::{Cell, Level, Picture, Piece, Style, Tone, sprite};

/// A word that means nothing.
const UNKNOWN: Style = Style::new(sprite::GLYPH, Tone::Red, '?');

/// What a grid looks like: the picture of the level that it is, if it is one and drawn as large
/// as the grid; otherwise a sketch. So columns and rows are always those of the grid.
pub fn picture_of(editor: &dyn Editor, grid: &TextGrid, level: Option<&dyn Level>) -> Picture {
    let picture = level.map(|level| level.start().picture());
    let fits = |picture: &Picture| (picture.width, picture.height) == (grid.width, grid.height);
    picture.filter(fits).unwrap_or_else(|| preview(editor, grid))
}

/// What can be made out of a grid.
pub fn preview(editor: &dyn Editor, grid: &TextGrid) -> Picture {
    let mut picture = Picture { width: grid.width, height: grid.height, ..Picture::default() };
    let mut unknown = false;
    let mut styles_of = |spot: Spot, word: &str| {
        let styles = editor.styles(spot, word);
        unknown |= styles.is_none();
        styles.unwrap_or_else(|| vec![UNKNOWN])
    };
    let mut heights = Vec::new();
    for (index, word) in grid.cells.iter().enumerate().filter(|_| grid.width > 0) {
        let (x, y) = (index % grid.width, index / grid.width);
        let styles = styles_of(Spot::Cell, word);
        let Some((&style, above)) = styles.split_first() else { continue };
        picture.cells.push(Cell { x, y, style });
        heights.push(editor.height(word));
        picture.slopes.push(editor.slope(word));
        let piece = |(number, &style): (usize, &Style)| {
            let name = format!("{x},{y}-{number}");
            Piece::new(name, x as f32, y as f32, style)
        };
        picture.pieces.extend(above.iter().enumerate().map(piece));
    }
    if heights.iter().any(Option::is_some) {
        picture.heights = heights.into_iter().map(Option::unwrap_or_default).collect();
    }
    for (&(x, y), word) in &grid.corners {
        for (number, style) in styles_of(Spot::Corner, word).into_iter().enumerate() {
            let name = format!("corner-{x},{y}-{number}");
            picture.pieces.push(Piece::new(name, x as f32 + 0.5, y as f32 + 0.5, style));
        }
    }
    picture.legend = legend(editor, grid);
    if unknown {
        picture.legend.push((UNKNOWN, "not understood".to_string()));
    }
    picture
}

/// What the styles mean: each has the name of the first brush that paints a word whose topmost part
/// has that style.
fn legend(editor: &dyn Editor, grid: &TextGrid) -> Vec<(Style, String)> {
    let cells: BTreeSet<&String> = grid.cells.iter().collect();
    let corners: BTreeSet<&String> = grid.corners.values().collect();
    let mut legend: Vec<(Style, String)> = Vec::new();
    for brush in editor.brushes() {
        let on_top = |word: &str, paint: &String| {
            let below = editor.without(word);
            editor.shows(word, paint) && (below == word || !editor.shows(&below, paint))
        };
        let painted = |word: &&&String| match brush.spot {
            Spot::Cell => brush.words.iter().any(|paint| on_top(word, paint)),
            Spot::Corner => brush.words.contains(word),
        };
        let words = if brush.spot == Spot::Cell { &cells } else { &corners };
        for word in words.iter().filter(painted) {
            let styles = editor.styles(brush.spot, word).unwrap_or_default();
            let Some(&style) = styles.iter().rfind(|style| !style.glyph.is_whitespace()) else { continue };
            if !legend.iter().any(|&(known, _)| known == style) {
                legend.push((style, brush.name.to_string()));
            }
        }
    }
    legend
}
