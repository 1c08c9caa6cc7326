//! Thumbnails of levels, for a list of them. Boards that are too large are sampled.

use unriddle_kit::{Cell, Level, Picture, Piece};
use unriddle_render::svg;

/// The maximum side of a thumbnail, in cells.
const MAX_IN_SMALL: usize = 150;

/// A thumbnail of the start of a level, without text, as an SVG document.
pub fn thumbnail(level: &dyn Level) -> String {
    let picture = level.start().picture();
    svg(&Picture { legend: Vec::new(), caption: None, ..thinned(picture) })
}

/// Samples the columns and rows of a picture that is too large for a thumbnail: every third, fifth and so on. Corridors
/// of a maze are two cells apart, so an even step would show its walls alone.
fn thinned(picture: Picture) -> Picture {
    let every = picture.width.max(picture.height).div_ceil(MAX_IN_SMALL) | 1;
    if every == 1 {
        return picture;
    }
    let kept = |cell: &Cell| cell.x.is_multiple_of(every) && cell.y.is_multiple_of(every);
    let (width, height) = (picture.width.div_ceil(every), picture.height.div_ceil(every));
    let cells = picture.cells.iter().filter(|cell| kept(cell));
    let cells = cells.map(|cell| Cell { x: cell.x / every, y: cell.y / every, style: cell.style });
    let heights = picture.cells.iter().zip(&picture.heights).filter(|(cell, _)| kept(cell));
    let near = |at: f32| (at / every as f32).floor();
    let pieces = picture.pieces.iter();
    let pieces = pieces.map(|piece| Piece { x: near(piece.x), y: near(piece.y), ..piece.clone() });
    Picture {
        width,
        height,
        cells: cells.collect(),
        heights: heights.map(|(_, &height)| height).collect(),
        pieces: pieces.collect(),
        ..Picture::default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_small_picture_of_a_large_board_is_small() {
        let row = format!("{}\n", ".#".repeat(500));
        let text = format!("S{}E\n{}", ".".repeat(998), row.repeat(999));
        let level = unriddle_games::read(&text, &[]).expect("a maze");
        let drawing = thumbnail(level.as_ref());
        assert!(drawing.len() < 400_000, "{} bytes", drawing.len());
    }

    #[test]
    fn corridors_are_seen_in_a_small_picture_of_a_large_maze() {
        let (wall, corridor) = ("#".repeat(301), format!("#{}#", ".".repeat(299)));
        let mut rows: Vec<String> =
            (0..301).map(|y| if y % 2 == 0 { wall.clone() } else { corridor.clone() }).collect();
        rows[1].replace_range(1..3, "SE");
        let level = unriddle_games::read(&rows.join("\n"), &[]).expect("a maze");
        let picture = thinned(level.start().picture());
        let styles: HashSet<char> = picture.cells.iter().map(|cell| cell.style.glyph).collect();
        assert!(styles.contains(&'#') && styles.contains(&'.'), "{styles:?}");
    }
}
