//! Painting mazes: a character of the map is a cell.
//!
//! New rows and columns are wall, which is what lies outside: a maze does not change by growing.
//! What is erased is floor. The reindeer stands on the start.

use unriddle_kit::editing::{CellBrush, CellEditor, Cells};

use super::picture::{FLOOR, GOAL, REINDEER, START, WALL};

/// How mazes are painted.
pub(super) const EDITOR: CellEditor = CellEditor {
    cells: Cells::Characters,
    brushes: &[
        CellBrush { name: "floor", word: ".", styles: &[FLOOR], single: false },
        CellBrush { name: "wall", word: "#", styles: &[WALL], single: false },
        CellBrush { name: "start", word: "S", styles: &[START, REINDEER], single: true },
        CellBrush { name: "goal", word: "E", styles: &[GOAL], single: true },
    ],
    blank: "#",
    erased: ".",
    starter: "\
#########
#.....#E#
#.###.#.#
#.#...#.#
#.#.###.#
#S#.....#
#########
",
};
