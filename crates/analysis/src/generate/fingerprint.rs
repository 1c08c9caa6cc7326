//! What levels that differ only in a symmetry have in common, so that only one of them is kept.

use unriddle_kit::editing::{Editor, Spot, TextGrid};
use unriddle_search::Cost;

use crate::Analysis;

/// Turned or mirrored, a level has the same space.
pub(super) fn of_space(analysis: &Analysis) -> String {
    let shape = analysis.shape.as_ref();
    let histogram = shape.map(|shape| {
        let columns = shape.histogram.iter().map(|column| (column.winnable, column.lost, column.solved));
        columns.collect::<Vec<_>>()
    });
    let count = analysis.solutions.as_ref().and_then(|solutions| solutions.count.as_deref());
    format!("{:?} {count:?} {histogram:?}", analysis.cost)
}

/// Turned or mirrored, a board has the same things at the same distances from each other. Which way they face is left
/// out.
pub(super) fn of_board(editor: &dyn Editor, grid: &TextGrid, cost: Cost) -> String {
    let brushes = editor.brushes();
    let kind = |word: &str| {
        let shown = |at: &usize| brushes[*at].words.iter().any(|paint| editor.shows(word, paint));
        let brushes: Vec<usize> = (0..brushes.len()).filter(shown).collect();
        let styles = editor.styles(Spot::Cell, word).unwrap_or_default();
        let tones: Vec<String> = styles.iter().map(|style| format!("{:?}", style.tone)).collect();
        format!("{brushes:?}{tones:?}")
    };
    let things: Vec<(usize, usize, String)> = (0..grid.cells.len())
        .filter(|&at| grid.cells[at] != editor.blank())
        .map(|at| (at % grid.width, at / grid.width, kind(&grid.cells[at])))
        .collect();
    let mut pairs = Vec::new();
    for (at, (x, y, one)) in things.iter().enumerate() {
        for (other_x, other_y, other) in &things[at..] {
            let (across, down) = (x.abs_diff(*other_x), y.abs_diff(*other_y));
            pairs.push((one.min(other), one.max(other), across.min(down), across.max(down)));
        }
    }
    pairs.sort_unstable();
    format!("{cost} {}x{} {pairs:?}", grid.width.min(grid.height), grid.width.max(grid.height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_games::game;

    fn fingerprint(text: &str) -> String {
        let editor = game("freshly-frosted").expect("the game is there").editor();
        of_board(editor, &editor.grid(text).expect("it is a board"), 4)
    }

    #[test]
    fn mirrored_and_turned_boards_are_alike() {
        let board = fingerprint("+>  .   .\n.   .   -<0\n");
        assert_eq!(board, fingerprint(".   .   +<\n->0 .   .\n"), "mirrored");
        assert_eq!(board, fingerprint(".   +v\n.   .\n-^0 .\n"), "turned");
    }

    #[test]
    fn boards_with_other_things_or_distances_are_not_alike() {
        let board = fingerprint("+>  .   .\n.   .   -<0\n");
        assert_ne!(board, fingerprint("+>  .   -<0\n.   .   .\n"));
        assert_ne!(board, fingerprint("+>  .   .\n.   .   +<\n"));
    }
}
