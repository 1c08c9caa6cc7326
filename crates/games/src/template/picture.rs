//! What a level looks like, and what it is painted with.

use unriddle_kit::editing::{CellBrush, CellEditor, Cells};
use unriddle_kit::{Piece, Style, Tone, sprite};

const WATER: Style = Style::new(sprite::TILE, Tone::Water, '_');
const BUSH: Style = Style::new(sprite::WALL, Tone::Wall, '%');
const LILY: Style = Style::new(sprite::DIAMOND, Tone::Goal, '*');
const FROG: Style = Style::new(sprite::DISC, Tone::Player, '@');

/// How a level is painted.
pub(crate) const EDITOR: CellEditor = CellEditor {
    cells: Cells::Characters,
    brushes: &[
        CellBrush { name: "water", word: "_", styles: &[WATER], single: false },
        CellBrush { name: "bush", word: "%", styles: &[BUSH], single: false },
        CellBrush { name: "frog", word: "@", styles: &[WATER, FROG], single: true },
        CellBrush { name: "lily", word: "*", styles: &[LILY], single: true },
    ],
    blank: "_",
    erased: "_",
    starter: "@_%__*\n",
};

/// The frog on a cell. Its name stays the same while it moves.
pub(crate) fn frog(x: usize, y: usize) -> Piece {
    Piece::new("frog", x as f32, y as f32, FROG)
}
